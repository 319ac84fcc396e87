import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Decimal, decimal, ZERO } from '@app/money';
import type { Piece, Splits } from './store.ts';

/** What is posted on an account, or on one dimension value of it. */
export interface PostedSums {
  readonly accountId: number;
  readonly relation: { readonly type: DimensionType; readonly id: number } | null;
  /** Debit minus credit before the year of the span. */
  readonly earlier: Decimal;
  /** Debit minus credit from 1 January of that year to the span. */
  readonly opening: Decimal;
  readonly debit: Decimal;
  readonly credit: Decimal;
  readonly earlierLines: number;
  readonly lines: number;
}

interface Sums {
  earlier: Decimal;
  opening: Decimal;
  debit: Decimal;
  credit: Decimal;
  earlierLines: number;
  lines: number;
}

const nothing = (): Sums => ({ earlier: ZERO, opening: ZERO, debit: ZERO, credit: ZERO, earlierLines: 0, lines: 0 });

/**
 * Adds up pieces. What stands under a dimension value is taken from what stands under none, so that an account's
 * postings without a value are what is left of it. Parts without a line are left out.
 */
export function addPieces(pieces: readonly Piece[], splits: Splits): readonly PostedSums[] {
  const accounts = new Map<number, Map<number | null, Sums>>();
  for (const piece of pieces) {
    const account = accounts.get(piece.accountId) ?? new Map<number | null, Sums>();
    accounts.set(piece.accountId, account);
    const part = (relationId: number | null): Sums => {
      const sums = account.get(relationId) ?? nothing();
      account.set(relationId, sums);
      return sums;
    };
    add(part(piece.relationId), piece, 1);
    if (piece.of === 'value') add(part(null), piece, -1);
  }
  return [...accounts].flatMap(([accountId, parts]) => {
    const type = 'all' in splits ? splits.all : splits.byAccount.get(accountId);
    return [...parts]
      .filter(([, { lines, earlierLines }]) => lines + earlierLines > 0)
      .map(([id, sums]) => ({ ...sums, accountId, relation: id === null ? null : { type: type!, id } }));
  });
}

function add(sums: Sums, piece: Piece, sign: 1 | -1): void {
  const signed = (text: string): Decimal => (sign === 1 ? decimal(text) : decimal(text).negated());
  sums.earlier = sums.earlier.plus(signed(piece.earlier));
  sums.opening = sums.opening.plus(signed(piece.opening));
  sums.debit = sums.debit.plus(signed(piece.debit));
  sums.credit = sums.credit.plus(signed(piece.credit));
  sums.earlierLines += sign * piece.earlierLines;
  sums.lines += sign * piece.lines;
}
