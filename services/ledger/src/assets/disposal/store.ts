import { conflict } from '@app/contract/failure';
import type { Executor, Tx } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { assetDisposals, taxLedgerEntries } from '../../schema/assets.ts';
import { ASSET } from '../asset.ts';
import { balancesOf } from '../balances.ts';
import type { AssetClass } from '../classes.ts';

export type NewDisposal = typeof assetDisposals.$inferInsert;
export type Disposal = typeof assetDisposals.$inferSelect;
export type NewTaxEntry = Omit<typeof taxLedgerEntries.$inferInsert, 'id'>;

/** The balances that a disposal writes off: those on the accounts of the class, and on any other account of assets. */
export async function balancesToWriteOff(
  tx: Tx,
  clientAccountId: number,
  assetId: number,
  ofClass: AssetClass,
): Promise<readonly { readonly accountCode: string; readonly balance: string }[]> {
  const own = [ofClass.assetAccount, ofClass.accumulatedAccount];
  const mandatory = await balancesOf(tx, clientAccountId, [assetId], 'mandatory');
  const codes = new Set([...own, ...mandatory.map(({ accountCode }) => accountCode).filter((code) => /^1/.test(code))]);
  return (await balancesOf(tx, clientAccountId, [assetId])).filter(({ accountCode }) => codes.has(accountCode));
}

/** Whether input VAT was deducted on a purchase of the asset. Raw: it asks of the lines what only their joins say. */
export async function hadInputVat(tx: Tx, clientAccountId: number, assetId: number): Promise<boolean> {
  const rows = await tx.execute<{ had: boolean }>(sql`
    select exists (
      select from journal_line_dimensions d
      join journal_lines l on l.client_account_id = d.client_account_id and l.id = d.journal_line_id and l.journal_entry_id = d.journal_entry_id
      join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id and not e.is_draft and e.cancelled is null
      join tax_codes t on t.id = l.tax_code_id
      where d.client_account_id = ${clientAccountId} and d.relation_type = ${ASSET} and d.relation_id = ${assetId} and l.debit > 0
        and t.acquisition_tax_account_id is not null) as had`);
  return rows[0]!.had;
}

/** Whether proceeds may not go to the account, since it is a bank account. Raw: one question of two tables. */
export async function isBankAccount(ex: Executor, clientAccountId: number, code: string): Promise<boolean> {
  if (code === '1920' || code === '1950') return true;
  const rows = await ex.execute<{ is: boolean }>(sql`
    select exists (
      select from accounts a join account_mandatory_dimensions m on m.account_id = a.id and m.relation_type = 'bankacc'
      where a.account_code = ${code} and (a.client_account_id is null or a.client_account_id = ${clientAccountId})) as is`);
  return rows[0]!.is;
}

export async function insertDisposal(tx: Tx, disposal: NewDisposal): Promise<void> {
  await tx.insert(assetDisposals).values(disposal);
}

export async function insertTaxEntries(tx: Tx, entries: readonly NewTaxEntry[]): Promise<void> {
  const id = sql`nextval('journal_lines_id_seq')`;
  await tx.insert(taxLedgerEntries).values(entries.map((entry) => ({ ...entry, id })));
}

const ofAsset = (clientAccountId: number, assetId: number) =>
  and(eq(assetDisposals.clientAccountId, clientAccountId), eq(assetDisposals.assetId, assetId));

export async function findDisposal(
  ex: Executor,
  clientAccountId: number,
  assetId: number,
): Promise<Disposal | undefined> {
  const [row] = await ex.select().from(assetDisposals).where(ofAsset(clientAccountId, assetId));
  return row;
}

/**
 * The entry of a disposal is cancelled by nobody: the asset would stay disposed of, in the tax ledger as well.
 * @throws Failure 409
 */
export async function assertNoDisposal(ex: Executor, clientAccountId: number, journalEntryId: number): Promise<void> {
  const d = assetDisposals;
  const [disposal] = await ex
    .select({ assetId: d.assetId })
    .from(d)
    .where(and(eq(d.clientAccountId, clientAccountId), eq(d.journalEntryId, journalEntryId)));
  if (disposal)
    throw conflict(
      `Journal entry ${journalEntryId} is the disposal of asset ${disposal.assetId}, which stands; correct it by an entry of its own`,
    );
}

export async function setVoucher(tx: Tx, clientAccountId: number, assetId: number, voucherId: number): Promise<void> {
  await tx.update(assetDisposals).set({ voucherId }).where(ofAsset(clientAccountId, assetId));
}
