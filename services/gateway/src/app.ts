import type { IncomingMessage, ServerResponse } from 'node:http';
import { assertScope, authenticateFor, type Guard } from '@app/access';
import { accessRefused, type Tally } from '@app/audit';
import { type AnyEndpoint, bodyLimitOf, isIdempotencyKey, methodNotAllowed, requestIdOf } from '@app/contract';
import { Failure, isRefusal, notFound, unavailable } from '@app/contract/failure';
import { GATEWAY_HEADER, signForwarded } from '@app/identity';
import { type Logger, type Metrics, observeHttp, reuseTexts, runInContext, type Signer } from '@app/runtime';
import { countRefusal } from '@app/service';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { readAddress } from './address.ts';
import { sendFailure } from './answer.ts';
import { clientAddress, type Networks } from './client-address.ts';
import { answerPreflight, type CorsPolicy, isPreflight, setCorsHeaders } from './cors.ts';
import type { Forwarder } from './forward/forwarder.ts';
import { tooLarge } from './forward/http-proxy.ts';
import { expectsTooMuch, isMalformed, setGeneralHeaders, stripInternal, tooLong } from './headers.ts';
import type { InFlight } from './in-flight.ts';
import type { Limiter } from './rate-limits/limiter.ts';
import { noteOn } from './request-log/notes.ts';
import type { RequestLog } from './request-log/request-log.ts';
import { enterRequest, type RequestTrace } from './request-trace.ts';
import type { Match } from './routes.ts';
import { transportFailure } from './server.ts';

export interface AppDependencies {
  readonly match: (method: string, path: string) => Match;
  readonly limiter: Limiter;
  readonly inFlight: InFlight;
  readonly guard: Pick<Guard, 'authenticate'>;
  readonly forwarder: Forwarder;
  /** Where each service answers HTTP. */
  readonly origins: ReadonlyMap<string, URL>;
  /** The endpoints that the gateway answers itself. */
  readonly own: Router;
  /** Answers a request for a page; false when the path is none of its own. */
  readonly pages: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
  readonly trusted: Networks;
  /** Whether the traces that clients name are continued. */
  readonly trustsTraces: boolean;
  readonly cors: CorsPolicy;
  readonly publicBaseUrl: string;
  /** Signs what the gateway says to services. */
  readonly signer: Signer;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  /** Keeps records of what is refused here. */
  readonly tally: Pick<Tally, 'note'>;
  readonly metrics: Pick<Metrics, 'httpServerDuration' | 'refusals'>;
  /** Takes every request of a client, for the client's owner. */
  readonly requestLog: Pick<RequestLog, 'add'>;
}

/** What is known of a request on its way. */
interface RequestState {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: string;
  readonly startedAt: number;
  readonly trace: RequestTrace;
  endpoint: AnyEndpoint | undefined;
}

/**
 * The way of every request: id, address, route, limit, credential, scope, then to the service that owns it
 * (docs/contract/general.md, "Order of checks", steps 1 to 4). The body is never read here. The services check
 * everything again: this is a convenience, not a wall.
 */
export function createApp(deps: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(createChain(deps));
  app.use(deps.own);
  return app;
}

function createChain(deps: AppDependencies): RequestHandler {
  const isHttps = deps.publicBaseUrl.startsWith('https:');
  const signForwardedFor = createForwardedSigner(deps.signer);
  return (request, response, next) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    const trace = enterRequest(request, deps.trustsTraces);
    const state: RequestState = {
      request,
      response,
      address: clientAddress(request, deps.trusted),
      startedAt: performance.now(),
      trace,
      endpoint: undefined,
    };
    setGeneralHeaders(response, requestId, isHttps);
    request.headers['x-request-id'] = requestId;
    const context = { requestId, traceparent: trace.traceparent, address: state.address };
    response.once('close', () => runInContext(context, () => observe(deps, state)));
    runInContext(context, () => {
      pass(deps, state, signForwardedFor).then(
        (isOwn) => isOwn && next(),
        (error: unknown) => {
          if (error instanceof Failure && isRefusal(error))
            deps.tally.note(accessRefused(state.endpoint?.name ?? 'none', error));
          refuse(deps, state, error);
        },
      );
    });
  };
}

/** True when the gateway itself answers. */
async function pass(deps: AppDependencies, state: RequestState, signForwardedFor: SignForwarded): Promise<boolean> {
  const { request, response } = state;
  const { method = 'GET' } = request;
  const address = readAddress(request.url ?? '');
  const match = address ? deps.match(method, address.path) : undefined;
  state.endpoint = match?.kind === 'none' ? undefined : match?.endpoint;
  // Before anything is refused: a page of another origin may read why.
  const mayCross = setCorsHeaders(request, response, address?.path ?? '', deps.cors);
  const long = tooLong(request);
  if (long) throw transportFailure(long);
  if (isMalformed(request)) throw transportFailure(400);
  if (expectsTooMuch(request)) throw transportFailure(417);
  if (!address || !match) throw nothingHere();
  if (deps.pages(request, response, address.path)) return false;
  if (match.kind === 'none') throw nothingHere();
  if (match.kind === 'method') {
    if (!mayCross || !isPreflight(request)) throw methodNotAllowed(method, match.allow.join(', '));
    answerPreflight(response, match.allow);
    return false;
  }
  const { endpoint } = match;
  announceRemoval(endpoint, response);
  const verdict = await deps.limiter.check(endpoint, method, state.address);
  for (const [name, value] of Object.entries(verdict?.headers ?? {})) response.setHeader(name, value);
  if (verdict?.failure) throw verdict.failure;
  if (endpoint.auth === 'public') deps.inFlight.enterAddress(state.address, response);
  if (endpoint.service === 'gateway') {
    stripInternal(request);
    request.headers[GATEWAY_HEADER] = signForwardedFor(endpoint.service, state.address);
    continueBody(request, response);
    return true;
  }
  await authorize(deps, endpoint, request, response);
  assertSize(endpoint, request);
  const origin = deps.origins.get(endpoint.service);
  if (!origin) throw unavailable(`The ${endpoint.service} service is unavailable; try again in a moment`);
  stripInternal(request);
  request.headers[GATEWAY_HEADER] = signForwardedFor(endpoint.service, state.address);
  request.headers.traceparent = state.trace.passOn(endpoint, origin, method);
  continueBody(request, response);
  deps.forwarder.forward(request, response, { endpoint, origin, path: address.path + address.query });
  return false;
}

/** An endpoint that will go says so on every answer (docs/contract/general.md, "Versions"; RFC 9745, RFC 8594). */
function announceRemoval({ deprecated }: AnyEndpoint, response: ServerResponse): void {
  if (!deprecated) return;
  response.setHeader('Deprecation', `@${deprecated.since}`);
  response.setHeader('Sunset', deprecated.sunset);
}

const nothingHere = (): Failure => notFound('There is nothing at this address');

/**
 * Credential, how much the caller has under way, then scope. Where nobody is asked here, the service decides by itself.
 */
async function authorize(
  { guard, inFlight }: Pick<AppDependencies, 'guard' | 'inFlight'>,
  endpoint: AnyEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (endpoint.auth === 'public') return;
  const principal = await authenticateFor(guard, endpoint, request.headers.authorization);
  const { clientId } = principal;
  if (clientId !== null) noteOn(response, { clientId });
  inFlight.enterCaller(principal, response);
  assertScope(endpoint, principal.scopes);
}

/**
 * A body that says that it is too large is refused before it is sent. A malformed key comes first: then the service
 * says so.
 */
function assertSize(endpoint: AnyEndpoint, request: IncomingMessage): void {
  const key = request.headers['idempotency-key'];
  if (request.method === 'POST' && typeof key === 'string' && !isIdempotencyKey(key)) return;
  const limit = bodyLimitOf(endpoint);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

function continueBody(request: IncomingMessage & { awaitsContinue?: boolean }, response: ServerResponse): void {
  if (request.awaitsContinue) response.writeContinue();
}

type SignForwarded = (service: string, address: string) => string;

/** The signed word about a client's address, kept for a while: most requests come from few addresses. */
function createForwardedSigner(signer: Signer): SignForwarded {
  const reused = reuseTexts(5_000);
  return (service, address) =>
    reused(`${service} ${address}`, () => signForwarded(signer, service, { address, dryRun: false }));
}

export function refuse(
  deps: Pick<AppDependencies, 'logger' | 'publicBaseUrl' | 'metrics'>,
  state: Pick<RequestState, 'request' | 'response' | 'endpoint'>,
  error: unknown,
): void {
  const { request, response, endpoint } = state;
  const isKnown = error instanceof Failure;
  if (!isKnown) deps.logger.error({ err: error }, 'a request could not be passed on');
  if (response.headersSent) return void response.destroy();
  if (response.destroyed) return;
  const failure = isKnown
    ? error
    : new Failure('common.internal_error', 500, 'Something failed on our side; send the request id when you report it');
  countRefusal(deps.metrics, failure);
  sendFailure(request, response, failure, endpoint, deps.publicBaseUrl);
}

function observe(deps: AppDependencies, { request, response, endpoint, startedAt, trace }: RequestState): void {
  const { metrics, logger, requestLog } = deps;
  const seconds = (performance.now() - startedAt) / 1000;
  const route = endpoint?.path ?? 'none';
  const method = request.method ?? '';
  const known = knownMethods.has(method) ? method : '_OTHER';
  const status = response.writableFinished ? response.statusCode : 499;
  observeHttp(metrics, { method: known, route, status, seconds });
  trace.end({ method: known, route: endpoint?.path, status });
  requestLog.add({ request, response, endpoint, status, millis: seconds * 1000 });
  logger.info({ method, route, status, ms: Math.round(seconds * 1000), owner: endpoint?.service }, 'request');
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
