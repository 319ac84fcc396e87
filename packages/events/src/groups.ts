/** What is received and not answered for yet. */
interface Held {
  /** Still at it. */
  working(): void;
  /** Deliver again, not before `delayMillis`. */
  retry(delayMillis: number): void;
}

/** How often the broker hears that what was received is not forgotten. */
const HEARTBEAT_MILLIS = 10_000;

/**
 * Hands over what arrives in groups: the first message at once, then whatever came while the group before was handled.
 * What waits for its turn is kept from being delivered to anybody else, and given back when the work stops.
 */
export async function inGroups<M, D extends Held>(
  messages: AsyncIterable<M>,
  deliveryOf: (message: M) => D,
  { handle, stop }: { readonly handle: (group: readonly D[]) => Promise<void>; readonly stop: AbortSignal },
): Promise<void> {
  let waiting: D[] = [];
  let working: Promise<void> | undefined;
  const heartbeat = setInterval(() => {
    for (const delivery of waiting) delivery.working();
  }, HEARTBEAT_MILLIS);
  const work = async (): Promise<void> => {
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
