import { conflict, type Failure, invalid, notFound } from '@app/contract/failure';
import { decimal, formatMoney, sum } from '@app/money';
import type { bankStatements } from '../schema/bank-statements.ts';

/** A statement of a house account (docs/contract/bank-statements.md). */
export type BankStatement = typeof bankStatements.$inferSelect;

/** What a statement says of itself, before it is stored. Balances with two decimals. */
export type StatementHead = Pick<
  BankStatement,
  | 'clientAccountId'
  | 'bankAccountId'
  | 'statementReference'
  | 'fromDate'
  | 'toDate'
  | 'openingBalance'
  | 'closingBalance'
  | 'currencyCode'
  | 'source'
>;

export const statementNotFound = (id: number): Failure =>
  notFound(`There is no bank statement ${id}`, 'bank_statement.not_found');

export const unknownAccount = (id: number): Failure => {
  const message = `Bank account ${id} is no active house account of this client account`;
  return invalid(message, [{ field: 'bank_account_id', message }], 'bank_statement.unknown_bank_account');
};

/** Opening balance and amounts give the closing balance (BST-R02). @throws Failure 400 `bank_statement.unbalanced` */
export function assertBalanced(
  { openingBalance, closingBalance }: Pick<StatementHead, 'openingBalance' | 'closingBalance'>,
  amounts: readonly string[],
): void {
  const expected = sum([openingBalance, ...amounts].map(decimal));
  if (expected.equals(decimal(closingBalance))) return;
  throw invalid(
    `The opening balance and the amounts give ${formatMoney(expected)}, not the closing balance ${formatMoney(decimal(closingBalance))}`,
    undefined,
    'bank_statement.unbalanced',
  );
}

type Span = Pick<BankStatement, 'id' | 'fromDate' | 'toDate' | 'openingBalance' | 'closingBalance'>;

/** What stands beside a statement: everything that touches its days, and its neighbours on both sides. */
export interface Neighbours {
  readonly sameReference: boolean;
  readonly touching: readonly Span[];
  /** Ends the day before. */
  readonly before: Span | undefined;
  /** Begins the day after. */
  readonly after: Span | undefined;
}

/**
 * A statement continues its neighbours (BST-R03, BST-R04).
 * @throws Failure 409 `bank_statement.duplicate`, `bank_statement.balance_gap`
 */
export function assertContinues(head: StatementHead, { sameReference, touching, before, after }: Neighbours): void {
  if (sameReference || touching.some((other) => isSame(head, other)))
    throw conflict('This statement is stored already', 'bank_statement.duplicate');
  const [overlapping] = touching;
  if (overlapping)
    throw gap(
      `A statement from ${overlapping.fromDate} to ${overlapping.toDate} is stored, which has days of this one`,
    );
  if (before && !isEqual(before.closingBalance, head.openingBalance))
    throw gap(
      `The statement before it closes with ${before.closingBalance}, this one opens with ${head.openingBalance}`,
    );
  if (after && !isEqual(after.openingBalance, head.closingBalance))
    throw gap(`The statement after it opens with ${after.openingBalance}, this one closes with ${head.closingBalance}`);
}

const gap = (message: string): Failure => conflict(message, 'bank_statement.balance_gap');

const isEqual = (one: string, other: string): boolean => decimal(one).equals(decimal(other));

const isSame = (head: StatementHead, other: Span): boolean =>
  head.fromDate === other.fromDate &&
  head.toDate === other.toDate &&
  isEqual(head.openingBalance, other.openingBalance) &&
  isEqual(head.closingBalance, other.closingBalance);
