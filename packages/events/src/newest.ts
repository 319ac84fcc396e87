import { setTimeout as pause } from 'node:timers/promises';
import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  ErrorCode,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
} from 'nats';
import { newestConsumerOf } from './permissions.ts';

const TRIES = 8;
/** The longest pause before another try, for each that was made: replicas that look at once get out of each other's way. */
const PAUSE_MILLIS = 30;
const ANSWER_MILLIS = 2_000;
const IDLE_MILLIS = 10_000;
/** As often in a row it must look as if there were none: a consumer that another replica takes away has none either. */
const LOOKS_AT_NONE = 2;
/** The broker's numbers for a consumer that is not there, and for one that goes while it is being made. */
const GONE = new Set([10_014, 10_149]);

/**
 * When the newest event of a service was stored, in milliseconds; undefined when there is none. A consumer that begins
 * at the last message and is taken away again: the broker lets a service read its own events so, and no other's, which
 * reading a message of the stream by number would. Replicas share its name: one that is found in use is made anew.
 */
export async function findNewest(
  connection: NatsConnection,
  stream: string,
  { service, filter }: { readonly service: string; readonly filter: string },
): Promise<number | undefined> {
  const jsm = await connection.jetstreamManager({ checkAPI: false });
  const name = newestConsumerOf(service);
  let looksAtNone = 0;
  for (let tries = 1; tries <= TRIES; tries++) {
    let made: ConsumerInfo | undefined;
    try {
      made = await jsm.consumers.add(stream, {
        name,
        filter_subject: filter,
        ack_policy: AckPolicy.None,
        deliver_policy: DeliverPolicy.Last,
        inactive_threshold: nanos(IDLE_MILLIS),
        mem_storage: true,
        num_replicas: 1,
      });
    } catch (error) {
      // A broker whose permissions are those of an earlier release.
      if (error instanceof NatsError && error.code === ErrorCode.PermissionsViolation)
        return findByMessage(jsm, stream, filter);
      if (!isGone(error)) throw error;
    }
    if (made === undefined) {
      await giveWay(tries);
      continue;
    }
    const isUntouched = made.delivered.consumer_seq === 0;
    const found = isUntouched && made.num_pending > 0 ? await readOne(connection, made) : undefined;
    await jsm.consumers.delete(stream, name).catch(() => undefined);
    if (found !== undefined) return found;
    looksAtNone = isUntouched && made.num_pending === 0 ? looksAtNone + 1 : 0;
    if (looksAtNone === LOOKS_AT_NONE) return undefined;
    await giveWay(tries);
  }
  throw new Error(`the newest event of ${service} could not be found: others look for it all the time`);
}

const isGone = (error: unknown): boolean => error instanceof NatsError && GONE.has(error.api_error?.err_code ?? 0);

const giveWay = (tries: number): Promise<void> => pause(Math.random() * PAUSE_MILLIS * tries);

async function readOne(connection: NatsConnection, consumer: ConsumerInfo): Promise<number | undefined> {
  const messages = await connection
    .jetstream()
    .consumers.getPullConsumerFor(consumer)
    .fetch({ max_messages: 1, expires: ANSWER_MILLIS });
  try {
    for await (const message of messages) return Math.floor(message.info.timestampNanos / 1e6);
  } catch (error) {
    // Taken away by another replica meanwhile.
    if (!(error instanceof NatsError)) throw error;
  }
  return undefined;
}

async function findByMessage(jsm: JetStreamManager, stream: string, filter: string): Promise<number | undefined> {
  try {
    return (await jsm.streams.getMessage(stream, { last_by_subj: filter })).time.getTime();
  } catch (error) {
    if (
      error instanceof NatsError &&
      (error.api_error?.code === 404 || error.code === ErrorCode.JetStream404NoMessages)
    )
      return undefined;
    throw error;
  }
}
