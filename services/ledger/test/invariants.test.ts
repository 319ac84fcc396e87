import { decimal, formatMoney, sum } from '@app/money';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, credit, debit, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

/** Random, and the same again from its seed. */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)]! };
}

type Random = ReturnType<typeof randomFrom>;

const dates = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-03-14'];
const accounts = ['1500', '1920', '2400', '3000', '4300', '6300'];

function randomDimensions(random: Random): readonly object[] {
  const chosen = new Map<string, object>();
  for (let i = random.below(4); i > 0; i--) {
    const type = random.pick(['project', 'tag', 'tag', 'department']);
    const id = 1 + random.below(3);
    chosen.set(type === 'tag' ? `tag ${id}` : type, { relation_type: type, relation_id: id });
  }
  return [...chosen.values()];
}

/** Lines that balance on each of one to three dates. */
function randomLines(random: Random): readonly object[] {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(dates)).flatMap((posting_date) => {
    const amounts = Array.from(
      { length: 1 + random.below(3) },
      () => `${random.below(1e6)}.${String(1 + random.below(99)).padStart(2, '0')}`,
    );
    const more = () => ({ posting_date, dimensions: randomDimensions(random) });
    return [
      ...amounts.map((amount) => debit(random.pick(accounts), amount, more())),
      credit(random.pick(accounts), formatMoney(sum(amounts.map(decimal))), more()),
    ];
  });
}

/** One of everything that changes books. */
async function randomStep(
  random: Random,
  own: Books,
  known: {
    readonly drafts: number[];
    readonly posted: { id: number; lines: { id: number; debit: string; credit: string }[] }[];
  },
): Promise<void> {
  const kind = random.below(10);
  if (kind < 4) {
    const entry = await own.posted({ lines: randomLines(random) });
    known.posted.push(entry);
  } else if (kind < 6) {
    known.drafts.push((await own.posted({ lines: randomLines(random), is_draft: true })).id);
  } else if (kind < 7 && known.drafts.length > 0) {
    const id = random.pick(known.drafts);
    await own.call('PUT', `/journal-entries/${id}`, { lines: randomLines(random), is_draft: random.below(2) === 0 });
  } else if (kind < 8 && known.drafts.length > 0) {
    await own.call('DELETE', `/journal-entries/${random.pick(known.drafts)}`);
  } else if (kind < 9 && known.posted.length > 0) {
    await own.call('PATCH', `/journal-entries/${random.pick(known.posted).id}`, {
      cancelled: 'Y',
      cancellation_reason: 'x',
    });
  } else if (known.posted.length > 0) {
    const line = random.pick(random.pick(known.posted).lines);
    const amount = line.debit === '0.00' ? `-${line.credit}` : line.debit;
    const claim = await ledger
      .claim(own.clientAccountId, line.id, random.pick(['internal', 'external']), amount)
      .catch(() => undefined);
    if (claim !== undefined && random.below(2) === 0) await ledger.release(own.clientAccountId, claim);
  }
}

describe('whatever happens, in any order', () => {
  it.each([1, 2, 3, 4])('balances, counts, numbers and claims equal what the lines say (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const own = await ledger.books();
    for (const type of ['project', 'department', 'tag'])
      for (const id of [1, 2, 3]) ledger.own(own.clientAccountId, type, { id });
    const known = { drafts: [], posted: [] };
    for (let step = 0; step < 40; step++) await randomStep(random, own, known);
    await ledger.expectSound(own.clientAccountId);

    // The books as a whole: debit is credit in every month, with and without cancelled entries, and for drafts.
    const months = await ledger.db.executor.execute(sql`
      select month from monthly_balances where client_account_id = ${own.clientAccountId} group by month
      having sum(debit) <> sum(credit) or sum(cancelled_debit) <> sum(cancelled_credit)`);
    expect(months).toHaveLength(0);
    // What was cancelled adds up to nothing over all months.
    const cancelled = await ledger.db.executor.execute<{ net: string }>(sql`
      select account_id, sum(cancelled_debit - cancelled_credit) as net from monthly_balances where client_account_id = ${own.clientAccountId}
      group by account_id having sum(cancelled_debit - cancelled_credit) <> 0`);
    expect(cancelled).toHaveLength(0);
    // Lines without a value of a type are the account's lines less those with one.
    const undimensioned = await ledger.db.executor.execute(sql`
      select a.account_id, kinds.kind
      from (select account_id, sum(line_count) as lines from monthly_balances where client_account_id = ${own.clientAccountId} group by account_id) a
      cross join (values ('project'), ('department'), ('tag')) as kinds (kind)
      cross join lateral (
        select coalesce(sum(d.line_count), 0) as lines from monthly_dimension_balances d
        where d.client_account_id = ${own.clientAccountId} and d.account_id = a.account_id and d.relation_type = kinds.kind
          and (kinds.kind <> 'tag' or d.relation_id = 0)) valued
      cross join lateral (
        select count(*) as lines from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
        where l.client_account_id = ${own.clientAccountId} and l.account_id = a.account_id and not e.is_draft and e.cancelled is null
          and not exists (select from journal_line_dimensions d where d.client_account_id = l.client_account_id and d.journal_line_id = l.id
            and d.journal_entry_id = l.journal_entry_id and d.relation_type = kinds.kind)) bare
      where a.lines - valued.lines <> bare.lines`);
    expect(undimensioned).toHaveLength(0);
  });
});
