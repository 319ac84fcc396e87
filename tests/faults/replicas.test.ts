import { promises as dns } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { findFreePort } from '@app/embedded';
import { expect, it } from 'vitest';
import { startBalancer } from './src/balancer.ts';
import { until } from './src/fault.ts';
import { startNameServer } from './src/name-server.ts';

const HOSTS = ['127.0.0.2', '127.0.0.3'] as const;

/** A process that says where it listens, and whether it is ready. */
async function startMember(host: string, port: number) {
  const state = { isReady: true };
  const server: Server = createServer((request, response) => {
    response.statusCode = request.url === '/health/ready' && !state.isReady ? 503 : 200;
    response.setHeader('Connection', 'close').end(host);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { state, close };
}

it('connections go in turn to those that are ready and listen, and are answered 503 when nobody does', async () => {
  const port = await findFreePort();
  const [first, second] = [await startMember(HOSTS[0], port), await startMember(HOSTS[1], port)];
  const balancer = await startBalancer({ port, hosts: HOSTS, askEvery: 20 });
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return response.ok ? await response.text() : response.status;
  };
  const askSix = async () => new Set([await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]);
  try {
    expect(await askSix()).toEqual(new Set(HOSTS));
    first.state.isReady = false;
    await until('the one that is not ready is left out', async () => !(await askSix()).has(HOSTS[0]));
    first.state.isReady = true;
    await until('it is back', async () => (await askSix()).size === 2);
    await second.close();
    expect(await askSix()).toEqual(new Set([HOSTS[0]]));
    await first.close();
    expect(await askSix()).toEqual(new Set([503]));
  } finally {
    await balancer.close();
    await Promise.all([first.close(), second.close()]);
  }
});

it('a name has the addresses of all replicas, no record while it is forgotten, and no address of another kind', async () => {
  const names = await startNameServer(new Map([['ledger', HOSTS]]));
  const resolver = new dns.Resolver();
  resolver.setServers([`127.0.0.1:${names.port}`]);
  try {
    expect((await resolver.resolve4('ledger')).sort()).toEqual(HOSTS);
    await expect(resolver.resolve6('ledger')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolve4('lodger')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    names.forget('ledger');
    await expect(resolver.resolve4('ledger')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    names.remember('ledger');
    expect(await resolver.resolve4('ledger')).toHaveLength(2);
    expect(names.asked.get('ledger')).toBe(3);
  } finally {
    await names.close();
  }
});
