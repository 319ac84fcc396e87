import { anyOf, appendToOutbox, type Tx } from '@app/db';
import { and, asc, eq } from 'drizzle-orm';
import { items } from '../schema/items.ts';
import { itemChanged } from './item.ts';

/**
 * Removes items of an account, at most so many, and says of each that nothing may refer to it any more.
 * @returns how many
 */
export async function forgetItems(tx: Tx, clientAccountId: number, most: number): Promise<number> {
  const { id, version, name, itemNo } = items;
  const gone = await tx
    .select({ id, version, name, itemNo })
    .from(items)
    .where(eq(items.clientAccountId, clientAccountId))
    .orderBy(asc(items.id))
    .limit(most)
    .for('update');
  if (gone.length === 0) return 0;
  const ids = gone.map((item) => item.id);
  await tx.delete(items).where(and(eq(items.clientAccountId, clientAccountId), anyOf(items.id, ids)));
  const last = gone.map((item) => ({ ...item, clientAccountId, isActive: false, version: item.version + 1 }));
  await appendToOutbox(tx, ...last.map(itemChanged));
  return gone.length;
}
