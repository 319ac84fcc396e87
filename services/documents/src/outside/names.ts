import type { ClientOf, References } from '@app/rpc';

/** A record of another service as relations show it. */
export interface Named {
  readonly id: number;
  readonly name: string;
  readonly is_active: boolean;
}

/** Names of records that organisation owns. */
export interface Names {
  /** By id; those that are gone are left out. @throws Failure 503 */
  find(clientAccountId: number, type: 'project' | 'tag', ids: readonly number[]): Promise<ReadonlyMap<number, Named>>;
}

/** Ids of one call. */
const BATCH = 1_000;

export const createNames = (organisation: Pick<ClientOf<typeof References>, 'Resolve'>): Names => ({
  find: async (clientAccountId, type, ids) => {
    const distinct = [...new Set(ids)];
    const found = new Map<number, Named>();
    for (let start = 0; start < distinct.length; start += BATCH) {
      const batch = distinct.slice(start, start + BATCH);
      const { references } = await organisation.Resolve({ clientAccountId, type, ids: batch });
      for (const { id, name, isActive } of references) found.set(id, { id, name, is_active: isActive });
    }
    return found;
  },
});
