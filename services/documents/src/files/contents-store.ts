import type { Executor, Tx } from '@app/db';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import { arrivingContents, contents } from '../schema/contents.ts';

/** Bytes that the store has under a key. */
export interface KeptContent {
  readonly clientAccountId: number;
  readonly sha256: Buffer;
  /** Bytes. */
  readonly size: number;
  readonly storeKey: string;
}

export async function findContent(
  ex: Executor,
  { clientAccountId, sha256 }: Pick<KeptContent, 'clientAccountId' | 'sha256'>,
): Promise<KeptContent | undefined> {
  const { size, storeKey } = contents;
  const [row] = await ex
    .select({ size, storeKey })
    .from(contents)
    .where(and(eq(contents.clientAccountId, clientAccountId), eq(contents.sha256, sha256)));
  return row && { clientAccountId, sha256, ...row };
}

/** Adds a content, unless the account has the same bytes by now. @returns whether it was added */
export async function insertContent(tx: Tx, content: KeptContent, createdAt: Date): Promise<boolean> {
  const added = await tx
    .insert(contents)
    .values({ ...content, createdAt })
    .onConflictDoNothing()
    .returning({ storeKey: contents.storeKey });
  return added.length > 0;
}

/** Says that bytes are about to be written under a key. */
export const insertArriving = async (
  ex: Executor,
  arriving: { readonly storeKey: string; readonly clientAccountId: number; readonly begunAt: Date },
): Promise<void> => {
  await ex.insert(arrivingContents).values(arriving);
};

/** @returns whether the row was there: not when the key was swept away meanwhile */
export async function deleteArriving(ex: Executor, storeKey: string): Promise<boolean> {
  const gone = await ex
    .delete(arrivingContents)
    .where(eq(arrivingContents.storeKey, storeKey))
    .returning({ storeKey: arrivingContents.storeKey });
  return gone.length > 0;
}

/**
 * Takes the next key that has been on its way since before a moment, after `afterKey`, and holds its row until the
 * transaction ends: whoever still means to make a file of it waits, and then learns that it is gone.
 */
export async function takeStaleArriving(tx: Tx, before: Date, afterKey: string): Promise<string | undefined> {
  const { storeKey, begunAt } = arrivingContents;
  const [row] = await tx
    .select({ storeKey })
    .from(arrivingContents)
    .where(and(lt(begunAt, before), gt(storeKey, afterKey)))
    .orderBy(asc(storeKey))
    .limit(1)
    .for('update', { skipLocked: true });
  return row?.storeKey;
}
