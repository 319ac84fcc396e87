/**
 * A few places, such as connections or threads, that callers take in turns: a place that becomes free goes to whoever
 * has waited longest since being served, so that one who asks for much waits behind himself and not in front of others.
 */
export interface Places<P> {
  /**
   * A place, at once or when it is the caller's turn. Who holds one does not wait for another.
   * @param caller undefined for work of the process itself, which is one caller without limits of its own
   * @throws what `full` makes, when too many wait; the reason of the signal, when it aborts first
   */
  take(caller: number | undefined, signal: AbortSignal): Promise<P>;
  /** Gives back what `take` gave to that caller. */
  leave(caller: number | undefined, place: P): void;
}

export interface PlacesOptions<P> {
  readonly places: readonly P[];
  /** How many places one caller may hold at once. */
  readonly share: number;
  /** How many may wait in all, and of one caller. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** What the next one is refused with. */
  readonly full: () => Error;
}

interface Caller<P> {
  held: number;
  readonly waiting: ((place: P) => void)[];
}

export function createPlaces<P>({ places, share, waiting, waitingEach, full }: PlacesOptions<P>): Places<P> {
  const free = [...places];
  /** Those who hold a place or wait for one; whose turn is next stands first. */
  const callers = new Map<number | undefined, Caller<P>>();
  let waitingInAll = 0;

  const mayHoldMore = (id: number | undefined, { held }: Caller<P>): boolean => id === undefined || held < share;

  const mayWait = (id: number | undefined, caller: Caller<P>): boolean =>
    waitingInAll < waiting && (id === undefined || caller.waiting.length < waitingEach);

  const serveOthers = (): void => {
    for (const [id, caller] of callers) {
      if (free.length === 0) return;
      if (caller.waiting.length === 0 || !mayHoldMore(id, caller)) continue;
      // To the end of the line; the loop comes by again when nobody else waits.
      callers.delete(id);
      callers.set(id, caller);
      caller.held += 1;
      waitingInAll -= 1;
      caller.waiting.shift()!(free.shift()!);
    }
  };

  const forgetIdle = (id: number | undefined, caller: Caller<P>): void => {
    if (caller.held === 0 && caller.waiting.length === 0) callers.delete(id);
  };

  return {
    take: async (id, signal) => {
      signal.throwIfAborted();
      const caller = callers.get(id) ?? { held: 0, waiting: [] };
      if (free.length > 0 && mayHoldMore(id, caller)) {
        callers.set(id, caller);
        caller.held += 1;
        return free.shift()!;
      }
      if (!mayWait(id, caller)) throw full();
      callers.set(id, caller);
      const { promise, resolve, reject } = Promise.withResolvers<P>();
      const giveUp = (): void => {
        caller.waiting.splice(caller.waiting.indexOf(begin), 1);
        waitingInAll -= 1;
        forgetIdle(id, caller);
        reject(signal.reason);
      };
      const begin = (place: P): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(place);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      caller.waiting.push(begin);
      waitingInAll += 1;
      return promise;
    },
    leave: (id, place) => {
      free.push(place);
      const caller = callers.get(id)!;
      caller.held -= 1;
      forgetIdle(id, caller);
      serveOthers();
    },
  };
}
