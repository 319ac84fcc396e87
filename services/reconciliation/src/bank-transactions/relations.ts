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

/**
 * Relations of transactions that other areas own: each brings its own when it is made, and transactions show them. What
 * several areas bring of one relation stands together, in the order in which they were made.
 */
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
  const loaders: { readonly [N in Name]: RelationLoader<OfTransactions[N]>[] } = {
    reconciled_documents: [],
    posted_payments: [],
  };
  return {
    provide: (name, loader) => void loaders[name].push(loader),
    load: async (name, clientAccountId, transactionIds) => {
      const parts = await Promise.all(loaders[name].map((load) => load(clientAccountId, transactionIds)));
      const found = (id: number) => parts.flatMap((part) => part.get(id) ?? []);
      return new Map(transactionIds.map((id) => [id, found(id)]));
    },
  };
}
