import type { ReconcilingItem } from './engine/judge.ts';

/** A record of the balances of a scope that is not retired. Amounts are decimals in the ledger's sign. */
export interface LiveRecord {
  readonly id: number;
  readonly isDraft: boolean;
  /** Of the engine's own kind; else a person compared a line of a document. */
  readonly scopeKey: string | null;
  readonly method: string | null;
  readonly preparedMethod: string | null;
  readonly expectedAmount: string;
  readonly createdById: number | null;
  readonly note: string | null;
  readonly asOfDate: string | null;
  /** What it says of balances of the ledger, by account and part of it. */
  readonly balances: ReadonlyMap<string, string>;
  readonly items: readonly ReconcilingItem[];
}

/** A balance as records name it. */
export interface BalanceName {
  readonly accountId: number;
  readonly relationType: string | null;
  readonly relationId: number | null;
}

export const balanceName = ({ accountId, relationType, relationId }: BalanceName): string =>
  `${accountId}:${relationType ?? ''}:${relationId ?? ''}`;
