import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { bodyLimitOf } from '@app/contract';
import { Failure, unavailable } from '@app/contract/failure';
import type { Logger } from '@app/runtime';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { serverLimits } from '../server.ts';
import type { Destination, Forwarder, OnFailure } from './forwarder.ts';

/** Milliseconds a service may be silent. Longer than its own statement timeouts and the deadline of a report. */
const SILENCE_MILLIS = 65_000;
/** Connections to one service at once; further requests wait for one. */
const MAX_SOCKETS = 128;

/** Headers between two neighbours only (RFC 9110 section 7.6.1), and what must not travel on from here. */
const hopByHop = ['keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'];
const answerOnly = ['connection', 'keep-alive', 'server', 'x-powered-by'];

interface Passing {
  readonly destination: Destination;
  readonly connection: string | undefined;
  outgoing: ClientRequest | undefined;
}

/** The forwarder over http-proxy-middleware. */
export function createHttpProxy(options: { readonly onFailure: OnFailure; readonly logger: Pick<Logger, 'error'> }): Forwarder {
  const { onFailure, logger } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: 64, scheduling: 'lifo' });
  const passing = new WeakMap<IncomingMessage, Passing>();

  const fail = (request: IncomingMessage, response: ServerResponse, failure: Failure): void => {
    if (response.headersSent || response.writableEnded) response.destroy();
    else if (!response.destroyed) onFailure(request, response, failure, passing.get(request)!.destination.endpoint);
  };

  const proxy = createProxyMiddleware({
    agent,
    changeOrigin: true,
    proxyTimeout: SILENCE_MILLIS,
    headers: { connection: 'keep-alive' },
    ejectPlugins: true,
    router: (request, response, active) => {
      const { destination } = passing.get(request)!;
      if (request.headers['transfer-encoding'] !== undefined && response) {
        (active as { buffer?: Readable }).buffer = bounded(request, bodyLimitOf(destination.endpoint), (failure) => {
          const outgoing = passing.get(request)?.outgoing;
          fail(request, response, failure);
          outgoing?.destroy();
        });
      }
      return destination.origin;
    },
    plugins: [
      (server) => {
        server.on('proxyReq', (outgoing, request) => {
          const known = passing.get(request);
          if (known) known.outgoing = outgoing;
        });
        server.on('proxyRes', (answer, request) => {
          for (const name of answerOnly) delete answer.headers[name];
          // The proxy copies this to the answer: what the client asked for decides.
          const connection = passing.get(request)?.connection;
          if (connection === undefined) {
            delete request.headers.connection;
            answer.headers['keep-alive'] = `timeout=${serverLimits.keepAliveTimeout / 1000}`;
          } else {
            request.headers.connection = connection;
          }
        });
        server.on('error', (error, request, response) => {
          if (!request || !response || !('setHeader' in response)) return;
          const service = passing.get(request)?.destination.endpoint.service;
          if (!response.headersSent && !response.destroyed) logger.error({ err: error, service }, 'a service does not answer');
          fail(
            request,
            response,
            unavailable('A part of the service does not answer; try again in a moment, a POST with its Idempotency-Key', error),
          );
        });
        server.on('econnreset', () => undefined);
      },
    ],
  });

  return {
    forward: (request, response, destination) => {
      const { connection } = request.headers;
      passing.set(request, { destination, connection: connection?.toLowerCase() === 'close' ? 'close' : undefined, outgoing: undefined });
      for (const name of hopByHop) delete request.headers[name];
      request.url = destination.path;
      proxy(request, response).catch((error: unknown) => fail(request, response, unavailable('The request could not be passed on', error)));
    },
    close: () => agent.destroy(),
  };
}

/** A body without a declared length, cut off at the limit. */
function bounded(request: IncomingMessage, limit: number, onTooLarge: (failure: Failure) => void): Readable {
  let size = 0;
  let isOver = false;
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size <= limit) return done(null, chunk);
      if (!isOver) onTooLarge(tooLarge(limit));
      isOver = true;
      done();
    },
  });
  request.on('error', () => counter.destroy());
  return request.pipe(counter);
}

export const tooLarge = (limit: number): Failure =>
  new Failure('common.payload_too_large', 413, `The body is larger than the ${limit} bytes this call takes`, { details: { limit } });
