import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address of this machine that a browser is sent back to once (RFC 8252 section 7.3). */
export interface Loopback {
  readonly redirectUri: string;
  /** The query of the answer. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Signed in</title><p>You can close this page and go back to the terminal.</p></html>';

/** Listens for one answer. @param port the port of an earlier time, or 0; another is taken where it is in use */
export async function openLoopback(port: number, signal: AbortSignal): Promise<Loopback> {
  const server = await listen(port).catch(() => listen(0));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const answer = new Promise<URLSearchParams>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', redirectUri);
      if (request.method !== 'GET' || url.pathname !== '/callback') return void response.writeHead(404).end();
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'referrer-policy': 'no-referrer',
        connection: 'close',
      });
      response.end(PAGE, () => resolve(url.searchParams));
    });
  });
  // Whoever waits for it hears of it; nobody may.
  answer.catch(() => undefined);
  return { redirectUri, answer, close };
}

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
