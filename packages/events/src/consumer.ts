import { randomUUID } from 'node:crypto';
import { Failure } from '@app/contract/failure';
import { type Database, sqlState, type Tx } from '@app/db';
import {
  childTraceparent,
  errorType,
  inSharedTrace,
  isOutage,
  type Logger,
  type Metrics,
  type OpenSpan,
  pause,
  runInContext,
} from '@app/runtime';
import type { z } from 'zod';
import { atMost } from './at-most.ts';
import type { Broker, Delivery } from './broker.ts';
import { durableName } from './consumed.ts';
import { enterDelivery } from './delivery-span.ts';
import { type EventDefinition, HEADER, MalformedMessage, type ReceivedEvent, readEvent, subjectOf } from './event.ts';
import {
  insertInbox,
  insertInboxes,
  markRedriven,
  type ParkedMessage,
  parkMessage,
  rememberConsumers,
  takeParked,
} from './inbox-store.ts';

/** What a service does about one kind of event. Made by `on`. */
export interface Handler {
  readonly event: EventDefinition;
  readonly prepare?: (event: ReceivedEvent<never>) => Promise<unknown>;
  readonly handle: (tx: Tx, event: ReceivedEvent<never>, prepared: never) => Promise<void>;
  /** The same about many events in one transaction. Made by `onMany`. */
  readonly together?: {
    readonly prepare?: (events: readonly ReceivedEvent<never>[]) => Promise<unknown>;
    readonly handle: (tx: Tx, events: readonly ReceivedEvent<never>[], prepared: never) => Promise<void>;
  };
}

/** What `prepare` gives of an event about which there is nothing to do: then the delivery alone is remembered. */
export const NOTHING_TO_DO = Symbol('nothing to do');

/**
 * Says what to do about an event: `handle` runs in the transaction that also remembers the delivery, so an event takes
 * effect once, in whatever order and however often it arrives. What must be asked of other services is asked in
 * `prepare`, before the transaction.
 */
export function on<S extends z.ZodObject, P = undefined>(
  event: EventDefinition<S>,
  handle: (tx: Tx, event: ReceivedEvent<z.output<S>>, prepared: P) => Promise<void>,
  prepare?: (event: ReceivedEvent<z.output<S>>) => Promise<P | typeof NOTHING_TO_DO>,
): Handler {
  return {
    event: event as unknown as EventDefinition,
    handle: handle as Handler['handle'],
    ...(prepare ? { prepare: prepare as NonNullable<Handler['prepare']> } : {}),
  };
}

/**
 * Says what to do about events of one kind that come close together: those that wait are handled in one transaction.
 * It is for what follows busy books, where an event says only that something has changed. When such a transaction fails,
 * each event is handled by itself, so that one holds up no other. Order and repeats are as with `on`.
 */
export function onMany<S extends z.ZodObject, P = undefined>(
  event: EventDefinition<S>,
  handle: (tx: Tx, events: readonly ReceivedEvent<z.output<S>>[], prepared: P) => Promise<void>,
  prepare?: (events: readonly ReceivedEvent<z.output<S>>[]) => Promise<P | typeof NOTHING_TO_DO>,
): Handler {
  const together = { handle, ...(prepare ? { prepare } : {}) } as unknown as NonNullable<Handler['together']>;
  return {
    ...on<S, P>(event, (tx, each, prepared) => handle(tx, [each], prepared), prepare && ((each) => prepare([each]))),
    together,
  };
}

export interface Consumer {
  /** Says in the database what is consumed, for whoever verifies that it was. */
  register(): Promise<void>;
  start(): void;
  /** Ends after the messages under way, or after three seconds. */
  stop(): Promise<void>;
  /** Handles a parked message again, in one transaction with the mark that it was. @throws Failure 404, 409 */
  redrive(id: number): Promise<void>;
}

interface Options {
  readonly service: string;
  readonly handlers: readonly Handler[];
  readonly db: Database;
  readonly broker: Broker;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Messages of one kind handled side by side; 2 by default. */
  readonly workers?: number;
  /** Messages handled together where a handler can, 100 by default. */
  readonly most?: number;
  /** Failed deliveries before a message is parked; 8 by default. */
  readonly deliveries?: number;
  /** Wait before the second delivery; it doubles with each, up to a minute. 500 by default. */
  readonly backoffMillis?: number;
}

/** The name of a service's consumer of an event, at the broker and in the inbox. */
export const durableOf = (service: string, event: EventDefinition): string => durableName(service, event.name);

const MAX_BACKOFF_MILLIS = 60_000;
const HEARTBEAT_MILLIS = 10_000;
const STOP_MILLIS = 3_000;

/**
 * One durable consumer per kind of event. A message is acknowledged after the commit; a failing one is delivered again
 * with growing distance and parked after the last try, an unreadable one at once. While the database or another service
 * is away a message is held, not counted as failed: an outage parks nothing.
 */
export function createConsumer(options: Options): Consumer {
  const {
    service,
    db,
    broker,
    logger,
    metrics,
    workers = 2,
    deliveries = 8,
    most = 100,
    backoffMillis = 500,
  } = options;
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  const names = options.handlers.map(({ event }) => event.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`${service} handles ${twice} twice: each delivery would reach only one of the handlers`);

  /** @returns false for an event that was handled before */
  const apply = async (handler: Handler, event: ReceivedEvent<never>): Promise<boolean> => {
    const prepared = await handler.prepare?.(event);
    const durable = durableOf(service, handler.event);
    if (prepared === NOTHING_TO_DO) return db.alone(undefined, (executor) => insertInbox(executor, durable, event.id));
    return db.write(async (tx) => {
      if (!(await insertInbox(tx, durable, event.id))) return false;
      await handler.handle(tx, event, prepared as never);
      return true;
    });
  };

  /** All of them in one transaction, in the order of their ids, as everybody takes them. @returns the new ones' ids */
  const applyTogether = async (
    handler: Handler,
    together: NonNullable<Handler['together']>,
    events: readonly ReceivedEvent<never>[],
  ): Promise<ReadonlySet<string>> => {
    const prepared = await together.prepare?.(events);
    const durable = durableOf(service, handler.event);
    const remember = (executor: Tx) =>
      insertInboxes(
        executor,
        durable,
        events.map(({ id }) => id),
      );
    if (prepared === NOTHING_TO_DO) return db.alone(undefined, remember);
    return db.write(async (tx) => {
      const ids = await remember(tx);
      // A stream that was made anew may hold a message twice.
      const fresh = [...new Map(events.map((event) => [event.id, event])).values()].filter(({ id }) => ids.has(id));
      if (fresh.length > 0) await together.handle(tx, fresh, prepared as never);
      return ids;
    });
  };

  /** @returns whether they are done; else nothing has happened, and each is to be handled by itself */
  const tryTogether = async (handler: Handler, deliveries: readonly Delivery[]): Promise<boolean> => {
    const { together } = handler;
    // One that has failed before is tried by itself.
    if (!together || deliveries.length < 2 || deliveries.some(({ count }) => count > 1)) return false;
    const steps = deliveries.map((delivery) => enterDelivery(durableOf(service, handler.event), delivery));
    const isDone = await runInContext({ requestId: randomUUID(), traceparent: childTraceparent(undefined) }, () =>
      inSharedTrace(
        steps.map(({ traceparent }) => traceparent),
        () => handleTogether(handler, together, deliveries),
      ),
    );
    for (const { span } of steps) {
      if (!isDone) span?.fail('handled_one_by_one');
      span?.end();
    }
    return isDone;
  };

  const handleTogether = async (
    handler: Handler,
    together: NonNullable<Handler['together']>,
    deliveries: readonly Delivery[],
  ): Promise<boolean> => {
    const { name } = handler.event;
    try {
      const events = deliveries.map((delivery) => readEvent(handler.event, delivery) as ReceivedEvent<never>);
      const fresh = await applyTogether(handler, together, events);
      for (const delivery of deliveries.slice(0, -1)) delivery.ackUnheard();
      await deliveries.at(-1)!.ack();
      metrics.eventsConsumed.inc({ event: name, outcome: 'done' }, fresh.size);
      const repeated = deliveries.length - fresh.size;
      if (repeated > 0) {
        metrics.eventsConsumed.inc({ event: name, outcome: 'duplicate' }, repeated);
        metrics.inboxDuplicates.inc({ event: name }, repeated);
      }
      return true;
    } catch (error) {
      logger.debug({ err: error, event: name, events: deliveries.length }, 'events are handled one by one');
      return false;
    }
  };

  const park = async (handler: Handler, delivery: Delivery, error: unknown): Promise<void> => {
    await parkMessage(db, { consumer: durableOf(service, handler.event), delivery, error: describeFault(error) });
    metrics.parkedMessages.inc({ event: handler.event.name });
    metrics.eventsConsumed.inc({ event: handler.event.name, outcome: 'parked' });
    logger.error(
      { err: error, event: handler.event.name, event_id: delivery.id, deliveries: delivery.count },
      'a message was parked',
    );
    await delivery.ack();
  };

  /** One try. @returns false when the message has to wait for what is away */
  const attempt = async (handler: Handler, delivery: Delivery, span: OpenSpan | undefined): Promise<boolean> => {
    const { name } = handler.event;
    try {
      const event = readEvent(handler.event, delivery) as ReceivedEvent<never>;
      const isNew = await apply(handler, event);
      await delivery.ack();
      metrics.eventsConsumed.inc({ event: name, outcome: isNew ? 'done' : 'duplicate' });
      if (!isNew) metrics.inboxDuplicates.inc({ event: name });
    } catch (error) {
      if (isOutage(error)) return false;
      span?.fail(errorType(error));
      if (error instanceof MalformedMessage || delivery.count >= deliveries) {
        await park(handler, delivery, error);
        return true;
      }
      metrics.eventsConsumed.inc({ event: name, outcome: 'retried' });
      logger.warn(
        { err: error, event: name, event_id: delivery.id, deliveries: delivery.count },
        'handling a message failed; it comes again',
      );
      delivery.retry(Math.min(MAX_BACKOFF_MILLIS, backoffMillis * 2 ** (delivery.count - 1)));
    }
    return true;
  };

  const handle = async (handler: Handler, delivery: Delivery, span: OpenSpan | undefined): Promise<void> => {
    // More deliveries than tries: whoever had it before died over it.
    if (delivery.count > deliveries)
      return park(handler, delivery, new Error('the message was delivered again and again without an outcome'));
    for (let tries = 0; !(await attempt(handler, delivery, span)); tries++) {
      if (tries === 0)
        logger.warn(
          { event: handler.event.name, event_id: delivery.id },
          'a message is held until what it needs is back',
        );
      await pause(Math.min(1_000, backoffMillis), stopping.signal);
      if (stopping.signal.aborted) return delivery.retry(0);
    }
  };

  const receive = async (handler: Handler, delivery: Delivery): Promise<void> => {
    const heartbeat = setInterval(() => delivery.working(), HEARTBEAT_MILLIS);
    const { traceparent, span } = enterDelivery(durableOf(service, handler.event), delivery);
    try {
      await runInContext({ ...contextOf(delivery.headers), traceparent }, () => handle(handler, delivery, span));
    } finally {
      span?.end();
      clearInterval(heartbeat);
    }
  };

  const receiveAll = async (handler: Handler, deliveries: readonly Delivery[]): Promise<void> => {
    const waiting = new Set(deliveries);
    const heartbeat = setInterval(() => {
      for (const delivery of waiting) delivery.working();
    }, HEARTBEAT_MILLIS);
    try {
      const isDone = await tryTogether(handler, deliveries);
      for (const delivery of isDone ? [] : deliveries) {
        if (stopping.signal.aborted) delivery.retry(0);
        else await receive(handler, delivery);
        waiting.delete(delivery);
      }
    } finally {
      clearInterval(heartbeat);
    }
  };

  const run = async (handler: Handler): Promise<void> => {
    // A process that dies leaves all that it had received to be delivered again. After a start, and as long as such
    // messages come, one is asked for at a time: then only what a process dies over is delivered too often.
    let isCalm = false;
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await broker.pull(
          durableOf(service, handler.event),
          subjectOf(handler.event),
          stopping.signal,
          (deliveries) => {
            isCalm = deliveries.every(({ count }) => count === 1);
            return receiveAll(handler, deliveries);
          },
          handler.together && isCalm ? most : 1,
        );
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        if (failures === 1 && broker.isConnected())
          logger.warn({ err: error, event: handler.event.name }, 'waiting for messages failed; trying again');
        await pause(Math.min(2_000, 100 * 2 ** failures), stopping.signal);
      }
    }
  };

  return {
    register: () =>
      rememberConsumers(
        db,
        options.handlers.map(({ event }) => ({ name: durableOf(service, event), subject: subjectOf(event) })),
      ),
    start: () => {
      for (const handler of options.handlers)
        for (let worker = 0; worker < workers; worker++) running.push(run(handler));
    },
    stop: async () => {
      stopping.abort();
      // What is cut off here is rolled back and delivered again.
      if (broker.isConnected()) await atMost(STOP_MILLIS, Promise.all(running));
    },
    redrive: async (id) => {
      const parked = await takeParked(db, id);
      const handler = options.handlers.find(({ event }) => durableOf(service, event) === parked.consumer);
      if (!handler)
        throw new Failure('common.conflict', 409, `Nothing here handles messages of ${parked.consumer} any more`);
      const event = readEvent(handler.event, deliveryOf(parked)) as ReceivedEvent<never>;
      await runInContext(contextOf(parked.headers), async () => {
        const prepared = await handler.prepare?.(event);
        await db.write(async (tx) => {
          await markRedriven(tx, id);
          const isNew = await insertInbox(tx, parked.consumer, event.id);
          if (isNew && prepared !== NOTHING_TO_DO) await handler.handle(tx, event, prepared as never);
        });
      });
    },
  };
}

function contextOf(carried: Readonly<Record<string, string>>) {
  const account = carried[HEADER.clientAccount];
  return {
    requestId: carried[HEADER.requestId] ?? randomUUID(),
    traceparent: childTraceparent(carried[HEADER.traceparent]),
    ...(account === undefined ? {} : { clientAccountId: Number(account) }),
  };
}

const deliveryOf = (parked: ParkedMessage) => ({
  id: parked.eventId ?? undefined,
  data: parked.data,
  headers: parked.headers,
});

/** For the operator: the type and text of the error, without what a statement held. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const state = sqlState(error);
  return (state ? `database error ${state}` : `${error.name}: ${error.message}`).slice(0, 1_000);
}
