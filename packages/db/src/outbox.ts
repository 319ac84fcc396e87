import { currentContext } from '@app/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from './database.ts';
import { outbox } from './schema/messages.ts';

/** A fact for the other services, in the past tense: `ledger.journal_entry.posted`. */
export interface NewEvent {
  readonly name: string;
  readonly version: number;
  readonly clientAccountId: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Stores events in the transaction of the change they are about; the relay publishes them after the commit. */
export async function appendToOutbox(tx: Executor, ...events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.insert(outbox).values(events.map(rowOf));
}

/**
 * The statement that stores an event about a record which another part of the same statement makes.
 * @param id of the record, which stands in the payload as `id`
 */
export const outboxInsert = (tx: Executor, event: NewEvent, id: SQL) => {
  const row = rowOf(event);
  return tx.insert(outbox).values({ ...row, payload: sql`jsonb_set(${row.payload}, '{id}', to_jsonb(${id}))` });
};

/**
 * The part of a statement that stores an event for the row of another part, which knows a field of the payload; none
 * where there is no such row.
 */
export const outboxInsertFrom = (event: NewEvent, field: { readonly [name: string]: SQL }, from: SQL): SQL => {
  const { subject, clientAccountId, version, requestId, traceparent, payload } = rowOf(event);
  const known = Object.entries(field).map(([name, value]) => sql`${name}::text, ${value}`);
  // Raw: the builder inserts from no other part of its statement.
  return sql`
    insert into ${outbox} (subject, client_account_id, version, payload, request_id, traceparent)
    select ${subject}::text, ${clientAccountId}::bigint, ${version}::integer,
      ${payload} || jsonb_build_object(${sql.join(known, sql`, `)}), ${requestId}::text, ${traceparent}::text
    from ${from}`;
};

function rowOf({ name, clientAccountId, version, payload }: NewEvent) {
  const { requestId = null, traceparent = null } = currentContext() ?? {};
  return {
    ...{ subject: `events.${name}`, clientAccountId, version, requestId, traceparent },
    payload: sql`${JSON.stringify(payload)}::text::jsonb`,
  };
}
