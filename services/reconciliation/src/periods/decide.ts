import { decimal } from '@app/money';
import {
  type Circumstances,
  isUnposted,
  judge,
  type Obstacle,
  type Proposal,
  type ReconcilingItem,
} from './engine/judge.ts';
import type { Scope } from './engine/scope.ts';
import { balanceName, type LiveRecord } from './records.ts';

/** What becomes of a scope and its record. */
export interface Decision {
  readonly scope: Scope;
  readonly obstacle: Obstacle | null;
  /** The record that stands for the scope and stays. */
  readonly kept: LiveRecord | null;
  /** A record of the engine's that goes. */
  readonly retired: LiveRecord | null;
  /** What is written, with the note of the draft that it replaces. */
  readonly written: (Proposal & { readonly note: string | null }) | null;
}

const equal = (a: string, b: string): boolean => decimal(a).equals(decimal(b));

/** Does a record say of the ledger what the ledger says now? */
function agrees(scope: Scope, record: LiveRecord): boolean {
  return scope.ledger.every((balance) => equal(record.balances.get(balanceName(balance)) ?? '0.00', balance.balance));
}

/** Does a record of a bank month hold what the statements say now? */
const agreesWithBank = (scope: Scope, { expectedAmount }: LiveRecord): boolean =>
  scope.reconciler !== 'BANK' || (scope.bank.statement !== null && equal(scope.bank.statement.balance, expectedAmount));

/** Does a record that is no draft stand for the scope, and say of it what ledger and bank say now? */
export const isSettled = (scope: Scope, own: LiveRecord | null): boolean =>
  own !== null && !own.isDraft && isSound(scope, own);

const isSound = (scope: Scope, record: LiveRecord): boolean => agrees(scope, record) && agreesWithBank(scope, record);

/**
 * Decides about one scope. A record that a person or the engine reconciled stands while it agrees with the ledger and
 * the bank. One that no longer does goes, and a draft follows (RPD-R11, RPD-R12); that of a document's line stays as it
 * is, drifted, and documents nothing any more. A draft stays while its figures are those of today.
 * @param own the engine's record of the scope
 * @param documented a reconciled line of a document about the same balance (RPD-R33)
 */
export function decide(
  scope: Scope,
  { own, documented }: { readonly own: LiveRecord | null; readonly documented: LiveRecord | null },
  circumstances: Omit<Circumstances, 'hasDrifted'>,
): Decision {
  if (isSettled(scope, own)) return { scope, obstacle: null, kept: own, retired: null, written: null };
  const hasDrifted = own !== null && !own.isDraft;
  const { obstacle, proposal } = judge(scope, { ...circumstances, hasDrifted });
  const nothing = { scope, obstacle, kept: null, retired: null, written: null };
  if (documented !== null && agrees(scope, documented))
    return { ...nothing, obstacle: null, kept: documented, retired: own };
  if (proposal === null) return { ...nothing, retired: own };
  if (own?.isDraft && proposal.isDraft && isSound(scope, own) && isSameDraft(scope, own, proposal))
    return { ...nothing, kept: own };
  return { ...nothing, retired: own, written: succeeding(scope, own, proposal) };
}

/** What a person explains on a draft is theirs: a rule replaces only a draft that nobody has worked on. */
function isSameDraft(scope: Scope, draft: LiveRecord, proposal: Proposal): boolean {
  if (proposal.method !== null) return draft.preparedMethod === proposal.method || draft.items.length > 0;
  if (draft.preparedMethod !== null || !equal(draft.expectedAmount, proposal.expected)) return false;
  return scope.reconciler !== 'BANK' || sameAmounts(draft.items, followingItems(scope, draft, proposal));
}

const sameAmounts = (some: readonly ReconcilingItem[], others: readonly ReconcilingItem[]): boolean =>
  some.length === others.length && some.every(({ amount }, index) => equal(amount, others[index]!.amount));

/** Note and items of a draft whose figures moved are kept; what is explained by a person no longer follows a rule. */
function succeeding(
  scope: Scope,
  earlier: LiveRecord | null,
  proposal: Proposal,
): Proposal & { readonly note: string | null } {
  if (!earlier?.isDraft || !proposal.isDraft) return { ...proposal, note: null };
  const items = followingItems(scope, earlier, proposal);
  const method = items === proposal.items ? proposal.method : null;
  return { ...proposal, items, method, note: earlier.note };
}

/**
 * The items of a draft that follows another one. Those of a rule are written anew, those of a person stay as they are;
 * among them the one in the engine's own words says what is not posted now. Whoever leaves it out, or explains its
 * amount in parts, is not corrected.
 */
function followingItems(
  { reconciler }: Scope,
  { items, preparedMethod }: LiveRecord,
  proposal: Proposal,
): readonly ReconcilingItem[] {
  if (preparedMethod !== null || items.length === 0) return proposal.items;
  if (reconciler !== 'BANK') return items;
  if (items.every(isUnposted)) return proposal.items;
  const place = items.findIndex(isUnposted);
  return items.flatMap((item, index) => (isUnposted(item) ? (index === place ? proposal.items : []) : [item]));
}
