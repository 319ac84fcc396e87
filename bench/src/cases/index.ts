import type { BenchCase } from '../bench-case.ts';
import { bankTransactionsPage } from './bank-transactions.ts';
import { batch } from './batch.ts';
import { camt } from './camt.ts';
import { events } from './events.ts';
import { invoice } from './invoice.ts';
import { ledgerMemory, ledgerPage, ledgerStream, ledgerWorkbook } from './ledger.ts';
import { linesPage } from './lines-page.ts';
import { preparedPeriods } from './periods.ts';
import { posting } from './posting.ts';
import { postingGateway } from './posting-gateway.ts';
import { postingLarge } from './posting-large.ts';
import { postingLatency } from './posting-latency.ts';
import { postingOneCompany } from './posting-one-company.ts';
import { postingProof } from './posting-proof.ts';
import { reconcile } from './reconcile.ts';
import { pagesRecognised, pagesRendered } from './rendering.ts';
import { saftCompressed, saftFile, saftMemory } from './saft.ts';
import { saftImport, saftImportWhole } from './saft-import.ts';
import { smallGet, verifiedRead } from './small-get.ts';
import { idleMemory, warmStart } from './start.ts';
import { balanceSheetGrowth, incomeStatementGrowth } from './statements.ts';
import { tokens, tokensThroughGateway } from './tokens.ts';
import { traces } from './traces.ts';
import { trialBalance, trialBalanceGrowth } from './trial-balance.ts';
import { units } from './units.ts';
import { upload } from './upload.ts';
import { similarVouchers, vouchersPage } from './voucher-lists.ts';

/**
 * In the order they run: what starts a platform of its own first, then what wants an empty stream, the large books
 * last.
 */
export const cases: readonly BenchCase[] = [
  warmStart,
  idleMemory,
  pagesRendered,
  pagesRecognised,
  events,
  posting,
  postingOneCompany,
  postingGateway,
  postingLatency,
  traces,
  postingProof,
  reconcile,
  invoice,
  batch,
  saftImport,
  saftImportWhole,
  camt,
  upload,
  vouchersPage,
  similarVouchers,
  bankTransactionsPage,
  tokens,
  tokensThroughGateway,
  smallGet,
  verifiedRead,
  ...units,
  postingLarge,
  trialBalance,
  trialBalanceGrowth,
  balanceSheetGrowth,
  incomeStatementGrowth,
  linesPage,
  ledgerPage,
  ledgerStream,
  ledgerMemory,
  ledgerWorkbook,
  saftFile,
  saftCompressed,
  saftMemory,
  preparedPeriods,
];
