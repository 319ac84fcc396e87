import { currentContext } from '@app/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from './database.ts';
import { fixedStatement } from './fixed-statement.ts';
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
  await storeEvents(tx, events.map(outboxRow));
}

/** Stores events that were made ready before, in their order: each belongs to the request that made it ready. */
export async function storeEvents(tx: Executor, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length > 0) await tx.execute(insertion({ rows: JSON.stringify(rows) }));
}

// Raw: one text for any number of events, made once (docs/decisions/0169-what-an-invoice-costs.md).
const insertion = fixedStatement(sql`
  insert into ${outbox} (subject, client_account_id, version, payload, request_id, traceparent)
  select e.subject, e.client_account_id, e.version, e.payload, e.request_id, e.traceparent
  from jsonb_array_elements(${sql.placeholder('rows')}::text::jsonb) with ordinality as given (event, place),
    jsonb_to_record(given.event) as e (subject text, client_account_id bigint, version integer, payload jsonb,
      request_id text, traceparent text)
  order by given.place`);

/** An event as a statement takes it that stores several, of which something is not known before. */
export interface OutboxRow {
  readonly subject: string;
  readonly client_account_id: number | null;
  readonly version: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly request_id: string | null;
  readonly traceparent: string | null;
}

/** Its request is the one that calls this, whoever sends the statement. */
export const outboxRow = (event: NewEvent): OutboxRow => {
  const { subject, clientAccountId, version, requestId, traceparent } = placeOf(event);
  return {
    subject,
    client_account_id: clientAccountId,
    version,
    payload: event.payload,
    request_id: requestId,
    traceparent,
  };
};

/**
 * The part of a statement that stores events for the rows of another part, in their order.
 * @param from a part with an {@link OutboxRow} as `jsonb` in each row
 * @param known what the payload holds beyond that, as `jsonb`
 */
export const outboxInsertFrom = (from: SQL, event: SQL, known: SQL, order: SQL): SQL =>
  // Raw: the builder inserts from no other part of its statement.
  sql`
    insert into ${outbox} (subject, client_account_id, version, payload, request_id, traceparent)
    select e.subject, e.client_account_id, e.version, e.payload || ${known}, e.request_id, e.traceparent
    from ${from}, jsonb_to_record(${event}) as e (subject text, client_account_id bigint, version integer, payload jsonb,
      request_id text, traceparent text)
    order by ${order}`;

function placeOf({ name, clientAccountId, version }: NewEvent) {
  const { requestId = null, traceparent = null } = currentContext() ?? {};
  return { subject: `events.${name}`, clientAccountId, version, requestId, traceparent };
}
