/** What one process may do at the broker, by subject; the form is that of NATS's own configuration. */
export interface BrokerPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * The permissions of a service: it says facts in its own name only, hears those of all, and cannot take a stream or a message away. The
 * gateway alone moves the platform's clock.
 */
export function permissionsOf(service: string): BrokerPermissions {
  return {
    publish: [
      `events.${service}.>`,
      ...(service === 'gateway' ? ['$KV.clock.>'] : []),
      '$JS.API.INFO',
      '$JS.API.STREAM.INFO.*',
      '$JS.API.STREAM.CREATE.*',
      '$JS.API.STREAM.MSG.GET.*',
      '$JS.API.DIRECT.GET.>',
      '$JS.API.CONSUMER.CREATE.>',
      '$JS.API.CONSUMER.DURABLE.CREATE.>',
      '$JS.API.CONSUMER.INFO.>',
      '$JS.API.CONSUMER.MSG.NEXT.>',
      '$JS.API.CONSUMER.DELETE.KV_clock.*', // a watch takes its own consumer away
      '$JS.ACK.>',
      '$JS.FC.>',
    ],
    subscribe: ['events.>', '_INBOX.>'],
  };
}
