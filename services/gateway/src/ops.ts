import { createServer, type Server } from 'node:http';
import type { Health, Metrics } from '@app/runtime';
import { healthInDetail, measure, readinessAnswer } from '@app/service';

/**
 * The private server of the operator: metrics, what exactly is missing, and which neighbours are away. Never reachable
 * from the public port.
 */
export async function listenOps(options: {
  readonly health: Health;
  readonly metrics: Metrics;
  readonly host: string;
  readonly port: number;
}): Promise<{ readonly server: Server; readonly port: number }> {
  const { health, metrics, host, port } = options;
  const server = createServer(async (request, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    try {
      if (request.method !== 'GET') return void json(405, { status: 'only GET' });
      if (request.url === '/metrics') {
        const text = await measure(health, metrics);
        return void response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
      }
      if (request.url === '/health/live') return void json(200, { status: 'ok' });
      if (request.url === '/health') return void json(200, await healthInDetail(health));
      if (request.url !== '/health/ready') return void json(404, { status: 'nothing here' });
      const { status, body } = await readinessAnswer(health);
      json(status, body);
    } catch {
      if (!response.headersSent) json(500, { status: 'failed' });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as { port: number }).port };
}
