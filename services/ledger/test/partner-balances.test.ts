import * as contracts from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { credit, debit, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

it('what stands on an account per business partner is debit minus credit of posted lines, cancelled ones included, drafts not', async () => {
  const books = await ledger.books();
  const other = await ledger.books();
  for (const id of [7, 8]) ledger.own(books.clientAccountId, 'businesspartner', { id });
  ledger.own(other.clientAccountId, 'businesspartner', { id: 7 });
  const of = (id: number) => ({ dimensions: [{ relation_type: 'businesspartner', relation_id: id }] });
  const sale = (id: number, amount: string, more: object = {}) => ({
    lines: [debit('1500', amount, of(id)), credit('1920', amount)],
    ...more,
  });

  await books.posted(sale(7, '100.25'));
  await books.posted({
    lines: [debit('1920', '30.00'), credit('1500', '30.00', { ...of(7), posting_date: '2031-01-01' })].map((line) => ({
      ...line,
      posting_date: '2031-01-01',
    })),
  });
  await books.posted(sale(7, '999.00', { is_draft: true }));
  const { id } = await books.posted(sale(8, '50.00'));
  await other.posted(sale(7, '5.00'));

  const client = ledger.connect(contracts.Ledger, 'organisation');
  const ask = async (ids: number[]) =>
    (
      await client.GetPartnerBalances({
        clientAccountId: books.clientAccountId,
        businessPartnerIds: ids,
        accountCodes: ['1500', '2400', '1920', '0000'],
      })
    ).balances;
  expect(await ask([8, 7, 9])).toEqual([
    { businessPartnerId: 7, accountCode: '1500', balance: '70.25' },
    { businessPartnerId: 8, accountCode: '1500', balance: '50.00' },
  ]);
  const cancelled = await books.call('PATCH', `/journal-entries/${id}`, {
    cancelled: 'Y',
    cancellation_reason: 'Wrong',
  });
  expect(cancelled.status).toBe(200);
  expect(await ask([8])).toEqual([{ businessPartnerId: 8, accountCode: '1500', balance: '0.00' }]);
  expect(await ask([])).toEqual([]);
});
