import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { answerHeaders, requestHeaders } from './end-to-end.ts';
import { type Forwarder, type ForwarderOptions, type OnFailure, serviceSilent } from './forwarder.ts';

/** Milliseconds a service may be silent. Longer than its own statement timeouts and the deadline of a report. */
export const SILENCE_MILLIS = 65_000;
/** Connections to one service at once; further requests wait for one. */
export const MAX_SOCKETS = 128;

/**
 * The short way for requests whose whole body fits into one write: it is read here first, so that a client that dribbles holds no connection
 * to a service. The answer streams. Over undici's pools, which know neither cookies nor redirects nor second tries.
 */
export function createPooledForwarder({ onFailure, logger }: ForwarderOptions): Forwarder {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: URL): Pool => {
    const known = pools.get(origin.origin);
    if (known) return known;
    const pool = new Pool(origin.origin, {
      connections: MAX_SOCKETS,
      pipelining: 1,
      headersTimeout: SILENCE_MILLIS,
      bodyTimeout: SILENCE_MILLIS,
    });
    pools.set(origin.origin, pool);
    return pool;
  };
  const fail: OnFailure = (request, response, failure, endpoint) => {
    if (response.headersSent || response.writableEnded) response.destroy();
    else if (!response.destroyed) onFailure(request, response, failure, endpoint);
  };
  return {
    forward: (request, response, destination) => {
      readWhole(request, (body) => {
        if (response.destroyed) return;
        const { endpoint, origin, path } = destination;
        const onBroken = (error: Error): void => {
          if (response.destroyed) return;
          if (!response.headersSent) logger.error({ err: error, service: endpoint.service }, 'a service does not answer');
          fail(request, response, serviceSilent(error), endpoint);
        };
        const method = request.method as Dispatcher.HttpMethod;
        const handler = new Passing(response, onBroken);
        poolOf(origin).dispatch({ path, method, headers: requestHeaders(request.headers), body }, handler);
      });
    },
    close: () => {
      for (const pool of pools.values()) void pool.destroy();
    },
  };
}

/** The length of a request's body, as its headers say; undefined when they do not. */
export function declaredLength({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

/** Nothing comes of a request that breaks off: its connection is gone, and nobody waits for an answer. */
function readWhole(request: IncomingMessage, done: (body: Buffer | null) => void): void {
  if (!declaredLength(request)) {
    done(null);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
}

/** One answer on its way from a service to the client. */
class Passing implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  readonly #onBroken: (error: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(response: ServerResponse, onBroken: (error: Error) => void) {
    this.#response = response;
    this.#onBroken = onBroken;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#response.destroyed) controller.abort(new Error('The client went away'));
    else this.#response.once('close', this.#onClose);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const response = this.#response;
    response.writeHead(status, answerHeaders(headers));
    response.on('drain', () => controller.resume());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#response.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#response.off('close', this.#onClose);
    this.#onBroken(error);
  }

  /** A client that goes away takes its request with it. */
  readonly #onClose = (): void => {
    if (!this.#response.writableFinished) this.#controller?.abort(new Error('The client went away'));
  };
}
