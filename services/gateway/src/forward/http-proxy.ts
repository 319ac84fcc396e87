import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { bodyLimitOf, joinVary } from '@app/contract';
import { Failure, unavailable } from '@app/contract/failure';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { serverLimits } from '../server.ts';
import { betweenNeighbours, inward } from './end-to-end.ts';
import {
  type Destination,
  type Forwarder,
  type ForwarderOptions,
  logSilence,
  serviceUnavailable,
} from './forwarder.ts';
import { SILENCE_MILLIS } from './service-links.ts';

interface ResponseRelay {
  readonly destination: Destination;
  /** To the service. */
  readonly socket: Socket;
  outgoing: ClientRequest | undefined;
}

/**
 * Streams requests of any size, over http-proxy-middleware. Each has a connection of its own, and nothing of its body
 * is read before the service has taken that: what was read could not be sent once more.
 */
export function createHttpProxy({ links, onFailure, logger }: ForwarderOptions): Forwarder {
  const relay = new WeakMap<IncomingMessage, ResponseRelay>();

  const fail = (
    request: IncomingMessage,
    response: ServerResponse,
    failure: Failure,
    { endpoint }: Destination,
  ): void => {
    if (response.headersSent || response.writableEnded) response.destroy();
    else if (!response.destroyed) onFailure(request, response, failure, endpoint);
  };

  const proxy = createProxyMiddleware({
    changeOrigin: true,
    proxyTimeout: SILENCE_MILLIS,
    headers: { connection: 'close' },
    ejectPlugins: true,
    router: (request, response, active) => {
      const { destination, socket } = relay.get(request)!;
      active.agent = agentOf(socket);
      if (request.headers['transfer-encoding'] !== undefined && response) {
        (active as { buffer?: Readable }).buffer = bounded(request, bodyLimitOf(destination.endpoint), (failure) => {
          const outgoing = relay.get(request)?.outgoing;
          fail(request, response, failure, destination);
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
          if (vary !== undefined && answer.headers.vary !== undefined)
            answer.headers.vary = joinVary(vary, answer.headers.vary);
          for (const name of ['connection', 'keep-alive', ...inward]) delete answer.headers[name];
          // The proxy copies this to the answer: what the client asked for decides, and whether we are stopping.
          if (response.shouldKeepAlive) {
            delete request.headers.connection;
            answer.headers['keep-alive'] = `timeout=${serverLimits.keepAliveTimeout / 1000}`;
          } else {
            request.headers.connection = 'close';
          }
        });
        server.on('error', (error, request, response) => {
          if (!request || !response || !('setHeader' in response)) return;
          const { destination } = relay.get(request)!;
          const { service } = destination.endpoint;
          if (!response.headersSent && !response.destroyed) logSilence(logger, response, service, error);
          fail(request, response, serviceUnavailable(service, error), destination);
        });
        server.on('econnreset', () => undefined);
      },
    ],
  });

  const passOn = (
    request: IncomingMessage,
    response: ServerResponse,
    destination: Destination,
    socket: Socket,
  ): void => {
    if (response.destroyed) return void socket.destroy();
    relay.set(request, { destination, socket, outgoing: undefined });
    for (const name of betweenNeighbours) if (name !== 'transfer-encoding') delete request.headers[name];
    request.url = destination.path;
    proxy(request, response).catch((error: unknown) =>
      fail(request, response, unavailable('The request could not be passed on', error), destination),
    );
  };

  return {
    forward: (request, response, destination) => {
      const { service } = destination.endpoint;
      links
        .untilTaken(
          service,
          () => response.destroyed,
          () => links.connect(destination.origin),
        )
        .then(
          (socket) => passOn(request, response, destination, socket),
          (error: unknown) => {
            if (!response.destroyed) logSilence(logger, response, service, error);
            fail(request, response, serviceUnavailable(service, error), destination);
          },
        );
    },
  };
}

/** For one request, on a connection that is there already. */
function agentOf(socket: Socket): Agent {
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => socket;
  return agent;
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
  new Failure('common.payload_too_large', 413, `The body is larger than the ${limit} bytes this call takes`, {
    details: { limit },
  });
