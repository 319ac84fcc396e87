import type { ClientOf, References as ReferencesContract } from '@app/rpc';
import type { KnownReference, ReferencesStore } from './references-store.ts';

export type { KnownReference } from './references-store.ts';

export type ReferenceSource = Pick<ClientOf<typeof ReferencesContract>, 'Resolve'>;

/** Whom to ask about each kind of record. Assets are the ledger's own: their aggregate keeps the projection itself. */
export interface ReferenceOwners {
  readonly organisation: ReferenceSource;
  readonly reconciliation: ReferenceSource;
  readonly documents: ReferenceSource;
}

const ownerOf: Readonly<Record<string, keyof ReferenceOwners>> = {
  businesspartner: 'organisation',
  project: 'organisation',
  department: 'organisation',
  tag: 'organisation',
  bankacc: 'reconciliation',
  item: 'documents',
  voucher: 'documents',
};

/** The kinds of records that a service owns. */
export const typesOf = (owner: keyof ReferenceOwners): readonly string[] =>
  Object.keys(ownerOf).filter((type) => ownerOf[type] === owner);

/** Ids per call: well below the size of a message. */
const BATCH = 1_000;

export interface References {
  /** What is known here of some records of one type, by id. */
  known(
    clientAccountId: number,
    relationType: string,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, KnownReference>>;
  /** Asks the owner about values and stores what it says. Unknown ones stay unknown. @throws Failure 503 */
  refresh(clientAccountId: number, relationType: string, ids: readonly number[]): Promise<void>;
}

export const createReferences = (store: ReferencesStore, owners: ReferenceOwners): References => ({
  known: (clientAccountId, relationType, ids) => store.known(clientAccountId, relationType, ids),
  refresh: async (clientAccountId, relationType, ids) => {
    const owner = ownerOf[relationType];
    if (owner === undefined) return;
    const distinct = [...new Set(ids)];
    for (let start = 0; start < distinct.length; start += BATCH) {
      const batch = distinct.slice(start, start + BATCH);
      const seen = await store.versions(clientAccountId, relationType, batch);
      const { references } = await owners[owner].Resolve({ clientAccountId, type: relationType, ids: batch });
      const values = references.map(({ id, name, isActive }) => ({
        clientAccountId,
        relationType,
        relationId: id,
        name,
        isActive,
        version: 0,
      }));
      await store.putResolved(values, seen);
    }
  },
});
