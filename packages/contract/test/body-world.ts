import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { z } from 'zod';
import { createApi, endpoint, type Guard, unauthorized } from '../src/index.ts';
import { createMemoryStore, oauth, standard } from './fixture.ts';

export const MEGABYTE = 1024 * 1024;
export const FORM = 'application/x-www-form-urlencoded';
export const BOUNDARY = 'a-boundary-of-the-test';

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
/** Looks at no body: what was read is told by what a key is compared with. */
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

export const digest = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Text that is another at every place, so that a lost or misplaced piece shows. */
export function textOf(length: number): string {
  let text = '';
  for (let n = 0; text.length < length; n++) text += `${n.toString(36)}-`;
  return text.slice(0, length);
}

/** A JSON body of so many bytes; below the shortest one with text it is an empty object and blanks, of one byte a number. */
export function jsonBody(bytes: number): { readonly body: Buffer; readonly text: string } {
  const text = textOf(Math.max(0, bytes - '{"text":""}'.length));
  const body = bytes === 1 ? '1' : text === '' ? '{}'.padEnd(bytes) : JSON.stringify({ text });
  return { body: Buffer.from(body), text };
}

export function formBody(bytes: number): { readonly body: Buffer; readonly text: string } {
  const text = textOf(Math.max(0, bytes - 'text='.length));
  return { body: Buffer.from(text === '' ? 'a'.repeat(bytes) : `text=${text}`), text };
}

/** One file; `content` is what stands between the boundaries. */
export function multipartBody(bytes: number, boundary = BOUNDARY): { readonly body: Buffer; readonly content: string } {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const content = textOf(Math.max(0, bytes - head.length - tail.length));
  return { body: Buffer.from(head + content + tail), content };
}

/** How a token is looked at: at once, or only when the body stands there, whole or as far as it fits. */
export type Token = 'warm' | 'cold';

export interface BodyWorld {
  readonly port: number;
  /** How often an operation ran. */
  readonly handled: () => number;
  /** Requests that came and are not done with. */
  readonly underWay: () => number;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly logged: readonly object[];
  close(): Promise<void>;
}

/** A service whose tokens may be cold: then nothing is read before the body has come as far as it can unread. */
export async function startBodyWorld(): Promise<BodyWorld> {
  const store = createMemoryStore();
  const logged: object[] = [];
  const open = new Map<string, IncomingMessage>();
  let handled = 0;
  let underWay = 0;
  const principal = { userId: 1, clientId: null, kind: 'access', scopes: new Set(['write']), isAdmin: false } as const;
  const guard: Guard = {
    authenticate: async (authorization) => {
      const [, temper, id] = /^Bearer (warm|cold)-(\d+)$/.exec(authorization ?? '') ?? [];
      if (id === undefined) throw unauthorized();
      if (temper === 'cold') await hasCome(open.get(authorization!)!);
      return principal;
    },
    account: () => Promise.reject(new Error('no account is asked for')),
    accounts: async () => [],
  };
  const api = createApi({
    guard,
    idempotency: store,
    publicBaseUrl: 'https://api.example',
    standard,
    log: { error: (fields) => void logged.push(fields) },
    forwarded: () => ({ address: '192.0.2.1', rehearsal: false }),
    observe: () => {
      underWay--;
    },
  });
  const tell = async ({ body }: { readonly body: { readonly text: string } }) => {
    handled++;
    return { length: body.text.length, hash: digest(body.text) };
  };
  api.serve(echoJson, tell);
  api.serve(echoForm, tell);
  api.serve(takeAnything, async () => {
    handled++;
    return { length: 0, hash: '' };
  });
  const app = express();
  app.use((request, _response, next) => {
    open.set(String(request.headers.authorization), request);
    underWay++;
    next();
  }, api.router());
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    handled: () => handled,
    underWay: () => underWay,
    store,
    logged,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves when a body that nobody reads has come: whole, or so far that the connection is held back, or to its break. */
async function hasCome(request: IncomingMessage): Promise<void> {
  while (!request.complete && !request.destroyed && request.readableLength < request.readableHighWaterMark)
    await new Promise((resolve) => setTimeout(resolve, 1));
}

export interface Sending {
  readonly port: number;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  readonly token: string;
  /** In how many writes, each sent on its own. */
  readonly pieces: number;
  readonly chunked: boolean;
  readonly key?: string;
}

const heads = (sending: Sending): string =>
  [
    `POST ${sending.path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${sending.token}`,
    `Content-Type: ${sending.type}`,
    sending.chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sending.body.length}`,
    ...(sending.key === undefined ? [] : [`Idempotency-Key: ${sending.key}`]),
    'Connection: close',
    '\r\n',
  ].join('\r\n');

export function cut(body: Buffer, pieces: number): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / pieces));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.subarray(i * size, (i + 1) * size));
}

export const framed = (piece: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

/** Sends a body as it is told, over a connection of its own, and reads the answer. */
export async function sendBody(sending: Sending): Promise<{ readonly status: number; readonly body: string }> {
  const socket = connect({ port: sending.port, host: '127.0.0.1', noDelay: true });
  const answer = answerOf(socket);
  const parts = cut(sending.body, sending.pieces);
  if (sending.pieces === 1) {
    socket.write(Buffer.concat([Buffer.from(heads(sending)), ...(sending.chunked ? parts.map(framed) : parts)]));
  } else {
    socket.write(heads(sending));
    for (const part of parts) {
      // A pause, so that the pieces are not read as one.
      await new Promise((resolve) => setTimeout(resolve, 1));
      socket.write(sending.chunked ? framed(part) : part);
    }
  }
  if (sending.chunked) socket.write('0\r\n\r\n');
  return answer;
}

function answerOf(socket: Socket): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    let all = '';
    socket.setEncoding('latin1').on('data', (text) => {
      all += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(all.slice(9, 12)), body: all.slice(all.indexOf('\r\n\r\n') + 4) }));
  });
}
