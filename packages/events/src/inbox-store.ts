import { conflict, notFound } from '@app/contract/failure';
import { type Database, fixedStatement, type Tx } from '@app/db';
import { inbox, parkedMessages } from '@app/db/schema';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Delivery } from './broker.ts';

/** A message put aside after repeated failure. */
export interface ParkedMessage {
  readonly id: number;
  readonly consumer: string;
  readonly eventId: string | null;
  readonly subject: string;
  readonly error: string;
  readonly deliveries: number;
  readonly parkedAt: string;
  readonly data: string;
  readonly headers: Readonly<Record<string, string>>;
}

// Raw: one text for any number of deliveries, made once.
const remembering = fixedStatement(sql`
  insert into ${inbox} (consumer, event_id)
  select ${sql.placeholder('consumer')}::text, id from unnest(${sql.placeholder('eventIds')}::uuid[]) id order by id
  on conflict do nothing returning event_id`);

/** Remembers deliveries, in the order of their ids, in which every replica takes them. @returns those that are new */
export async function insertInboxes(
  tx: Tx,
  consumer: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ event_id: string }>(
    remembering({ consumer, eventIds: sql.param([...new Set(eventIds)]) }),
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

/**
 * Remembers a delivery; false when the event was handled before. A second handler of the same event waits here for the
 * first.
 */
export const insertInbox = async (tx: Tx, consumer: string, eventId: string): Promise<boolean> =>
  (await insertInboxes(tx, consumer, [eventId])).has(eventId);

/**
 * States, for whoever verifies the platform, which events the service applies; what an older version applied is
 * forgotten. Raw: a table of values cannot be joined by the builder, and the second statement is the first one's other
 * half.
 */
export async function rememberConsumers(
  db: Database,
  consumers: readonly { readonly name: string; readonly subject: string }[],
): Promise<void> {
  const applied = JSON.stringify(consumers);
  await db.write(async (tx) => {
    await tx.execute(sql`
      insert into consumers as c (name, subject) select name, subject from jsonb_to_recordset(${applied}::text::jsonb) as applied (name text, subject text)
      on conflict (name) do update set subject = excluded.subject where c.subject <> excluded.subject`);
    await tx.execute(
      sql`delete from consumers where name not in (select value ->> 'name' from jsonb_array_elements(${applied}::text::jsonb))`,
    );
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is not JSON, or what jsonb does not take, is kept as a JSON text. */
function storable(data: string): string {
  try {
    JSON.parse(data);
    return data.includes('\\u0000') ? JSON.stringify(data.replaceAll('\\u0000', '')) : data;
  } catch {
    return JSON.stringify(data.replaceAll('\0', ''));
  }
}

export async function parkMessage(
  db: Database,
  message: { readonly consumer: string; readonly delivery: Delivery; readonly error: string },
): Promise<void> {
  const { consumer, delivery, error } = message;
  const eventId = uuid.test(delivery.id ?? '') ? delivery.id : null;
  await db.executor.insert(parkedMessages).values({
    consumer,
    eventId,
    subject: delivery.subject,
    payload: sql`${storable(delivery.data)}::text::jsonb`,
    headers: sql`${JSON.stringify(delivery.headers)}::text::jsonb`,
    error,
    deliveries: delivery.count,
  });
}

const columns = {
  id: parkedMessages.id,
  consumer: parkedMessages.consumer,
  eventId: parkedMessages.eventId,
  subject: parkedMessages.subject,
  data: sql<string>`${parkedMessages.payload}::text`,
  headers: sql<string>`${parkedMessages.headers}::text`,
  error: parkedMessages.error,
  deliveries: parkedMessages.deliveries,
  parkedAt: parkedMessages.parkedAt,
};

const messageOf = ({
  headers,
  ...row
}: Omit<ParkedMessage, 'headers'> & { readonly headers: string }): ParkedMessage => ({
  ...row,
  headers: JSON.parse(headers) as Record<string, string>,
});

/** The messages that wait for an operator, oldest first. */
export async function listParked(db: Database, limit = 100): Promise<readonly ParkedMessage[]> {
  const rows = await db.executor
    .select(columns)
    .from(parkedMessages)
    .where(isNull(parkedMessages.redrivenAt))
    .orderBy(asc(parkedMessages.id))
    .limit(limit);
  return rows.map(messageOf);
}

/** How many messages wait for an operator. */
export const countParked = (db: Database): Promise<number> =>
  db.executor.$count(parkedMessages, isNull(parkedMessages.redrivenAt));

/** @throws Failure 404 for an unknown id, 409 for one that was handled meanwhile */
export async function takeParked(db: Database, id: number): Promise<ParkedMessage> {
  const [row] = await db.executor
    .select({ ...columns, redrivenAt: parkedMessages.redrivenAt })
    .from(parkedMessages)
    .where(eq(parkedMessages.id, id));
  if (!row) throw notFound(`There is no parked message ${id}`);
  const { redrivenAt, ...message } = row;
  if (redrivenAt !== null) throw alreadyRedriven(id);
  return messageOf(message);
}

/** Decides between two operators who redrive the same message. @throws Failure 409 */
export async function markRedriven(tx: Tx, id: number): Promise<void> {
  const rows = await tx
    .update(parkedMessages)
    .set({ redrivenAt: sql`clock_timestamp()` })
    .where(and(eq(parkedMessages.id, id), isNull(parkedMessages.redrivenAt)))
    .returning({ id: parkedMessages.id });
  if (rows.length === 0) throw alreadyRedriven(id);
}

const alreadyRedriven = (id: number) => conflict(`The parked message ${id} was handled already`);
