import { Erasure } from '@app/rpc';
import { partitionable, partitionTables } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

// docs/operate/scale.md: the tables that grow are divided by client account under a service that has run on whole ones.

const PARTS = 4;
const COMPANIES = 12;

let ledger: Ledger;
/** Of a company whose entry was posted while the tables were whole. */
let before: { readonly books: Books; readonly entry: { readonly id: number; readonly sequence_number: number } };
let divided: readonly string[];
beforeAll(async () => {
  ledger = await startLedger();
  const books = await ledger.books();
  before = { books, entry: await books.posted(rent('10.00')) };
  divided = await ledger.asOwner((owner) =>
    partitionTables(owner, { schema: 'ledger', column: 'client_account_id', parts: PARTS }),
  );
});
afterAll(() => ledger?.stop());

/** Books with an entry of each state, dimensions and a claim. */
async function someBooks(): Promise<Books> {
  const books = await ledger.books();
  ledger.own(books.clientAccountId, 'project', { id: 1 });
  const entry = await books.posted(rent('100.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }] }));
  const cancelled = await books.posted(rent('7.00'));
  await books.call('PATCH', `/journal-entries/${cancelled.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
  await books.posted({ ...rent('3.00'), is_draft: true });
  await ledger.claim(books.clientAccountId, entry.lines[0].id, 'external', '100.00');
  return books;
}

const rowsOf = async (table: string, { clientAccountId }: Books): Promise<number> => {
  const [row] = await ledger.db.executor.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where client_account_id = ${clientAccountId}`,
  );
  return row!.count;
};

describe('tables that are partitioned by client account', () => {
  it('are all that grow with the entries, and what stands in the way of the others is known', async () => {
    expect(divided).toEqual(
      expect.arrayContaining([
        ...['daily_line_counts', 'journal_entries', 'journal_line_dimensions', 'journal_lines', 'line_claim_totals'],
        ...['line_claims', 'monthly_balances', 'monthly_dimension_balances'],
      ]),
    );
    const { obstacles } = await ledger.asOwner((owner) => partitionable(owner, 'ledger', 'client_account_id'));
    const reasons = new Map(obstacles.map(({ table, reason }) => [table, reason]));
    expect(reasons.get('outbox')).toBe('client_account_id may be null');
    expect(reasons.get('inbox')).toBe('has no client_account_id');
  });

  it('take the postings of many companies, each in its partition, and the books are sound', async () => {
    const all = [before.books];
    for (let company = 0; company < COMPANIES; company++) all.push(await someBooks());
    for (const books of all) await ledger.expectSound(books.clientAccountId);
    const used = await ledger.asOwner(
      (owner) => owner`select distinct tableoid::regclass::text as partition from journal_lines order by 1`,
    );
    expect(used).toHaveLength(PARTS);
  });

  it('go on where the whole ones were: numbers, ids and what was posted before', async () => {
    const { books, entry } = before;
    const next = await books.posted(rent('11.00'));
    expect(next.sequence_number).toBe(entry.sequence_number + 1);
    expect(next.id).toBeGreaterThan(entry.id);
    expect((await books.call('GET', `/journal-entries/${entry.id}`)).body).toMatchObject({ id: entry.id });
  });

  it('refuse what the whole ones refuse, by the same codes', async () => {
    const books = await ledger.books();
    const { id } = await books.posted({ ...rent('5.00'), external_id: 'order-1' });
    const taken = await books.post({ ...rent('5.00'), external_id: 'order-1' });
    expect(taken).toMatchObject({ status: 409, body: { error: { code: 'common.conflict', details: { id } } } });
    const unbalanced = await books.post({ lines: [debit('6300', '5.00'), credit('1920', '4.00')] });
    expect(unbalanced.status).toBe(400);
    const changing = ledger.asOwner(
      (owner) =>
        owner`
          update journal_entries set description = 'other' where client_account_id = ${books.clientAccountId} and id = ${id}`,
    );
    await expect(changing).rejects.toMatchObject({ constraint_name: 'journal_entries_guard' });
    const again = ledger.asOwner(
      (owner) => owner`
        insert into journal_entries select (jsonb_populate_record(e, jsonb_build_object('id', e.id + 1000000))).*
        from journal_entries e where client_account_id = ${books.clientAccountId} and id = ${id}`,
    );
    await expect(again).rejects.toMatchObject({ constraint_name: 'journal_entries_sequence_key' });
  });

  it('give the reports of each company alone', async () => {
    const books = await someBooks();
    const of = `client_account_id=${books.clientAccountId}`;
    // The reversal is dated today.
    const today = ledger.running.composition.clock.today();
    const report = await books.call('GET', `/reports/trial-balance?${of}&date_from=2026-01-01&date_to=${today}`);
    expect(report.status).toBe(200);
    expect(report.body).toContainEqual(expect.objectContaining({ account_code: '6300', debit: 107, credit: 7 }));
  });

  it('lose the rows of the company that is erased, and no row of another that lies at the same place', async () => {
    const companies: Books[] = [];
    for (let company = 0; company < COMPANIES; company++) companies.push(await someBooks());
    const [leaving, ...others] = companies as [Books, ...Books[]];
    const counts = await Promise.all(others.map((books) => rowsOf('journal_lines', books)));
    const erase = () =>
      ledger.connect(Erasure, 'organisation').EraseRecords({
        clientAccountId: leaving.clientAccountId,
        categories: ['ACCOUNT'],
        commandKey: 'leaving',
      });
    await expect.poll(async () => (await erase()).isDone).toBe(true);
    for (const table of divided) expect(await rowsOf(table, leaving), table).toBe(0);
    expect(await Promise.all(others.map((books) => rowsOf('journal_lines', books)))).toEqual(counts);
    for (const books of others) await ledger.expectSound(books.clientAccountId);
  });
});
