import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'nats';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findNatsServer, startNats } from '../src/index.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('NATS keeps a stream over a stop and a start', async () => {
  const first = await startNats({ dataDir });
  const before = await connect({ servers: first.url });
  const manager = await before.jetstreamManager();
  await manager.streams.add({ name: 'KEPT', subjects: ['kept.>'] });
  await before.jetstream().publish('kept.one', 'text');
  await before.close();
  await first.stop();

  const second = await startNats({ dataDir });
  try {
    const after = await connect({ servers: second.url });
    const info = await (await after.jetstreamManager()).streams.info('KEPT');
    await after.close();
    expect(info.state.messages).toBe(1);
  } finally {
    await second.stop();
  }
});

it('NATS keeps what was acknowledged before it was killed', async () => {
  const first = await startNats({ dataDir });
  const before = await connect({ servers: first.url, reconnect: false });
  await (await before.jetstreamManager()).streams.add({ name: 'KEPT', subjects: ['kept.>'] });
  await before.jetstream().publish('kept.one', 'text');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const second = await startNats({ dataDir });
  try {
    const after = await connect({ servers: second.url });
    expect((await (await after.jetstreamManager()).streams.info('KEPT')).state.messages).toBe(1);
    await after.close();
  } finally {
    await second.stop();
  }
});

/** Whether this user may mount; makes the folder a disk of one size. */
const mount = (megabytes: number, folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]).status === 0;

it('NATS ends when its disk is full, since it would refuse messages for good', async ({ skip }) => {
  if (!mount(4, dataDir)) skip('this user may not mount a small disk');
  try {
    const server = await startNats({ dataDir });
    const client = await connect({ servers: server.url, reconnect: false });
    await (await client.jetstreamManager()).streams.add({ name: 'FULL', subjects: ['full.>'] });
    // Until it is full, however long the broker takes for a message on a busy machine.
    let isOver = false;
    const ended = Promise.race([server.exited, client.closed()]).then(() => (isOver = true));
    const fill = async (): Promise<void> => {
      while (!isOver) {
        const sent = client.jetstream().publish('full.one', 'x'.repeat(200_000), { timeout: 5_000 });
        await sent.catch(() => Promise.race([ended, pause(10)]));
      }
    };
    const filling = fill();
    expect(await server.exited).toBeDefined();
    await filling;
  } finally {
    spawnSync('umount', ['-l', dataDir]);
  }
});

it('NATS lets in only the users it was given, and only to their subjects', async () => {
  const users = [
    { user: 'ledger', password: 'one', publish: ['events.ledger.>'], subscribe: ['_INBOX.>'] },
    { user: 'admin', password: 'two' },
  ];
  const server = await startNats({ dataDir, users, fast: true });
  try {
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toMatchObject({
      code: 'AUTHORIZATION_VIOLATION',
    });
    const admin = await connect({ servers: server.url, user: 'admin', pass: 'two' });
    const heard: string[] = [];
    admin.subscribe('>', { callback: (_error, message) => heard.push(message.subject) });
    await admin.flush();
    const ledger = await connect({ servers: server.url, user: 'ledger', pass: 'one' });
    ledger.publish('events.payroll.faked');
    ledger.publish('events.ledger.said');
    await ledger.flush();
    await admin.flush();
    expect(heard).toEqual(['events.ledger.said']);
    await Promise.all([ledger.close(), admin.close()]);
  } finally {
    await server.stop();
  }
});

it('NATS says who holds a taken port and which variable chooses another', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as AddressInfo;
  try {
    await expect(startNats({ dataDir, port, portVariable: 'NATS_PORT' })).rejects.toThrow(
      new RegExp(`Port ${port}, which NATS needs, is in use by process ${process.pid}.*NATS_PORT`),
    );
  } finally {
    blocker.close();
  }
});

it('the server is taken from NATS_SERVER_BIN first, and a wrong one is named', () => {
  expect(findNatsServer(process.execPath)).toBe(process.execPath);
  expect(() => findNatsServer('/nowhere/nats-server')).toThrow(
    'NATS_SERVER_BIN names /nowhere/nats-server, which does not exist.',
  );
});
