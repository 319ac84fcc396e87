import type { CamtAmount, CamtDetail, CamtEntry } from '@app/camt';
import { invalidFile } from './failures.ts';
import type { AdviceRow } from './rows.ts';
import { bookingDateOf } from './transaction.ts';

/** What says nothing of itself: an entry that stands without payments. */
const silent: Omit<CamtDetail, 'amount'> = {
  ...{ messageId: null, paymentId: null, instructionId: null, endToEndId: null, reference: null, uuid: null },
  ...{ transactionType: null, instructed: null, exchangeRate: null, charges: null, isCredit: null },
  debtor: { name: null, address: null, account: null },
  creditor: { name: null, address: null, account: null },
  ...{ text: null, structuredReference: null, invoiceNumber: null, information: null },
};

/** The payments that a credit entry of a notification tells of: its parts, or itself where it has none. */
export const paymentsOf = (entry: CamtEntry): readonly CamtDetail[] =>
  entry.details.length > 0 ? entry.details : [{ ...silent, amount: null }];

/**
 * A payment of a credit entry as a receivable payment. Its archive reference is that of the entry, by which statements
 * know it; several payments of an entry share it.
 * @throws Failure 400 for a payment of several that does not say its amount in the currency of the account
 */
export function adviceOf(payment: CamtDetail, entry: CamtEntry): AdviceRow {
  const booked = bookedAmount(payment, entry);
  const { amount, currency } = payment.instructed ?? entry.instructed ?? booked;
  const reference = entry.reference ?? payment.reference;
  const charges = payment.charges ?? (entry.details.length > 1 ? null : entry.charges);
  return {
    debtor_account_number: payment.debtor.account,
    debtor_name: payment.debtor.name,
    debtor_address: payment.debtor.address,
    archive_reference: reference,
    reference_end: reference && [...reference].slice(-5).join(''),
    description: payment.text ?? payment.information ?? entry.information,
    structured_reference: payment.structuredReference,
    document_number: payment.invoiceNumber,
    booking_date: bookingDateOf(entry),
    value_date: entry.valueDate,
    amount,
    currency_code: currency,
    booked_amount: booked.amount,
    account_currency_code: booked.currency,
    charge_amount: charges?.amount ?? null,
    charge_currency_code: charges?.currency ?? null,
    exchange_rate: payment.exchangeRate ?? entry.exchangeRate,
    transaction_type: payment.transactionType ?? entry.transactionType,
  };
}

function bookedAmount(payment: CamtDetail, entry: CamtEntry): CamtAmount {
  if (entry.details.length <= 1) return { amount: entry.amount, currency: entry.currency };
  if (payment.amount?.currency === entry.currency) return payment.amount;
  throw invalidFile(
    `Entry "${entry.reference ?? ''}" has several payments, one of them without its amount in ${entry.currency}`,
  );
}
