import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { standard } from '@app/api/envelopes';
import { accessRefused, type Tally } from '@app/audit';
import { type Api, createApi, failureAnswer, type Guard, type IdempotencyStore, requestIdOf, send } from '@app/contract';
import { unavailable } from '@app/contract/failure';
import { GATEWAY_HEADER, NOT_READY_HEADER, readForwarded } from '@app/identity';
import { failurePage } from '@app/pages';
import type { Health, Logger, Metrics, Verifier } from '@app/runtime';
import express, { type Express, type Request } from 'express';
import type { GeneralConfig } from './config.ts';
import type { Parts } from './definition.ts';
import { healthInDetail, measure, readinessAnswer } from './health.ts';

interface Options {
  /** Of the service. */
  readonly name: string;
  readonly verifier: Verifier;
  readonly config: GeneralConfig;
  readonly guard: Guard;
  readonly idempotency: IdempotencyStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tally: Tally;
  /** What the service offers. */
  readonly parts: Pick<Parts, 'webApp'>;
}

/** The API of a service, to which its operations are bound. */
export function createServiceApi({ name, verifier, config, guard, idempotency, logger, metrics, tally, parts }: Options): Api {
  return createApi({
    guard,
    idempotency,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    webApp: parts.webApp === undefined ? undefined : new URL(parts.webApp).origin,
    standard,
    failurePage,
    log: logger,
    forwarded: (request: Request) =>
      readForwarded(verifier, name, request.headers[GATEWAY_HEADER]) ?? {
        address: request.socket.remoteAddress ?? '',
        dryRun: false,
      },
    refused: (endpoint, failure) => tally.note(accessRefused(endpoint.name, failure)),
    observe: ({ endpoint, method, status, seconds }) => {
      metrics.httpDuration.observe({ method, route: endpoint.path, status: String(status) }, seconds);
      logger[status >= 400 ? 'info' : 'debug']({ operation: endpoint.name, status, millis: Math.round(seconds * 1_000) }, 'answered');
    },
  });
}

/** Health and metrics for the operator, then the API. Until the schema is there every call answers 503. */
export function createApp(options: {
  readonly api: Api;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly publicBaseUrl: string;
  readonly isOpen: () => boolean;
}): Express {
  const { api, health, metrics, publicBaseUrl, isOpen } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/health/live', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/health/ready', async (_request, response) => {
    const { status, body } = await readinessAnswer(health);
    response.status(status).json(body);
  });
  app.get('/health', async (_request, response) => {
    response.json(await healthInDetail(health));
  });
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await measure(health, metrics));
  });
  app.use((request, response, next) => {
    if (isOpen()) return next();
    const requestId = requestIdOf(request.headers['x-request-id']);
    response
      .setHeader('X-Request-Id', requestId)
      .setHeader('Connection', 'close')
      .setHeader('Retry-After', '1')
      .setHeader(NOT_READY_HEADER, '1');
    send(response, failureAnswer(unavailable('The service is starting; try again in a moment'), standard, requestId, publicBaseUrl));
  });
  app.use(api.router());
  return app;
}

/** Listens with the limits of the security design; connections of the gateway are kept a little longer than it keeps them. */
export async function listen(app: Express, host: string, port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const limits = {
    headersTimeout: 15_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    // Twice what the gateway takes: it adds headers of its own, and the address counts here too.
    maxHeaderSize: 32_768,
  };
  const server = createServer(limits, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as { port: number }).port };
}

/** How long kept connections are still served after a server stopped listening: by then a caller has used each, and heard that it closes. */
const LAST_REQUESTS_MILLIS = 250;

/**
 * Takes no new connections and waits for the answers under way. Connections that are kept get one more answer, which says that it is the last: one
 * that is closed while its next request is on the way loses that request, and nobody could say whether it was done.
 */
export async function closeServer(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Of the two ways to close the one that leaves idle connections alone.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  if ((await connectionsOf(server)) > 0) await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MILLIS))]);
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  server.close();
  await closed;
  clearInterval(sweep);
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
