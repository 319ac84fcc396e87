import { type Logger, pause } from '@app/runtime';
import {
  AckPolicy,
  type ConsumerInfo,
  connect,
  DeliverPolicy,
  ErrorCode,
  Events,
  headers,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats';
import { atMost } from './at-most.ts';
import { inGroups } from './groups.ts';
import { findListeners } from './listeners.ts';
import { findNewest } from './newest.ts';
import { inboxPrefixOf } from './permissions.ts';
import { openValues, type Values } from './values.ts';

export type { Values } from './values.ts';

/** How long the stream keeps messages; outboxes keep theirs longer, and inboxes longer still. */
export const RETENTION_DAYS = 30;

const DAY_MILLIS = 24 * 3_600 * 1_000;
export const DUPLICATE_WINDOW_MILLIS = 120_000;
const ACK_WAIT_MILLIS = 30_000;
const PULL_MILLIS = 10_000;
const PUBLISH_MILLIS = 5_000;
const RECONNECT_MILLIS = 250;
const DRAIN_MILLIS = 1_000;
/** An outbox is published in bursts: for so long the first message of one waits for the others of its group. */
const GATHER_MILLIS = 20;

export interface BrokerOptions {
  /** `nats://host:port`, with user and password when the server asks for them; several servers separated by comma. */
  readonly url: string;
  /** Shown by the server: the service's name. */
  readonly name: string;
  readonly logger: Logger;
  /** Sets streams, subjects and buckets of one test file apart, `t12`. */
  readonly prefix?: string;
  /** Copies of the stream in a cluster. */
  readonly replicas?: number;
}

/** The broker said nothing to what it was asked, in time. */
export const isUnanswered = (error: unknown): boolean => error instanceof NatsError && error.code === ErrorCode.Timeout;

/** A message as it is sent: the headers carry what is not business. */
export interface OutgoingMessage {
  readonly subject: string;
  /** Repeats of one id within two minutes are stored once. */
  readonly id: string;
  readonly data: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A delivery to a durable consumer. */
export interface Delivery {
  readonly subject: string;
  readonly id: string | undefined;
  readonly data: string;
  readonly headers: Readonly<Record<string, string>>;
  /** 1 for the first delivery of this message. */
  readonly count: number;
  /** Done, never deliver again; resolves when the server knows. */
  ack(): Promise<void>;
  /** The same, before an `ack` of the same consumer: the server learns of both in their order. */
  ackUnheard(): void;
  /** Deliver again, not before `delayMillis`. */
  retry(delayMillis: number): void;
  /** Still at it: do not give the message to anybody else yet. */
  working(): void;
}

/**
 * The connection to NATS: with `values.ts`, the only module that knows its client. It connects in the background and
 * again whenever the connection is lost, so a service can start before the broker does.
 */
export interface Broker {
  isConnected(): boolean;
  /**
   * Resolves when the broker answers; rejects without a connection. One that is frozen leaves the question open for a
   * while.
   */
  ping(): Promise<void>;
  /** Resolves once connected. Rejects when the broker was closed meanwhile. */
  connected(): Promise<void>;
  /** Makes the stream when it is missing. The time it was made distinguishes a new stream from the old one. */
  ensureStream(): Promise<{ readonly createdAt: string }>;
  /** Removes it with all consumers; one that is not there is no mistake. For books that were restored. */
  removeStream(): Promise<void>;
  /** The durable consumers that somebody waits at for events of the stream; none without a stream. */
  listeners(): Promise<readonly string[]>;
  publish(message: OutgoingMessage): Promise<void>;
  /**
   * When the newest event of a service was stored, in milliseconds; undefined when there is none. The broker answers
   * about the own ones only.
   */
  newest(service: string): Promise<number | undefined>;
  /**
   * Makes the durable consumer when it is missing, waits for a message and hands it over, with those that came while
   * the ones before were handled, at most `most` in all. Where that is more than one, the first waits a moment for those
   * that come with it. Resolves without one after some seconds.
   */
  pull(
    durable: string,
    filter: string,
    stop: AbortSignal,
    handle: (deliveries: readonly Delivery[]) => Promise<void>,
    most?: number,
  ): Promise<void>;
  /** Every message of a subject from now on, while connected. Nothing is kept: after a gap listen to `onReconnect`. */
  subscribe(subject: string, onMessage: (data: string) => void): () => void;
  onReconnect(listener: () => void): () => void;
  values(bucket: string): Promise<Values>;
  close(): Promise<void>;
}

export function createBroker(options: BrokerOptions): Broker {
  const { logger } = options;
  const prefix = options.prefix ? `${options.prefix}.` : '';
  const stream = options.prefix ? `${options.prefix}_EVENTS` : 'EVENTS';
  const closing = new AbortController();
  const reconnected = new Set<() => void>();
  const subscriptions = new Set<{
    readonly subject: string;
    readonly onMessage: (data: string) => void;
    stop: () => void;
  }>();
  const made = new Map<string, ConsumerInfo>();
  let connection: NatsConnection | undefined;
  let isUp = false;

  const opening = open();
  opening.catch(() => {});

  async function open(): Promise<NatsConnection> {
    for (let isFirst = true; ; isFirst = false) {
      if (closing.signal.aborted) throw new Error('the broker was closed before it connected');
      try {
        connection = await connect(connectOptions(options));
        if (!closing.signal.aborted) break;
        await connection.close();
      } catch (error) {
        if (isFirst) logger.warn({ err: error }, 'the broker cannot be reached yet');
        await pause(RECONNECT_MILLIS, closing.signal);
      }
    }
    isUp = true;
    for (const subscription of subscriptions) listen(connection, subscription);
    void follow(connection);
    return connection;
  }

  async function follow(current: NatsConnection): Promise<void> {
    for await (const { type } of current.status()) {
      if (type === Events.Disconnect) {
        isUp = false;
        made.clear();
        logger.warn('the connection to the broker was lost');
      }
      if (type === Events.Reconnect) {
        isUp = true;
        made.clear();
        logger.info('the broker is back');
        for (const listener of reconnected) listener();
      }
    }
  }

  const listen = (
    current: NatsConnection,
    subscription: { readonly subject: string; readonly onMessage: (data: string) => void; stop: () => void },
  ): void => {
    const opened = current.subscribe(`${prefix}${subscription.subject}`, {
      callback: (error, message) => {
        if (!error) subscription.onMessage(message.string());
      },
    });
    subscription.stop = () => opened.unsubscribe();
  };

  const manager = async (): Promise<JetStreamManager> => (await opening).jetstreamManager({ checkAPI: false });

  async function ensureStream(): Promise<{ readonly createdAt: string }> {
    const jsm = await manager();
    try {
      return { createdAt: String((await jsm.streams.info(stream)).created) };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const added = await jsm.streams.add({
      name: stream,
      subjects: [`${prefix}events.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      num_replicas: options.replicas ?? 1,
      max_age: nanos(RETENTION_DAYS * DAY_MILLIS),
      duplicate_window: nanos(DUPLICATE_WINDOW_MILLIS),
    });
    logger.info({ stream }, 'the stream was made');
    return { createdAt: String(added.created) };
  }

  async function ensureConsumer(durable: string, filter: string): Promise<ConsumerInfo> {
    const known = made.get(durable);
    if (known) return known;
    await ensureStream();
    const jsm = await manager();
    const added = await jsm.consumers.add(stream, {
      durable_name: durable,
      filter_subject: `${prefix}${filter}`,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MILLIS),
      max_deliver: -1,
      max_ack_pending: 1_000,
    });
    made.set(durable, added);
    return added;
  }

  return {
    isConnected: () => isUp,
    ping: async () => {
      if (!isUp || !connection) throw new Error('there is no connection to the broker');
      await connection.rtt();
    },
    connected: async () => void (await opening),
    ensureStream,
    removeStream: async () => {
      const jsm = await manager();
      await jsm.streams.delete(stream).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      made.clear();
    },
    listeners: async () =>
      findListeners(await manager(), stream).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      }),
    publish: async (message) => {
      const carried = headers();
      for (const [name, value] of Object.entries(message.headers)) carried.set(name, value);
      const current = await opening;
      await current.jetstream().publish(`${prefix}${message.subject}`, message.data, {
        msgID: message.id,
        headers: carried,
        timeout: PUBLISH_MILLIS,
      });
    },
    newest: async (service) => findNewest(await opening, stream, { service, filter: `${prefix}events.${service}.>` }),
    pull: async (durable, filter, stop, handle, most = 1) => {
      const current = await opening;
      const consumer = await ensureConsumer(durable, filter);
      const messages = await current
        .jetstream()
        .consumers.getPullConsumerFor(consumer)
        .fetch({ max_messages: most, expires: PULL_MILLIS });
      const end = () => void messages.close();
      stop.addEventListener('abort', end, { once: true });
      if (stop.aborted) end();
      reconnected.add(end);
      try {
        const gatherMillis = most > 1 ? GATHER_MILLIS : 0;
        await inGroups(messages, (message) => deliveryOf(message, prefix), { handle, stop, gatherMillis });
      } catch (error) {
        made.delete(durable);
        throw error;
      } finally {
        stop.removeEventListener('abort', end);
        reconnected.delete(end);
      }
    },
    subscribe: (subject, onMessage) => {
      const subscription = { subject, onMessage, stop: () => {} };
      subscriptions.add(subscription);
      if (connection && !connection.isClosed()) listen(connection, subscription);
      return () => {
        subscriptions.delete(subscription);
        subscription.stop();
      };
    },
    onReconnect: (listener) => {
      reconnected.add(listener);
      return () => reconnected.delete(listener);
    },
    values: (bucket) =>
      openValues(async () => (await opening).jetstream().views.kv(`${options.prefix ?? ''}${bucket}`, { history: 1 }), {
        logger,
        closing: closing.signal,
      }),
    close: async () => {
      closing.abort();
      // A broker that is frozen holds up the connection that is being made.
      await atMost(
        DRAIN_MILLIS,
        opening.catch(() => undefined),
      );
      const current = connection;
      isUp = false;
      if (!current || current.isClosed()) return;
      await atMost(
        DRAIN_MILLIS,
        current.drain().catch(() => undefined),
      );
      if (!current.isClosed()) await current.close();
    },
  };
}

function connectOptions(options: BrokerOptions) {
  const urls = options.url.split(',').map((url) => new URL(url.trim()));
  const { username, password } = urls[0]!;
  return {
    servers: urls.map((url) => url.host),
    name: options.name,
    inboxPrefix: inboxPrefixOf(options.name),
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MILLIS,
    timeout: 5_000,
    pingInterval: 20_000,
    // Each message would otherwise make an error of its own beforehand, with its stack, in case it should fail.
    noAsyncTraces: true,
  };
}

/** The stream is not there. */
const isMissing = (error: unknown): boolean =>
  error instanceof NatsError && (error.api_error?.code === 404 || error.code === ErrorCode.JetStream404NoMessages);

function deliveryOf(message: JsMsg, prefix: string): Delivery {
  const carried: Record<string, string> = {};
  for (const name of message.headers?.keys() ?? []) carried[name.toLowerCase()] = message.headers!.get(name);
  return {
    subject: message.subject.slice(prefix.length),
    id: carried['nats-msg-id'],
    data: message.string(),
    headers: carried,
    count: message.info.deliveryCount,
    ack: async () => void (await message.ackAck({ timeout: 2_000 }).catch(() => message.ack())),
    ackUnheard: () => message.ack(),
    retry: (delayMillis) => message.nak(delayMillis),
    working: () => message.working(),
  };
}
