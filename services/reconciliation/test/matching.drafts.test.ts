import { randomUUID } from 'node:crypto';
import { modulo10 } from '@app/check-digits';
import type { Tx } from '@app/db';
import { claimsChanged, journalEntryPosted } from '@app/events';
import { Documents, Ledger } from '@app/rpc';
import { stub } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { matchEverything } from '../src/matching/books/job.ts';
import { matchBooks } from '../src/matching/books/match-books.ts';
import * as turns from '../src/matching/books/turns-store.ts';
import * as preparations from '../src/periods/queue-store.ts';
import { type Bookkeeper, startWithLedger, type WithLedger } from './with-ledger.ts';

// The job `reconciliation-matching` over the books of the real ledger (docs/contract/jobs.md). The world plays documents.

const JOB = 'reconciliation-matching';
const documents = new Map<number, { readonly clientAccountId: number; readonly paymentRef: string }>();
const played = {
  GetDocuments: async ({
    clientAccountId,
    ids,
  }: {
    readonly clientAccountId: number;
    readonly ids: readonly number[];
  }) => ({
    documents: ids.flatMap((id) => {
      const found = documents.get(id);
      if (found?.clientAccountId !== clientAccountId) return [];
      const { paymentRef } = found;
      return { id, documentType: 'ARINV', documentNumber: String(10_000 + id), paymentRef } as never;
    }),
  }),
};
let world: WithLedger;
beforeAll(async () => {
  world = await startWithLedger({ others: { documents: [stub(Documents, played)] } });
});
/** What a replica works with. */
const replica = () => {
  const { db, clock, logger } = world.running.composition;
  const organisation = {
    GetAccount: async () => ({ account: { isActive: true, accountingLanguage: 'nob' } }) as never,
  };
  return { db, clock, logger, documents: played, organisation, ledger: world.ledger.connect(Ledger, 'reconciliation') };
};
afterAll(() => world?.stop());

let serial = 0;
interface Booked {
  readonly entryId: number;
  readonly lineId: number;
}
/** Books an amount on the receivables of a partner, against the bank; gives its line on 1500. */
async function book(company: Bookkeeper, amount: string, more: object = {}, partner = 12): Promise<Booked> {
  const isCredit = amount.startsWith('-');
  const size = amount.replace('-', '');
  const [own, other] = isCredit ? ['credit', 'debit'] : ['debit', 'credit'];
  const answer = await company.ledger('POST', '/journal-entries/', {
    client_account_id: company.clientAccountId,
    lines: [
      {
        ...{ posting_date: '2026-03-14', account_code: '1500', [own!]: size, [other!]: '0' },
        dimensions: [{ relation_type: 'businesspartner', relation_id: partner }],
      },
      { posting_date: '2026-03-14', account_code: '1920', [other!]: size, [own!]: '0' },
    ],
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { entryId: answer.body.id, lineId: answer.body.lines[0].id };
}
/** An invoice and a payment whose text has its KID. */
async function pair(company: Bookkeeper, amount = '1250.00') {
  const id = ++serial;
  const digits = `0000120001${String(id).padStart(4, '0')}`;
  const paymentRef = digits + modulo10(digits);
  documents.set(id, { clientAccountId: company.clientAccountId, paymentRef });
  const invoice = await book(company, amount, { relation_type: 'ARINV', relation_id: id });
  const payment = await book(company, `-${amount}`, { description: `KID ${paymentRef}` });
  return { invoice, payment, paymentRef };
}
const drafts = async ({ done, clientAccountId }: Bookkeeper) =>
  (await done('GET', `/reconciliations?client_account_id=${clientAccountId}&is_draft=true&with=entries`)).data as {
    readonly id: number;
    readonly sequence_number: number | null;
    readonly note: string | null;
    readonly entries: readonly {
      readonly journal_entry_line_id: number;
      readonly debit: string;
      readonly credit: string;
    }[];
  }[];
const linesOf = (draft: Awaited<ReturnType<typeof drafts>>[number]) =>
  draft.entries.map((entry) => entry.journal_entry_line_id).toSorted((a, b) => a - b);

it('proposes open lines of a partner that share a payment reference and add up to zero, once, and says why', async () => {
  const company = await world.company();
  const { invoice, payment, paymentRef } = await pair(company);
  // What nothing connects, or what leaves something, is not proposed.
  await book(company, '70.00');
  await book(company, '-70.00');
  await world.runJob(JOB);
  const [draft, ...others] = await drafts(company);
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ sequence_number: null, is_draft: true });
  expect(linesOf(draft!)).toEqual([invoice.lineId, payment.lineId]);
  expect(draft!.entries.map(({ debit, credit }) => [debit, credit])).toEqual([
    ['1250.00', '0.00'],
    ['0.00', '1250.00'],
  ]);
  expect(draft!.note).toBe(
    `Betalingsreferanse ${paymentRef}: 2 linjer på forretningspartner 12, bokført 2026-03-14, med 1250.00 på hver side`,
  );
  // Nothing is claimed by it, and looking again changes nothing.
  expect((await company.line(invoice.lineId)).remaining_amount).toBe('1250.00');
  await book(company, '5.00');
  await world.runJob(JOB);
  expect((await drafts(company)).map(({ id }) => id)).toEqual([draft!.id]);
  // Approved, it is a reconciliation like any other; the job leaves it alone.
  await company.done('PATCH', `/reconciliations/${draft!.id}`, { is_draft: false });
  expect((await company.line(invoice.lineId)).remaining_amount).toBe('0.00');
  await book(company, '6.00');
  await world.runJob(JOB);
  expect(await drafts(company)).toEqual([]);
  await company.expectSound();
});

it('withdraws a draft whose lines no longer match: PATCH of it answers 404', async () => {
  const company = await world.company();
  const { payment } = await pair(company);
  await world.runJob(JOB);
  const [draft] = await drafts(company);
  const { status } = await company.ledger('PATCH', `/journal-entries/${payment.entryId}`, {
    ...{ cancelled: 'Y', cancellation_reason: 'Feil' },
  });
  expect(status).toBe(200);
  await world.runJob(JOB);
  expect(await drafts(company)).toEqual([]);
  const answer = await company.call('PATCH', `/reconciliations/${draft!.id}`, { is_draft: false });
  expect([answer.status, answer.body.error.code]).toEqual([404, 'accounting.reconciliation_not_found']);
});

it('does not propose again what a person has refused, until the lines have changed', async () => {
  const company = await world.company();
  const { payment, paymentRef } = await pair(company);
  await world.runJob(JOB);
  const [draft] = await drafts(company);
  await company.done('DELETE', `/reconciliations/${draft!.id}`);
  await book(company, '5.00');
  await world.runJob(JOB);
  expect(await drafts(company)).toEqual([]);
  await company.ledger('PATCH', `/journal-entries/${payment.entryId}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
  await book(company, '-1250.00', { description: paymentRef });
  await world.runJob(JOB);
  expect(await drafts(company)).toHaveLength(1);
});

it('does its work once on several replicas at the same moment, and no line is in two drafts [JOB-R04]', async () => {
  const company = await world.company();
  for (let i = 0; i < 4; i++) await pair(company);
  const made = await Promise.all([...[1, 2, 3].map(() => matchEverything(replica())), world.runJob(JOB)]);
  // What looks for such books once a second, in the service itself, may have taken them from all four.
  expect(made.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(4);
  const lines = (await drafts(company)).flatMap(linesOf);
  expect([lines.length, new Set(lines).size]).toEqual([8, 8]);
  expect(await world.runJob(JOB)).toBe(0);
});

it('hears of postings and of what is reconciled elsewhere, without the job', async () => {
  const company = await world.company();
  const { clientAccountId } = company;
  const { invoice, payment } = await pair(company);
  await world.publish(
    journalEntryPosted.create({
      ...{
        client_account_id: clientAccountId,
        journal_entry_id: payment.entryId,
        sequence_number: 2,
        voucher_id: null,
      },
      ...{ relation_type: null, relation_id: null, cancelled: null, cancellation_entry_id: null },
      ...{ date_from: '2026-03-14', date_to: '2026-03-14', account_codes: ['1500', '1920'], version: 2 },
    }),
  );
  const [draft] = await vi.waitFor(
    async () => {
      const found = await drafts(company);
      expect(found).toHaveLength(1);
      return found;
    },
    { timeout: 60_000, interval: 100 },
  );
  await company.done('POST', '/reconciliations', {
    ...{ client_account_id: clientAccountId, date: '2026-03-31' },
    entry_lines: [invoice, payment].map(({ lineId }) => ({ journal_entry_line_id: lineId })),
  });
  await world.publish(
    claimsChanged.create({
      ...{ client_account_id: clientAccountId, version: 1 },
      lines: [{ journal_line_id: invoice.lineId, amount: '1250.00', amount_fc: '1250.00' }],
    }),
  );
  await vi.waitFor(async () => expect(await drafts(company)).toEqual([]), { timeout: 60_000, interval: 100 });
  expect((await company.call('PATCH', `/reconciliations/${draft!.id}`, { is_draft: false })).status).toBe(404);
});

it('keeps nothing of books that nobody works in, and looks through them when somebody does again', async () => {
  const company = await world.company();
  await pair(company);
  const { clientAccountId } = company;
  const own = sql`client_account_id = ${clientAccountId}`;
  const rowsOf = async (table: string) =>
    (await world.db.executor.execute(sql`select 1 from ${sql.identifier(table)} where ${own}`)).length;
  world.world.account({ id: clientAccountId, isActive: false });
  await world.db.executor.execute(sql`
    insert into matching_books (client_account_id, due_at) values (${clientAccountId}, 'infinity') on conflict do nothing`);
  await world.runJob(JOB);
  expect([await rowsOf('matching_books'), await rowsOf('matching_proposals')]).toEqual([0, 0]);
  world.world.account({ id: clientAccountId, isActive: true });
  await world.runJob(JOB);
  expect([await rowsOf('matching_books'), await rowsOf('matching_proposals')]).toEqual([1, 1]);
});

it('stores nothing of a turn that somebody else has taken over', async () => {
  const company = await world.company();
  await pair(company);
  const { clientAccountId } = company;
  const turn = { clientAccountId, leaseKey: 'lost', wanted: 1, seenRevision: 9 };
  const lost = matchBooks(replica(), turn);
  await expect(lost).rejects.toBeInstanceOf(turns.Overtaken);
  expect(await drafts(company)).toEqual([]);
  const [{ count } = { count: '0' }] = await world.db.executor.execute<{ count: string }>(
    sql`select count(*) from matching_proposals where client_account_id = ${clientAccountId}`,
  );
  expect(count).toBe('0');
});

/** Rows of a company that wait for one process, and how one takes them: what is due first is taken first. */
const queues = {
  matching: {
    ...{ table: sql`matching_books`, end: sql`due_at`, take: turns.takeBooks },
    extend: (tx: Tx, taken: Leased) => turns.extendLease(tx, { ...taken, wanted: 0, seenRevision: 0 }),
  },
  periods: {
    ...{ table: sql`prepared_accounts`, end: sql`leased_until`, take: preparations.takeDue },
    extend: (tx: Tx, taken: Leased) => preparations.extendLease(tx, { ...taken, from: preparations.EVERY_PERIOD }),
  },
};
type Leased = Pick<turns.Turn, 'clientAccountId' | 'leaseKey'>;

it.each(['matching', 'periods'] as const)(
  '%s that a process died over is free in half a minute, and its own for as long as it says that it goes on',
  async (name) => {
    const { table, end, take, extend } = queues[name];
    const { clientAccountId } = await world.company();
    const own = sql`client_account_id = ${clientAccountId}`;
    const taken = world.db.write(async (tx) => {
      await tx.execute(sql`insert into ${table} (client_account_id, due_at) values (${clientAccountId}, '-infinity')
        on conflict (client_account_id) do update set due_at = '-infinity'`);
      const left = async (): Promise<number> => {
        const [row] = await tx.execute<{ seconds: number }>(
          sql`select extract(epoch from ${end} - clock_timestamp())::float8 as seconds from ${table} where ${own}`,
        );
        return row!.seconds;
      };
      const endsIn = (seconds: number) =>
        tx.execute(
          sql`update ${table} set ${end} = clock_timestamp() + make_interval(secs => ${seconds}) where ${own}`,
        );
      const first = (await take(tx))!;
      expect(first.clientAccountId).toBe(clientAccountId);
      expect(await left()).toBeLessThanOrEqual(30);
      await endsIn(3);
      await extend(tx, { ...first, leaseKey: randomUUID() });
      expect(await left()).toBeLessThanOrEqual(3);
      await extend(tx, first);
      expect(await left()).toBeGreaterThan(3);
      await endsIn(-100_000_000);
      const second = (await take(tx))!;
      expect(second.clientAccountId).toBe(clientAccountId);
      expect(second.leaseKey).not.toBe(first.leaseKey);
      throw new Error('taken back');
    });
    await expect(taken).rejects.toThrow('taken back');
  },
);
