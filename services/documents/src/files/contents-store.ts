import { type Executor, fixedStatement, type Tx } from '@app/db';
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

/** Bytes that are about to be written under a key. */
export type AnnouncedContent = Omit<KeptContent, 'size'>;

// Raw: rows are inserted where another table holds none. One text for any number of them, made once.
const announcing = fixedStatement(sql`
  with sent as (
    select client_account_id, decode(sha256, 'hex') as sha256, store_key, place
    from unnest(${sql.placeholder('accounts')}::bigint[], ${sql.placeholder('sums')}::text[],
      ${sql.placeholder('keys')}::text[]) with ordinality as s (client_account_id, sha256, store_key, place)
  ), known as (
    select sent.place, c.size, c.store_key from sent
    join ${contents} as c on c.client_account_id = sent.client_account_id and c.sha256 = sent.sha256
  ), announced as (
    insert into ${arrivingContents} (store_key, client_account_id, begun_at)
    select store_key, client_account_id, ${sql.placeholder('begunAt')}::timestamptz from sent
    where place not in (select place from known)
  )
  select place::int - 1 as place, size::text, store_key from known`);

/**
 * Says that bytes are about to be written under keys, unless the account has the same bytes. Committed when this
 * resolves: outside any transaction.
 * @returns what each account has, and then nothing is announced
 */
export async function announceContents(
  ex: Executor,
  all: readonly AnnouncedContent[],
  begunAt: Date,
): Promise<readonly (Pick<KeptContent, 'size' | 'storeKey'> | undefined)[]> {
  const rows = await ex.execute<{ place: number; size: string; store_key: string }>(
    announcing({
      accounts: sql.param(all.map(({ clientAccountId }) => clientAccountId)),
      sums: sql.param(all.map(({ sha256 }) => sha256.toString('hex'))),
      keys: sql.param(all.map(({ storeKey }) => storeKey)),
      begunAt: begunAt.toISOString(),
    }),
  );
  const known = new Map(rows.map(({ place, size, store_key }) => [place, { size: Number(size), storeKey: store_key }]));
  return all.map((_, place) => known.get(place));
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
