import type { WireTransaction } from './wire.ts';

export type ReconciledDocument = NonNullable<WireTransaction['reconciled_documents']>[number];
export type PostedPayment = NonNullable<WireTransaction['posted_payments']>[number];

interface OfTransactions {
  readonly reconciled_documents: ReconciledDocument;
  readonly posted_payments: PostedPayment;
}

type Name = keyof OfTransactions;

/** Gives by transaction what belongs to some of a client account, in one read; those with nothing may be missing. */
export type RelationLoader<R> = (
  clientAccountId: number,
  transactionIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly R[]>>;

/** Relations of transactions that other areas own: each brings its own when it is made, and transactions show them. */
export interface TransactionRelations {
  provide<N extends Name>(name: N, loader: RelationLoader<OfTransactions[N]>): void;
  /** Nothing belongs to any transaction while nobody provides the relation. */
  load<N extends Name>(
    name: N,
    clientAccountId: number,
    transactionIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly OfTransactions[N][]>>;
}

export function createTransactionRelations(): TransactionRelations {
  const loaders: { [N in Name]?: RelationLoader<OfTransactions[N]> } = {};
  return {
    provide: (name, loader) => {
      if (loaders[name]) throw new Error(`mistake of ours: two areas provide ${name} of transactions`);
      Object.assign(loaders, { [name]: loader });
    },
    load: async (name, clientAccountId, transactionIds) =>
      loaders[name]?.(clientAccountId, transactionIds) ?? new Map(),
  };
}
