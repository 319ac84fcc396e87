import { invalidField } from '@app/contract/failure';
import { decimal, formatMoney, formatRate } from '@app/money';
import type { BankAccount } from '../bank-accounts/bank-account.ts';
import { isHouse } from '../bank-accounts/bank-account.ts';
import { accountRequired, houseSideOf, invalidAccount, type NewDetail, type NewTransaction } from './transaction.ts';

/** A transaction as it is sent, by the names of the wire. */
export interface SentTransaction {
  readonly amount: string;
  readonly currency_code: string;
  readonly booking_date: string;
  readonly payee_bank_account_id?: number | null | undefined;
  readonly payor_bank_account_id?: number | null | undefined;
  readonly payee_name?: string | null | undefined;
  readonly payor_name?: string | null | undefined;
  readonly value_date?: string | null | undefined;
  readonly memo?: string | null | undefined;
  readonly instructed_amount?: string | null | undefined;
  readonly instructed_currency_code?: string | null | undefined;
  readonly instructed_exchange_rate?: string | null | undefined;
  readonly exchange_rate?: string | null | undefined;
  readonly message_id?: string | null | undefined;
  readonly payment_id?: string | null | undefined;
  readonly instruction_id?: string | null | undefined;
  readonly end_to_end_id?: string | null | undefined;
  readonly bank_reference?: string | null | undefined;
}

/** What a transaction is judged by. */
export interface TransactionGround {
  readonly clientAccountId: number;
  readonly accountingCurrency: string;
  /** Bank accounts of the client account, by id, as far as transactions name them. */
  readonly bankAccounts: ReadonlyMap<number, BankAccount>;
}

const moneyOf = (text: string): string => formatMoney(decimal(text));
const rateOf = (text: string): string => formatRate(decimal(text));
const textOf = (text: string | null | undefined): string | null => text || null;

/**
 * A transaction with what is left out filled in (BTX-R08 to BTX-R10, BTX-R30).
 * @param prefix in front of the names of its fields in a failure: `transactions.3.`
 * @throws Failure 400 `bank_transaction.bank_account_required`, `bank_transaction.invalid_bank_account`, and where the
 * accounting currency has another rate than 1
 */
export function judgeTransaction(ground: TransactionGround, sent: SentTransaction, prefix = ''): NewTransaction {
  const side = houseSideOf(sent.amount);
  const bankAccountId = sent[side];
  if (!bankAccountId) throw accountRequired(`${prefix}${side}`);
  requireHouse(ground, bankAccountId, `${prefix}${side}`);
  const otherSide = side === 'payee_bank_account_id' ? 'payor_bank_account_id' : 'payee_bank_account_id';
  const other = sent[otherSide];
  if (other && !ground.bankAccounts.has(other))
    throw invalidAccount(`${prefix}${otherSide}`, `There is no bank account ${other} in this client account`);
  const instructedCurrency = sent.instructed_currency_code ?? sent.currency_code;
  const isBase = sent.currency_code === ground.accountingCurrency;
  const exchangeRate = rateOr(sent.exchange_rate, isBase);
  if (isBase && !decimal(exchangeRate!).equals(1))
    throw invalidField(`${prefix}exchange_rate`, `must be 1 in ${sent.currency_code}, the accounting currency`);
  return {
    clientAccountId: ground.clientAccountId,
    bankAccountId,
    bankStatementId: null,
    payeeName: textOf(sent.payee_name),
    payeeBankAccountId: sent.payee_bank_account_id ?? null,
    payorName: textOf(sent.payor_name),
    payorBankAccountId: sent.payor_bank_account_id ?? null,
    messageId: textOf(sent.message_id),
    paymentId: textOf(sent.payment_id),
    instructionId: textOf(sent.instruction_id),
    endToEndId: textOf(sent.end_to_end_id),
    bookingDate: sent.booking_date,
    valueDate: sent.value_date ?? null,
    memo: textOf(sent.memo),
    instructedAmount: moneyOf(sent.instructed_amount ?? sent.amount),
    instructedCurrencyCode: instructedCurrency,
    instructedExchangeRate: rateOr(sent.instructed_exchange_rate, instructedCurrency === sent.currency_code),
    amount: moneyOf(sent.amount),
    currencyCode: sent.currency_code,
    exchangeRate,
    rateTo: exchangeRate === null ? null : ground.accountingCurrency,
    bankReference: textOf(sent.bank_reference),
  };
}

/** A rate that is not sent is 1 within one currency, else not known. */
const rateOr = (sent: string | null | undefined, isSame: boolean): string | null => {
  if (sent !== null && sent !== undefined) return rateOf(sent);
  return isSame ? '1.000000' : null;
};

/** @throws Failure 400 `bank_transaction.invalid_bank_account` */
function requireHouse({ bankAccounts }: TransactionGround, id: number, field: string): void {
  const account = bankAccounts.get(id);
  if (!account) throw invalidAccount(field, `There is no bank account ${id} in this client account`);
  if (!isHouse(account)) throw invalidAccount(field, `Bank account ${id} is that of a business partner`);
  if (!account.isActive) throw invalidAccount(field, `Bank account ${id} is inactive and takes nothing new`);
}

/** A part of a transaction as it is sent: the fields of the wire, all of which may be missing. */
export type SentDetail = {
  readonly [F in (typeof detailFields)[number]]?: string | null | undefined;
};

const detailFields = [
  'transaction_type',
  'account_name',
  'account_number',
  'account_currency_code',
  'archive_reference',
  'structured_reference',
  'bank_information',
  'amount',
  'currency_code',
  'description',
  'booking_date',
  'value_date',
  'invoice_number',
  'sender_name',
  'sender_account',
  'receiver_name',
  'receiver_account',
  'transaction_uuid',
  'statement_uuid',
] as const;

export const detailOf = (sent: SentDetail): NewDetail => ({
  transactionType: textOf(sent.transaction_type),
  accountName: textOf(sent.account_name),
  accountNumber: textOf(sent.account_number),
  accountCurrencyCode: textOf(sent.account_currency_code),
  archiveReference: textOf(sent.archive_reference),
  structuredReference: textOf(sent.structured_reference),
  bankInformation: textOf(sent.bank_information),
  amount: sent.amount ? moneyOf(sent.amount) : null,
  currencyCode: textOf(sent.currency_code),
  description: textOf(sent.description),
  bookingDate: sent.booking_date ?? null,
  valueDate: sent.value_date ?? null,
  invoiceNumber: textOf(sent.invoice_number),
  senderName: textOf(sent.sender_name),
  senderAccount: textOf(sent.sender_account),
  receiverName: textOf(sent.receiver_name),
  receiverAccount: textOf(sent.receiver_account),
  transactionUuid: textOf(sent.transaction_uuid),
  statementUuid: textOf(sent.statement_uuid),
});
