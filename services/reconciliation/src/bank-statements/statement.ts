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

/** Why a statement cannot stand where it would. */
export type Misplacement =
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'overlap'; readonly other: Span }
  /** Two statements say different balances of one moment, the end of a day. */
  | {
      readonly kind: 'gap';
      readonly side: 'before' | 'after';
      readonly day: string;
      readonly stored: string;
      readonly sent: string;
    };

/**
 * The rule that a statement is new and continues its neighbours (BST-R03, BST-R04, BST-R12), for those that are sent and
 * those of files.
 */
export function misplacementOf(
  head: Pick<StatementHead, 'fromDate' | 'toDate' | 'openingBalance' | 'closingBalance'>,
  { sameReference, touching, before, after }: Neighbours,
): Misplacement | undefined {
  if (sameReference || touching.some((other) => isSame(head, other))) return { kind: 'duplicate' };
  const [other] = touching;
  if (other) return { kind: 'overlap', other };
  const gap = (side: 'before' | 'after', day: string, stored: string, sent: string): Misplacement | undefined =>
    isEqual(stored, sent) ? undefined : { kind: 'gap', side, day, stored, sent };
  return (
    (before && gap('before', before.toDate, before.closingBalance, head.openingBalance)) ??
    (after && gap('after', head.toDate, after.openingBalance, head.closingBalance))
  );
}

/**
 * A statement continues its neighbours (BST-R03, BST-R04).
 * @throws Failure 409 `bank_statement.duplicate`, `bank_statement.balance_gap`
 */
export function assertContinues(head: StatementHead, neighbours: Neighbours): void {
  const found = misplacementOf(head, neighbours);
  switch (found?.kind) {
    case undefined:
      return;
    case 'duplicate':
      throw conflict('This statement is stored already', 'bank_statement.duplicate');
    case 'overlap': {
      const { fromDate, toDate } = found.other;
      throw gap(`A statement from ${fromDate} to ${toDate} is stored, which has days of this one`);
    }
    case 'gap':
      throw gap(
        found.side === 'before'
          ? `The statement before it closes with ${found.stored}, this one opens with ${found.sent}`
          : `The statement after it opens with ${found.stored}, this one closes with ${found.sent}`,
      );
  }
}

const gap = (message: string): Failure => conflict(message, 'bank_statement.balance_gap');

const isEqual = (one: string, other: string): boolean => decimal(one).equals(decimal(other));

const isSame = (
  head: Pick<StatementHead, 'fromDate' | 'toDate' | 'openingBalance' | 'closingBalance'>,
  other: Span,
): boolean =>
  head.fromDate === other.fromDate &&
  head.toDate === other.toDate &&
  isEqual(head.openingBalance, other.openingBalance) &&
  isEqual(head.closingBalance, other.closingBalance);
