import type { ReceivablePaymentOut } from '@app/api/reconciliation/index';
import type { z } from 'zod';
import type { ReceivablePayment } from './store.ts';

export type WireReceivablePayment = z.input<typeof ReceivablePaymentOut>;

export const receivablePaymentWire = (advice: ReceivablePayment): WireReceivablePayment => ({
  id: advice.id,
  client_account_id: advice.clientAccountId,
  bank_account_id: advice.bankAccountId,
  debtor_account_number: advice.debtorAccountNumber,
  debtor_name: advice.debtorName,
  debtor_address: advice.debtorAddress,
  archive_reference: advice.archiveReference,
  description: advice.description,
  structured_reference: advice.structuredReference,
  document_number: advice.documentNumber,
  booking_date: advice.bookingDate,
  value_date: advice.valueDate,
  amount: advice.amount,
  currency_code: advice.currencyCode,
  booked_amount: advice.bookedAmount,
  account_currency_code: advice.accountCurrencyCode,
  charge_amount: advice.chargeAmount,
  charge_currency_code: advice.chargeCurrencyCode,
  exchange_rate: advice.exchangeRate,
  transaction_type: advice.transactionType,
});
