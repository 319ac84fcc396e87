import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Decimal, decimal, ZERO } from '@app/money';
import type { Splits } from './selection.ts';
import type { Piece } from './store.ts';

/** What is posted on an account, or on one dimension value of it: the figures of its report, `lines` among them. */
export interface PostedSums<F extends string> {
  readonly accountId: number;
  readonly relation: { readonly type: DimensionType; readonly id: number } | null;
  readonly figures: Readonly<Record<F, Decimal>>;
}

/**
 * Adds up pieces. What stands under a dimension value is taken from what stands under none, so that an account's
 * postings without a value are what is left of it. Parts without a line are left out.
 *
 * @param countedBy the figures that say how many lines a part has
 */
export function addPieces<F extends string>(
  pieces: readonly Piece<F>[],
  splits: Splits,
  countedBy: readonly NoInfer<F>[],
): readonly PostedSums<F>[] {
  const accounts = new Map<number, Map<number | null, Record<F, Decimal>>>();
  for (const piece of pieces) {
    const account = accounts.get(piece.accountId) ?? new Map<number | null, Record<F, Decimal>>();
    accounts.set(piece.accountId, account);
    const add = (relationId: number | null, sign: 1 | -1): void => {
      const known = account.get(relationId);
      account.set(relationId, added(known, piece.figures, sign));
    };
    add(piece.relationId, 1);
    if (piece.of === 'value') add(null, -1);
  }
  return [...accounts].flatMap(([accountId, parts]) => {
    const type = 'all' in splits ? splits.all : splits.byAccount.get(accountId);
    return [...parts]
      .filter(([, figures]) => countedBy.some((name) => figures[name].greaterThan(0)))
      .map(([id, figures]) => ({ accountId, relation: id === null ? null : { type: type!, id }, figures }));
  });
}

function added<F extends string>(
  sums: Readonly<Record<F, Decimal>> | undefined,
  figures: Readonly<Record<F, string>>,
  sign: 1 | -1,
): Record<F, Decimal> {
  const entries = (Object.keys(figures) as F[]).map((name) => {
    const amount = decimal(figures[name]);
    return [name, (sums?.[name] ?? ZERO).plus(sign === 1 ? amount : amount.negated())] as const;
  });
  return Object.fromEntries(entries) as Record<F, Decimal>;
}
