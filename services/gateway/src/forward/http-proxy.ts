import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { bodyLimitOf, joinVary } from '@app/contract';
import { Failure, unavailable } from '@app/contract/failure';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { serverLimits } from '../server.ts';
import { betweenNeighbours, inward } from './end-to-end.ts';
import { type Destination, type Forwarder, type ForwarderOptions, IDLE_SOCKETS, SILENCE_MILLIS, serviceUnavailable } from './forwarder.ts';

interface ResponseRelay {
  readonly destination: Destination;
  readonly connection: string | undefined;
  outgoing: ClientRequest | undefined;
}

/** Streams requests of any size, over http-proxy-middleware. */
export function createHttpProxy({ onFailure, logger }: ForwarderOptions): Forwarder {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: IDLE_SOCKETS, scheduling: 'lifo' });
  const relay = new WeakMap<IncomingMessage, ResponseRelay>();

  const fail = (request: IncomingMessage, response: ServerResponse, failure: Failure): void => {
    if (response.headersSent || response.writableEnded) response.destroy();
    else if (!response.destroyed) onFailure(request, response, failure, relay.get(request)!.destination.endpoint);
  };

  const proxy = createProxyMiddleware({
    agent,
    changeOrigin: true,
    proxyTimeout: SILENCE_MILLIS,
    headers: { connection: 'keep-alive' },
    ejectPlugins: true,
    router: (request, response, active) => {
      const { destination } = relay.get(request)!;
      if (request.headers['transfer-encoding'] !== undefined && response) {
        (active as { buffer?: Readable }).buffer = bounded(request, bodyLimitOf(destination.endpoint), (failure) => {
          const outgoing = relay.get(request)?.outgoing;
          fail(request, response, failure);
          outgoing?.destroy();
        });
      }
      return destination.origin;
    },
    plugins: [
      (server) => {
        server.on('proxyReq', (outgoing, request) => {
          const known = relay.get(request);
          if (known) known.outgoing = outgoing;
        });
        server.on('proxyRes', (answer, request, response) => {
          const vary = response.getHeader('vary');
          if (vary !== undefined && answer.headers.vary !== undefined) answer.headers.vary = joinVary(vary, answer.headers.vary);
          for (const name of ['connection', 'keep-alive', ...inward]) delete answer.headers[name];
          // The proxy copies this to the answer: what the client asked for decides.
          const connection = relay.get(request)?.connection;
          if (connection === undefined) {
            delete request.headers.connection;
            answer.headers['keep-alive'] = `timeout=${serverLimits.keepAliveTimeout / 1000}`;
          } else {
            request.headers.connection = connection;
          }
        });
        server.on('error', (error, request, response) => {
          if (!request || !response || !('setHeader' in response)) return;
          const service = relay.get(request)?.destination.endpoint.service;
          if (!response.headersSent && !response.destroyed) logger.error({ err: error, service }, 'a service does not answer');
          fail(request, response, serviceUnavailable(service ?? 'called', error));
        });
        server.on('econnreset', () => undefined);
      },
    ],
  });

  return {
    forward: (request, response, destination) => {
      const { connection } = request.headers;
      relay.set(request, { destination, connection: connection?.toLowerCase() === 'close' ? 'close' : undefined, outgoing: undefined });
      for (const name of betweenNeighbours) if (name !== 'transfer-encoding') delete request.headers[name];
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
