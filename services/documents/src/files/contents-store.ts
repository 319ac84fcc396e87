import type { Executor, Tx } from '@app/db';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { arrivingContents, contents } from '../schema/contents.ts';

/** Bytes that the store has under a key. */
export interface KeptContent {
  readonly clientAccountId: number;
  readonly sha256: Buffer;
  /** Bytes. */
  readonly size: number;
  readonly storeKey: string;
}

interface Announced extends Omit<KeptContent, 'size'> {
  readonly begunAt: Date;
}

/**
 * Says that bytes are about to be written under a key, unless the account has the same bytes. Committed when this
 * resolves: outside any transaction.
 * @returns what the account has, and then nothing is announced
 */
export async function announceContent(
  ex: Executor,
  { clientAccountId, sha256, storeKey, begunAt }: Announced,
): Promise<Pick<KeptContent, 'size' | 'storeKey'> | undefined> {
  const a = arrivingContents;
  // Raw: the row is inserted where another table holds none.
  const [known] = await ex.execute<{ size: string; store_key: string }>(sql`
    with known as (
      select size, store_key from ${contents}
      where ${contents.clientAccountId} = ${clientAccountId} and ${contents.sha256} = ${sha256}
    ), announced as (
      insert into ${a} (store_key, client_account_id, begun_at)
      select ${storeKey}, ${clientAccountId}::bigint, ${begunAt.toISOString()}::timestamptz
      where not exists (select from known)
    )
    select size::text, store_key from known`);
  return known && { size: Number(known.size), storeKey: known.store_key };
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
