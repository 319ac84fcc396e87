import { unavailable } from '@app/contract/failure';

/**
 * Who may take a connection to write with. Writers of one client account wait for each other in the database anyway,
 * each on a connection that nobody else can use meanwhile; so most of them wait here, where waiting costs nothing, and
 * the rest of the connections stay for the others.
 */
export interface Turns {
  /**
   * Runs the work at once while the account's writers hold less than their share of the connections, else after those
   * that came before.
   * @param clientAccountId undefined for work that belongs to no account: it never waits
   * @throws Failure 503 when too many wait already, or the wait was too long; the work was not begun
   */
  take<T>(clientAccountId: number | undefined, work: () => Promise<T>): Promise<T>;
}

export interface TurnsOptions {
  /** How many of an account may be at work at once. */
  readonly share: number;
  /** How many of an account may wait; the next one is refused and may come back. */
  readonly waiting?: number;
  /** How long one waits, in milliseconds. */
  readonly patienceMillis?: number;
}

interface Lane {
  active: number;
  readonly queue: (() => void)[];
}

const busy = () =>
  unavailable('Many others write in this client account at this moment; nothing was stored, try again in a moment');

export function createTurns({ share, waiting = 250, patienceMillis = 5_000 }: TurnsOptions): Turns {
  const lanes = new Map<number, Lane>();

  /** Whoever leaves hands the place on; an account that nobody works on is forgotten. */
  const leave = (clientAccountId: number, lane: Lane): void => {
    const next = lane.queue.shift();
    if (next) next();
    else {
      lane.active -= 1;
      if (lane.active === 0) lanes.delete(clientAccountId);
    }
  };

  const wait = (lane: Lane): Promise<void> => {
    if (lane.queue.length >= waiting) throw busy();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        lane.queue.splice(lane.queue.indexOf(begin), 1);
        reject(busy());
      }, patienceMillis);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      lane.queue.push(begin);
    });
  };

  return {
    take: async (clientAccountId, work) => {
      if (clientAccountId === undefined) return work();
      const lane = lanes.get(clientAccountId) ?? { active: 0, queue: [] };
      if (lane.active >= share) await wait(lane);
      else {
        lanes.set(clientAccountId, lane);
        lane.active += 1;
      }
      try {
        return await work();
      } finally {
        leave(clientAccountId, lane);
      }
    },
  };
}
