import type { BankTransactionOut } from '@app/api/reconciliation/index';
import { recordWire } from '@app/records';
import type { z } from 'zod';
import type { BankTransaction, TransactionDetail } from './transaction.ts';

export type WireTransaction = z.input<typeof BankTransactionOut>;
export type WireDetail = NonNullable<WireTransaction['details']>[number];

/** A transaction without relations. */
export const transactionWire = (transaction: BankTransaction): WireTransaction => ({
  ...recordWire(transaction),
  bank_account_id: transaction.bankAccountId,
  bank_statement_id: transaction.bankStatementId,
  payee_name: transaction.payeeName,
  payee_bank_account_id: transaction.payeeBankAccountId,
  payor_name: transaction.payorName,
  payor_bank_account_id: transaction.payorBankAccountId,
  message_id: transaction.messageId,
  payment_id: transaction.paymentId,
  instruction_id: transaction.instructionId,
  end_to_end_id: transaction.endToEndId,
  booking_date: transaction.bookingDate,
  value_date: transaction.valueDate,
  memo: transaction.memo,
  instructed_amount: transaction.instructedAmount,
  instructed_currency_code: transaction.instructedCurrencyCode,
  instructed_exchange_rate: transaction.instructedExchangeRate,
  amount: transaction.amount,
  currency_code: transaction.currencyCode,
  exchange_rate: transaction.exchangeRate,
  bank_reference: transaction.bankReference,
  external_reconciled_amount: transaction.externalReconciledAmount,
});

export const detailWire = (detail: TransactionDetail): WireDetail => ({
  id: detail.id,
  transaction_type: detail.transactionType,
  account_name: detail.accountName,
  account_number: detail.accountNumber,
  account_currency_code: detail.accountCurrencyCode,
  archive_reference: detail.archiveReference,
  structured_reference: detail.structuredReference,
  bank_information: detail.bankInformation,
  amount: detail.amount,
  currency_code: detail.currencyCode,
  description: detail.description,
  booking_date: detail.bookingDate,
  value_date: detail.valueDate,
  invoice_number: detail.invoiceNumber,
  sender_name: detail.senderName,
  sender_account: detail.senderAccount,
  receiver_name: detail.receiverName,
  receiver_account: detail.receiverAccount,
  transaction_uuid: detail.transactionUuid,
  statement_uuid: detail.statementUuid,
});
