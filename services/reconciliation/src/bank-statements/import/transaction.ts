import type { CamtAmount, CamtDetail, CamtEntry, CamtParty, CamtStatement } from '@app/camt';
import { invalidFile } from './failures.ts';
import type { DetailRow, TransactionRow } from './rows.ts';

/** What every entry of a statement has in common. */
export interface StatementContext {
  readonly statement: CamtStatement;
  readonly statementUuid: string;
  /** The house account that the statement is of. */
  readonly bankAccountId: number;
  readonly currency: string;
  /** 1 for an account in the currency of the books; else there is none (docs/contract/bank-statements.md). */
  readonly exchangeRate: string | null;
  /** The bank account of a number, where the company knows it. */
  readonly accountOf: (number: string | null) => number | null;
}

const nobody: CamtParty = { name: null, address: null, account: null };

const isIncoming = ({ amount }: Pick<CamtEntry, 'amount'>): boolean => !amount.startsWith('-');

/** The day on which the bank booked an entry. @throws Failure 400 for an entry that does not say it */
export function bookingDateOf({ bookingDate, reference }: CamtEntry): string {
  if (bookingDate === null) throw invalidFile(`Entry "${reference ?? ''}" has no booking date (BookgDt)`);
  return bookingDate;
}

/** An entry of a statement as a bank transaction. What payments of a batch say of themselves stands in its details. */
export function transactionOf(entry: CamtEntry, context: StatementContext): TransactionRow {
  const { amount, currency } = entry;
  const only = entry.details.length === 1 ? entry.details[0] : undefined;
  const other = counterparty(entry, only);
  const own = { name: context.statement.account.owner, id: context.bankAccountId };
  const known = { name: other.name, id: context.accountOf(other.account) };
  const [payee, payor] = isIncoming(entry) ? [own, known] : [known, own];
  return {
    payee_name: payee.name,
    payee_bank_account_id: payee.id,
    payor_name: payor.name,
    payor_bank_account_id: payor.id,
    message_id: only?.messageId ?? entry.batch?.messageId ?? null,
    payment_id: only?.paymentId ?? entry.batch?.paymentId ?? null,
    instruction_id: only?.instructionId ?? null,
    end_to_end_id: only?.endToEndId ?? null,
    booking_date: bookingDateOf(entry),
    value_date: entry.valueDate,
    memo: only?.text ?? only?.information ?? entry.information,
    ...instructionOf(entry, only),
    amount,
    currency_code: currency,
    exchange_rate: context.exchangeRate,
    // It has one in the accounting currency alone.
    rate_to: context.exchangeRate === null ? null : currency,
    bank_reference: entry.reference,
  };
}

/** Whoever is on the other side. A reversal names the parties of the payment that it takes back. */
function counterparty(entry: CamtEntry, only: CamtDetail | undefined): CamtParty {
  if (!only) return nobody;
  return isIncoming(entry) === entry.isReversal ? only.creditor : only.debtor;
}

/** What was asked to be paid: where the file does not say it, what moved. */
function instructionOf(entry: CamtEntry, only: CamtDetail | undefined) {
  const instructed = only?.instructed ?? entry.instructed;
  const { amount, currency }: CamtAmount = instructed ?? {
    amount: entry.amount.replace('-', ''),
    currency: entry.currency,
  };
  const rate = only?.exchangeRate ?? entry.exchangeRate;
  return {
    instructed_amount: isIncoming(entry) ? amount : `-${amount}`,
    instructed_currency_code: currency,
    instructed_exchange_rate: rate ?? (currency === entry.currency ? '1' : null),
  };
}

/** A payment within an entry (`TxDtls`) as a detail of its transaction. */
export function detailOf(detail: CamtDetail, entry: CamtEntry, context: StatementContext): DetailRow {
  const { account } = context.statement;
  const isOnly = entry.details.length === 1;
  const moved = detail.amount ?? (isOnly ? { amount: entry.amount.replace('-', ''), currency: entry.currency } : null);
  const isCredit = detail.isCredit ?? isIncoming(entry);
  return {
    transaction_type: detail.transactionType ?? entry.transactionType,
    account_name: account.owner,
    account_number: account.iban ?? account.other,
    account_currency_code: context.currency,
    archive_reference: detail.reference ?? entry.reference,
    structured_reference: detail.structuredReference,
    bank_information: detail.information ?? entry.information,
    amount: moved && (isCredit ? moved.amount : `-${moved.amount}`),
    currency_code: moved?.currency ?? null,
    description: detail.text,
    booking_date: entry.bookingDate,
    value_date: entry.valueDate,
    invoice_number: detail.invoiceNumber,
    sender_name: detail.debtor.name,
    sender_account: detail.debtor.account,
    receiver_name: detail.creditor.name,
    receiver_account: detail.creditor.account,
    transaction_uuid: detail.uuid,
    statement_uuid: context.statementUuid,
  };
}
