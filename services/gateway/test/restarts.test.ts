import dns from 'node:dns';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { GREETING_PATH, NOT_READY_HEADER } from '@app/identity';
import { closeServer, createStoppableServer, type StoppableServer } from '@app/service';
import { findFreePort } from '@app/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type FixtureGateway, startWorld, until, type World } from './fixture.ts';
import { answerGreetings, listen } from './fixture-service.ts';
import { send, startTools, toolCall } from './mcp-fixture.ts';

let world: World;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => world?.close());

const RESTARTS = 40;
const SMALL = 100;
/** Streams. */
const LARGE = 100_000;

type Ask = (path: string, init?: RequestInit) => Promise<Response>;
const askOf =
  ({ url }: Pick<FixtureGateway, 'url'>): Ask =>
  (path, init = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { Authorization: 'Bearer rw', ...(init.headers as Record<string, string>) },
    });
const write = (ask: Ask, id: string, size: number): Promise<Response> =>
  ask('/api/v2/things/upload', { method: 'POST', headers: { 'X-Request-Id': id }, body: Buffer.alloc(size) });

/** Reads the body, counts how often each request was carried out, and answers. */
function createWork() {
  const done = new Map<string, number>();
  const serve = (incoming: IncomingMessage, response: ServerResponse): void => {
    answerGreetings(incoming, response, () => {
      incoming.resume().on('end', () => {
        const id = String(incoming.headers['x-request-id']);
        done.set(id, (done.get(id) ?? 0) + 1);
        setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), Math.random() * 3);
      });
    });
  };
  return { done, serve };
}

async function startService(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  wanted?: number,
): Promise<StoppableServer & { readonly origin: URL; readonly port: number }> {
  const service = createStoppableServer({ keepAliveTimeout: 65_000 }, serve);
  const port = await listen(service.server, wanted ?? (await findFreePort()));
  return { ...service, port, origin: new URL(`http://127.0.0.1:${port}`) };
}

it('forty restarts under load: every request is answered and carried out once, without any key, small, large and as a tool call', async () => {
  const { done, serve } = createWork();
  let service = await startService(serve);
  stops.push(() => service.stop());
  const { port, origin: ledger } = service;
  const gateway = await world.startGateway({ ledger, scale: 10 });
  const tools = await startTools(world, { origins: new Map([['ledger', ledger]]) });
  stops.push(() => tools.close());
  const ask = askOf(gateway);
  expect((await write(ask, 'first', SMALL)).status).toBe(200);

  let isOver = false;
  const answers = new Map<string, unknown>();
  const worker = async (name: string, work: (id: string) => Promise<unknown>): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const id = `${name}-${n}`;
      answers.set(id, await work(id));
      // Some connections rest for a while, so that a stop finds them idle.
      await pause(Math.random() * 8);
    }
  };
  const status = async (answer: Promise<Response>): Promise<number> => {
    const response = await answer;
    await response.arrayBuffer();
    return response.status;
  };
  const callTool = async (id: string): Promise<unknown> => {
    const { status: code, body } = await send(tools.gateway, toolCall('create_thing', { amount: 1 }), {
      headers: { 'X-Request-Id': id },
    });
    return body?.result?.isError ? body.result : code;
  };
  const workers = [
    ...Array.from({ length: 10 }, (_, n) => worker(`small${n}`, (id) => status(write(ask, id, SMALL)))),
    ...Array.from({ length: 3 }, (_, n) => worker(`large${n}`, (id) => status(write(ask, id, LARGE)))),
    ...Array.from({ length: 2 }, (_, n) => worker(`tool${n}`, callTool)),
  ];
  for (let restart = 0; restart < RESTARTS; restart++) {
    const enough = answers.size + 15;
    await until(() => answers.size >= enough, 'requests are answered between two restarts');
    await service.stop();
    service = await startService(serve, port);
  }
  isOver = true;
  await Promise.all(workers);

  expect([...answers].filter(([, answer]) => answer !== 200)).toEqual([]);
  expect([...answers.keys()].filter((id) => done.get(id) !== 1)).toEqual([]);
});

/** A service that ends each new connection in its own way, then takes requests; counts what reached it. */
async function startScripted(...firsts: readonly ((socket: Socket) => void)[]) {
  const ways = [...firsts];
  const reached: string[] = [];
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    const way = ways.shift();
    if (way) return way(socket);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
      const [head = '', body = ''] = text.split('\r\n\r\n');
      if (!text.includes('\r\n\r\n') || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
      text = '';
      const isGreeting = head.includes(GREETING_PATH);
      if (!isGreeting) reached.push(head.split(' ', 1)[0]!);
      socket.write(isGreeting ? TAKEN : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  stops.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    reached,
    origin: new URL(`http://127.0.0.1:${port}`),
    next: (way: (socket: Socket) => void) => void ways.push(way),
    open,
  };
}
const TAKEN = 'HTTP/1.1 204 No Content\r\n\r\n';
const FAREWELL = `HTTP/1.1 503 Service Unavailable\r\n${NOT_READY_HEADER}: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

const sizes = [
  ['small', SMALL],
  ['large', LARGE],
] as const;

it.each(sizes)(
  'a connection that is made and never taken up has cost nothing: the %s request goes over the next one',
  async (_size, size) => {
    const service = await startScripted();
    const ask = askOf(await world.startGateway({ ledger: service.origin }));
    expect((await write(ask, 'known', SMALL)).status).toBe(200);
    for (const socket of service.open) socket.end(FAREWELL);
    await until(() => service.open.size === 0, 'the kept connection is gone');
    // As a listening socket does that is closed with connections in its queue, before and after it has heard the
    // greeting.
    service.next((socket) => void socket.resetAndDestroy());
    service.next((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    service.next((socket) => void socket.once('data', () => socket.end()));
    service.next((socket) => void socket.once('data', () => socket.end(FAREWELL)));
    expect((await write(ask, 'next', size)).status).toBe(200);
    expect(service.reached).toEqual(['POST', 'POST']);
  },
);

it('a write that crosses the farewell of its connection is carried out once, over another connection', async () => {
  let crossed = 0;
  const service = await startScripted((socket) => {
    let heard = 0;
    socket.on('data', () => {
      heard += 1;
      if (heard === 1) socket.write(TAKEN);
      else if (heard === 2) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      else {
        crossed += 1;
        socket.end(FAREWELL);
      }
    });
  });
  const ask = askOf(await world.startGateway({ ledger: service.origin }));
  expect((await write(ask, 'known', SMALL)).status).toBe(200);
  expect((await write(ask, 'crosses', SMALL)).status).toBe(200);
  expect([crossed, service.reached]).toEqual([1, ['POST']]);
});

it('a write whose kept connection breaks without a word is 503 and never sent again', async () => {
  const service = await startScripted((socket) => {
    let heard = 0;
    socket.on('data', () => {
      heard += 1;
      if (heard === 1) socket.write(TAKEN);
      else if (heard === 2) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      else socket.resetAndDestroy();
    });
  });
  const ask = askOf(await world.startGateway({ ledger: service.origin }));
  expect((await write(ask, 'known', SMALL)).status).toBe(200);
  const keyed = { method: 'POST', headers: { 'Idempotency-Key': 'k' }, body: '[]' };
  expect((await ask('/api/v2/things/count', keyed)).status).toBe(503);
  expect(service.reached).toEqual([]);
});

it.each(sizes)('a name without records is waited for as a refused connection is: a %s request', async (_size, size) => {
  const service = await startScripted();
  const { lookup } = dns;
  let isKnown = true;
  let asked = 0;
  type Answer = (error: Error | null, addresses?: unknown, family?: number) => void;
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(((
    name: string,
    options: { readonly all?: boolean },
    done: Answer,
  ) => {
    if (name !== 'ledger.example') return lookup(name, options as dns.LookupAllOptions, done as never);
    asked += 1;
    if (!isKnown)
      return done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }));
    if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  }) as never);
  stops.push(() => spy.mockRestore());
  const ask = askOf(await world.startGateway({ ledger: new URL(`http://ledger.example:${service.origin.port}`) }));
  expect((await write(ask, 'known', SMALL)).status).toBe(200);
  for (const socket of service.open) socket.end(FAREWELL);
  await until(() => service.open.size === 0, 'the kept connection is gone');
  [isKnown, asked] = [false, 0];
  const waiting = write(ask, 'waits', size);
  await until(() => asked > 2, 'the name is asked for again');
  isKnown = true;
  expect((await waiting).status).toBe(200);
  expect(service.reached).toEqual(['POST', 'POST']);
});

it('a tool call waits for a service that is being restarted, and says that nothing was done when it stays away', async () => {
  const { done, serve } = createWork();
  const service = await startService(serve);
  const { port, origin } = service;
  const tools = await startTools(world, { origins: new Map([['ledger', origin]]) });
  stops.push(() => tools.close());
  const call = async (id: string) =>
    (await send(tools.gateway, toolCall('create_thing', { amount: 1 }), { headers: { 'X-Request-Id': id } })).body
      .result;
  expect((await call('known')).isError).not.toBe(true);
  await service.stop();
  const waiting = call('waits');
  await pause(300);
  const next = await startService(serve, port);
  expect((await waiting).isError).not.toBe(true);
  expect([...done.values()]).toEqual([1, 1]);
  // A gateway that never saw the service does not wait for it.
  await next.stop();
  const away = await startTools(world, { origins: new Map([['ledger', origin]]) });
  stops.push(() => away.close());
  const refused = await send(away.gateway, toolCall('create_thing', { amount: 1 }));
  expect(JSON.stringify(refused.body.result)).toContain('nothing was done');
});

it.each(sizes)(
  'a client whose connection is kept hears with its answer that the gateway stops: a %s request',
  async (_size, size) => {
    const { serve } = createWork();
    const service = await startService(serve);
    stops.push(() => service.stop());
    const { port, server } = await world.startGateway({ ledger: service.origin });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    stops.push(() => agent.destroy());
    const ask = () =>
      new Promise<unknown[]>((resolve, reject) => {
        const headers = { Authorization: 'Bearer rw', 'Content-Length': size };
        request({ port, agent, method: 'POST', path: '/api/v2/things/upload', headers }, (response) => {
          response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]));
        })
          .on('error', reject)
          .end(Buffer.alloc(size));
      });
    expect(await ask()).toEqual([200, 'keep-alive']);
    const closed = closeServer(server, { keepsIdle: true });
    expect(await ask()).toEqual([200, 'close']);
    await closed;
  },
);
