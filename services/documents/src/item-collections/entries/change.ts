import type { Database } from '@app/db';
import { decimal, formatRate } from '@app/money';
import { differences, type NamedRecords, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { itemsById } from '../../items/known.ts';
import { collectionNotFound, entriesInUse } from '../collection.ts';
import { findCollection } from '../store.ts';
import { assertPeriod, type CollectionEntry, type EntryFields, entryNotFound } from './entry.ts';
import * as store from './store.ts';

export interface EntryDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly named: NamedRecords;
}

/**
 * Adds an entry to a collection. Nothing but its description is taken from its item.
 * @throws Failure 400 for records that are not there, 404 for a collection that is gone, 503
 */
export async function createEntry(
  { db, clock, named }: EntryDependencies,
  actorId: number,
  of: Pick<CollectionEntry, 'clientAccountId' | 'itemCollectionId'>,
  fields: EntryFields,
): Promise<CollectionEntry> {
  const { clientAccountId, itemCollectionId } = of;
  assertPeriod(fields);
  await named.require(clientAccountId, namedBy(fields));
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    if (!(await findCollection(tx, itemCollectionId))) throw collectionNotFound(itemCollectionId);
    const ids = fields.itemId === null ? [] : [fields.itemId];
    const item = (await itemsById(tx, clientAccountId, ids)).get(fields.itemId ?? 0);
    const description = fields.description ?? item?.name ?? null;
    return store.insertEntry(tx, { ...fields, ...of, description }, stamp);
  });
}

/** Changes what differs. @throws Failure 400, 404, 503 */
export async function changeEntry(
  { db, clock, named }: EntryDependencies,
  actorId: number,
  key: store.EntryKey,
  change: Partial<EntryFields>,
): Promise<CollectionEntry> {
  await named.require(key.clientAccountId, namedBy(change));
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, key.clientAccountId, actorId);
    const before = await store.findEntry(tx, key);
    if (!before) throw entryNotFound(key.id);
    const differing = differences<EntryFields>(before, change);
    assertPeriod({ ...before, ...differing });
    return Object.keys(differing).length === 0 ? before : store.updateEntry(tx, key, differing, stamp);
  });
}

/** Deletes an entry for good. @returns it as it was @throws Failure 404, 409 `item_collection.has_document_lines` */
export const removeEntry = (
  { db, clock }: EntryDependencies,
  actorId: number,
  key: store.EntryKey,
): Promise<CollectionEntry> =>
  db.write(async (tx) => {
    await takeStamp(tx, clock, key.clientAccountId, actorId);
    if ((await store.countUsed(tx, key)) > 0) throw entriesInUse();
    const gone = await store.removeEntry(tx, key);
    if (!gone) throw entryNotFound(key.id);
    return gone;
  });

/** Six decimals, as the database has them. */
export const rate = (text: string): string => formatRate(decimal(text));

const namedBy = (fields: Partial<EntryFields>) =>
  [
    { field: 'item_id', kind: 'item', id: fields.itemId },
    { field: 'unit_id', kind: 'unit', id: fields.unitId },
    { field: 'tax_code_id', kind: 'taxcode', id: fields.taxCodeId },
    { field: 'business_partner_id', kind: 'businesspartner', id: fields.businessPartnerId },
    { field: 'project_id', kind: 'project', id: fields.projectId },
  ] as const;
