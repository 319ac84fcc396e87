import { currentContext } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { Executor } from './database.ts';

/** A fact to tell the other services, in the past tense: `ledger.journal_entry.posted`. */
export interface NewEvent {
  readonly name: string;
  readonly version: number;
  readonly clientAccountId: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Stores events in the transaction of the change they tell of; the relay publishes them after the commit. */
export async function appendToOutbox(tx: Executor, ...events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const context = currentContext();
  const rows = events.map(
    (event) =>
      sql`(${`events.${event.name}`}, ${event.clientAccountId}::bigint, ${event.version}::int, ${JSON.stringify(event.payload)}::jsonb, ${context?.requestId ?? null}, ${context?.traceparent ?? null})`,
  );
  await tx.execute(
    sql`insert into outbox (subject, client_account_id, version, payload, request_id, traceparent) values ${sql.join(rows, sql`, `)}`,
  );
}
