import { Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// The world plays documents, which owns the vouchers.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

let serial = 500;
function voucherOf({ clientAccountId }: Books): number {
  const id = ++serial;
  ledger.own(clientAccountId, 'voucher', { id, name: 'kvittering.pdf', isActive: true });
  return id;
}
const ask = async ({ clientAccountId }: Books, voucherIds: readonly number[], includesCancelled = false) =>
  (
    await ledger
      .connect(LedgerContract, 'documents')
      .GetVoucherEntries({ clientAccountId, voucherIds, includesCancelled })
  ).entries;

it('a draft and a posted entry are found by their vouchers, in their own company alone', async () => {
  const [own, stranger] = [await ledger.books(), await ledger.books()];
  const [drafted, posted, unused] = [voucherOf(own), voucherOf(own), voucherOf(own)];
  const draft = (await own.post({ ...rent(), is_draft: true, voucher_id: drafted })).body;
  const entry = await own.posted({ ...rent(), voucher_id: posted });
  const common = { postingDate: entry.lines[0].posting_date, description: entry.description, isCancelled: false };
  expect(await ask(own, [drafted, posted, unused])).toMatchObject([
    { ...common, id: draft.id, voucherId: drafted, isDraft: true },
    { ...common, id: entry.id, voucherId: posted, isDraft: false, sequenceNumber: entry.sequence_number },
  ]);
  expect(await ask(stranger, [drafted, posted])).toEqual([]);
});

it('cancelled entries are found when they are asked for, and reversals never', async () => {
  const own = await ledger.books();
  const voucher = voucherOf(own);
  const first = await own.posted({ ...rent(), voucher_id: voucher });
  const { status } = await own.call('PATCH', `/journal-entries/${first.id}`, {
    cancelled: 'Y',
    cancellation_reason: 'feil',
  });
  expect(status).toBe(200);
  const second = await own.posted({ ...rent(), voucher_id: voucher });
  expect((await ask(own, [voucher])).map(({ id }) => id)).toEqual([second.id]);
  expect((await ask(own, [voucher], true)).map(({ id, isCancelled }) => [id, isCancelled])).toEqual([
    [first.id, true],
    [second.id, false],
  ]);
});

it('more than a thousand vouchers are refused', async () => {
  const own = await ledger.books();
  await expect(
    ask(
      own,
      Array.from({ length: 1001 }, (_, i) => i + 1),
    ),
  ).rejects.toMatchObject({ status: 400 });
});
