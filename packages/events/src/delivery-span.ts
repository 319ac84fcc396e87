import { enterTrace, type TraceStep } from '@app/runtime';
import type { Delivery } from './broker.ts';
import { HEADER } from './event.ts';

/** A delivery's step of the trace that its event was written in. @param durable the consumer's name at the broker */
export const enterDelivery = (
  durable: string,
  { id, subject, headers }: Pick<Delivery, 'id' | 'subject' | 'headers'>,
): TraceStep =>
  enterTrace(headers[HEADER.traceparent], () => ({
    name: `process ${subject}`,
    kind: 'consumer',
    attributes: {
      'messaging.system': 'nats',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': subject,
      'messaging.consumer.group.name': durable,
      'messaging.message.id': id,
    },
  }));
