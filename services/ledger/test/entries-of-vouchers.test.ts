import { Ledger as LedgerContract, References } from '@app/rpc';
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
      .GetVoucherEntries({ clientAccountId, voucherIds, includesCancelled, includesLines: false })
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

it('entries of vouchers are as new as their revision, and say what their lines are found by', async () => {
  const own = await ledger.books();
  const voucher = voucherOf(own);
  const question = { clientAccountId: own.clientAccountId, voucherIds: [voucher], includesCancelled: true };
  const client = ledger.connect(LedgerContract, 'documents');
  const before = await client.GetVoucherEntries({ ...question, includesLines: true });
  const entry = await own.posted({ ...rent(), voucher_id: voucher });
  const after = await client.GetVoucherEntries({ ...question, includesLines: true });
  expect(after.revision).toBeGreaterThan(before.revision);
  const said = (await ledger.events('ledger.journal_entry.posted')).find(
    ({ payload }) => payload.journal_entry_id === entry.id,
  );
  expect(after.revision).toBe(said!.payload.version);
  expect(new Set(after.entries[0]!.lines.map(({ accountCode }) => accountCode))).toEqual(
    new Set(entry.lines.map((line: { account_code: string }) => line.account_code)),
  );
  expect(after.entries[0]!.lines[0]!.postingDate).toBe(entry.lines[0].posting_date);
});

it('vouchers that go lose their drafts and take no entry again, all or none', async () => {
  const [own, stranger] = [await ledger.books(), await ledger.books()];
  const [drafted, posted] = [voucherOf(own), voucherOf(own)];
  const draft = (await own.post({ ...rent(), is_draft: true, voucher_id: drafted })).body;
  const entry = await own.posted({ ...rent(), voucher_id: posted });
  const release = async ({ clientAccountId }: Books, voucherIds: readonly number[]) =>
    (await ledger.connect(LedgerContract, 'documents').ReleaseVouchers({ clientAccountId, voucherIds }))
      .postedVoucherIds;

  expect(await release(own, [drafted, posted])).toEqual([posted]);
  expect(await release(stranger, [drafted])).toEqual([]);
  expect((await ask(own, [drafted])).map(({ id }) => id)).toEqual([draft.id]);

  expect(await release(own, [drafted])).toEqual([]);
  expect(await release(own, [drafted])).toEqual([]);
  expect((await own.call('GET', `/journal-entries/${draft.id}`)).status).toBe(404);
  const gone = (await ledger.events('ledger.journal_entry.draft_removed')).map(
    ({ payload }) => payload.journal_entry_id,
  );
  expect(gone.filter((id) => id === draft.id)).toHaveLength(1);
  ledger.own(own.clientAccountId, 'voucher', { id: drafted, name: 'kvittering.pdf', isActive: false });
  expect((await own.post({ ...rent(), voucher_id: drafted })).status).toBe(400);
  expect((await own.call('GET', `/journal-entries/${entry.id}`)).status).toBe(200);
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

it('entries are resolved as references, in their own company alone, and no other kind of record is', async () => {
  const [own, stranger] = [await ledger.books(), await ledger.books()];
  const entry = await own.posted(rent());
  const references = ledger.connect(References, 'documents');
  const resolve = async ({ clientAccountId }: Books, type = 'journalentry') =>
    (await references.Resolve({ clientAccountId, type, ids: [entry.id, 999_999_999] })).references;
  expect(await resolve(own)).toEqual([{ id: entry.id, name: entry.description, isActive: true }]);
  expect(await resolve(stranger)).toEqual([]);
  await expect(resolve(own, 'voucher')).rejects.toMatchObject({ status: 400 });
});

it('other services read the national VAT codes as the API shows them', async () => {
  const own = await ledger.books();
  const { taxCodes } = await ledger.connect(LedgerContract, 'documents').ListTaxCodes({});
  const shown = (await own.call('GET', '/tax-codes')).body as Record<string, unknown>[];
  expect(
    taxCodes.map((code) => ({
      id: code.id,
      code: code.code,
      tax_rate: code.rate,
      category: code.category ?? null,
      tax_account_id: code.taxAccountId ?? null,
      acquisition_tax_account_id: code.acquisitionTaxAccountId ?? null,
      active_from: code.activeFrom ?? null,
      active_to: code.activeTo ?? null,
      compensation: code.compensation,
    })),
  ).toEqual(shown.map(({ description: _, ...code }) => code));
  expect(taxCodes.map(({ descriptionNob }) => descriptionNob)).toEqual(shown.map(({ description }) => description));
});
