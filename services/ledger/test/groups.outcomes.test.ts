import type { Answer, IdempotencyClaim } from '@app/contract';
import { createIdempotencyStore, type Database } from '@app/db';
import { createClock, createSealer, isOutage } from '@app/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGroups, type GroupsOptions } from '../src/journal-entries/groups.ts';
import { type Books, type Ledger, startLedger } from './ledger.ts';
import { requestsOf } from './requests.ts';

// What becomes of the requests of a group, one by one: who is written with whom, and what each of them learns when
// something breaks.

let ledger: Ledger;
const clock = createClock();
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const groupsOver = (options: GroupsOptions = {}, db: Parameters<typeof createGroups>[0]['db'] = ledger.db) =>
  createGroups({ db, clock }, options);

async function booksOf(count: number): Promise<readonly Books[]> {
  const all = await Promise.all(Array.from({ length: count }, () => ledger.books()));
  for (const own of all) await own.posted();
  return all;
}

/** How many entries each transaction has written since the first entry of a company, in the order of their numbers. */
async function writtenTogether({ clientAccountId }: Books): Promise<readonly number[]> {
  const rows = await ledger.db.raw<{ n: number }[]>`
    select count(*)::int as n from journal_entries where client_account_id = ${clientAccountId} and sequence_number > 1
    group by xmin order by min(sequence_number)`;
  return rows.map(({ n }) => n);
}

const countEntries = async (own: Books): Promise<number> => (await writtenTogether(own)).reduce((sum, n) => sum + n, 0);

/** The connection breaks when everything is committed: nobody can know that it is. */
const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const breaksAfterCommit = (): Pick<Database, 'alone' | 'together' | 'committed'> => ({
  alone: async (company, statement) => {
    await ledger.db.alone(company, statement);
    throw lost();
  },
  together: async (company, work) => {
    await ledger.db.together(company, work);
    throw lost();
  },
  committed: () => undefined,
});

let keys = 0;
const claimOf = (key = `key-${++keys}`): IdempotencyClaim => ({
  caller: 'user:1:a',
  method: 'POST',
  path: '/api/v2/journal-entries',
  key,
  requestHash: 'h',
  secret: false,
  mode: 'shared',
});
const keyedStore = () => createIdempotencyStore(ledger.db, clock, createSealer(Buffer.alloc(32, 1).toString('base64')));
const answerOf = (body: string): Answer & { readonly kept: true } => ({
  status: 201,
  contentType: null,
  headers: {},
  body: Buffer.from(body),
  kept: true,
});

it('a company with a long queue has one group at a time: others come before the rest of it [JEX-R52]', async () => {
  const [crowded, other] = await booksOf(2);
  const [ofCrowded, ofOther] = [await requestsOf(ledger, clock, crowded!), await requestsOf(ledger, clock, other!)];
  const groups = groupsOver({ atWork: 1, requests: 20 });
  let done = 0;
  const crowd = Array.from({ length: 100 }, () => groups.write(ofCrowded()).then(() => done++));
  await groups.write(ofOther());
  // The first group was the crowd's; in the second the other one stood in front.
  expect(done).toBeLessThan(40);
  await Promise.all(crowd);
  expect([await countEntries(crowded!), await countEntries(other!)]).toEqual([100, 1]);
  expect((await writtenTogether(crowded!))[0]).toBe(20);
  for (const own of [crowded!, other!]) await ledger.expectSound(own.clientAccountId);
});

it('a group is bounded by its rows; what is larger goes by itself', async () => {
  const [own] = await booksOf(1);
  const request = await requestsOf(ledger, clock, own!);
  const groups = groupsOver({ atWork: 1, rows: 10 });
  await Promise.all([4, 4, 4, 24, 2, 2].map((lines) => groups.write(request(lines))));
  expect(await writtenTogether(own!)).toEqual([2, 1, 1, 2]);
  await ledger.expectSound(own!.clientAccountId);
});

it('what may be committed is written by nobody again, and is never reported as not stored', async () => {
  const [own] = await booksOf(1);
  const request = await requestsOf(ledger, clock, own!);
  const groups = groupsOver({ atWork: 1 }, breaksAfterCommit());
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => groups.write(request())));
  for (const outcome of outcomes) expect(outcome.status === 'rejected' && isOutage(outcome.reason)).toBe(true);
  expect(await writtenTogether(own!)).toEqual([5]);
  await ledger.expectSound(own!.clientAccountId);
});

it('a key finds what was committed when its connection broke: sent again it writes nothing', async () => {
  const [own] = await booksOf(1);
  const request = await requestsOf(ledger, clock, own!);
  const [breaking, whole] = [groupsOver({}, breaksAfterCommit()), groupsOver()];
  const send = (claim: IdempotencyClaim, groups: typeof whole) =>
    keyedStore().run(claim, async () => {
      await groups.write(request());
      return answerOf('written');
    });
  const claims = [claimOf(), claimOf(), claimOf()];
  const first = await Promise.allSettled(claims.map((claim) => send(claim, breaking)));
  for (const outcome of first) expect(outcome.status === 'rejected' && isOutage(outcome.reason)).toBe(true);
  const again = await Promise.all(claims.map((claim) => send(claim, whole)));
  expect(again.map(({ replayed, answer }) => [replayed, answer.body.toString()])).toEqual(
    claims.map(() => [true, 'written']),
  );
  expect(await countEntries(own!)).toBe(3);
});

it('a request that makes no answer takes nobody with it: the others are written, each once', async () => {
  const [broken, keyed, plain] = await booksOf(3);
  const [ofBroken, ofKeyed, ofPlain] = await Promise.all(
    [broken!, keyed!, plain!].map((own) => requestsOf(ledger, clock, own)),
  );
  const groups = groupsOver({ atWork: 1 });
  // All three are in one group the first time.
  const { promise: together, resolve } = Promise.withResolvers<void>();
  let [arrived, tries] = [0, 0];
  const gather = async () => {
    if (++arrived === 2) resolve();
    await together;
  };
  const failing = keyedStore().run(claimOf(), async () => {
    await gather();
    await groups.write(ofBroken!());
    throw new Error('no answer');
  });
  const written = keyedStore().run(claimOf(), async () => {
    tries += 1;
    await gather();
    await groups.write(ofKeyed!());
    return answerOf('written');
  });
  const unkeyed = together.then(() => groups.write(ofPlain!()));
  await expect(failing).rejects.toThrow();
  expect((await written).answer.body.toString()).toBe('written');
  expect(await unkeyed).toHaveProperty('entries');
  expect(tries).toBe(2);
  expect(await Promise.all([broken!, keyed!, plain!].map(countEntries))).toEqual([0, 1, 1]);
  for (const own of [broken!, keyed!, plain!]) await ledger.expectSound(own.clientAccountId);
});

it('what one keyed request fails by is its own: the others of its group are stored with their keys', async () => {
  const all = await booksOf(4);
  await ledger.asOwner((sql) =>
    sql.unsafe(`
      create or replace function break_entry() returns trigger language plpgsql as $$ begin
        if new.client_account_id = ${all[0]!.clientAccountId} then
          raise exception 'a constraint that nobody foresaw' using errcode = '23514', constraint = 'unforeseen'; end if; return new; end $$;
      create or replace trigger break_entry before insert on journal_entries for each row execute function break_entry()`),
  );
  const groups = groupsOver({ atWork: 1 });
  const { promise: together, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  try {
    const outcomes = await Promise.allSettled(
      all.map(async (own) => {
        const request = await requestsOf(ledger, clock, own);
        return keyedStore().run(claimOf(), async () => {
          if (++arrived === all.length) resolve();
          await together;
          await groups.write(request());
          return answerOf('written');
        });
      }),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  } finally {
    await ledger.asOwner((sql) => sql.unsafe('drop trigger break_entry on journal_entries'));
  }
  expect(await Promise.all(all.map(countEntries))).toEqual([0, 1, 1, 1]);
});
