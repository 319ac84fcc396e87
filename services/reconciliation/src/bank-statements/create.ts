import { invalid, invalidField } from '@app/contract/failure';
import { decimal, formatMoney } from '@app/money';
import { takeStamp } from '@app/records';
import { isHouse } from '../bank-accounts/bank-account.ts';
import { findBankAccounts } from '../bank-accounts/known.ts';
import {
  detailOf,
  judgeTransaction,
  type SentDetail,
  type SentTransaction,
  type TransactionGround,
} from '../bank-transactions/judge.ts';
import { houseSideOf, invalidAccount, type NewTransaction } from '../bank-transactions/transaction.ts';
import type { AreaDependencies } from '../deps.ts';
import { type PlacedStatement, placeStatement } from './place.ts';
import { unknownAccount } from './statement.ts';

type SentMovement = Omit<SentTransaction, 'currency_code'> & {
  readonly currency_code?: string | undefined;
  readonly details?: readonly SentDetail[] | null | undefined;
};

/** A statement as it is sent, by the names of the wire. */
export interface SentStatement {
  readonly bank_account_id: number;
  readonly from_date: string;
  readonly to_date: string;
  readonly opening_balance: string;
  readonly closing_balance: string;
  readonly currency_code?: string | null | undefined;
  readonly statement_reference?: string | null | undefined;
  readonly transactions?: readonly SentMovement[] | null | undefined;
}

/**
 * Stores a statement that a caller sends.
 * @throws Failure 400 `bank_statement.unknown_bank_account`, `bank_statement.unbalanced`,
 * `bank_transaction.invalid_bank_account`; 409 `bank_statement.duplicate`, `bank_statement.balance_gap`; 503
 */
export async function createStatement(
  { db, clock, companies }: Pick<AreaDependencies, 'db' | 'clock' | 'companies'>,
  actorId: number,
  clientAccountId: number,
  sent: SentStatement,
): Promise<PlacedStatement> {
  const movements = sent.transactions ?? [];
  if (sent.from_date > sent.to_date) throw invalidField('to_date', 'is before from_date');
  assertWithin(sent, movements);
  const accountingCurrency = await companies.currencyOf(clientAccountId);
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const named = new Set([sent.bank_account_id, ...movements.flatMap(accountsOf)]);
    const bankAccounts = new Map((await findBankAccounts(tx, clientAccountId, [...named])).map((one) => [one.id, one]));
    const account = bankAccounts.get(sent.bank_account_id);
    if (!account?.isActive || !isHouse(account)) throw unknownAccount(sent.bank_account_id);
    const currencyCode = sent.currency_code ?? account.currencyCode ?? accountingCurrency;
    const ground = { clientAccountId, accountingCurrency, bankAccounts };
    const head = {
      clientAccountId,
      bankAccountId: account.id,
      statementReference: sent.statement_reference || null,
      fromDate: sent.from_date,
      toDate: sent.to_date,
      openingBalance: formatMoney(decimal(sent.opening_balance)),
      closingBalance: formatMoney(decimal(sent.closing_balance)),
      currencyCode,
      source: 'API' as const,
    };
    const transactions = movements.map((one, index) => judgeMovement(ground, head, one, `transactions.${index}.`));
    return placeStatement(tx, head, transactions, stamp);
  });
}

const accountsOf = ({ payee_bank_account_id: payee, payor_bank_account_id: payor }: SentMovement): number[] =>
  [payee, payor].flatMap((id) => id ?? []);

/** @throws Failure 400 for a transaction that was booked on another day */
function assertWithin({ from_date: from, to_date: to }: SentStatement, movements: readonly SentMovement[]): void {
  const faults = movements.flatMap(({ booking_date: day }, index) =>
    day < from || day > to
      ? [{ field: `transactions.${index}.booking_date`, message: 'is no day of the statement' }]
      : [],
  );
  if (faults.length > 0) throw invalid(`${faults[0]!.field}: ${faults[0]!.message}`, faults.slice(0, 100));
}

/** The house's side is the account of the statement (BST-R05). */
function judgeMovement(
  ground: TransactionGround,
  { bankAccountId, currencyCode }: { readonly bankAccountId: number; readonly currencyCode: string },
  sent: SentMovement,
  prefix: string,
): NewTransaction {
  const side = houseSideOf(sent.amount);
  const named = sent[side];
  if (named && named !== bankAccountId)
    throw invalidAccount(`${prefix}${side}`, `Bank account ${named} is not the account of the statement`);
  if (sent.currency_code !== undefined && sent.currency_code !== currencyCode)
    throw invalidField(`${prefix}currency_code`, `is not ${currencyCode}, the currency of the statement`);
  const full = { ...sent, currency_code: currencyCode, [side]: bankAccountId };
  return { ...judgeTransaction(ground, full, prefix), details: (sent.details ?? []).map(detailOf) };
}
