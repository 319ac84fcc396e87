import { pause } from '@app/runtime';

/** What is received and not answered for yet. */
interface Held {
  /** Still at it. */
  working(): void;
  /** Deliver again, not before `delayMillis`. */
  retry(delayMillis: number): void;
}

/** What is done with a group, and how long the first message of one waits for those that come with it. */
interface Handling<D> {
  readonly handle: (group: readonly D[]) => Promise<void>;
  readonly stop: AbortSignal;
  /** 0 hands the first message over at once. */
  readonly gatherMillis: number;
}

/** How often the broker hears that what was received is not forgotten. */
const HEARTBEAT_MILLIS = 10_000;

/**
 * Hands over what arrives in groups: the first message, with those that come within a moment after it, then whatever
 * came while the group before was handled.
 * What waits for its turn is kept from being delivered to anybody else, and given back when the work stops.
 */
export async function inGroups<M, D extends Held>(
  messages: AsyncIterable<M>,
  deliveryOf: (message: M) => D,
  { handle, stop, gatherMillis }: Handling<D>,
): Promise<void> {
  let waiting: D[] = [];
  let working: Promise<void> | undefined;
  const heartbeat = setInterval(() => {
    for (const delivery of waiting) delivery.working();
  }, HEARTBEAT_MILLIS);
  const work = async (): Promise<void> => {
    if (gatherMillis > 0) await pause(gatherMillis, stop);
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      if (stop.aborted) for (const delivery of group) delivery.retry(0);
      else await handle(group);
    }
    working = undefined;
  };
  try {
    for await (const message of messages) {
      waiting.push(deliveryOf(message));
      // After what has arrived by now was read too.
      working ??= Promise.resolve().then(work);
      working.catch(() => {});
    }
    await working;
  } finally {
    clearInterval(heartbeat);
    for (const delivery of waiting) delivery.retry(0);
  }
}
