import { addMoney } from '@app/money';
import { runInContext } from '@app/runtime';
import type { TestService } from '@app/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LineFilter } from '../src/journal-entry-lines/filter.ts';
import { type LedgerItem, ledgerItems } from '../src/reports/ledgers/items.ts';
import { type LedgerLine, PIECE, readLedger } from '../src/reports/ledgers/store.ts';
import { type Books, type Line, openBooks, startReading } from './support/reading-service.ts';

// A ledger that is longer than a piece: read while others write, and left before its end.

let service: TestService;
let books: Books;
const LINES = 2 * PIECE + 300;

beforeAll(async () => {
  service = await startReading();
  books = await openBooks(service);
  for (const id of [1, 2, 3]) await books.name('businesspartner', id, `Partner ${id}`);
  // One account and one partner have most of the lines, on few days, so that pieces end in the middle of a day.
  for (let from = 0; from < LINES; from += 100) {
    const lines: Line[] = [];
    for (let index = from; index < from + 100; index += 2) {
      const amount = `${1 + index}.${String(index % 100).padStart(2, '0')}`;
      const partner = index % 10 ? [['businesspartner', 1 + (index % 20 === 4 ? 1 : 0)]] : undefined;
      lines.push(['2400', amount, partner as Line[2], `linje ${index}`], [index % 3 ? '1920' : '6300', `-${amount}`]);
    }
    await books.post(`2026-0${1 + ((from / 100) % 3)}-15`, lines);
  }
});
afterAll(() => service.stop());

const filterOf = (changes: Partial<LineFilter> = {}): LineFilter => ({
  clientAccountId: books.id,
  includeExternallyReconciled: true,
  includeReconciled: true,
  includeDrafts: false,
  includeCancelled: true,
  ...changes,
});
const everything = { page: 1, per_page: 1_000_000 };

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(pieces);
}
const ids = (lines: readonly LedgerLine[]) => lines.map(({ id }) => id);
const linesOf = (items: readonly LedgerItem[]) => items.flatMap(({ line }) => line ?? []);
const balanceOf = (lines: readonly LedgerLine[]) =>
  addMoney('0', ...lines.flatMap(({ debit, credit }) => [debit, `-${credit}`]));

const plainIds = async (condition = 'true') =>
  (
    await service.db.raw.unsafe<{ id: string }[]>(
      `select l.id from ledger.journal_lines l join ledger.accounts a on a.id = l.account_id
       where l.client_account_id = ${books.id} and ${condition} order by l.posting_date, l.id`,
    )
  ).map(({ id }) => Number(id));

const accountIds = async (...codes: string[]) =>
  (
    await service.db.raw<{ id: string }[]>`
      select id from ledger.accounts where account_code = any (${codes}) and client_account_id is null`
  ).map(({ id }) => Number(id));

it('a page of more than a piece is every line of it, once and in order', async () => {
  const wanted = await plainIds();
  expect(wanted).toHaveLength(LINES);
  for (const [page, size] of [
    [1, 1_000_000],
    [1, PIECE + 1],
    [2, PIECE + 1],
    [2, LINES - 1],
    [99, PIECE + 200],
  ] as const) {
    const { meta, pieces } = await readLedger(service.db, filterOf(), { page, per_page: size });
    const from = (meta.page - 1) * size;
    expect(ids((await all(pieces)).flat())).toEqual(wanted.slice(from, from + size));
    expect(meta.records).toBe(LINES);
  }
  const one = await readLedger(service.db, filterOf({ accountIds: await accountIds('2400') }), everything);
  expect(ids((await all(one.pieces)).flat())).toEqual(await plainIds(`a.account_code = '2400'`));
  const two = await readLedger(service.db, filterOf({ accountIds: await accountIds('2400', '6300') }), everything);
  expect(ids((await all(two.pieces)).flat())).toEqual(await plainIds(`a.account_code in ('2400', '6300')`));
  const partner = filterOf({ dimensions: new Map([['businesspartner', [1]]]) });
  const carried = await readLedger(service.db, partner, everything);
  const ofPartner = await plainIds(`exists (
    select from ledger.journal_line_dimensions d where d.client_account_id = l.client_account_id and d.journal_line_id = l.id and d.relation_id = 1)`);
  expect(ofPartner.length).toBeGreaterThan(500);
  expect(ids((await all(carried.pieces)).flat())).toEqual(ofPartner);
  const found = await readLedger(service.db, filterOf({ words: ['LINJE'] }), everything);
  expect(ids((await all(found.pieces)).flat())).toEqual(await plainIds(`l.description like 'linje%'`));
});

it('a whole ledger is sent as JSON while it is read', async () => {
  const answer = await books.get(
    `/api/v2/reports/general-ledger?client_account_id=${books.id}&per_page=${everything.per_page}`,
  );
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('transfer-encoding')).toBe('chunked');
  expect(answer.body.meta).toEqual({ page: 1, pages: 1, per_page: everything.per_page, records: LINES });
  expect(answer.body.data.map(({ id }: { id: number }) => id)).toEqual(await plainIds());
});

it('by account and by partner it is every line of them, once and in order', async () => {
  const items = await all(ledgerItems(service.db, filterOf(), 'account'));
  const codes = [...new Set(items.map(({ group }) => group.account.code))];
  expect(codes).toEqual(['1920', '2400', '6300']);
  for (const code of codes)
    expect(ids(linesOf(items.filter(({ group }) => group.account.code === code)))).toEqual(
      await plainIds(`a.account_code = '${code}'`),
    );
  const account = linesOf(items).find(({ accountCode }) => accountCode === '2400')!.accountId;
  const payable = await all(ledgerItems(service.db, filterOf({ accountIds: [account] }), 'partner'));
  const names = [...new Set(payable.map(({ group }) => group.relation?.name))];
  expect(names).toEqual(['Partner 1', 'Partner 2', undefined]);
  const carried = `select from ledger.journal_line_dimensions d
    where d.client_account_id = l.client_account_id and d.journal_line_id = l.id`;
  for (const [name, condition] of [
    ['Partner 1', `exists (${carried} and d.relation_id = 1)`],
    ['Partner 2', `exists (${carried} and d.relation_id = 2)`],
    [undefined, `not exists (${carried})`],
  ])
    expect(ids(linesOf(payable.filter(({ group }) => group.relation?.name === name)))).toEqual(
      await plainIds(`a.account_code = '2400' and ${condition}`),
    );
});

it('shows the books as they stood when it was begun, whatever is posted and cancelled meanwhile', async () => {
  const standing = await books.post('2026-03-31', [
    ['1920', '5.00'],
    ['6300', '-5.00'],
  ]);
  for (const includeCancelled of [true, false]) {
    const before = await plainIds();
    const filter = filterOf({ includeCancelled });
    const { pieces } = await readLedger(service.db, filter, everything);
    const reader = pieces[Symbol.asyncIterator]();
    const read = [...(await reader.next()).value!];
    const printed = ledgerItems(service.db, filter, 'account');
    const items = [(await printed.next()).value as LedgerItem];
    // Into days that were read, that were not, and of a line that was not read yet.
    await books.post('2026-01-15', [
      ['1920', '1.00'],
      ['6300', '-1.00'],
    ]);
    await books.post('2026-03-31', [
      ['1920', '2.00'],
      ['6300', '-2.00'],
    ]);
    if (!includeCancelled) await books.cancel(standing, '2026-04-01');
    for (let next = await reader.next(); !next.done; next = await reader.next()) read.push(...next.value);
    for await (const item of printed) items.push(item);
    expect(ids(read)).toEqual(before);
    expect(ids(linesOf(items)).toSorted()).toEqual(ids(read).toSorted());
    expect(read.filter(({ journalEntryId }) => journalEntryId === standing)).toHaveLength(2);
    expect(balanceOf(read)).toBe('0.00');
  }
  const now = await readLedger(service.db, filterOf({ includeCancelled: false }), everything);
  const lines = (await all(now.pieces)).flat();
  expect(lines.some(({ journalEntryId }) => journalEntryId === standing)).toBe(false);
  expect(lines).toHaveLength(LINES + 2 * 4);
});

it('holds no connection while nobody reads on, and leaves nothing behind when it is left', async () => {
  const context = { requestId: 'x', userId: 1 };
  await runInContext(context, async () => {
    const { pieces } = await readLedger(service.db, filterOf(), everything);
    const reader = pieces[Symbol.asyncIterator]();
    await reader.next();
    const printed = ledgerItems(service.db, filterOf(), 'account');
    await printed.next();
    // The same user, whose share is one of the connections, gets it again and again.
    for (let read = 0; read < 3; read++)
      expect(await service.db.report((executor) => executor.execute('select 1 as one'))).toEqual([{ one: 1 }]);
    await reader.return!();
    await printed.return();
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(await printed.next()).toEqual({ done: true, value: undefined });
  });
});
