import { anyOf, type Executor } from '@app/db';
import { instantOut } from '@app/records';
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { bankStatements } from '../../schema/bank-statements.ts';
import { receivablePayments } from '../../schema/receivable-payments.ts';

/** Statements that were stored, as they are shown. */
export async function statementsOf(ex: Executor, clientAccountId: number, ids: readonly number[]) {
  const s = bankStatements;
  const rows = await ex
    .select(getTableColumns(s))
    .from(s)
    .where(and(eq(s.clientAccountId, clientAccountId), anyOf(s.id, ids)))
    .orderBy(asc(s.id));
  return rows.map((row) => ({
    id: row.id,
    uuid: row.uuid,
    created_at: instantOut(row.createdAt),
    created_by_id: row.createdById,
    client_account_id: row.clientAccountId,
    bank_account_id: row.bankAccountId,
    statement_reference: row.statementReference,
    from_date: row.fromDate,
    to_date: row.toDate,
    opening_balance: row.openingBalance,
    closing_balance: row.closingBalance,
    currency_code: row.currencyCode,
    source: row.source,
    transaction_count: row.transactionCount,
  }));
}

/** Receivable payments that were stored, as they are shown. */
export async function advicesOf(ex: Executor, clientAccountId: number, ids: readonly number[]) {
  const r = receivablePayments;
  const rows = await ex
    .select(getTableColumns(r))
    .from(r)
    .where(and(eq(r.clientAccountId, clientAccountId), anyOf(r.id, ids)))
    .orderBy(asc(r.id));
  return rows.map((row) => ({
    id: row.id,
    client_account_id: row.clientAccountId,
    bank_account_id: row.bankAccountId,
    debtor_account_number: row.debtorAccountNumber,
    debtor_name: row.debtorName,
    debtor_address: row.debtorAddress,
    archive_reference: row.archiveReference,
    description: row.description,
    structured_reference: row.structuredReference,
    document_number: row.documentNumber,
    booking_date: row.bookingDate,
    value_date: row.valueDate,
    amount: row.amount,
    currency_code: row.currencyCode,
    booked_amount: row.bookedAmount,
    account_currency_code: row.accountCurrencyCode,
    charge_amount: row.chargeAmount,
    charge_currency_code: row.chargeCurrencyCode,
    exchange_rate: row.exchangeRate,
    transaction_type: row.transactionType,
  }));
}
