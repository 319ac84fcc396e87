import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { GREETING_PATH, NOT_READY_HEADER } from '@app/identity';

/** An HTTP server of a service, which loses no request when it stops. */
export interface StoppableServer {
  readonly server: Server;
  /**
   * Takes no new connections, answers what is under way, and ends every connection; resolves when the last has ended.
   */
  stop(): Promise<void>;
}

/** How long after its greeting a connection is certain to get its request. */
const GREETED_MILLIS = 1_000;
/** How long the other end may take to close a connection that was ended here. */
const LINGER_MILLIS = 1_000;

/** Says that nobody has looked at a request, whether one is on its way or not. */
const FAREWELL = `HTTP/1.1 503 Service Unavailable\r\n${NOT_READY_HEADER}: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/**
 * A server whose callers are the gateway, which keeps connections, and probes.
 *
 * A kept connection that is closed while a request is on the way to it loses that request, and its caller cannot find
 * out whether it was carried out. Hence a connection ends here with an answer that nobody asked for, 503 with
 * `NOT_READY_HEADER`, and what arrives on it afterwards is not looked at. A caller that has just sent a request takes
 * it for the answer, which it is: the request was not read. One that has sent nothing drops the connection, as on the
 * 408 that servers may send to idle connections (RFC 9110 section 15.5.9).
 *
 * Closing a listening socket also resets the connections that the kernel has made and nobody has taken up yet. Callers
 * find that out by a greeting (`GREETING_PATH`) before they send anything; a connection that was just greeted gets its
 * request, and is ended after that.
 */
export function createStoppableServer(options: ServerOptions, serve: RequestListener): StoppableServer {
  const connections = new Map<Socket, Connection>();
  let isStopping = false;

  /** Ends a connection that has no request under way, unless it is certain to get one. */
  const end = (socket: Socket): void => {
    const known = connections.get(socket);
    if (!known || known.requests > 0 || known.isEnded || socket.writableEnded) return;
    const promised = known.greetedAt + GREETED_MILLIS - performance.now();
    if (promised > 0) {
      setTimeout(end, promised, socket);
      return;
    }
    known.isEnded = true;
    socket.end(FAREWELL);
    setTimeout(() => socket.destroy(), LINGER_MILLIS).unref();
  };

  const server = createServer(options, (request, response) => {
    const known = connections.get(request.socket);
    if (!known || known.isEnded) return;
    const isGreeting = request.url === GREETING_PATH;
    known.greetedAt = isGreeting ? performance.now() : NEVER;
    known.requests += 1;
    if (isStopping && !isGreeting) response.shouldKeepAlive = false;
    response.once('close', () => {
      known.requests -= 1;
      if (isStopping) end(request.socket);
    });
    serve(request, response);
  });
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, greetedAt: NEVER, isEnded: false });
    socket.once('close', () => connections.delete(socket));
    if (isStopping) end(socket);
  });

  return {
    server,
    stop: async () => {
      isStopping = true;
      // Of the two ways to close the one that leaves idle connections alone.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      for (const socket of [...connections.keys()]) end(socket);
      await closed;
      server.close();
    },
  };
}

interface Connection {
  /** Under way. */
  requests: number;
  /** When it was greeted, as long as nothing else was asked since; milliseconds of `performance.now`. */
  greetedAt: number;
  /** Was it sent the farewell? */
  isEnded: boolean;
}

const NEVER = Number.NEGATIVE_INFINITY;
