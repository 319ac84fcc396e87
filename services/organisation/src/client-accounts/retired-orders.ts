import type { Database, Tx, Wanted } from '@app/db';
import { sql } from 'drizzle-orm';

// The release before keeps changes of currency in a table of its own while it still runs on this schema. This file goes
// with the table. Raw: no table in TypeScript stands for one that goes.

/** Longer than a request of the release before lives. */
const ABANDONED_SECONDS = 15;

/** Moves orders of the release before to where ours stand: those that were left alone, or the one of an account. */
export const adoptOrders = (db: Database, wanted?: Wanted): Promise<unknown> => {
  const which =
    wanted === undefined
      ? sql`stored_at < clock_timestamp() - make_interval(secs => ${ABANDONED_SECONDS})`
      : 'subject' in wanted
        ? sql`client_account_id::text = ${wanted.subject}`
        : sql`command_key = ${wanted.commandKey}`;
  return db.executor.execute(sql`
    with adopted as (
      delete from currency_orders where ${which}
      returning command_key, client_account_id, currency, actor_id, account_version
    )
    insert into use_cases (command_key, name, subject, client_account_id, state, intent, attempts, lease_until, ended_at)
    select command_key, 'change_currency', client_account_id::text, client_account_id, 'open',
      jsonb_build_object('currency', currency, 'actorId', actor_id, 'accountVersion', account_version), 1, clock_timestamp(), null
    from adopted on conflict do nothing`);
};

/** Is the release before at work on an order of the account? */
export async function hasRetiredOrder(tx: Tx, clientAccountId: number): Promise<boolean> {
  const rows = await tx.execute(
    sql`select 1 from currency_orders where client_account_id = ${clientAccountId}::bigint`,
  );
  return rows.length > 0;
}
