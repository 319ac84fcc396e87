import { sql } from 'drizzle-orm';
import type { Executor } from './database.ts';

/**
 * One at a time per name, until the transaction ends: whoever holds it is waited for. A lock of the database's memory,
 * so nothing is written and the name need not be a row. Raw, since the builder calls no function without a table.
 * @param space keeps names of different kinds apart
 */
export async function lockName(tx: Executor, name: string, space = 0): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${space}))`);
}
