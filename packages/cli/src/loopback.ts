import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address of this machine that a browser is sent back to once (RFC 8252 section 7.3). */
export interface Loopback {
  readonly redirectUri: string;
  /**
   * The query of the answer to the request with this state. Whatever else is sent here is refused and waited past: every
   * program of this machine reaches the port, and every page that it shows.
   */
  answerTo(state: string): Promise<URLSearchParams>;
  close(): void;
}

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Back to the terminal</title><p>The terminal says how it went. You can close this page.</p></html>';

/** Listens for one answer. @param port the port of an earlier time, or 0; another is taken where it is in use */
export async function openLoopback(port: number, signal: AbortSignal): Promise<Loopback> {
  const server = await listen(port).catch(() => listen(0));
  const answerTo = (state: string) =>
    new Promise<URLSearchParams>((resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      server.on('request', ({ method, url = '' }, response) => {
        const [path, query] = url.split('?', 2);
        const answer = new URLSearchParams(query);
        if (method !== 'GET' || path !== '/callback' || answer.get('state') !== state)
          return void response.writeHead(404, { connection: 'close' }).end();
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'",
          'referrer-policy': 'no-referrer',
          connection: 'close',
        });
        response.end(PAGE, () => resolve(answer));
      });
    });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answerTo,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
