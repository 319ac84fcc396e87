import { beforeAll, expect, it } from 'vitest';
import { type Bookkeeping, expectSound, newBookkeeping } from '../src/bookkeeping.ts';
import { lastMonth } from '../src/last-month.ts';
import { explainDraft, type Period, periodOf, preparePeriods } from '../src/periods.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers, eventually } from '../src/system.ts';

/** A month is closed, somebody posts into it, and it is closed again, over the whole platform. */

const month = lastMonth();

let system: Addresses;
let books: Bookkeeping;
beforeAll(async () => {
  system = sharedSystem();
  books = await newBookkeeping(system, createNumbers(), {
    ...{ vat_liable: false, vat_return_frequency: 'MONTHLY' },
    ...{ early_access: true, reconciliation_frequency: 'VAT_TERM' },
  });
});

/** Posts an amount from an account to another one in the month. */
const post = (amount: string, from: string, to: string, key: string) =>
  books.done(
    'POST',
    '/journal-entries/',
    {
      ...books.own,
      lines: [
        { posting_date: month.day(10), account_code: to, debit: amount, credit: '0' },
        { posting_date: month.day(10), account_code: from, debit: '0', credit: amount },
      ],
    },
    key,
  );

const draftsOf = ({ scopes }: Period) =>
  scopes.flatMap(({ external_reconciliation: record }) => (record?.is_draft ? [record] : []));
const recordsOf = async (query: string): Promise<number> => {
  const path = `/external-reconciliations?client_account_id=${books.own.client_account_id}&${query}`;
  return (await books.done('GET', path)).meta.records;
};

it('a closed month into which somebody posts is open again at once, with a new draft, and is closed again', async () => {
  const { api, done, expectClosed } = books;
  await post('30000.00', '2000', '1240', 'capital');
  const prepared = await preparePeriods(books, month);
  for (const draft of draftsOf(prepared)) await explainDraft(books, draft);
  const closed = await periodOf(books, month);
  expect(closed.status).toBe('RECONCILED');
  expect(draftsOf(closed)).toEqual([]);
  const path = `/reconciliation-periods/${closed.id}`;
  await expectClosed('GET', path);
  await expectClosed('PATCH', path, { status: 'REOPENED' });
  expect(await recordsOf('is_deleted=true')).toBe(0);
  const before = await recordsOf('is_draft=null');

  // The same posting, sent twice under its key, moves the two accounts once.
  await post('500.00', '2000', '1240', 'late');
  await post('500.00', '2000', '1240', 'late');
  const reopened = await eventually(
    () => periodOf(books, month),
    (period) => period.status === 'REOPENED' && draftsOf(period).length > 0,
  );
  const drifted = draftsOf(reopened);
  expect(drifted.map(({ ledger_amount }) => ledger_amount).sort()).toEqual(['-30500.00', '30500.00']);
  expect(await recordsOf('is_deleted=true')).toBe(2);
  const retired = closed.scopes.flatMap(({ external_reconciliation: record }) =>
    record && ['-30000.00', '30000.00'].includes(record.ledger_amount) ? [record.id] : [],
  );
  expect(retired).toHaveLength(2);
  for (const id of retired) {
    expect(await done('GET', `/external-reconciliations/${id}`)).toMatchObject({ is_deleted: true });
    const late = await api('PATCH', `/external-reconciliations/${id}`, { is_draft: false });
    expect([late.status, late.body.error?.code]).toEqual([409, 'external_reconciliation.deleted']);
  }
  // What did not move keeps its record, and preparing once more makes nothing.
  await preparePeriods(books, month);
  expect(await recordsOf('is_draft=null')).toBe(before);

  for (const draft of drifted) {
    await expectClosed('PATCH', `/external-reconciliations/${draft.id}`, { is_draft: false });
    await explainDraft(books, draft);
  }
  expect(await periodOf(books, month)).toMatchObject({ id: closed.id, status: 'RECONCILED' });
  expect(await recordsOf('is_draft=null')).toBe(before);

  // By hand it is opened once, by the company alone; its records stay.
  expect(await done('PATCH', path, { status: 'REOPENED' })).toMatchObject({ status: 'REOPENED' });
  expect((await api('PATCH', path, { status: 'REOPENED' })).status).toBe(400);
  expect(await recordsOf('is_draft=null')).toBe(before);
  await expectSound(system, 'reconciliation', 'ledger');
});
