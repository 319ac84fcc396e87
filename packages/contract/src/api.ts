import { randomUUID } from 'node:crypto';
import { enterTrace, languageOf, type OpenSpan, runInContext } from '@app/runtime';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { failureAnswer, failurePageAnswer, internalError, send } from './answer.ts';
import type { ApiOptions } from './api-options.ts';
import { createBodyRoom } from './body-room.ts';
import type { Operation } from './call.ts';
import { type AnyEndpoint, bySpecificity, expressPath, type Method } from './endpoint.ts';
import { Failure, notFound } from './failure.ts';
import { PathTree } from './path-tree.ts';
import { asAskedFor, pageFor, serveRequest } from './serve.ts';

export interface Api {
  /** Binds an operation to its declaration. Its paths are mounted when `router` is called. */
  serve<E extends AnyEndpoint, R = undefined>(
    endpoint: E,
    operation: Operation<E, R> | Operation<E, R>['handle'],
  ): void;
  /** The routes of everything served, most literal first, then 405 and 404. */
  router(): Router;
  readonly endpoints: readonly AnyEndpoint[];
}

type Bound = { readonly endpoint: AnyEndpoint; readonly run: (request: Request, response: Response) => Promise<void> };

const wellFormed = /^[A-Za-z0-9._-]{1,128}$/;

/** The request's own id when it is well-formed, else a new one (GENX-R02, GENX-R03). */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && wellFormed.test(header) ? header : randomUUID();

export function createApi(options: ApiOptions): Api {
  const bound: Bound[] = [];
  const room = options.bodyRoom ?? createBodyRoom();
  return {
    serve(endpoint, operation) {
      const full = typeof operation === 'function' ? { handle: operation } : operation;
      bound.push({
        endpoint,
        run: (request, response) =>
          serveRequest({ options, room }, endpoint, full, request, response, response.locals.requestId as string),
      });
    },
    router: () => buildRouter(options, bound),
    get endpoints() {
      return bound.map(({ endpoint }) => endpoint);
    },
  };
}

function buildRouter(options: ApiOptions, bound: readonly Bound[]): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  router.use(openContext);
  const handlerOf = (entry: Bound) => async (request: Request, response: Response) => {
    const start = performance.now();
    nameSpan(response, request.method, entry.endpoint.path);
    await entry.run(request, response);
    options.observe?.({
      endpoint: entry.endpoint,
      method: request.method,
      status: response.statusCode,
      seconds: (performance.now() - start) / 1000,
    });
  };
  // The router tries its routes one after the other. What is asked for is looked up instead; it keeps what is not
  // found: another method, an address of nobody, a path that cannot be read.
  const tree = new PathTree<Map<string, Routed>>();
  router.use((request, response, next) => {
    const found = tree.find(request.path.replace(/(.)\/$/, '$1'));
    const routed = found?.value.get(request.method);
    const params = routed && readParams(routed.names, found!.parameters);
    if (!params) return next();
    request.params = params;
    return routed.handler(request, response);
  });
  for (const [path, entries] of routesOf(bound)) {
    const route = router.route(expressPath(path));
    for (const { method, entry } of entries) {
      const handler = handlerOf(entry);
      route[method.toLowerCase() as 'get'](handler);
      const methods = tree.at(path, () => new Map());
      if (!methods.has(method)) methods.set(method, { names: namesOf(path), handler });
    }
    const allow = allowOf(entries.map(({ method }) => method));
    route.all((request, response) =>
      refuse(options, request, response, methodNotAllowed(request.method, allow), entries[0]?.entry.endpoint),
    );
  }
  router.use((request: Request, response: Response) =>
    refuse(options, request, response, notFound('There is nothing at this address')),
  );
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) return response.destroy();
    // The router itself throws only for a path it cannot decode.
    const malformed = (error as { status?: number }).status === 400;
    if (!malformed) options.log.error({ err: error }, 'request failed');
    refuse(options, request, response, malformed ? notFound('There is nothing at this address') : internalError(error));
  });
  return router;
}

/** How an operation is reached. */
interface Routed {
  /** Of the parameters of its path, in their order. */
  readonly names: readonly string[];
  readonly handler: (request: Request, response: Response) => Promise<void>;
}

const namesOf = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Undefined when one of them cannot be read. */
function readParams(names: readonly string[], parameters: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  try {
    for (const [place, name] of names.entries()) params[name] = decodeURIComponent(parameters[place]!);
  } catch {
    return undefined;
  }
  return params;
}

function openContext(request: Request, response: Response, next: NextFunction): void {
  const requestId = requestIdOf(request.headers['x-request-id']);
  response.locals.requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  const header = request.headers.traceparent;
  const { traceparent, span } = enterTrace(typeof header === 'string' ? header : undefined, () => ({
    name: request.method,
    kind: 'server',
    attributes: { 'http.request.method': request.method, 'url.scheme': request.protocol },
  }));
  if (span) {
    response.locals.span = span;
    response.once('close', () => endSpan(span, response));
  }
  runInContext({ requestId, traceparent }, next);
}

/** A path may hold what is secret, an invitation's code among them: spans name the route instead. */
function nameSpan(response: Response, method: string, route: string): void {
  const span = response.locals.span as OpenSpan | undefined;
  span?.rename(`${method} ${route}`);
  span?.set({ 'http.route': route, 'url.path': route });
}

function endSpan(span: OpenSpan, response: Response): void {
  const { statusCode } = response;
  span.set({ 'http.response.status_code': statusCode });
  if (!response.writableFinished) span.fail('aborted');
  else if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}

function routesOf(bound: readonly Bound[]): [string, { method: Method; entry: Bound }[]][] {
  const byPath = new Map<string, { method: Method; entry: Bound }[]>();
  for (const entry of bound) {
    for (const path of entry.endpoint.paths) {
      const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
      const list = byPath.get(plain) ?? [];
      for (const method of entry.endpoint.methods) list.push({ method, entry });
      byPath.set(plain, list);
    }
  }
  return [...byPath].sort(([a], [b]) => bySpecificity(a, b));
}

const allowOf = (methods: readonly Method[]): string =>
  [...new Set(methods.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])))].join(', ');

export const methodNotAllowed = (method: string, allow: string): Failure =>
  new Failure('common.method_not_allowed', 405, `${method} is not allowed here; allowed are ${allow}`, {
    headers: { Allow: allow },
  });

function refuse(
  options: ApiOptions,
  request: Request,
  response: Response,
  failure: Failure,
  endpoint?: AnyEndpoint,
): void {
  options.failed?.(failure);
  const requestId = response.locals.requestId as string;
  const draw = pageFor(options, endpoint, request);
  const envelope = endpoint?.envelope.name === 'oauth' ? endpoint.envelope : options.standard;
  const answer = draw
    ? failurePageAnswer(failure, requestId, languageOf(request.headers['accept-language']), draw)
    : failureAnswer(failure, envelope, requestId, options.publicBaseUrl);
  send(response, asAskedFor(options, endpoint, request, answer), endpoint);
}
