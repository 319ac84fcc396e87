import type { Database } from '@app/db';
import { RETENTION_DAYS } from './broker.ts';

/** What somebody wants to know of a service's events. */
export interface ChangesQuestion {
  /** `now` of the last complete answer. */
  readonly since?: string | undefined;
  /** The last event of an answer that had more; 0 otherwise. */
  readonly afterId: number;
  readonly subjects: readonly string[];
}

/** An event as its owner answers with it when asked. */
export interface Change {
  readonly id: number;
  readonly eventId: string;
  readonly subject: string;
  readonly version: number;
  readonly clientAccountId?: number;
  readonly occurredAt: string;
  /** JSON. */
  readonly payload: string;
}

export interface ChangesAnswer {
  readonly now: string;
  /** What happened since is not known. */
  readonly isReset: boolean;
  readonly changes: readonly Change[];
  readonly hasMore: boolean;
}

interface Row {
  readonly now: string;
  readonly is_reset: boolean;
  readonly changes: readonly {
    readonly id: number;
    readonly event_id: string;
    readonly subject: string;
    readonly version: number;
    readonly client_account_id: number | null;
    readonly occurred_at: string;
    readonly payload: string;
  }[];
}

const LIMIT = 500;
/** The outbox, a second of the database's clock, a snapshot of its transactions. */
const form = /^(\d{1,10})\.(\d{1,12})\.(\d+:\d+:[\d,]*)$/;
const NOWHERE = ['0', '0', '1:1:'] as const;

/**
 * The events that were committed since an earlier answer: those of transactions that the snapshot of that answer did
 * not see and the present one does. Ids alone do not show it, a lower one may commit later.
 */
export async function readChanges(db: Database, { since, afterId, subjects }: ChangesQuestion): Promise<ChangesAnswer> {
  const [outbox, second, snapshot] = form.exec(since ?? '')?.slice(1) ?? NOWHERE;
  const [row] = await db.raw<Row[]>`
    select 'outbox'::regclass::oid || '.' || floor(extract(epoch from clock_timestamp())) || '.' || pg_current_snapshot() as now,
      ${outbox!}::text::oid <> 'outbox'::regclass::oid
        or to_timestamp(${second!}::text::float8) < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})
        or pg_snapshot_xmax(${snapshot!}::text::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as is_reset,
      coalesce((
        select json_agg(found order by id) from (
          select id, event_id, subject, version, client_account_id, payload::text as payload,
            to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at
          from outbox
          where transaction >= pg_snapshot_xmin(${snapshot!}::text::pg_snapshot)
            -- Says nothing new, but makes it a range, for which an index is used.
            and transaction < pg_snapshot_xmax(pg_current_snapshot())
            and not pg_visible_in_snapshot(transaction, ${snapshot!}::text::pg_snapshot)
            and id > ${afterId} and subject = any(${subjects as string[]}) and ${since !== undefined}
          order by id limit ${LIMIT + 1}
        ) found), '[]'::json) as changes`;
  if (row!.is_reset) return { now: row!.now, isReset: true, changes: [], hasMore: false };
  return {
    now: row!.now,
    isReset: false,
    hasMore: row!.changes.length > LIMIT,
    changes: row!.changes.slice(0, LIMIT).map((found) => ({
      id: found.id,
      eventId: found.event_id,
      subject: found.subject,
      version: found.version,
      occurredAt: found.occurred_at,
      payload: found.payload,
      ...(found.client_account_id === null ? {} : { clientAccountId: found.client_account_id }),
    })),
  };
}
