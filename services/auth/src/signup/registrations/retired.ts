import type { Database, Tx, Wanted } from '@app/db';
import { sql } from 'drizzle-orm';

// The release before keeps completions in a table of its own while it still runs on this schema. This file goes with
// the table. Raw: no table in TypeScript stands for one that goes.

/** Moves completions of the release before to where ours stand: those that are done, and those that nobody drives. */
export const adoptRegistrations = (db: Database, wanted?: Wanted): Promise<unknown> => {
  const which =
    wanted === undefined
      ? sql`true`
      : 'subject' in wanted
        ? sql`token_digest = decode(${wanted.subject}, 'hex')`
        : sql`command_key::text = ${wanted.commandKey}`;
  return db.executor.execute(sql`
    with adopted as (
      delete from signup_registrations where ${which} and (status = 'done' or driven_until <= clock_timestamp()) returning *
    ), known as (
      select *, jsonb_build_object('userId', user_id, 'organizationId', organization_id, 'isNewUser', is_new_user, 'begunAt', created_at) as common
      from adopted
    )
    insert into use_cases (command_key, name, subject, client_account_id, state, intent, result, attempts, created_at, lease_until, ended_at)
    select command_key::text, 'sign_up', encode(token_digest, 'hex'), client_account_id,
      case when status = 'done' then 'done' else 'open' end,
      case when status = 'pending' then common || jsonb_build_object('tokenDigest', encode(token_digest, 'hex'), 'hasNewLink', has_new_link,
        'touches', touches) end,
      case when status = 'done' then common || jsonb_build_object('clientAccountId', client_account_id) end,
      1, created_at, case when status = 'pending' then clock_timestamp() end, case when status = 'done' then clock_timestamp() end
    from known on conflict do nothing`);
};

/** Does the release before drive a completion of the session? */
export async function hasRetiredRegistration(tx: Tx, tokenDigest: Buffer): Promise<boolean> {
  const rows = await tx.execute(sql`select 1 from signup_registrations where token_digest = ${tokenDigest}`);
  return rows.length > 0;
}
