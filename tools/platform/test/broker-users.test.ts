import { startNats } from '@app/embedded';
import { createBroker, pause, permissionsOf } from '@app/events';
import { createLogger } from '@app/runtime';
import { connect, StringCodec } from 'nats';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTemporaryDataDir } from '../src/temporary-data.ts';

const data = makeTemporaryDataDir();
const logger = createLogger({ service: 'test', level: 'silent' });
let nats: Awaited<ReturnType<typeof startNats>>;
const addressOf = (user: string): string => nats.url.replace('//', `//${user}:${user}-password@`);
const message = (subject: string, id: string) => ({ subject, id, data: '{}', headers: {} });

beforeAll(async () => {
  const users = ['ledger', 'payroll', 'gateway'].map((user) => ({ user, password: `${user}-password`, ...permissionsOf(user) }));
  nats = await startNats({ dataDir: data.dataDir, fast: true, users });
});

afterAll(async () => {
  await nats.stop();
  data.remove();
});

it('a service publishes, consumes, asks for the newest message and follows the clock with the rights it has', async () => {
  const [ledger, payroll, gateway] = ['ledger', 'payroll', 'gateway'].map((name) => createBroker({ url: addressOf(name), name, logger }));
  const stop = new AbortController();
  try {
    await ledger!.ensureStream();
    const heard: string[] = [];
    payroll!.subscribe('events.ledger.>', (text) => heard.push(text));
    await payroll!.connected();
    await pause(50, stop.signal);
    await ledger!.publish(message('events.ledger.journal_entry.posted', '1'));
    const received: string[] = [];
    await payroll!.pull('payroll-ledger', 'events.ledger.>', stop.signal, async (delivery) => {
      received.push(delivery.subject);
      await delivery.ack();
    });
    expect(received).toEqual(['events.ledger.journal_entry.posted']);
    expect(heard).toEqual(['{}']);
    expect(await ledger!.newest('events.ledger.>')).toBeTypeOf('number');

    const clock = await gateway!.values('clock');
    await clock.put('offset', '5');
    const seen: (string | undefined)[] = [];
    const unwatch = await (await ledger!.values('clock')).watch('offset', (value) => seen.push(value));
    await vi.waitFor(() => expect(seen).toEqual(['5']));
    await clock.put('offset', '6');
    await vi.waitFor(() => expect(seen).toEqual(['5', '6']));
    unwatch();
  } finally {
    stop.abort();
    await Promise.all([ledger!.close(), payroll!.close(), gateway!.close()]);
  }
});

it('a service speaks in no other name, moves no clock and takes nothing away', async () => {
  const payroll = await connect({ servers: nats.url, user: 'payroll', pass: 'payroll-password', reconnect: false });
  const refused: string[] = [];
  void (async () => {
    for await (const status of payroll.status()) if (status.type === 'error') refused.push(String(status.permissionContext?.subject));
  })();
  const forbidden = [
    'events.ledger.journal_entry.posted',
    '$KV.clock.offset',
    '$JS.API.STREAM.DELETE.EVENTS',
    '$JS.API.STREAM.PURGE.EVENTS',
  ];
  for (const subject of forbidden) payroll.publish(subject, StringCodec().encode('{}'));
  await payroll.flush();
  await vi.waitFor(() => expect(refused).toEqual(forbidden));
  await payroll.close();
});
