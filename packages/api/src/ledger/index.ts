import { createAccount, deactivateAccount, getAccount, listAccounts, updateAccount } from './accounts.ts';
import { listAssetClasses } from './asset-classes.ts';
import { disposeAsset } from './asset-disposal.ts';
import { linkProperty, unlinkProperty } from './asset-property.ts';
import { createAsset, deactivateAsset, depreciateAssets, getAsset, listAssets, updateAsset } from './assets.ts';
import { getAccountBalances } from './balances.ts';
import { exportData, getDataExport, readDataExport } from './data-export.ts';
import { getCapTable, listEquityTransactionTypes, listShareClasses, listSharePositions } from './equity-positions.ts';
import {
  buyBackShares,
  getEquityTransaction,
  issueShares,
  listEquityTransactions,
  retireShares,
  splitShares,
  transferShares,
} from './equity-transactions.ts';
import {
  cancelJournalEntry,
  createJournalEntry,
  deleteJournalEntry,
  getJournalEntry,
  listJournalEntries,
  updateJournalEntry,
} from './journal-entries.ts';
import { createJournalEntries } from './journal-entry-batch.ts';
import { listJournalEntryLines } from './journal-entry-lines.ts';
import { ledgerReportEndpoints } from './ledgers.ts';
import { createPeriodLock, listPeriodLocks } from './period-locks.ts';
import { listProofKeys, listProofs } from './proofs.ts';
import { searchProperties } from './property.ts';
import { reportEndpoints } from './reports.ts';
import { saftImportEndpoints } from './saft-imports.ts';
import { statementEndpoints } from './statements.ts';
import { getTaxCode, listTaxCodes } from './tax-codes.ts';
import { listTaxBalances, listTaxLedgerEntries } from './tax-ledger.ts';

export * from './accounts.ts';
export * from './asset-classes.ts';
export * from './asset-disposal.ts';
export * from './asset-property.ts';
export * from './assets.ts';
export * from './balances.ts';
export * from './data-export.ts';
export * from './dimensions.ts';
export * from './equity-positions.ts';
export * from './equity-transactions.ts';
export * from './equity-values.ts';
export * from './filters.ts';
export * from './journal-entries.ts';
export * from './journal-entry-batch.ts';
export * from './journal-entry-lines.ts';
export * from './journal-lines.ts';
export * from './ledgers.ts';
export * from './period-locks.ts';
export * from './proofs.ts';
export * from './property.ts';
export * from './reports.ts';
export * from './saft-imports.ts';
export * from './statements.ts';
export * from './tax-accounts.ts';
export * from './tax-codes.ts';
export * from './tax-ledger.ts';

export const ledgerEndpoints = [
  listJournalEntries,
  createJournalEntry,
  createJournalEntries,
  getJournalEntry,
  updateJournalEntry,
  cancelJournalEntry,
  deleteJournalEntry,
  listJournalEntryLines,
  listAccounts,
  getAccountBalances,
  getAccount,
  createAccount,
  updateAccount,
  deactivateAccount,
  listTaxCodes,
  getTaxCode,
  listPeriodLocks,
  createPeriodLock,
  listAssetClasses,
  listAssets,
  createAsset,
  getAsset,
  updateAsset,
  deactivateAsset,
  depreciateAssets,
  disposeAsset,
  linkProperty,
  unlinkProperty,
  searchProperties,
  listTaxLedgerEntries,
  listTaxBalances,
  ...statementEndpoints,
  ...reportEndpoints,
  ...ledgerReportEndpoints,
  listEquityTransactions,
  getEquityTransaction,
  issueShares,
  transferShares,
  buyBackShares,
  retireShares,
  splitShares,
  listSharePositions,
  getCapTable,
  listShareClasses,
  listEquityTransactionTypes,
  exportData,
  getDataExport,
  readDataExport,
  listProofs,
  listProofKeys,
  ...saftImportEndpoints,
];
