import { unavailable } from '@app/contract';
import type { Database, Wanted } from '@app/db';
import { sql } from 'drizzle-orm';

// The release before keeps acceptances in a table of its own while it still runs on this schema. This file goes with
// the table.

/** Longer than a request of the release before lives. */
const ABANDONED_SECONDS = 60;

/** What the recovery of the release before holds while it runs: it must not go on with what is ours by then. */
const RECOVERY = 'job:organisation:invitation-recovery';

/**
 * Moves acceptances of the release before to where ours stand: those that ended or were left alone, or the one of a
 * key, whose request has come to us.
 * @throws Failure 503 when that one may be at work
 */
export const adoptAcceptances = (db: Database, wanted?: Wanted): Promise<unknown> =>
  db.write(async (tx) => {
    const lastTouched = sql`coalesce(tried_at, stored_at)`;
    const which =
      wanted && 'commandKey' in wanted
        ? sql`command_key = ${wanted.commandKey}`
        : sql`(completed_at is not null or ${lastTouched} < clock_timestamp() - make_interval(secs => ${ABANDONED_SECONDS}))`;
    const waiting = await tx.execute(sql`select 1 from invitation_acceptances where ${which} limit 1`);
    if (waiting.length === 0) return;
    const [lock] = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${RECOVERY}, 0)) as taken`,
    );
    if (!lock!.taken && wanted)
      throw unavailable('An earlier attempt of the same request is being settled; ask again in a moment');
    if (!lock!.taken) return;
    await tx.execute(sql`
      with adopted as (
        delete from invitation_acceptances where ${which} returning command_key, invitation_id, started_at, completed_at, refused_at
      )
      insert into use_cases (command_key, name, client_account_id, state, intent, result, refusal, attempts, lease_until, ended_at)
      select a.command_key, 'accept_invitation', i.client_account_id,
        case when a.completed_at is not null then 'done' when a.refused_at is not null then 'undoing' else 'open' end,
        case when a.completed_at is null then jsonb_build_object('invitationId', i.id, 'startedAt', a.started_at) end,
        case when a.completed_at is not null then jsonb_build_object('userId', i.accepted_by_id) end,
        case when a.completed_at is null and a.refused_at is not null then jsonb_build_object('code', 'invitation.cannot_be_accepted',
          'status', 409, 'message', 'The acceptance was refused; send it again') end,
        1, case when a.completed_at is null then clock_timestamp() end, a.completed_at
      from adopted a join invitations i on i.id = a.invitation_id
      on conflict do nothing`);
  });
