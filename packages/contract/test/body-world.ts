import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { currentContext } from '@app/runtime';
import express from 'express';
import { z } from 'zod';
import { createBodyRoom } from '../src/body-room.ts';
import { type AccessStep, createApi, endpoint } from '../src/index.ts';
import { createMemoryStore, oauth, open, standard } from './fixture.ts';
import { digest, FORM, MEGABYTE } from './send-body.ts';

const received = z.object({ length: z.int(), hash: z.string() });

export const echoJson = endpoint({
  name: 'bodies.json',
  summary: 'Says what text it was sent',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/bodies/json',
  envelope: standard,
  body: z.object({ text: z.string().default('') }),
  bodyLimit: 2 * MEGABYTE,
  status: 200,
  output: received,
});
export const echoForm = endpoint({
  name: 'bodies.form',
  summary: 'Says what text it was sent',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/bodies/form',
  envelope: oauth,
  bodyType: FORM,
  body: z.object({ text: z.string().default('') }),
  bodyLimit: 2 * MEGABYTE,
  status: 200,
  output: received,
});
/** Looks at no body: what was read is reported by what a key is compared with. */
export const takeAnything = endpoint({
  name: 'bodies.any',
  summary: 'Takes any body',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/bodies/any',
  envelope: standard,
  bodyLimit: 2 * MEGABYTE,
  status: 200,
  output: received,
});

export interface BodyWorld {
  readonly port: number;
  /** How often an operation ran. */
  readonly handled: () => number;
  /** Requests that came and are not done with. */
  readonly underWay: () => number;
  /** Of bodies that are larger than most. */
  readonly heldBytes: () => number;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly logged: readonly object[];
  close(): Promise<void>;
}

/** A service whose tokens may be cold: then nothing is read before the body has come as far as it can unread. */
export async function startBodyWorld(): Promise<BodyWorld> {
  const store = createMemoryStore();
  const logged: object[] = [];
  const coldness = createColdness();
  let handled = 0;
  let underWay = 0;
  const bodyRoom = createBodyRoom({ bytes: 3 * MEGABYTE, share: 2 * MEGABYTE });
  const access: AccessStep = {
    ...open,
    authenticate: async (endpoint, authorization) => {
      if (endpoint.auth !== 'public') await coldness.wait();
      // Who sends is the first letter of its token.
      return { ...(await open.authenticate(endpoint, authorization)), holder: authorization?.slice(0, 8) };
    },
  };
  const api = createApi({
    access,
    idempotency: store,
    publicBaseUrl: 'https://api.example',
    standard,
    log: { error: (fields) => void logged.push(fields) },
    forwarded: () => ({ address: '192.0.2.1', dryRun: false }),
    bodyRoom,
    observe: () => {
      underWay--;
    },
  });
  const describe = async ({ body }: { readonly body: { readonly text: string } }) => {
    handled++;
    return { length: body.text.length, hash: digest(body.text) };
  };
  api.serve(echoJson, describe);
  api.serve(echoForm, describe);
  api.serve(takeAnything, async () => {
    handled++;
    return { length: 0, hash: '' };
  });
  const app = express();
  // What a gateway asks of a new connection; there is nothing else without a body here.
  app.head('/health/accepting', (_request, response) => void response.status(204).end());
  app.use((request, _response, next) => {
    coldness.watch(request);
    underWay++;
    next();
  }, api.router());
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    handled: () => handled,
    underWay: () => underWay,
    heldBytes: () => bodyRoom.heldBytes(),
    store,
    logged,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Makes the token of a request whose id begins with `cold` cold: whoever waits here before looking at it finds the body
 * come as far as it can unread, so that it must be read from more than one buffer.
 */
export function createColdness(): { watch(request: IncomingMessage): void; wait(): Promise<void> } {
  const open = new Map<string, IncomingMessage>();
  return {
    watch: (request) => {
      const id = String(request.headers['x-request-id']);
      if (id.startsWith('cold')) open.set(id, request);
    },
    wait: async () => {
      const request = open.get(currentContext()?.requestId ?? '');
      if (request) await hasCome(request);
    },
  };
}

/**
 * Resolves when a body that nobody reads has come: whole, or so far that the connection is held back, or to its break.
 */
async function hasCome(request: IncomingMessage): Promise<void> {
  while (!request.complete && !request.destroyed && request.readableLength < request.readableHighWaterMark)
    await pause(1);
}
