import type { Database } from '@app/db';
import { differences, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { type CollectionFields, collectionNotFound, entriesInUse, type ItemCollection } from './collection.ts';
import { countUsed } from './entries/store.ts';
import * as store from './store.ts';

export interface CollectionDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export const createCollection = (
  { db, clock }: CollectionDependencies,
  actorId: number,
  fields: CollectionFields & Pick<ItemCollection, 'clientAccountId'>,
): Promise<ItemCollection> =>
  db.write(async (tx) =>
    store.insertCollection(tx, fields, await takeStamp(tx, clock, fields.clientAccountId, actorId)),
  );

/** Changes what differs. @throws Failure 404 */
export const changeCollection = (
  { db, clock }: CollectionDependencies,
  actorId: number,
  { id, clientAccountId }: Pick<ItemCollection, 'id' | 'clientAccountId'>,
  change: Partial<CollectionFields>,
): Promise<ItemCollection> =>
  db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const before = await store.findCollection(tx, id);
    if (!before) throw collectionNotFound(id);
    const differing = differences<CollectionFields>(before, change);
    return Object.keys(differing).length === 0 ? before : store.updateCollection(tx, before, differing, stamp);
  });

/** Deletes a collection with its entries, for good. @throws Failure 404, 409 `item_collection.has_document_lines` */
export const removeCollection = (
  { db, clock }: CollectionDependencies,
  actorId: number,
  collection: Pick<ItemCollection, 'id' | 'clientAccountId'>,
): Promise<void> =>
  db.write(async (tx) => {
    // Whoever writes documents waits for the same turn, so no line is made of an entry meanwhile.
    await takeStamp(tx, clock, collection.clientAccountId, actorId);
    const { clientAccountId, id: itemCollectionId } = collection;
    if ((await countUsed(tx, { clientAccountId, itemCollectionId })) > 0) throw entriesInUse();
    if (!(await store.removeCollection(tx, collection))) throw collectionNotFound(collection.id);
  });
