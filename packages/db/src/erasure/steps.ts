import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';
import { idempotencyKeys } from '../schema/idempotency-keys.ts';
import { mailOutbox } from '../schema/mail-outbox.ts';
import { outbox, parkedMessages } from '../schema/messages.ts';
import { useCases } from '../schema/use-cases.ts';

/** The whole account goes, beyond what the categories of a reset clear. */
export const ACCOUNT = 'ACCOUNT';
/**
 * The posted entries of documents and of their payments, beside `DOCUMENTS` and `RECONCILIATIONS`, while the other
 * entries stay. Whoever sends it has the ledger do its part before the owners of those records do theirs.
 */
export const DOCUMENT_ENTRIES = 'DOCUMENT_ENTRIES';
/** What was said about an account, after everybody has heard that it is gone. */
export const MESSAGES = 'MESSAGES';

/** One kind of rows that goes with a reset or with the account. The order of steps is that of their references. */
export interface ErasureStep {
  /** Whose rows go; absent for a step that changes what stays. */
  readonly table?: string;
  /** The categories with which it goes. */
  readonly with: readonly string[];
  /** The categories with which another step does it instead. */
  readonly without?: readonly string[];
  /** The category whose records these are; rows that are parts of others count nowhere. */
  readonly counts?: string;
  /** Removes about so many rows of the account and gives how many; called until it finds none. */
  erase(tx: Tx, clientAccountId: number, most: number): Promise<number>;
}

/** How often the last row may move while it is being erased. */
const MOST_MOVES = 100;

/**
 * The rows of a table that belong to the account. A row that somebody changes at this moment is in another place by
 * then and stays: while such rows alone are left it is tried again. The account is named twice: the place of a row is
 * one within its partition, and where a table is partitioned by account another one's row may have the same.
 * @param options.column that names the account; `client_account_id` by default
 * @param options.where limits them further
 */
export function rowsOf(
  table: PgTable,
  options: Pick<ErasureStep, 'with' | 'without' | 'counts'> & { readonly column?: string; readonly where?: SQL },
): ErasureStep {
  const { column = 'client_account_id', where, ...step } = options;
  return {
    ...step,
    table: getTableName(table),
    erase: async (tx, clientAccountId, most) => {
      const isOwn = sql`${sql.identifier(column)} = ${clientAccountId}::bigint`;
      const some = sql`from ${table} where ${isOwn} ${where === undefined ? sql`` : sql`and ${where}`} limit ${most}`;
      const statement = sql`delete from ${table} where ${isOwn} and ctid = any (array(select ctid ${some}))`;
      for (let tries = 0; tries < MOST_MOVES; tries++) {
        const gone = await deleted(tx, statement);
        if (gone > 0) return gone;
        const [left] = await tx.execute<{ some: boolean }>(sql`select exists (select ${some}) as some`);
        if (!left?.some) return 0;
      }
      throw new Error(`Rows of ${getTableName(table)} keep changing while they are erased`);
    },
  };
}

/** Runs a `delete` and gives how many rows it took. Raw: the builder has no count without a row for each. */
export async function deleted(tx: Tx, statement: SQL): Promise<number> {
  const [row] = await tx.execute<{ count: string }>(
    sql`with gone as (${statement} returning 1) select count(*) as count from gone`,
  );
  return Number(row?.count ?? 0);
}

/** What every service holds of an account besides its own tables. An answer without content has nothing of it. */
export const platformSteps: readonly ErasureStep[] = [
  rowsOf(idempotencyKeys, { with: [ACCOUNT, MESSAGES], where: sql`status is distinct from 204` }),
  rowsOf(mailOutbox, { with: [ACCOUNT, MESSAGES] }),
  rowsOf(useCases, { with: [ACCOUNT, MESSAGES], where: sql`ended_at is not null` }),
  {
    table: 'parked_messages',
    with: [ACCOUNT, MESSAGES],
    erase: (tx, clientAccountId, most) =>
      deleted(
        tx,
        sql`delete from ${parkedMessages} where id = any (array(
          select id from ${parkedMessages} where (headers ->> 'client-account') = ${String(clientAccountId)}
            or (payload ->> 'client_account_id') = ${String(clientAccountId)} limit ${most}))`,
      ),
  },
  rowsOf(outbox, { with: [MESSAGES], where: sql`published_at is not null` }),
];
