import { ACCOUNT, DOCUMENT_ENTRIES, type ErasureStep, rowsOf } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { forgetBankAccounts, forgetPartnerAccounts } from '../bank-accounts/forget.ts';
import { externalErasure } from '../external/erasing.ts';
import { bookedErasure, settledErasure } from '../payments/erasing.ts';
import { periodErasure } from '../periods/erasing.ts';
import { bankAccounts } from '../schema/bank-accounts.ts';
import { bankStatements } from '../schema/bank-statements.ts';
import { bankTransactionDetails, bankTransactions } from '../schema/bank-transactions.ts';
import { changeTurns } from '../schema/change-turns.ts';
import {
  internalReconciliationCounters,
  internalReconciliationEntries,
  internalReconciliations,
} from '../schema/internal-reconciliations.ts';
import { matchingBooks, matchingProposals } from '../schema/matching.ts';
import { paymentMatching } from '../schema/payment-matching.ts';
import { paymentExports, payments } from '../schema/payments.ts';
import { receivablePayments } from '../schema/receivable-payments.ts';
import { transactionStatements } from '../schema/transaction-statements.ts';

const BANK = ['BANK', 'ALL', ACCOUNT];
const EVERYTHING = ['ALL', ACCOUNT];
/** Whoever clears the journal clears what was made of its lines too. */
const RECONCILIATIONS = ['RECONCILIATIONS', ...EVERYTHING];
/** What is paid, and what was booked for it, is gone: `DOCUMENTS` clears their payments (docs/contract). */
const PAYMENTS = ['DOCUMENTS', 'VOUCHERS', 'JOURNAL_ENTRIES', ...EVERYTHING];

/** What a row names goes with other categories than the row: it stays without it. */
const without = (category: string, table: PgTable, column: string, which?: SQL): ErasureStep => ({
  with: [category],
  erase: async (tx, clientAccountId) => {
    const name = sql.identifier(column);
    await tx.execute(sql`
      update ${table} set ${name} = null where client_account_id = ${clientAccountId}::bigint and ${name} is not null
        ${which === undefined ? sql`` : sql`and ${which}`}`);
    return 0;
  },
});

const ofPartner = (column: string): SQL => sql`exists (
  select from ${bankAccounts} b where b.client_account_id = bank_transactions.client_account_id
    and b.id = bank_transactions.${sql.identifier(column)} and b.business_partner_id is not null)`;

/** What the service holds of a client account, in the order in which it goes. */
export const erasureSteps: readonly ErasureStep[] = [
  bookedErasure,
  rowsOf(payments, { with: PAYMENTS, without: [DOCUMENT_ENTRIES] }),
  rowsOf(paymentExports, { with: PAYMENTS }),
  without('BANK', payments, 'bank_transaction_id'),
  // The movement that paid is open again, as are the debt and the line of the house account.
  without('RECONCILIATIONS', payments, 'bank_transaction_id', sql`status = 'PAID'`),
  rowsOf(transactionStatements, { with: BANK }),
  without('BUSINESS_PARTNERS', transactionStatements, 'business_partner_id'),
  without('VOUCHERS', transactionStatements, 'voucher_id'),
  ...periodErasure,
  ...externalErasure,
  rowsOf(bankTransactionDetails, { with: BANK }),
  rowsOf(bankTransactions, { with: BANK, counts: 'BANK' }),
  without('BUSINESS_PARTNERS', bankTransactions, 'payee_bank_account_id', ofPartner('payee_bank_account_id')),
  without('BUSINESS_PARTNERS', bankTransactions, 'payor_bank_account_id', ofPartner('payor_bank_account_id')),
  rowsOf(bankStatements, { with: BANK, counts: 'BANK' }),
  rowsOf(receivablePayments, { with: BANK, counts: 'BANK' }),
  { table: 'bank_accounts', with: ['BUSINESS_PARTNERS'], erase: forgetPartnerAccounts },
  { table: 'bank_accounts', with: EVERYTHING, erase: forgetBankAccounts },
  rowsOf(internalReconciliationEntries, { with: RECONCILIATIONS }),
  rowsOf(internalReconciliations, { with: RECONCILIATIONS, counts: 'RECONCILIATIONS' }),
  settledErasure,
  // Numbers are not given again, unless everything goes.
  rowsOf(internalReconciliationCounters, { with: EVERYTHING }),
  rowsOf(matchingProposals, { with: RECONCILIATIONS }),
  rowsOf(matchingBooks, { with: EVERYTHING }),
  rowsOf(paymentMatching, { with: EVERYTHING }),
  rowsOf(changeTurns, { with: [ACCOUNT] }),
];
