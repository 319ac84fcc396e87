import { ACCOUNT, anyOf, DOCUMENT_ENTRIES, deleted, type ErasureStep, rowsOf, type Tx } from '@app/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { accountMandatoryDimensions, accounts } from '../schema/accounts.ts';
import { assetDepreciations, assetDisposals, assetSeries, assets, taxLedgerEntries } from '../schema/assets.ts';
import { dailyLineCounts, monthlyBalances, monthlyDimensionBalances } from '../schema/balances.ts';
import { claimCommands } from '../schema/claim-commands.ts';
import { currencyOrders } from '../schema/currency-orders.ts';
import { dataExports } from '../schema/data-exports.ts';
import { erasedNumbers, leavingEntries } from '../schema/erased-entries.ts';
import { journalCounters } from '../schema/journal-counters.ts';
import { journalEntries } from '../schema/journal-entries.ts';
import { journalLineDimensions, journalLines } from '../schema/journal-lines.ts';
import { lineClaims, lineClaimTotals } from '../schema/line-claims.ts';
import { periodLocks } from '../schema/period-locks.ts';
import { accountFacts, referenceValues } from '../schema/projections.ts';
import { proofBlocks, proofHeads } from '../schema/proofs.ts';
import { saftImportBatches, saftImportPieces, saftImportRecords, saftImports } from '../schema/saft-imports.ts';
import { sharePositions } from '../schema/share-positions.ts';
import { shareRegisters } from '../schema/share-registers.ts';
import { shareTransactions } from '../schema/share-transactions.ts';
import { accountTaxCodes } from '../schema/tax-codes.ts';

const JOURNAL = ['JOURNAL_ENTRIES', ACCOUNT];
const CLAIMS = ['RECONCILIATIONS', ...JOURNAL];
/** What takes some entries out of the books: see `noteLeavingEntries`. */
const LEAVING = [DOCUMENT_ENTRIES, 'RECONCILIATIONS'];
const EQUITY = ['EQUITY', ACCOUNT];
const ASSETS = ['ASSETS', ACCOUNT];
const whole = { with: [ACCOUNT] };

/** What follows rows that went, in one statement that does nothing when it comes again. */
const after = (categories: readonly string[], statement: (clientAccountId: number) => SQL): ErasureStep => ({
  with: categories,
  erase: async (tx, clientAccountId) => {
    await tx.execute(statement(clientAccountId));
    return 0;
  },
});

/** An entry and its reversal name each other, so they go together. */
const entries = (tx: Tx, clientAccountId: number, most: number): Promise<number> =>
  deleted(
    tx,
    sql`delete from ${journalEntries} where client_account_id = ${clientAccountId}::bigint and id in (
      with picked as (
        select id, cancellation_entry_id from ${journalEntries} where client_account_id = ${clientAccountId}::bigint limit ${most}
      )
      select id from picked
      union select cancellation_entry_id from picked where cancellation_entry_id is not null
      union select e.id from ${journalEntries} e join picked p on e.cancellation_entry_id = p.id
        where e.client_account_id = ${clientAccountId}::bigint)`,
  );

/** Entries of one transaction: of documents with many lines too. */
const ENTRIES_AT_ONCE = 100;

/**
 * Entries that leave with what they were posted for, in the transaction that takes them out of the sums: the other entries and
 * their balances are right at every moment. Raw: a function of the database, which may change what the role that erases
 * may not.
 */
const leavingOnes = async (tx: Tx, clientAccountId: number): Promise<number> => {
  const [row] = await tx.execute<{ ids: readonly string[] }>(
    sql`select withdraw_entries(${clientAccountId}::bigint, ${ENTRIES_AT_ONCE}::integer) as ids`,
  );
  const ids = (row?.ids ?? []).map(Number);
  if (ids.length === 0) return 0;
  for (const parts of [journalLineDimensions, journalLines])
    await tx.delete(parts).where(and(eq(parts.clientAccountId, clientAccountId), anyOf(parts.journalEntryId, ids)));
  await tx
    .delete(journalEntries)
    .where(and(eq(journalEntries.clientAccountId, clientAccountId), anyOf(journalEntries.id, ids)));
  return ids.length;
};

/**
 * The sums of claims, where their lines stay: documents learn that these are unpaid again. Raw: a function of the database, which
 * may say so where the role that erases may not.
 */
const claimTotals = async (tx: Tx, clientAccountId: number, most: number): Promise<number> => {
  const [row] = await tx.execute<{ count: number }>(
    sql`select forget_claims(${clientAccountId}::bigint, ${most}::integer) as count`,
  );
  return row?.count ?? 0;
};

/** Sums of nothing, as if there had never been anything. */
const emptySums = sql`line_count = 0 and cancelled_line_count = 0 and draft_line_count = 0`;

/** Of an account whose books have lost an entry by this reset. */
const ofBooksWithout = (table: typeof proofBlocks | typeof proofHeads): SQL => sql`exists (
  select from ${leavingEntries} gone where gone.client_account_id = ${table.clientAccountId} and gone.is_gone)`;

/** The parts of the account's own accounts; those of the system chart are nobody's. */
const partsOf = (table: typeof accountMandatoryDimensions | typeof accountTaxCodes): ErasureStep => ({
  ...whole,
  erase: (tx, clientAccountId, most) =>
    deleted(
      tx,
      sql`delete from ${table} where account_id = any (array(
        select a.id from ${accounts} a where a.client_account_id = ${clientAccountId}::bigint
          and exists (select from ${table} p where p.account_id = a.id) limit ${most}))`,
    ),
});

/**
 * What the ledger holds of a client account, in the order of references. Numbers of entries are not given again after a
 * reset, unless everything goes. Where some entries go and others stay, what is proven is chained anew.
 */
export const erasureSteps: readonly ErasureStep[] = [
  // Without its entries no month is written down.
  rowsOf(assetDepreciations, { with: ['ASSETS', ...JOURNAL] }),
  rowsOf(taxLedgerEntries, { with: ASSETS }),
  rowsOf(assetDisposals, { with: ASSETS }),
  rowsOf(assets, { with: ASSETS, counts: 'ASSETS' }),
  rowsOf(referenceValues, { with: ['ASSETS'], where: sql`relation_type = 'asset'` }),
  rowsOf(assetSeries, { with: ['ALL', ACCOUNT] }),
  rowsOf(lineClaims, { with: CLAIMS }),
  rowsOf(lineClaimTotals, { with: JOURNAL }),
  { table: 'line_claim_totals', with: ['RECONCILIATIONS'], without: JOURNAL, erase: claimTotals },
  rowsOf(claimCommands, { with: CLAIMS }),
  after(CLAIMS, (id) => sql`select forget_reconciled(${id}::bigint)`),
  // The figures of the bank go with what was compared with them.
  rowsOf(lineClaims, { with: ['BANK'], where: sql`kind = 'external'` }),
  after(['BANK'], (id) => sql`select forget_external(${id}::bigint)`),
  rowsOf(journalLineDimensions, { with: JOURNAL }),
  rowsOf(journalLines, { with: JOURNAL }),
  { table: 'journal_entries', with: JOURNAL, counts: 'JOURNAL_ENTRIES', erase: entries },
  { table: 'journal_entries', with: LEAVING, counts: 'JOURNAL_ENTRIES', erase: leavingOnes },
  rowsOf(monthlyBalances, { with: LEAVING, where: emptySums }),
  rowsOf(monthlyDimensionBalances, { with: LEAVING, where: emptySums }),
  rowsOf(dailyLineCounts, { with: LEAVING, where: sql`posted = 0 and cancelled = 0 and drafts = 0` }),
  // What is proven is other books now; where no entry went it stands.
  rowsOf(proofBlocks, { with: LEAVING, where: ofBooksWithout(proofBlocks) }),
  rowsOf(proofHeads, { with: LEAVING, where: ofBooksWithout(proofHeads) }),
  rowsOf(leavingEntries, { with: [...LEAVING, ...JOURNAL] }),
  rowsOf(monthlyBalances, { with: JOURNAL }),
  rowsOf(monthlyDimensionBalances, { with: JOURNAL }),
  rowsOf(dailyLineCounts, { with: JOURNAL }),
  after(['JOURNAL_ENTRIES'], (id) => sql`select forget_entries(${id}::bigint)`),
  // All numbers up to the last one are erased now.
  rowsOf(erasedNumbers, { with: JOURNAL }),
  rowsOf(saftImportPieces, { with: JOURNAL }),
  rowsOf(saftImportRecords, { with: JOURNAL }),
  rowsOf(saftImportBatches, { with: JOURNAL }),
  rowsOf(saftImports, { with: JOURNAL }),
  rowsOf(shareTransactions, { with: EQUITY, counts: 'EQUITY' }),
  rowsOf(sharePositions, { with: EQUITY }),
  // The moment of the last change stays with a reset: whoever follows the changes compares with it.
  rowsOf(shareRegisters, whole),
  rowsOf(periodLocks, { with: ['PERIOD_LOCKS', ACCOUNT], counts: 'PERIOD_LOCKS' }),
  after(['PERIOD_LOCKS'], (id) => sql`select forget_period_lock(${id}::bigint)`),
  after(['ALL'], (id) => sql`select restart_numbers(${id}::bigint)`),
  rowsOf(referenceValues, { with: ['BUSINESS_PARTNERS'], where: sql`relation_type = 'businesspartner'` }),
  rowsOf(referenceValues, whole),
  partsOf(accountMandatoryDimensions),
  partsOf(accountTaxCodes),
  rowsOf(accounts, whole),
  rowsOf(currencyOrders, whole),
  rowsOf(dataExports, whole),
  rowsOf(accountFacts, whole),
  rowsOf(journalCounters, whole),
  // At last: the job that chains may have been reading while entries went. From here on it stores nothing of them, and
  // signs nothing that is not chained.
  rowsOf(proofBlocks, { with: JOURNAL }),
  rowsOf(proofHeads, { with: JOURNAL }),
];
