import { createAccessStep, type Guard } from '@app/access';
import { standard } from '@app/api/envelopes';
import { accessRefused } from '@app/audit';
import {
  type Api,
  type ApiOptions,
  createApi,
  failureAnswer,
  type IdempotencyStore,
  requestIdOf,
  send,
} from '@app/contract';
import { unavailable } from '@app/contract/failure';
import { GATEWAY_HEADER, GREETING_PATH, NOT_READY_HEADER, readForwarded } from '@app/identity';
import { failurePage } from '@app/pages';
import { type Health, type Metrics, observeHttp } from '@app/runtime';
import { inLanguageOf } from '@app/translation';
import express, { type Express, type Request } from 'express';
import type { Parts } from './definition.ts';
import { healthInDetail, measure, readinessAnswer } from './health.ts';
import { countRefusal, measureIdempotency } from './measured.ts';
import type { ProcessConfig } from './process-config.ts';
import type { Runtime } from './runtime.ts';
import { createStoppableServer, type StoppableServer } from './stoppable-server.ts';

interface ProcessApiOptions extends Pick<Runtime, 'name' | 'verifier' | 'logger' | 'tally' | 'metrics'> {
  readonly config: Pick<ProcessConfig, 'PUBLIC_BASE_URL'>;
  readonly guard: Guard;
  readonly idempotency: IdempotencyStore;
  /** What only some processes have. */
  readonly further?: Pick<ApiOptions, 'webApp' | 'observe' | 'beforeTransaction'>;
}

/** The API of a process, to which its operations are bound; the gateway's own endpoints as those of a service. */
export const createProcessApi = ({
  name,
  verifier,
  config,
  guard,
  idempotency,
  logger,
  tally,
  metrics,
  further,
}: ProcessApiOptions): Api =>
  createApi({
    access: createAccessStep(guard),
    idempotency: measureIdempotency(idempotency, metrics),
    publicBaseUrl: config.PUBLIC_BASE_URL,
    standard,
    failurePage,
    inLanguageOf,
    log: logger,
    forwarded: (request: Request) =>
      readForwarded(verifier, name, request.headers[GATEWAY_HEADER]) ?? {
        address: request.socket.remoteAddress ?? '',
        dryRun: false,
      },
    refused: (endpoint, failure) => tally.note(accessRefused(endpoint.name, failure)),
    failed: (failure) => countRefusal(metrics, failure),
    ...further,
  });

interface ServiceApiOptions extends Omit<ProcessApiOptions, 'further'> {
  /** What the service offers. */
  readonly parts: Pick<Parts, 'webApp' | 'beforeTransaction'>;
}

/** The API of a service, whose every answer is measured. */
export function createServiceApi(options: ServiceApiOptions): Api {
  const { metrics, logger, parts } = options;
  return createProcessApi({
    ...options,
    further: {
      beforeTransaction: parts.beforeTransaction,
      webApp: parts.webApp === undefined ? undefined : new URL(parts.webApp).origin,
      observe: ({ endpoint, method, status, seconds }) => {
        observeHttp(metrics, { method, route: endpoint.path, status, seconds });
        logger[status >= 400 ? 'info' : 'debug'](
          { operation: endpoint.name, status, millis: Math.round(seconds * 1_000) },
          'answered',
        );
      },
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
    const failure = unavailable('The service is starting; try again in a moment');
    countRefusal(metrics, failure);
    const answer = failureAnswer(failure, standard, requestId, publicBaseUrl);
    send(response, inLanguageOf(answer, request.headers['accept-language']));
  });
  app.get(GREETING_PATH, (_request, response) => {
    response.status(204).end();
  });
  app.use(api.router());
  return app;
}

/**
 * Listens with limits against slow and idle clients; connections of the gateway are kept a little longer than it keeps
 * them.
 */
export async function listen(
  app: Express,
  host: string,
  port: number,
): Promise<StoppableServer & { readonly port: number }> {
  const limits = {
    headersTimeout: 15_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    // Twice what the gateway takes: it adds headers of its own, and the address counts here too.
    maxHeaderSize: 32_768,
  };
  const { server, stop } = createStoppableServer(limits, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { server, stop, port: (server.address() as { port: number }).port };
}
