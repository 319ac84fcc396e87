import type { DimensionType } from '@app/api/ledger/dimensions';

/** Which lines a report is made of, and by what it splits its accounts. */
export interface PostedSelection {
  readonly clientAccountId: number;
  /** Only these accounts; all of them when absent. */
  readonly accountIds?: readonly number[] | undefined;
  /** Values of one type are alternatives, different types must all match. */
  readonly dimensions: ReadonlyMap<DimensionType, readonly number[]>;
  /** Each must occur in a line's description, its entry's, or the code or name of its account. */
  readonly words: readonly string[];
  /** Only lines with one of these VAT codes; all of them when absent. */
  readonly taxCodes?: readonly string[] | undefined;
  /** Only lines with something left to reconcile against other lines. */
  readonly isOpenOnly?: boolean;
  /** The day at whose end it is judged what is reconciled and what is cancelled; as it is now when absent. */
  readonly asOf?: string | undefined;
  readonly includeDrafts: boolean;
  readonly includeCancelled: boolean;
  /** By which type an account is split; accounts without a type are not. */
  readonly splits: Splits;
}

/** One type for every account, or a type per account. */
export type Splits = { readonly all: DimensionType } | { readonly byAccount: ReadonlyMap<number, DimensionType> };

/** No account is split. */
export const UNSPLIT: Splits = { byAccount: new Map() };
