import { currentContext } from '@app/runtime';
import { sql } from 'drizzle-orm';
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
  if (events.length === 0) return;
  const { requestId = null, traceparent = null } = currentContext() ?? {};
  await tx.insert(outbox).values(
    events.map(({ name, clientAccountId, version, payload }) => ({
      subject: `events.${name}`,
      clientAccountId,
      version,
      payload: sql`${JSON.stringify(payload)}::text::jsonb`,
      requestId,
      traceparent,
    })),
  );
}
