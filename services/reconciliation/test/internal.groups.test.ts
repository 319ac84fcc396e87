import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createInternalGroups } from '../src/internal/groups.ts';
import { insertCommitted } from '../src/internal/store.ts';
import { type Bookkeeper, startWithLedger, type WithLedger } from './with-ledger.ts';
import { refusal } from './world.ts';

// People who reconcile at the same moment share statements: each has their own outcome and their own number.

let world: WithLedger;
vi.setConfig({ testTimeout: 120_000 });
beforeAll(async () => {
  world = await startWithLedger();
});
afterAll(() => world?.stop());

const DATE = '2026-03-20';
/** Lines of 100.00 that balance. */
async function pair(own: Bookkeeper): Promise<readonly [number, number]> {
  const [invoice, , payment] = (
    await own.post([
      { account: '1500', amount: '100.00' },
      { account: '3000', amount: '-100.00' },
      { account: '1500', amount: '-100.00' },
      { account: '1920', amount: '100.00' },
    ])
  ).lines;
  return [invoice!, payment!];
}
const create = (own: Bookkeeper, ids: readonly number[], part?: string, key?: string) =>
  own.call(
    'POST',
    '/reconciliations',
    {
      ...{ client_account_id: own.clientAccountId, date: DATE },
      entry_lines: ids.map((id, index) => ({
        journal_entry_line_id: id,
        ...(part === undefined ? {} : { [index === 0 ? 'debit' : 'credit']: part }),
      })),
    },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
/** Sent again under its key while the service says that it is too busy, as clients do. */
async function createSurely(own: Bookkeeper, ids: readonly number[], part: string, key: string) {
  for (;;) {
    const answer = await create(own, ids, part, key);
    if (answer.status !== 503) return answer;
  }
}
const numbersOf = async (own: Bookkeeper): Promise<number[]> =>
  (await own.call('GET', `/reconciliations?client_account_id=${own.clientAccountId}&per_page=100`)).body.data
    .map(({ sequence_number }: { sequence_number: number }) => sequence_number)
    .sort((a: number, b: number) => a - b);

it('many at once, in several companies, each get what they asked for, numbers without a gap, and one who is refused takes nobody along [IRC-R42]', async () => {
  const companies = await Promise.all(Array.from({ length: 3 }, () => world.company()));
  const pairs = await Promise.all(companies.map(pair));
  const sent = companies.flatMap((own, company) =>
    Array.from({ length: 12 }, (_, index) =>
      createSurely(own, pairs[company]!, index === 5 ? '200.00' : '9.00', `many-${index}`),
    ),
  );
  const answers = await Promise.all(sent);
  for (const [company, own] of companies.entries()) {
    const ofOwn = answers.slice(company * 12, company * 12 + 12);
    expect(refusal(ofOwn[5]!)).toEqual([400, 'common.validation_error']);
    const made = ofOwn.filter(({ status }) => status === 201);
    // Eleven times nine is all there is.
    expect(made).toHaveLength(11);
    const numbers = made.map(({ body }) => body.sequence_number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    expect(await numbersOf(own)).toEqual(numbers);
    await own.expectSound();
  }
});

it('of several under one key one is made, also when they come at the same moment as others [IRC-R42]', async () => {
  const [own, other] = await Promise.all([world.company(), world.company()]);
  const [mine, theirs] = await Promise.all([pair(own), pair(other)]);
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => createSurely(own, mine, '10.00', 'one-key')),
    createSurely(other, theirs, '10.00', 'another-key'),
  ]);
  expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
  expect((await createSurely(own, mine, '10.00', 'one-key')).status).toBe(201);
  expect([await numbersOf(own), await numbersOf(other)]).toEqual([[1], [1]]);
  await own.expectSound();
  await other.expectSound();
});

/** A reconciliation whose claims are said to stand, and the key of its run. */
let serial = 0;
async function begun(own: Bookkeeper) {
  const { clientAccountId, userId } = own;
  const { id, entryIds } = await createInternalGroups(world.db).draw({ clientAccountId, count: 1 });
  const commandKey = `group-${++serial}`;
  await world.db.raw`
    insert into use_cases (command_key, name, client_account_id, state, intent, attempts, lease_until, ended_at)
    values (${commandKey}, 'played', ${clientAccountId}, 'open', '{}', 1, clock_timestamp() + interval '1 hour', null)`;
  return {
    ...{ id, clientAccountId, commandKey, reconciliationDate: DATE, note: null, exchangeEntryId: null },
    ...{ createdAt: new Date(), createdById: userId, result: { reconciliationId: id } },
    entries: [
      {
        ...{ id: entryIds[0]!, journalEntryId: 1, journalEntryLineId: 1, exchangeRate: '1.000000' },
        ...{ debit: '1.00', credit: '0.00', debitFc: '1.00', creditFc: '0.00' },
      },
    ],
    said: {
      ...{ subject: 'events.played', client_account_id: clientAccountId, version: 1, request_id: null },
      ...{ payload: { reconciliation_id: id, sequence_number: 0 }, traceparent: null },
    },
  };
}
const forget = (own: Bookkeeper) => world.db.raw`
  delete from internal_reconciliations where client_account_id = ${own.clientAccountId}`;

it('a group gives each the next number of its account with its event and its end, and leaves out what others hold or have ended', async () => {
  const [own, held, fresh] = await Promise.all([world.company(), world.company(), world.company()]);
  for (const company of [own, held]) await insertCommitted(world.db.executor, [await begun(company)], { waits: true });
  const all = [await begun(own), await begun(held), await begun(own), await begun(own), await begun(fresh)];
  await world.db.raw`
    update use_cases set state = 'done', result = '{}', intent = null, lease_until = null, ended_at = clock_timestamp()
    where command_key = ${all[2]!.commandKey}`;
  const numbers = await world.db.raw.begin(async (tx) => {
    await tx`
      select from internal_reconciliation_counters where client_account_id = ${held.clientAccountId} for update`;
    return insertCommitted(world.db.executor, all, { waits: false });
  });
  // The first of a company makes its counter, by itself.
  expect(numbers).toEqual([2, undefined, undefined, 3, undefined]);
  const ended = await world.db.raw<
    { command_key: string; state: string; result: { sequenceNumber?: number } | null }[]
  >`
    select command_key, state, result from use_cases where command_key = any (${all.map(({ commandKey }) => commandKey)})`;
  const stateOf = new Map(ended.map((row) => [row.command_key, [row.state, row.result?.sequenceNumber]]));
  expect(all.map(({ commandKey }) => stateOf.get(commandKey))).toEqual([
    ['done', 2],
    ['open', undefined],
    ['done', undefined],
    ['done', 3],
    ['open', undefined],
  ]);
  const groups = createInternalGroups(world.db);
  expect(await Promise.all([groups.commit(all[1]!), groups.commit(all[2]!), groups.commit(all[4]!)])).toEqual([
    2,
    undefined,
    1,
  ]);
  const told = await world.db.raw<{ id: number; number: number }[]>`
    select (payload ->> 'reconciliation_id')::float8 as id, (payload ->> 'sequence_number')::float8 as number
    from outbox where subject = 'events.played' and (payload ->> 'reconciliation_id')::bigint = any (${all.map(({ id }) => id)})
    order by outbox.id`;
  expect(told.map(({ number }) => number).sort()).toEqual([1, 2, 2, 3]);
  for (const company of [own, held, fresh]) await forget(company);
});
