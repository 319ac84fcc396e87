import dns from 'node:dns';
import { createLogger, createMetrics, createSigner, createVerifier, makeServiceKey, publicKeySet } from '@app/runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { createRpcClients, createRpcServer, implement, Operations } from '../src/index.ts';

const key = makeServiceKey('gateway', Buffer.alloc(32, 7));
const signer = createSigner('gateway', JSON.stringify(key));
const verifier = createVerifier(publicKeySet([key]));
const logger = createLogger({ service: 'auth', level: 'silent' });
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

interface Replica {
  readonly port: number;
  /** Calls that it has answered. */
  readonly calls: () => number;
  stop(): Promise<void>;
}

async function startReplica(
  host: string,
  options: { readonly port?: number; readonly connectionAgeMillis?: number } = {},
): Promise<Replica> {
  let calls = 0;
  const metrics = createMetrics({ service: 'auth' });
  const server = createRpcServer({ service: 'auth', verifier, host, port: 0, logger, metrics, ...options });
  server.add(implement(Operations, { SetClock: async () => ({}), RunJob: async () => ({ changed: ++calls }) }));
  const port = await server.listen();
  closing.push(() => server.stop(0));
  return { port, calls: () => calls, stop: () => server.stop() };
}

function connect(address: string) {
  const clients = createRpcClients({ signer, metrics: createMetrics({ service: 'gateway' }) });
  closing.push(() => clients.close());
  const runAt = (place: string) => {
    const operations = clients.connect(Operations, { service: 'auth', address: place });
    return () => operations.RunJob({ job: 'x' });
  };
  return { run: runAt(address), runAt, neighbours: clients.neighbours };
}

/** Calls until a condition holds. */
async function runUntil(run: () => Promise<unknown>, condition: () => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      await run();
      expect(condition()).toBe(true);
    },
    { timeout: 60_000, interval: 10 },
  );
}

/** What the name `auth.test` stands for: an address or several, or none. */
function resolveNames(records: () => readonly string[]): void {
  vi.spyOn(dns.promises, 'lookup').mockImplementation((async () => {
    const found = records();
    if (found.length === 0)
      throw Object.assign(new Error('getaddrinfo ENOTFOUND auth.test'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    return found.map((address) => ({ address, family: 4 }));
  }) as never);
}

it('share calls evenly; one that stops or starts loses none and gets its share again', async () => {
  const first = await startReplica('127.0.0.2');
  const second = await startReplica('127.0.0.3');
  const { run } = connect(`ipv4:127.0.0.2:${first.port},127.0.0.3:${second.port}`);
  await runUntil(run, () => first.calls() > 0 && second.calls() > 0);
  const before = [first.calls(), second.calls()] as const;
  await Promise.all(Array.from({ length: 300 }, run));
  expect([first.calls() - before[0], second.calls() - before[1]]).toEqual([150, 150]);

  let isRestarting = true;
  const load = (async () => {
    while (isRestarting) await Promise.all(Array.from({ length: 8 }, run));
  })();
  await first.stop();
  await run();
  const again = await startReplica('127.0.0.2', { port: first.port });
  await runUntil(run, () => again.calls() > 10);
  isRestarting = false;
  await load;
});

it('that are new behind a name get calls once the connections to the old ones are old', async () => {
  const addresses = ['127.0.0.2'];
  resolveNames(() => addresses);
  const first = await startReplica('127.0.0.2', { connectionAgeMillis: 500 });
  const { run } = connect(`dns:///auth.test:${first.port}`);
  await run();
  const second = await startReplica('127.0.0.3', { port: first.port });
  addresses.push('127.0.0.3');
  await runUntil(run, () => second.calls() > 10);
  const before = first.calls();
  await runUntil(run, () => first.calls() > before);
});

it('behind a name that has no records for a while are waited for, and each call is sent once', async () => {
  let addresses = ['127.0.0.2'];
  resolveNames(() => addresses);
  const first = await startReplica('127.0.0.2');
  const { run } = connect(`auth.test:${first.port}`);
  await run();
  addresses = [];
  await first.stop();
  const call = run();
  const second = await startReplica('127.0.0.3', { port: first.port });
  setTimeout(() => (addresses = ['127.0.0.3']), 500);
  await call;
  expect([first.calls(), second.calls()]).toEqual([1, 1]);
});

it('are waited for by what first asks for their name while it has no records', async () => {
  let addresses: string[] = [];
  resolveNames(() => addresses);
  const first = await startReplica('127.0.0.2');
  // The service is known by another channel, as that of another contract.
  const { run, runAt } = connect(`127.0.0.2:${first.port}`);
  await run();
  const call = runAt(`auth.test:${first.port}`)();
  setTimeout(() => (addresses = ['127.0.0.2']), 500);
  expect(await call).toEqual({ changed: 2 });
});

it('that were only looked at are waited for as well', async () => {
  const first = await startReplica('127.0.0.2');
  const { run, neighbours } = connect(`127.0.0.2:${first.port}`);
  await neighbours.get('auth')!();
  await first.stop();
  await expect(neighbours.get('auth')!()).rejects.toThrow();
  const call = run();
  await startReplica('127.0.0.2', { port: first.port });
  expect(await call).toEqual({ changed: 1 });
});
