import { parentPort, workerData } from 'node:worker_threads';
import { HttpConnection } from './http-connection.ts';
import type { HttpLoad } from './load.ts';
import { measure, serveMeasurements } from './window.ts';

const { origin, connections, requests, status, holds } = workerData as HttpLoad;
const { hostname, port } = new URL(origin);
const bytes = requests.map((request) => Buffer.from(request));
const wanted = holds === undefined ? undefined : Buffer.from(holds);
let next = 0;

serveMeasurements(parentPort!, async (millis) => {
  // New ones each time: a server closes what was idle while the other side was measured.
  const open = await Promise.all(
    Array.from({ length: connections }, () => HttpConnection.open(hostname, Number(port))),
  );
  const lanes = open.map((connection) => async () => {
    const answer = await connection.send(bytes[next++ % bytes.length]!);
    if (answer.status !== status || (wanted && !answer.body.includes(wanted)))
      throw new Error(`answered ${answer.status} instead of ${status}: ${answer.body.toString('utf8').slice(0, 300)}`);
  });
  try {
    return await measure(lanes, millis);
  } finally {
    for (const connection of open) connection.close();
  }
});
