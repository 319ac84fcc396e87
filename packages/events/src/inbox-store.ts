import { conflict, notFound } from '@app/contract/failure';
import type { Database, Tx } from '@app/db';
import { sql } from 'drizzle-orm';
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

/**
 * Remembers a delivery; false when the event was handled before. A second handler of the same event waits here for the
 * first.
 */
export async function insertInbox(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const rows = await tx.execute(
    sql`insert into inbox (consumer, event_id) values (${consumer}, ${eventId}::uuid) on conflict do nothing returning 1`,
  );
  return rows.length === 1;
}

/** Tells whoever verifies the platform which events the service applies; what an older version applied is forgotten. */
export async function rememberConsumers(
  db: Database,
  consumers: readonly { readonly name: string; readonly subject: string }[],
): Promise<void> {
  const told = JSON.stringify(consumers);
  await db.write(async (tx) => {
    await tx.execute(sql`
      insert into consumers as c (name, subject) select name, subject from jsonb_to_recordset(${told}::text::jsonb) as told (name text, subject text)
      on conflict (name) do update set subject = excluded.subject where c.subject <> excluded.subject`);
    await tx.execute(
      sql`delete from consumers where name not in (select value ->> 'name' from jsonb_array_elements(${told}::text::jsonb))`,
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
  await db.executor.execute(sql`
    insert into parked_messages (consumer, event_id, subject, payload, headers, error, deliveries)
    values (${consumer}, ${eventId}::uuid, ${delivery.subject}, ${storable(delivery.data)}::jsonb, ${JSON.stringify(delivery.headers)}::jsonb, ${error}, ${delivery.count})`);
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly consumer: string;
  readonly event_id: string | null;
  readonly subject: string;
  readonly payload: string;
  readonly headers: string;
  readonly error: string;
  readonly deliveries: number;
  readonly parked_at: string;
  readonly is_redriven: boolean;
}

const columns = sql`id, consumer, event_id, subject, payload::text as payload, headers::text as headers, error, deliveries, parked_at::text as parked_at, redriven_at is not null as is_redriven`;

const messageOf = (row: Row): ParkedMessage => ({
  id: Number(row.id),
  consumer: row.consumer,
  eventId: row.event_id,
  subject: row.subject,
  error: row.error,
  deliveries: row.deliveries,
  parkedAt: row.parked_at,
  data: row.payload,
  headers: JSON.parse(row.headers) as Record<string, string>,
});

/** The messages that wait for an operator, oldest first. */
export async function listParked(db: Database, limit = 100): Promise<readonly ParkedMessage[]> {
  const rows = await db.executor.execute<Row>(
    sql`select ${columns} from parked_messages where redriven_at is null order by id limit ${limit}`,
  );
  return rows.map(messageOf);
}

/** @throws Failure 404 for an unknown id, 409 for one that was handled meanwhile */
export async function takeParked(db: Database, id: number): Promise<ParkedMessage> {
  const [row] = await db.executor.execute<Row>(sql`select ${columns} from parked_messages where id = ${id}`);
  if (!row) throw notFound(`There is no parked message ${id}`);
  if (row.is_redriven) throw alreadyRedriven(id);
  return messageOf(row);
}

/** Decides between two operators who redrive the same message. @throws Failure 409 */
export async function markRedriven(tx: Tx, id: number): Promise<void> {
  const rows = await tx.execute(
    sql`update parked_messages set redriven_at = clock_timestamp() where id = ${id} and redriven_at is null returning 1`,
  );
  if (rows.length === 0) throw alreadyRedriven(id);
}

const alreadyRedriven = (id: number) => conflict(`The parked message ${id} was handled already`);
