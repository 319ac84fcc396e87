import type { Invariant } from '@app/invariants';
import { RETENTION_DAYS } from './broker.ts';

/**
 * What is true of the messages of every service, in its own schema.
 * @param graceSeconds how long an event may wait to be published
 */
export const messageInvariants = (graceSeconds: number): readonly Invariant[] => [
  {
    name: 'every event was published',
    per: 'service',
    settles: true,
    rows: `select id, subject, created_at, published_at is not null or created_at > clock_timestamp() - interval '${graceSeconds} seconds' as holds from outbox`,
    subject: `format('event %s (%s) of %s', id, subject, created_at)`,
  },
  {
    name: 'no message waits for an operator',
    per: 'service',
    rows: 'select id, consumer, event_id, error, redriven_at is not null as holds from parked_messages',
    subject: `format('parked message %s of %s, event %s: %s', id, consumer, event_id, error)`,
  },
];

/** A consumer of one service's event in the schema of another. */
export interface Subscription {
  /** Schemas: who publishes, and who consumes. */
  readonly producer: string;
  readonly service: string;
  readonly consumer: string;
  readonly subject: string;
}

/**
 * What the consumer has applied of what the producer published: all of it, and the key of the inbox lets nothing be
 * applied twice. Only what the stream still holds is asked for. Needs to read both schemas.
 */
export const deliveryInvariant = ({ producer, service, consumer, subject }: Subscription): Invariant => ({
  name: `${service} applied every ${subject.replace(/^events\./, '')}`,
  per: 'service',
  settles: true,
  rows: `
    select o.id, o.event_id, o.created_at, i.event_id is not null or p.event_id is not null as holds
    from "${producer}".outbox o
    left join "${service}".inbox i on i.consumer = '${consumer}' and i.event_id = o.event_id
    left join "${service}".parked_messages p on p.consumer = '${consumer}' and p.event_id = o.event_id and p.redriven_at is null
    where o.subject = '${subject}' and o.published_at is not null and o.created_at > clock_timestamp() - interval '${RETENTION_DAYS - 1} days'`,
  subject: `format('event %s (%s) of %s', id, event_id, created_at)`,
});
