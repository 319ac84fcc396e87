import { durableName, eventsConsumedBy, NOTICES } from './consumed.ts';

/** What one process may do at the broker, by subject; the form is that of NATS's own configuration. */
export interface BrokerPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const STREAM = 'EVENTS';
const CLOCK = 'KV_clock';

/** Where the broker answers a service, and nobody else may listen. */
export const inboxPrefixOf = (service: string): string => `_INBOX_${service}`;

/** The consumer, for a moment, by which a service finds its own newest event. */
export const newestConsumerOf = (service: string): string => `${service}-newest`;

/**
 * What a consumer of one's own needs: it is made, for these subjects alone, looked at, asked for messages, and told
 * what became of them.
 */
const ownConsumer = (durable: string, filter: string): string[] => [
  `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}.${filter}`,
  `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
  `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
  `$JS.ACK.${STREAM}.${durable}.>`,
];

/**
 * Reading the clock and watching it. Whoever watches has a consumer without a name that lasts, which is taken away by
 * itself; the client library asks for the next one, after a restart of the broker, by the subject without a name.
 */
const clock = [
  `$JS.API.STREAM.INFO.${CLOCK}`,
  `$JS.API.STREAM.CREATE.${CLOCK}`,
  `$JS.API.STREAM.MSG.GET.${CLOCK}`,
  `$JS.API.DIRECT.GET.${CLOCK}.>`,
  `$JS.API.CONSUMER.CREATE.${CLOCK}`,
  `$JS.API.CONSUMER.CREATE.${CLOCK}.>`,
  `$JS.API.CONSUMER.INFO.${CLOCK}.*`,
  `$JS.API.CONSUMER.DELETE.${CLOCK}.*`,
  `$JS.FC.${CLOCK}.>`,
];

/**
 * The permissions of a service: it says facts in its own name only, hears those that it consumes and the notices that
 * all hear, has its own consumers and inbox and no other's, reads no message of the stream past them, and cannot take a
 * stream or a message away. The gateway alone moves the platform's clock.
 */
export function permissionsOf(service: string): BrokerPermissions {
  return {
    publish: [
      `events.${service}.>`,
      ...(service === 'gateway' ? ['$KV.clock.>'] : []),
      '$JS.API.INFO',
      `$JS.API.STREAM.INFO.${STREAM}`,
      `$JS.API.STREAM.CREATE.${STREAM}`,
      ...ownConsumer(newestConsumerOf(service), `events.${service}.>`),
      `$JS.API.CONSUMER.DELETE.${STREAM}.${newestConsumerOf(service)}`,
      ...eventsConsumedBy(service).flatMap((event) => ownConsumer(durableName(service, event), `events.${event}`)),
      ...clock,
    ],
    subscribe: [...NOTICES.map((event) => `events.${event}`), `${inboxPrefixOf(service)}.>`],
  };
}
