import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { GREETING_PATH, NOT_READY_HEADER } from '@app/identity';
import { afterEach, expect, it } from 'vitest';
import { createStoppableServer, type StoppableServer } from '../src/stoppable-server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface Caller {
  readonly socket: Socket;
  /** All that came so far. */
  readonly heard: () => string;
  /** Resolves with all that came once the connection is closed. */
  readonly closed: Promise<string>;
}

async function start(serve: RequestListener): Promise<StoppableServer & { call(): Promise<Caller> }> {
  const stoppable = createStoppableServer({ keepAliveTimeout: 65_000 }, serve);
  const { server } = stoppable;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => server.closeAllConnections(), stoppable.stop);
  return {
    ...stoppable,
    call: async () => {
      const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => undefined);
      const closed = once(socket, 'close').then(() => text);
      await once(socket, 'connect');
      return { socket, heard: () => text, closed };
    },
  };
}

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const count = (text: string, status: number): number => text.split(`HTTP/1.1 ${status} `).length - 1;

/** Answers, and counts what it looked at. */
function createEcho() {
  const seen: string[] = [];
  const serve: RequestListener = (request, response) => {
    if (request.url !== GREETING_PATH) seen.push(request.url!);
    response.end('x');
  };
  return { seen, serve };
}

it('a connection that nobody uses ends with a word that says so, whether it was ever used or not', async () => {
  const { seen, serve } = createEcho();
  const service = await start(serve);
  const [used, fresh] = [await service.call(), await service.call()];
  used.socket.write(ask('/one'));
  await expect.poll(() => count(used.heard(), 200)).toBe(1);
  await service.stop();
  for (const { closed } of [used, fresh])
    expect((await closed).toLowerCase()).toContain(`503 service unavailable\r\n${NOT_READY_HEADER}: 1`);
  expect(seen).toEqual(['/one']);
});

it('a request that arrives after that word is not looked at, so that its caller may send it anew', async () => {
  const { seen, serve } = createEcho();
  const service = await start(serve);
  const caller = await service.call();
  caller.socket.write(ask('/one'));
  await expect.poll(() => count(caller.heard(), 200)).toBe(1);
  // Sent before the word can have come: they cross.
  const stopped = service.stop();
  caller.socket.write(ask('/crossing'));
  expect(count(await caller.closed, 503)).toBe(1);
  await stopped;
  expect(seen).toEqual(['/one']);
});

it('what is under way is answered whole, then the connection ends with the word', async () => {
  let held: ServerResponse | undefined;
  const service = await start((_request, response) => {
    held = response;
  });
  const caller = await service.call();
  caller.socket.write(ask('/slow'));
  await expect.poll(() => held).toBeDefined();
  const stopped = service.stop();
  held!.end('the whole answer');
  const heard = await caller.closed;
  expect(heard).toContain('the whole answer');
  expect([count(heard, 200), count(heard, 503)]).toEqual([1, 1]);
  await stopped;
});

it('a connection that was just greeted gets its request, whose answer says that it is the last', async () => {
  const { seen, serve } = createEcho();
  const service = await start(serve);
  const caller = await service.call();
  caller.socket.write(ask(GREETING_PATH));
  await expect.poll(() => count(caller.heard(), 200)).toBe(1);
  const stopped = service.stop();
  caller.socket.write(ask('/promised'));
  const heard = await caller.closed;
  await stopped;
  expect([seen, count(heard, 200), count(heard, 503)]).toEqual([['/promised'], 2, 0]);
  expect(heard.toLowerCase().lastIndexOf('connection: close')).toBeGreaterThan(0);
});

it('neither a connection that was greeted and forgotten nor a caller that never hangs up holds the stop up for long', async () => {
  const { serve } = createEcho();
  const service = await start(serve);
  const [greeted, deaf] = [await service.call(), await service.call()];
  greeted.socket.write(ask(GREETING_PATH));
  await expect.poll(() => count(greeted.heard(), 200)).toBe(1);
  deaf.socket.pause();
  await service.stop();
  expect(service.server.listening).toBe(false);
  deaf.socket.destroy();
});
