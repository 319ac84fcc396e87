import { type Decimal, decimal, formatMoney, sum } from '@app/money';
import type { Language } from '@app/runtime';
import type { BalanceScope, BankScope, Scope } from './scope.ts';
import words from './words.json' with { type: 'json' };

export type EngineMethod =
  | 'EXTERNAL_MATCH'
  | 'EXPLAINED'
  | 'NO_ACTIVITY'
  | 'ZERO_BALANCE'
  | 'UNCHANGED'
  | 'OPEN_ITEMS'
  | 'CLEARED';

/** Part of a difference: an amount that is not zero, and why. */
export interface ReconcilingItem {
  readonly description: string;
  readonly amount: string;
}

/** What the engine would write. */
export interface Proposal {
  /** By which rule; null for a draft that a person has to explain. */
  readonly method: EngineMethod | null;
  /** Never reconciled by the engine itself. */
  readonly isDraft: boolean;
  readonly expected: string;
  readonly items: readonly ReconcilingItem[];
}

/** Why a scope cannot be reconciled yet, for programs. */
export type Obstacle = 'PERIOD_NOT_ENDED' | 'BANK_STATEMENT_MISSING' | 'TRANSACTIONS_UNMATCHED';

export interface Judgement {
  readonly obstacle: Obstacle | null;
  /** Null: nothing is to be written. */
  readonly proposal: Proposal | null;
}

/** What is known beside a scope. */
export interface Circumstances {
  readonly today: string;
  /** In which descriptions of items are written. */
  readonly language: Language;
  /** The ledger's amount in the last record of the same balance before this one; null without one. */
  readonly previous: string | null;
  /** Lines of a partner that were open on the day; null where nobody asked, or there are too many to list. */
  readonly openItems: readonly ReconcilingItem[] | null;
  /** A record of the scope no longer agrees with what it was made from. */
  readonly hasDrifted: boolean;
}

/** What the ledger says of a scope altogether. */
const ledgerAmount = ({ ledger }: Scope): string => formatMoney(sum(ledger.map(({ balance }) => decimal(balance))));

/** Whether a scope can be reconciled, and how. */
export function judge(scope: Scope, circumstances: Circumstances): Judgement {
  if (scope.asOfDate >= circumstances.today) return { obstacle: 'PERIOD_NOT_ENDED', proposal: null };
  if (scope.reconciler === 'BANK') return judgeBank(scope, circumstances);
  const proposal = scope.reconciler === 'VAT' ? proposeVat(scope) : proposeBalance(scope, circumstances);
  return { obstacle: null, proposal };
}

/** Is an item the one of a bank month that the engine writes itself, in whichever language? */
export const isUnposted = ({ description }: ReconcilingItem): boolean =>
  Object.values(words).some(({ unposted }) => unposted === description);

/**
 * A month of the bank is written once every transaction up to its end is matched; after its deadline also without, with
 * what is not posted as an item (RPD-R24, RPD-R25).
 */
function judgeBank(scope: BankScope, { today, language, hasDrifted }: Circumstances): Judgement {
  const { statement, openCount, openAmount } = scope.bank;
  if (statement === null) return { obstacle: 'BANK_STATEMENT_MISSING', proposal: null };
  const isLate = today > scope.deadline;
  const obstacle = openCount > 0 && !isLate ? 'TRANSACTIONS_UNMATCHED' : null;
  if (obstacle !== null && !hasDrifted) return { obstacle, proposal: null };
  const difference = decimal(statement.balance).minus(decimal(ledgerAmount(scope)));
  const unposted = decimal(openAmount);
  const items = unposted.isZero() ? [] : [{ description: words[language].unposted, amount: openAmount }];
  const isExplained = obstacle === null && difference.equals(unposted);
  const method = isExplained ? (items.length === 0 ? 'EXTERNAL_MATCH' : 'EXPLAINED') : null;
  return { obstacle, proposal: { method, isDraft: !isExplained, expected: statement.balance, items } };
}

const ZERO = '0.00';

/** The settlement of a term empties its accounts (RPD-R23): each of them, not only their sum. */
function proposeVat(scope: Scope): Proposal {
  const isCleared = scope.ledger.every(({ balance }) => decimal(balance).isZero());
  return { method: isCleared ? 'CLEARED' : null, isDraft: !isCleared, expected: ZERO, items: [] };
}

/** The periodic rules of a balance, in this order; else a draft against what was reconciled last (RPD-R20 to R22). */
function proposeBalance(scope: BalanceScope, { previous, openItems }: Circumstances): Proposal {
  const balance = decimal(ledgerAmount(scope));
  const reconciled = (method: EngineMethod, expected: string): Proposal => ({
    ...{ method, isDraft: false, expected, items: [] },
  });
  if (balance.isZero() && scope.lines === 0 && scope.isPart) return reconciled('NO_ACTIVITY', ZERO);
  if (balance.isZero()) return reconciled('ZERO_BALANCE', ZERO);
  if (scope.lines === 0 && previous !== null && decimal(previous).equals(balance))
    return reconciled('UNCHANGED', previous);
  if (openItems !== null && openItems.length > 0 && addUp(openItems).equals(balance))
    return { method: 'OPEN_ITEMS', isDraft: true, expected: ZERO, items: openItems.map(negated) };
  return { method: null, isDraft: true, expected: previous ?? ZERO, items: [] };
}

const addUp = (items: readonly ReconcilingItem[]): Decimal => sum(items.map(({ amount }) => decimal(amount)));

/** An item explains expected minus ledger, and an open line stands in the ledger. */
const negated = ({ description, amount }: ReconcilingItem): ReconcilingItem => ({
  description,
  amount: formatMoney(decimal(amount).negated()),
});
