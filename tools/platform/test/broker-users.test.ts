import { startNats } from '@app/embedded';
import {
  createBroker,
  durableName,
  eventsConsumedBy,
  inboxPrefixOf,
  permissionsOf,
  requireConsumable,
} from '@app/events';
import { createLogger } from '@app/runtime';
import { connect, type NatsConnection, StringCodec } from 'nats';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTestDataDir } from '../src/temporary-data.ts';

const data = makeTestDataDir();
const logger = createLogger({ service: 'test', level: 'silent' });
let nats: Awaited<ReturnType<typeof startNats>>;
let operator: NatsConnection;
const CHANGED = 'organisation.client_account.changed';
const OWN = durableName('ledger', CHANGED);
const addressOf = (user: string): string => nats.url.replace('//', `//${user}:${user}-password@`);
const message = (subject: string, id: string) => ({ subject, id, data: '{}', headers: {} });

beforeAll(async () => {
  const users = ['ledger', 'payroll', 'gateway', 'organisation'].map((user) => ({
    user,
    password: `${user}-password`,
    ...permissionsOf(user),
  }));
  // As the broker of an installation has it that was not informed of anything yet.
  const earlier = { publish: ['events.filing.>', '$JS.API.STREAM.MSG.GET.EVENTS'], subscribe: ['_INBOX_filing.>'] };
  const others = [
    { user: 'filing', password: 'filing-password', ...earlier },
    { user: 'operator', password: 'operator-password' },
  ];
  nats = await startNats({ dataDir: data.dataDir, fast: true, users: [...users, ...others] });
  operator = await connect({ servers: nats.url, user: 'operator', pass: 'operator-password' });
});

afterAll(async () => {
  await operator.close();
  await nats.stop();
  data.remove();
});

it('a service publishes, consumes, asks for the newest message and follows the clock with the rights it has', async () => {
  const [ledger, payroll, gateway, organisation] = ['ledger', 'payroll', 'gateway', 'organisation'].map((name) =>
    createBroker({ url: addressOf(name), name, logger }),
  );
  const stop = new AbortController();
  try {
    await ledger!.ensureStream();
    const heard: string[] = [];
    payroll!.subscribe('events.organisation.access.changed', (text) => heard.push(text));
    await payroll!.connected();
    // By its answer the broker knows of the subscription.
    await payroll!.ping();
    await organisation!.publish(message(`events.${CHANGED}`, '1'));
    await organisation!.publish(message('events.organisation.access.changed', '2'));
    const received: [string, number][] = [];
    const receive = (done: (delivery: { retry(delay: number): void; ack(): Promise<void> }) => unknown) =>
      ledger!.pull(OWN, `events.${CHANGED}`, stop.signal, async ([delivery]) => {
        received.push([delivery!.subject, delivery!.count]);
        delivery!.working();
        await done(delivery!);
      });
    await receive((delivery) => delivery.retry(0));
    await receive((delivery) => delivery.ack());
    expect(received).toEqual([
      [`events.${CHANGED}`, 1],
      [`events.${CHANGED}`, 2],
    ]);
    // Acknowledged for good, and not only sent off: nothing is waiting for an acknowledgement.
    expect((await (await operator.jetstreamManager()).consumers.info('EVENTS', OWN)).num_ack_pending).toBe(0);
    await expect.poll(() => heard).toEqual(['{}']);
    expect(Math.abs((await organisation!.newest('organisation'))! - Date.now())).toBeLessThan(60_000);
    expect(await ledger!.newest('ledger')).toBeUndefined();
    // Replicas look at once, under one name.
    for (let round = 0; round < 20; round++) {
      const looked = await Promise.all(Array.from({ length: 4 }, () => organisation!.newest('organisation')));
      expect(new Set(looked)).toEqual(new Set([expect.any(Number)]));
      expect(new Set(looked).size).toBe(1);
    }
    expect((await (await operator.jetstreamManager()).consumers.list('EVENTS').next()).map(({ name }) => name)).toEqual(
      [OWN],
    );

    const clock = await gateway!.values('clock');
    await clock.put('offset', '5');
    const seen: (string | undefined)[] = [];
    const unwatch = await (await ledger!.values('clock')).watch('offset', (value) => seen.push(value));
    await vi.waitFor(() => expect(seen).toEqual(['5']), { timeout: 60_000 });
    await clock.put('offset', '6');
    await vi.waitFor(() => expect(seen).toEqual(['5', '6']), { timeout: 60_000 });
    unwatch();
  } finally {
    stop.abort();
    await Promise.all([ledger, payroll, gateway, organisation].map((broker) => broker!.close()));
  }
});

it('a service finds its newest event also where the broker still has the permissions of an earlier release', async () => {
  const filing = createBroker({ url: addressOf('filing'), name: 'filing', logger });
  try {
    expect(await filing.newest('filing')).toBeUndefined();
    await filing.publish(message('events.filing.return.sent', '3'));
    expect(await filing.newest('filing')).toBeTypeOf('number');
  } finally {
    await filing.close();
  }
});

/** What the broker refuses a user, by subject. */
async function refusedTo(user: string, attempt: (connection: NatsConnection) => void): Promise<string[]> {
  const connection = await connect({
    servers: nats.url,
    user,
    pass: `${user}-password`,
    reconnect: false,
    inboxPrefix: inboxPrefixOf(user),
  });
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refused.push(String(status.permissionContext?.subject));
  })();
  attempt(connection);
  await connection.flush();
  // The broker reports one more refusal after all others: by then none is on its way.
  connection.publish('the.last', '');
  await connection.flush();
  await vi.waitFor(() => expect(refused).toContain('the.last'), { timeout: 60_000 });
  await connection.close();
  return refused.filter((subject) => subject !== 'the.last');
}

it('a service speaks in no other name, moves no clock and takes nothing away', async () => {
  const forbidden = [
    'events.ledger.journal_entry.posted',
    '$KV.clock.offset',
    '$JS.API.STREAM.DELETE.EVENTS',
    '$JS.API.STREAM.PURGE.EVENTS',
    '$JS.API.STREAM.UPDATE.EVENTS',
    '$JS.API.STREAM.MSG.DELETE.EVENTS',
    '$JS.API.STREAM.DELETE.KV_clock',
    '$JS.API.STREAM.CREATE.COPY',
    '$JS.API.STREAM.MSG.GET.EVENTS',
    '$JS.API.DIRECT.GET.EVENTS',
    '$JS.API.DIRECT.GET.EVENTS.events.organisation.>',
  ];
  expect(
    await refusedTo('payroll', (payroll) =>
      forbidden.map((subject) => payroll.publish(subject, StringCodec().encode('{}'))),
    ),
  ).toEqual(forbidden);
});

it('a service may watch the clock again after the broker forgot that it did', async () => {
  const again = ['$JS.API.CONSUMER.CREATE.KV_clock', '$JS.API.CONSUMER.CREATE.KV_clock.x.$KV.clock.offset'];
  expect(await refusedTo('payroll', (payroll) => again.map((subject) => payroll.publish(subject, '')))).toEqual([]);
});

it('a service has nothing to do with the consumers of another, nor with more consumers of its own', async () => {
  const forbidden = [
    `$JS.API.CONSUMER.DELETE.EVENTS.${OWN}`,
    `$JS.API.CONSUMER.INFO.EVENTS.${OWN}`,
    `$JS.API.CONSUMER.MSG.NEXT.EVENTS.${OWN}`,
    `$JS.API.CONSUMER.CREATE.EVENTS.${OWN}.events.${CHANGED}`,
    `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${OWN}`,
    '$JS.API.CONSUMER.CREATE.EVENTS',
    '$JS.API.CONSUMER.CREATE.EVENTS.payroll-everything.events.>',
    '$JS.API.CONSUMER.NAMES.EVENTS',
    `$JS.ACK.EVENTS.${OWN}.1.1.1.1.0`,
    `$JS.API.CONSUMER.PAUSE.EVENTS.${OWN}`,
  ];
  expect(await refusedTo('payroll', (payroll) => forbidden.map((subject) => payroll.publish(subject, '')))).toEqual(
    forbidden,
  );
});

it('a service hears no facts of others but those it consumes, and the notices that all hear', async () => {
  const others = [
    'events.organisation.settings.changed',
    'events.ledger.journal_entry.posted',
    'events.auth.session.ended',
  ];
  const forbidden = [...others, 'events.>', 'events.organisation.>', 'events.*.>', `events.${CHANGED}`];
  const notices = ['events.auth.user.changed', 'events.auth.client.deleted', 'events.organisation.access.changed'];
  for (const user of ['payroll', 'ledger', 'gateway'])
    expect(
      await refusedTo(user, (connection) => {
        for (const subject of [...forbidden, ...notices]) connection.subscribe(subject);
      }),
    ).toEqual(forbidden);
});

it('a consumer of its own gives a service the events that it is for, and no others', async () => {
  const widened = [
    `$JS.API.CONSUMER.CREATE.EVENTS.${OWN}.events.>`,
    `$JS.API.CONSUMER.CREATE.EVENTS.${OWN}.events.organisation.>`,
    `$JS.API.CONSUMER.CREATE.EVENTS.${OWN}.events.organisation.settings.changed`,
    `$JS.API.CONSUMER.CREATE.EVENTS.${OWN}`,
    '$JS.API.CONSUMER.CREATE.EVENTS.ledger-newest.events.organisation.>',
    '$JS.API.CONSUMER.DELETE.EVENTS.organisation-newest',
  ];
  expect(await refusedTo('ledger', (ledger) => widened.map((subject) => ledger.publish(subject, '{}')))).toEqual(
    widened,
  );
  // Nor does it get more by saying one thing in the address and another in the request.
  const ledger = await connect({
    servers: nats.url,
    user: 'ledger',
    pass: 'ledger-password',
    inboxPrefix: inboxPrefixOf('ledger'),
  });
  const config = {
    durable_name: OWN,
    name: OWN,
    filter_subject: 'events.>',
    ack_policy: 'explicit',
    deliver_policy: 'all',
  };
  const asked = JSON.stringify({ stream_name: 'EVENTS', config });
  const answer = await ledger.request(`$JS.API.CONSUMER.CREATE.EVENTS.${OWN}.events.${CHANGED}`, asked);
  expect(answer.json<{ error?: { description: string } }>().error?.description).toMatch(/filtered subject/);
  await ledger.close();
});

it('a service hears neither the inbox of another nor all of them, and cannot listen to what others ask the broker', async () => {
  const forbidden = ['_INBOX_ledger.>', '_INBOX.>', '>', '$JS.>', '$KV.>', '_INBOX_ledger.1234.5'];
  expect(
    await refusedTo('payroll', (payroll) => {
      for (const subject of forbidden) payroll.subscribe(subject);
    }),
  ).toEqual(forbidden);
});

it('a process that handles an event which the broker would keep from it says so when it starts', () => {
  requireConsumable('ledger', eventsConsumedBy('ledger'));
  expect(() => requireConsumable('chat', [CHANGED])).toThrow(
    /^chat handles organisation\.client_account\.changed: add it to/,
  );
});
