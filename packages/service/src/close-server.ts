import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Between two looks for connections that have become idle, once none may stay. */
const SWEEP_MILLIS = 50;

/**
 * Closes a server whose clients are anybody: takes no new connections and answers what is under way, and each further
 * request on a kept connection with the word that it is the last. A kept connection that nobody uses ends when it would
 * have ended anyway, by the server's own limit, which clients got with every answer (`Keep-Alive: timeout`): one
 * that is closed sooner loses the request that is on its way just then, and nobody could say whether it was carried
 * out.
 * @param options.keepsIdle false where nobody goes on: then connections that nobody uses are closed at once
 */
export async function closeServer(server: Server, { keepsIdle }: { readonly keepsIdle: boolean }): Promise<void> {
  for (const event of ['request', 'checkContinue'] as const)
    server.prependListener(event, (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  // Of the two ways to close the one that leaves idle connections alone.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let sweep: NodeJS.Timeout | undefined;
  const limit = setTimeout(
    () => {
      sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLIS);
    },
    keepsIdle ? idleLimitOf(server) : 0,
  );
  await closed;
  clearTimeout(limit);
  clearInterval(sweep);
  server.close();
}

/** By then a connection that was answered before has ended, and one on which nothing was ever asked has no claim. */
const idleLimitOf = ({
  keepAliveTimeout,
  keepAliveTimeoutBuffer = 0,
}: Server & { readonly keepAliveTimeoutBuffer?: number }): number => keepAliveTimeout + keepAliveTimeoutBuffer;
