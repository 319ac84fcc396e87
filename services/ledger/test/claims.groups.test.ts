import { Ledger as LedgerContract } from '@app/rpc';
import { createClock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createClaiming } from '../src/claims/claim-lines.ts';
import { type Books, type Ledger, startLedger } from './ledger.ts';

// Claims that are there together share a transaction: who is claimed with whom, and what each of them learns when
// something breaks.

let ledger: Ledger;
const clock = createClock();
vi.setConfig({ testTimeout: 60_000 });
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

let serial = 0;
const next = () => ++serial;
interface Line {
  readonly own: Books;
  readonly line: number;
}

/** A debit line of 100.00 in books of its own. */
async function lineOf100(own?: Books): Promise<Line> {
  const books = own ?? (await ledger.books());
  const entry = await books.posted();
  return { own: books, line: entry.lines[0].id };
}
const linesIn = (count: number) => Promise.all(Array.from({ length: count }, () => lineOf100()));

const commandOf = ({ own }: Line, key = `claim-${next()}`) => ({
  ...{ clientAccountId: own.clientAccountId, commandKey: key, kind: 'internal' as const },
  reconciliationId: next(),
});
const claimOf = ({ line }: Line, amount: string) => [
  { reconciliationEntryId: next(), journalLineId: line, amount, amountFc: '0' },
];
const claiming = (db: Parameters<typeof createClaiming>[0]['db'] = ledger.db) => createClaiming({ db, clock });

/** The database, with the statements that groups sent counted. */
const counting = () => {
  const counted = { groups: 0 };
  const db: typeof ledger.db = {
    ...ledger.db,
    alone: (account, statement) => {
      if (account === undefined) counted.groups += 1;
      return ledger.db.alone(account, statement);
    },
  };
  return { db, counted };
};
const openOf = async ({ own, line }: Line): Promise<string> => {
  const { lines } = await ledger
    .connect(LedgerContract, 'reconciliation')
    .DescribeLines({ clientAccountId: own.clientAccountId, journalLineIds: [line] });
  return lines[0]!.internalRemainingAmount;
};
const soundAll = async (lines: readonly Line[]) => {
  for (const { own } of lines) await ledger.expectSound(own.clientAccountId);
};

it('those of many companies are one statement, and each gets what it would have got alone', async () => {
  const lines = await linesIn(4);
  const { db, counted } = counting();
  const claim = claiming(db);
  const outcomes = await Promise.all(
    lines.map((line, index) => claim(commandOf(line), claimOf(line, index === 2 ? '100.01' : '60.00'))),
  );
  expect(outcomes.map(({ faults }) => faults.map(({ rule }) => rule))).toEqual([[], [], ['exceeds_open'], []]);
  expect(counted.groups).toBe(1);
  expect(await Promise.all(lines.map(openOf))).toEqual(['40.00', '40.00', '100.00', '40.00']);
  await soundAll(lines);
});

it('of many in a group for what is left of a line one gets it, and a command that is in it twice claims once', async () => {
  const [line, other] = (await linesIn(2)) as [Line, Line];
  const claim = claiming();
  const [twice, claims] = [commandOf(other), claimOf(other, '70.00')];
  const outcomes = await Promise.all([
    ...Array.from({ length: 5 }, () => claim(commandOf(line), claimOf(line, '60.00'))),
    claim(twice, claims),
    claim(twice, claims),
  ]);
  expect(outcomes.slice(0, 5).filter(({ faults }) => faults.length === 0)).toHaveLength(1);
  expect(outcomes[6]).toEqual(outcomes[5]);
  expect([await openOf(line), await openOf(other)]).toEqual(['40.00', '30.00']);
  await soundAll([line, other]);
});

it('a group waits for no company that somebody else holds: that one is left out, and claims nothing', async () => {
  const [held, free] = (await linesIn(2)) as [Line, Line];
  const commands = [held, free].map((line) => ({
    ...{ client_account_id: line.own.clientAccountId, command_key: `claim-${next()}`, kind: 'internal' },
    ...{ reconciliation_id: next(), now: clock.now().toString() },
    claims: [{ entry_id: next(), line_id: line.line, amount: '60.00', amount_fc: '0' }],
  }));
  const faults = async () => {
    const rows = await ledger.db.raw<{ outcome: { faults: unknown[] } | null }[]>`
      select unnest(claim_lines_of_many(${JSON.stringify(commands)}::text::jsonb)) as outcome`;
    return rows.map(({ outcome }) => outcome?.faults);
  };
  await ledger.asOwner((owner) =>
    owner.begin(async (tx) => {
      await tx`select from ledger.journal_counters where client_account_id = ${held.own.clientAccountId} for update`;
      // The service itself may hold the other one for a moment, and a command that comes again gets its answer.
      await expect.poll(faults, { timeout: 50_000 }).toEqual([undefined, []]);
    }),
  );
  expect(await Promise.all([held, free].map(openOf))).toEqual(['100.00', '40.00']);
  await soundAll([held, free]);
});

it('what one fails by is its own: the others of its group are claimed', async () => {
  const [broken, ...others] = (await linesIn(4)) as [Line, ...Line[]];
  await ledger.asOwner((owner) =>
    owner.unsafe(`
      create or replace function break_claim() returns trigger language plpgsql as $$ begin
        if new.client_account_id = ${broken.own.clientAccountId} then raise exception 'broken' using errcode = '23514'; end if;
        return new;
      end $$;
      create trigger broken before insert on ledger.line_claims for each row execute function break_claim()`),
  );
  try {
    const claim = claiming();
    const outcomes = await Promise.allSettled(
      [broken, ...others].map((line) => claim(commandOf(line), claimOf(line, '60.00'))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(await Promise.all([broken, ...others].map(openOf))).toEqual(['100.00', '40.00', '40.00', '40.00']);
  } finally {
    await ledger.asOwner((owner) => owner.unsafe('drop trigger broken on ledger.line_claims'));
  }
  await soundAll([broken, ...others]);
});

it('what may be committed when the connection breaks is done by nobody again; the same key then gets its answer', async () => {
  const lines = await linesIn(3);
  let sentTo = 0;
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const breaking = claiming({
    ...ledger.db,
    alone: async (account, statement) => {
      sentTo += 1;
      await ledger.db.alone(account, statement);
      throw lost;
    },
  });
  const sent = lines.map((line) => [commandOf(line), claimOf(line, '60.00')] as const);
  const first = await Promise.allSettled(sent.map(([command, claims]) => breaking(command, claims)));
  for (const outcome of first) expect(outcome).toEqual({ status: 'rejected', reason: lost });
  expect(sentTo).toBe(1);
  const claim = claiming();
  const again = await Promise.all(sent.map(([command, claims]) => claim(command, claims)));
  for (const { faults, lines: standing } of again) expect([faults, standing[0]!.open_amount]).toEqual([[], '40.00']);
  await soundAll(lines);
});

it('a group that never comes to its end leaves nothing claimed, and its commands claim when they come again', async () => {
  const lines = await linesIn(3);
  const dying = claiming({
    ...ledger.db,
    alone: (account, statement) =>
      ledger.db.write(async (tx) => {
        await statement(tx);
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        return ledger.db.alone(account, statement);
      }),
  });
  const sent = lines.map((line) => [commandOf(line), claimOf(line, '60.00')] as const);
  const first = await Promise.allSettled(sent.map(([command, claims]) => dying(command, claims)));
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await Promise.all(lines.map(openOf))).toEqual(['100.00', '100.00', '100.00']);
  const claim = claiming();
  for (const [command, claims] of sent) expect((await claim(command, claims)).faults).toEqual([]);
  await soundAll(lines);
});

it('who asks about lines at the same moment gets their own, in the order of their ids, and nothing of another company', async () => {
  const [one, other] = (await linesIn(2)) as [Line, Line];
  const more = await lineOf100(one.own);
  const { DescribeLines } = ledger.connect(LedgerContract, 'reconciliation');
  const ask = ({ own }: Line, ...ids: readonly number[]) =>
    DescribeLines({ clientAccountId: own.clientAccountId, journalLineIds: [...ids] });
  const answers = await Promise.all([
    ask(one, more.line, one.line, more.line),
    ask(other, one.line),
    ask(other, other.line),
    ask(one),
  ]);
  expect(answers.map(({ lines }) => lines.map(({ id }) => id))).toEqual([[one.line, more.line], [], [other.line], []]);
});
