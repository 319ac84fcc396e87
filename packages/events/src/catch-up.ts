import type { Database } from '@app/db';
import { isOutage, type Logger } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { Change } from './changes-store.ts';
import { durableOf, type Handler } from './consumer.ts';
import { HEADER, type ReceivedEvent, readEvent, subjectOf } from './event.ts';
import { insertInbox } from './inbox-store.ts';

/**
 * Handles what an owner answers when it is asked, as the consumer handles what the broker brings: each event once,
 * whichever way it comes first. What cannot be handled is left to the consumer, which tries it again and parks it.
 * @param options.handlers of events that need nothing prepared
 */
export function createCatchUp(options: {
  readonly service: string;
  readonly handlers: readonly Handler[];
  readonly db: Database;
  readonly logger: Logger;
}): (changes: readonly Change[]) => Promise<void> {
  const { service, db, logger } = options;
  const handlers = new Map(options.handlers.map((handler) => [subjectOf(handler.event), handler]));
  const prepared = options.handlers.find(({ prepare }) => prepare !== undefined);
  if (prepared) throw new Error(`${prepared.event.name} cannot be caught up with: its handler asks others first`);
  const consumers = options.handlers.map(({ event }) => durableOf(service, event));

  /** Those that neither way has brought before. */
  const unknown = async (changes: readonly Change[]): Promise<readonly Change[]> => {
    const ids = changes.map(({ eventId }) => eventId);
    // Raw: a list as one parameter keeps the statement the same, and so prepared, whatever its length.
    const rows = await db.executor.execute<{ event_id: string }>(sql`
      select event_id::text from inbox
      where consumer in (select jsonb_array_elements_text(${JSON.stringify(consumers)}::text::jsonb))
        and event_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)`);
    const known = new Set(rows.map(({ event_id }) => event_id));
    return changes.filter(({ eventId, subject }) => !known.has(eventId) && handlers.has(subject));
  };

  const handle = (changes: readonly Change[]): Promise<void> =>
    db.write(async (tx) => {
      for (const change of changes) {
        const { event, handle } = handlers.get(change.subject)!;
        const received = readEvent(event, messageOf(change)) as ReceivedEvent<never>;
        if (await insertInbox(tx, durableOf(service, event), received.id))
          await handle(tx, received, undefined as never);
      }
    });

  return async (changes) => {
    const missing = await unknown(changes);
    if (missing.length === 0) return;
    try {
      return await handle(missing);
    } catch (error) {
      if (isOutage(error)) throw error;
    }
    for (const change of missing) {
      await handle([change]).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        logger.error(
          { err: error, event: change.subject, event_id: change.eventId },
          'a change cannot be taken over; it waits for the broker',
        );
      });
    }
  };
}

const messageOf = ({ eventId, version, clientAccountId, occurredAt, payload }: Change) => ({
  id: eventId,
  data: payload,
  headers: {
    [HEADER.version]: String(version),
    [HEADER.occurredAt]: occurredAt,
    ...(clientAccountId === undefined ? {} : { [HEADER.clientAccount]: String(clientAccountId) }),
  },
});
