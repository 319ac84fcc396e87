import type { Database } from '@app/db';
import type { Sealer } from '@app/runtime';
import { sql } from 'drizzle-orm';

/** A column whose values are sealed, and the column by which a row is found. */
export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

/** Every service keeps answers with secrets for a day. */
const KEPT_ANSWERS: SealedColumn = { table: 'idempotency_keys', key: 'claim_hash', column: 'body' };

const AT_ONCE = 200;

/**
 * Seals anew what is sealed under a key that is to go. Safe to repeat and beside requests: a value is replaced only
 * while it is the one that was read, and each alone, so nothing waits.
 * @returns how many values were replaced
 */
export async function rekey(db: Database, sealer: Sealer, columns: readonly SealedColumn[]): Promise<number> {
  let replaced = 0;
  for (const sealed of [KEPT_ANSWERS, ...columns]) replaced += await rekeyColumn(db, sealer, sealed);
  return replaced;
}

/** Raw: which table and columns hold sealed values is each service's to say. */
async function rekeyColumn(db: Database, sealer: Sealer, { table, key, column }: SealedColumn): Promise<number> {
  const [from, by, value] = [sql.identifier(table), sql.identifier(key), sql.identifier(column)];
  const isSealed = table === KEPT_ANSWERS.table ? sql`sealed and ${value} is not null` : sql`${value} is not null`;
  let replaced = 0;
  let after: unknown;
  for (;;) {
    const beyond = after === undefined ? sql`true` : sql`${by} > ${after}`;
    const rows = await db.executor.execute<{ found_by: unknown; sealed_value: Buffer }>(sql`
      select ${by} as found_by, ${value} as sealed_value from ${from} where ${isSealed} and ${beyond} order by ${by} limit ${AT_ONCE}`);
    if (rows.length === 0) return replaced;
    for (const { found_by: id, sealed_value: bytes } of rows) {
      const old = Buffer.from(bytes);
      if (sealer.isCurrent(old)) continue;
      const changed = await db.executor.execute(sql`
        update ${from} set ${value} = ${sealer.seal(sealer.open(old))} where ${by} = ${id} and ${value} = ${old} returning 1`);
      replaced += changed.length;
    }
    after = rows.at(-1)!.found_by;
  }
}
