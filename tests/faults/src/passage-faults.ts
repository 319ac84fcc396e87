import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../../src/system.ts';
import { signIn } from './clients.ts';
import { type Fault, until } from './fault.ts';
import type { World } from './world.ts';

/** The service has written and answered; whoever asked never hears of it and asks again. */
export const cutAnswers = (passage: 'front' | 'back'): Fault => ({
  kind: `answers cut off after the commit, ${passage === 'front' ? 'client and gateway' : 'gateway and ledger'}`,
  inject: async (world) => {
    const proxy = world[passage];
    const count = world.dice.between(1, 6);
    const wanted = proxy.cuts + count;
    proxy.cutNext(count, world.dice.chance(50));
    await until(`${count} answers are cut off`, () => proxy.cuts >= wanted);
  },
});

const DAY = 24 * 3_600_000;
/** One process of each service is told the time, and the others hear it from the broker a moment later. */
const HEARSAY_MILLIS = 1_000;

async function moveClock(world: World, now: string | null): Promise<void> {
  // A key is good for 24 hours of the platform's clock: a write that is under way must not be carried over a longer
  // jump.
  await world.load.pause();
  await world.unfinished.settle('what needs the time');
  try {
    const moved = await call(world.system.gateway, 'PUT', '/testing/clock', { body: { now } });
    if (moved.status !== 200)
      throw new Error(`the clock could not be moved: ${moved.status} ${JSON.stringify(moved.body)}`);
    if (world.replicas > 1) await pause(HEARSAY_MILLIS);
  } finally {
    world.load.resume();
  }
}

export const jumpADay = (days: 1 | -1): Fault => ({
  kind: `clock moved by a day, ${days > 0 ? 'forward' : 'back'} and again to the present`,
  inject: async (world) => {
    try {
      await moveClock(world, new Date(Date.now() + days * DAY).toISOString());
      await world.load.progress(25);
    } finally {
      await moveClock(world, null);
    }
  },
});

/** The nights after today in which the clocks of Oslo change. */
function nextChange(kind: 'spring' | 'autumn', from = Temporal.Now.instant()): Temporal.ZonedDateTime {
  for (let zoned = from.toZonedDateTimeISO('Europe/Oslo'); ; ) {
    zoned = zoned.getTimeZoneTransition('next')!;
    const isSpring = zoned.offset === '+02:00';
    if (isSpring === (kind === 'spring')) return zoned;
  }
}

/**
 * Entries are cancelled before, over and after midnight and the hour that is missing or comes twice: each reversal
 * bears the day in Oslo.
 */
export const clockChange = (kind: 'spring' | 'autumn'): Fault => ({
  kind: `the night of the ${kind === 'spring' ? 'summer-time' : 'winter-time'} change`,
  inject: async (world) => {
    const change = nextChange(kind);
    const midnight = change.startOfDay();
    const wrong: string[] = [];
    try {
      for (const moment of [midnight, change]) {
        await moveClock(world, new Date(moment.epochMilliseconds - 1_500).toISOString());
        world.racer.token = await signIn(world.system.gateway, world.racer.owner);
        const day = change.toPlainDate();
        const allowed = moment === midnight ? [day.subtract({ days: 1 }).toString(), day.toString()] : [day.toString()];
        for (const wait of [0, 2_000]) {
          await pause(wait);
          const date = await cancelOne(world);
          const expected = wait === 0 ? allowed : [day.toString()];
          if (!expected.includes(date))
            wrong.push(
              `an entry cancelled around ${moment.toString()} was reversed on ${date}, not on ${expected.join(' or ')}`,
            );
        }
        await world.load.progress(10);
      }
    } finally {
      await moveClock(world, null);
      world.racer.token = await signIn(world.system.gateway, world.racer.owner);
    }
    return wrong;
  },
});

/** Posts an entry, cancels it, and states the date of the reversal. */
async function cancelOne({ system, racer, sql }: World): Promise<string> {
  const { clientAccountId } = racer.owner;
  const lines = [
    { posting_date: '2026-05-04', account_code: '1920', debit: '10.00', credit: '0' },
    { posting_date: '2026-05-04', account_code: '3000', debit: '0', credit: '10.00' },
  ];
  const posted = await call(system.gateway, 'POST', '/api/v2/journal-entries/', {
    token: racer.token,
    body: { client_account_id: clientAccountId, description: 'night', lines },
  });
  if (posted.status !== 201)
    throw new Error(`posting at night was answered with ${posted.status}: ${JSON.stringify(posted.body)}`);
  const cancelled = await call(system.gateway, 'PATCH', `/api/v2/journal-entries/${posted.body.id}`, {
    token: racer.token,
    body: { cancelled: 'Y', cancellation_reason: 'night' },
  });
  if (cancelled.status !== 200)
    throw new Error(`cancelling at night was answered with ${cancelled.status}: ${JSON.stringify(cancelled.body)}`);
  const [reversal] = await sql<{ date: string }[]>`
    select min(l.posting_date)::text as date from ledger.journal_entries e join ledger.journal_lines l on l.journal_entry_id = e.cancellation_entry_id
    where e.client_account_id = ${clientAccountId} and e.id = ${posted.body.id}`;
  return reversal?.date ?? 'never';
}

const headerOf = (token: string): { readonly kid: string } =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString('utf8'));

/** The key that signs is replaced while tokens of the old one are in use: nobody is sent away, nothing fails. */
export const rotateKey: Fault = {
  kind: 'rotation of the signing key',
  inject: async (world) => {
    const { gateway } = world.system;
    const isWrong = (status: number) => status === 0 || status === 401 || status >= 500;
    const { record, racer } = world;
    const before = record.answered(isWrong);
    const old = await signIn(gateway, racer.owner);
    // The keys grow a month older at once; the job does what is due then.
    await world.sql`update auth.signing_keys set created_at = created_at - interval '31 days', activated_at = activated_at - interval '31 days'`;
    const job = await call(gateway, 'POST', '/testing/jobs/signing-key-rotation/run');
    if (job.status !== 200 || job.body.changed === 0)
      return [`the rotation was answered with ${job.status} ${JSON.stringify(job.body)}`];
    const statuses: string[] = [];
    const account = racer.owner.clientAccountId;
    const paths = [
      '/api/v2/users/me',
      `/api/v2/client-accounts/${account}`,
      `/api/v2/journal-entries?client_account_id=${account}`,
    ];
    let young = old;
    // The other replica of auth looks at the keys again every half minute, and may be the one that is asked.
    const turned = Date.now() + 45_000;
    while (headerOf(young).kid === headerOf(old).kid && Date.now() < turned) young = await signIn(gateway, racer.owner);
    for (let round = 0; round < 5; round++)
      for (const token of [old, young])
        for (const path of paths) {
          const { status } = await call(gateway, 'GET', path, { token });
          if (status !== 200)
            statuses.push(`${path} with a token of the ${token === old ? 'old' : 'new'} key: ${status}`);
        }
    await world.load.progress(15);
    racer.token = young;
    for (const company of world.companies) company.token = await signIn(gateway, company.owner);
    await world.load.progress(15);
    const wrong = record.answered(isWrong) - before;
    return [
      ...statuses,
      ...(headerOf(young).kid === headerOf(old).kid ? ['the key that signs was not replaced'] : []),
      ...(wrong > 0 ? [`${wrong} calls of the clients failed during the rotation`] : []),
    ];
  },
};
