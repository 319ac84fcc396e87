import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAccessStep, type Guard, type Principal } from '@app/access';
import { standard } from '@app/api/envelopes';
import { type AnyEndpoint, type Api, createApi, type IdempotencyStore, reply } from '@app/contract';
import { unauthorized } from '@app/contract/failure';
import { GATEWAY_HEADER, GREETING_PATH, readForwarded } from '@app/identity';
import { findFreePort, testVerifier } from '@app/testing';
import express from 'express';

export const BASE = 'https://books.example';

const people: Readonly<Record<string, Principal['scopes'] | 'session'>> = {
  'Bearer rw': new Set(['read', 'write']),
  'Bearer read': new Set(['read']),
  'Bearer none': new Set(),
  'Bearer session': 'session',
};

/** Decides by the text of the credential; how real tokens are verified is proved where that is done. */
export const guard: Guard = {
  asksOthers: true,
  authenticate: async (authorization, accept) => {
    const found = people[authorization ?? ''];
    if (!found) throw unauthorized(undefined, authorization !== undefined);
    const kind = found === 'session' ? 'session' : 'access';
    if (!accept.includes(kind)) throw unauthorized('This call takes a session token', true);
    return {
      userId: 1,
      clientId: null,
      kind,
      scopes: found === 'session' ? new Set(['read', 'write']) : found,
      isAdmin: false,
    };
  },
  assertStanding: () => neverAsked('assertStanding'),
  account: () => neverAsked('account'),
  accounts: () => neverAsked('accounts'),
};
const neverAsked = (what: string): never => {
  throw new Error(`${what} is not asked here`);
};

const noKeys: IdempotencyStore = {
  run: async (_claim, work) => ({ answer: await work('key'), replayed: false }),
  rehearse: (work) => work(),
};

/** A service in process that says what it was sent. */
export interface FixtureService {
  readonly origin: URL;
  readonly server: Server;
  /** Every request it got, in order. */
  readonly got: { readonly method: string; readonly url: string }[];
  /** Answers the next request by itself. */
  next: ((request: express.Request, response: express.Response) => void) | undefined;
  close(): Promise<void>;
}

export async function startFixtureService(serve: readonly AnyEndpoint[]): Promise<FixtureService> {
  const verifier = testVerifier();
  const api: Api = createApi({
    access: createAccessStep(guard),
    idempotency: noKeys,
    publicBaseUrl: BASE,
    standard,
    log: { error: () => undefined },
    forwarded: (request) =>
      readForwarded(verifier, serve[0]?.service ?? '', request.headers[GATEWAY_HEADER]) ?? {
        address: 'unsigned',
        dryRun: false,
      },
  });
  for (const each of serve) {
    api.serve(each, async ({ url, headers, address }) =>
      reply(
        200,
        { path: url, headers, address, bytes: Number(headers['content-length'] ?? 0) },
        { 'X-Powered-By': 'magic', Server: 'inside' },
      ),
    );
  }
  const service = { next: undefined, got: [] } as unknown as FixtureService & { got: object[] };
  const app = express().use(
    answerGreetings,
    (request, response, next) => {
      service.got.push({ method: request.method, url: request.url });
      if (!service.next) return next();
      const handler = service.next;
      service.next = undefined;
      handler(request, response);
    },
    api.router(),
  );
  const server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 32_768 }, app);
  const port = await listen(server, await findFreePort());
  return Object.assign(service, { server, origin: new URL(`http://127.0.0.1:${port}`), close: () => end(server) });
}

/** As every service does: the gateway asks on a new connection whether it may use it. */
export function answerGreetings(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (request.url === GREETING_PATH) response.writeHead(204).end();
  else next();
}

/**
 * @param port for a server that goes and comes back, one of `findFreePort`: what the kernel gives by itself it may give
 *   to another worker of the tests, or to a connection, while nobody listens
 */
export const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
};

export const end = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};
