import type { EquityTransactionType, ShareClass } from '@app/api/ledger/index';

/** One side of an operation on shares (docs/contract/equity.md); it never changes. */
export interface ShareTransaction {
  readonly id: number;
  readonly clientAccountId: number;
  readonly date: string;
  readonly type: EquityTransactionType;
  /** The operation: the same for all of its sides. */
  readonly groupId: string;
  /** Null: the pool that shares are issued from and retired to. */
  readonly partnerId: number | null;
  readonly shareClass: ShareClass;
  /** Six decimals; negative when the shares are given. */
  readonly quantity: string;
  /** Six decimals; null when no price was named. */
  readonly price: string | null;
  readonly notes: string | null;
  readonly ratio: { readonly numerator: number; readonly denominator: number } | null;
  /** UTC, whole seconds. */
  readonly createdAt: string;
  readonly createdById: number;
}

/** An operation as somebody wants it, on shares of one class. Fields of the request are named where it is refused. */
export interface ShareOperation {
  readonly clientAccountId: number;
  readonly actorId: number;
  readonly type: Exclude<EquityTransactionType, 'CONVERSION'>;
  readonly shareClass: ShareClass;
  readonly date: string;
  /** Null: the pool. */
  readonly giver: number | null;
  readonly receiver: number | null;
  /** Which side is the answer. */
  readonly answer: 'giver' | 'receiver';
  /** Above zero. */
  readonly quantity: string;
  readonly price: string | null;
  readonly notes: string | null;
  readonly split?: Split | undefined;
}

/** What a split adds to an operation. */
export interface Split {
  readonly holder: number;
  /** What the holder must have. */
  readonly oldQuantity: string;
  readonly newQuantity: string;
  readonly numerator: number;
  readonly denominator: number;
}
