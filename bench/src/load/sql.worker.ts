import { parentPort, workerData } from 'node:worker_threads';
import postgres from 'postgres';
import type { SqlLoad } from './load.ts';
import { measure, serveMeasurements } from './window.ts';

const { url, database, schema, connections, statement, parameters, holds } = workerData as SqlLoad;
// One client per lane: a shared pool would queue two statements on one connection while another is free.
const clients = Array.from({ length: connections }, () =>
  postgres(url, {
    max: 1,
    database,
    onnotice: () => undefined,
    connection: { search_path: `${schema}, extensions`, TimeZone: 'UTC' },
  }),
);
let next = 0;

serveMeasurements(parentPort!, (millis) =>
  measure(
    clients.map((sql) => async () => {
      const rows = await sql.unsafe(statement, [parameters[next++ % parameters.length]!], { prepare: true });
      const text = JSON.stringify(rows);
      if (!text.includes(holds)) throw new Error(`the statement answered without ${holds}: ${text.slice(0, 300)}`);
    }),
    millis,
  ),
);
