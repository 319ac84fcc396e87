import { DOCUMENT_ENTRIES } from '@app/db';
import { Bookings, Erasure } from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, startTrade, type Trade, type Trader } from './trade.ts';

// The world plays organisation and the ledger: documents go with the entries that they had posted.

let trade: Trade;
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

/** Of a call, on a busy machine too. */
const LONG = { deadlineMillis: 120_000 };
const CATEGORIES = ['DOCUMENTS', 'RECONCILIATIONS', DOCUMENT_ENTRIES];
let serial = 0;
const erase = ({ clientAccountId }: Trader, categories: readonly string[], commandKey: string) =>
  trade
    .connect(Erasure, 'organisation')
    .EraseRecords({ clientAccountId, categories: [...categories], commandKey }, LONG);
async function cleared(own: Trader, categories: readonly string[] = CATEGORIES, commandKey = `erase-${++serial}`) {
  for (;;) {
    const { isDone, counts } = await erase(own, categories, commandKey);
    if (isDone) return Object.fromEntries(counts.map(({ category, count }) => [category, count]));
  }
}
const bookings = async ({ clientAccountId }: Trader, afterId = 0) =>
  (await trade.connect(Bookings, 'ledger').ListBookings({ clientAccountId, afterId }, LONG)).bookings;
const sale = (own: Trader, isDraft = false) => ({
  ...{ document_type: 'ARINV', business_partner_id: own.customer, lines: [line({ tax_code: '3' })] },
  ...{ is_draft: isDraft, document_date: '2026-03-14' },
});
const rowsOf = async (table: string, { clientAccountId }: Trader) => {
  const { raw } = trade.db;
  return raw`select * from ${raw(table)} where client_account_id = ${clientAccountId} order by 1, 2`;
};

it('the ledger alone learns which entries documents have, page by page, and of no other company', async () => {
  const [own, other] = [await trade.trader(), await trade.trader()];
  const [first, second] = [await own.made(sale(own)), await own.made(sale(own))];
  await own.made(sale(own, true));
  await other.made(sale(other));
  const booked = [first, second].map(({ id, journal_entry_id }) => ({
    recordId: id,
    journalEntryId: journal_entry_id,
  }));
  expect(await bookings(own)).toEqual(booked);
  expect(await bookings(own, first.id)).toEqual(booked.slice(1));
  expect(await bookings(own, second.id)).toEqual([]);
  const asked = trade.connect(Bookings, 'reconciliation').ListBookings({ clientAccountId: 1, afterId: 0 });
  await expect(asked).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});

it('each document is counted once, and what follows their entries goes with them and nothing else [CAC-R38]', async () => {
  const [own, stays] = [await trade.trader(), await trade.trader()];
  for (const trader of [own, stays]) {
    const invoice = await trader.made(sale(trader));
    await trader.call('POST', `/documents/${invoice.id}/credit-note`);
    await trader.made(sale(trader, true));
    const entryId = (await trader.made(sale(trader))).journal_entry_id;
    const { raw } = trade.db;
    const [voucher] = await rowsOf('vouchers', trader);
    // What the ledger had said: that the entry names the voucher, and so does a draft of somebody.
    for (const [id, isDraft] of [
      [entryId, false],
      [entryId + 1_000_000, true],
    ])
      await raw`insert into voucher_entries (client_account_id, entry_id, voucher_id, posting_date, description, is_draft, is_cancelled, revision)
        values (${trader.clientAccountId}, ${id}, ${voucher!.id}, '2026-03-14', 'Faktura', ${isDraft}, false, 1)`;
    for (const relation_id of [entryId, entryId + 1_000_000])
      await raw`insert into tasks (client_account_id, title, task_type, status, relation_type, relation_id, created_at, created_by_id, updated_at, updated_by_id)
        values (${trader.clientAccountId}, 'Se over', 'GENERAL', 'OPEN', 'journalentry', ${relation_id}, now(), 1, now(), 1)`;
  }
  const before = await Promise.all(
    ['documents', 'vouchers', 'tasks', 'voucher_entries'].map((name) => rowsOf(name, stays)),
  );
  const statuses = async (trader: Trader) => (await rowsOf('vouchers', trader)).map(({ status }) => status);
  expect(await statuses(own)).toEqual(['BOOKED', 'BOOKED', 'BOOKED']);
  expect(await cleared(own)).toEqual({ DOCUMENTS: 4 });
  expect(await statuses(own)).toEqual(['DRAFT', 'PENDING', 'PENDING']);
  for (const [table, left] of [
    ['documents', 0],
    ['tasks', 1],
    ['voucher_entries', 1],
  ] as const)
    expect(await rowsOf(table, own), table).toHaveLength(left);
  const after = await Promise.all(
    ['documents', 'vouchers', 'tasks', 'voucher_entries'].map((name) => rowsOf(name, stays)),
  );
  expect(after).toEqual(before);
  await trade.expectSound(own.clientAccountId);
});

it('a document whose posting was cut is waited for: its entry would stay in the books', async () => {
  const own = await trade.trader();
  trade.books.cuts.push({ method: 'PostEntry', when: 'after', times: 1 });
  expect((await own.create(sale(own))).status).toBeGreaterThanOrEqual(500);
  await expect(bookings(own)).rejects.toMatchObject({ status: 503 });
  const once = `erase-${++serial}`;
  await expect(erase(own, CATEGORIES, once)).rejects.toMatchObject({ status: 503 });
  expect(await rowsOf('documents', own)).toHaveLength(1);
  await trade.db
    .raw`update use_cases set lease_until = now() where state = 'open' and client_account_id = ${own.clientAccountId}`;
  await trade.runJob('use-case-recovery');
  expect(await bookings(own)).toHaveLength(1);
  expect(await cleared(own, CATEGORIES, once)).toEqual({ DOCUMENTS: 1 });
});

it('who follows the changes hears that documents are drafts again', async () => {
  const own = await trade.trader();
  const [first, draft] = [await own.made(sale(own)), await own.made(sale(own, true))];
  const url = `/documents?client_account_id=${own.clientAccountId}`;
  const seen = (await own.call('GET', `${url}&updated_from=2000-01-01T00:00:00Z`)).body;
  expect(seen.data.map(({ id }: { id: number }) => id)).toEqual([first.id, draft.id]);
  await cleared(own, ['JOURNAL_ENTRIES', 'RECONCILIATIONS']);
  const rest = await own.call('GET', `${url}&updated_from=2000-01-01T00:00:00Z`);
  expect(rest.body.data.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
    [draft.id, 'DRAFT'],
    [first.id, 'DRAFT'],
  ]);
});
