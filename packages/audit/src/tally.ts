import type { Database } from '@app/db';
import type { Logger } from '@app/runtime';
import { type Kind, kinds, type SecurityEvent } from './kinds.ts';
import { insertRows, rowOf, type SecurityRow } from './record.ts';

/** Keeps records of what changes nothing and may come in floods: refusals, and passwords that were wrong. */
export interface Tally {
  /** Notes one; takes no time and never fails. It is stored within seconds. */
  note(event: SecurityEvent): void;
  /** Stores what was noted. */
  flush(): Promise<void>;
  /** Stores the rest, and takes no more. */
  close(): Promise<void>;
}

interface Options {
  readonly db: Pick<Database, 'raw'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly pauseMillis?: number;
  /** Rows of one kind that are stored at once, and in an hour, by this process. */
  readonly most?: number;
  readonly mostPerHour?: number;
}

interface Counted {
  readonly row: SecurityRow;
  readonly firstAt: string;
  lastAt: string;
  times: number;
}

const HOUR_MILLIS = 3_600_000;

/**
 * The same refusal of the same caller is one row with a count; different ones are bounded, for each kind, in memory and
 * in rows per hour. What is beyond is not kept and not lost either: a row `uncounted` says how many of which kind there
 * were. Without the database it goes on counting.
 */
export function createTally(options: Options): Tally {
  const { db, logger, pauseMillis = 5_000, most = 200, mostPerHour = 5_000 } = options;
  let pending = new Map<string, Counted>();
  const waiting = new Map<string, number>();
  const spent = new Map<string, { readonly hour: number; rows: number }>();
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let isClosed = false;

  const add = (key: string, counted: Counted, mayGrow: boolean): void => {
    const known = pending.get(key);
    if (known) {
      known.times += counted.times;
      if (counted.lastAt > known.lastAt) known.lastAt = counted.lastAt;
      return;
    }
    const { kind } = counted.row;
    if (!mayGrow) {
      add(`uncounted ${kind}`, { ...counted, row: summaryOf(kind) }, true);
      return;
    }
    pending.set(key, counted);
    waiting.set(kind, (waiting.get(kind) ?? 0) + 1);
  };

  /** Is there room for one more row of the kind? Takes it. */
  const takeRoom = (kind: string): boolean => {
    const hour = Math.floor(Date.now() / HOUR_MILLIS);
    const known = spent.get(kind);
    const budget = known?.hour === hour ? known : { hour, rows: 0 };
    spent.set(kind, budget);
    if (budget.rows >= mostPerHour || (waiting.get(kind) ?? 0) >= most) return false;
    budget.rows += 1;
    return true;
  };

  const store = async (): Promise<void> => {
    const taken = pending;
    pending = new Map();
    waiting.clear();
    if (taken.size === 0) return;
    try {
      await insertRows(db.raw, [...taken.values()].map(storedOf));
    } catch (error) {
      logger.warn({ err: error, records: taken.size }, 'records of security could not be stored; they are tried again');
      for (const [key, counted] of taken)
        add(key, counted, (waiting.get(counted.row.kind) ?? 0) < most || counted.row.kind === 'uncounted');
      schedule();
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    turn = turn.then(store);
    return turn;
  };

  const schedule = (): void => {
    if (timer || isClosed) return;
    timer = setTimeout(() => void flush(), pauseMillis);
    timer.unref();
  };

  return {
    note: (event) => {
      try {
        const row = rowOf(event);
        const now = new Date().toISOString();
        const { request_id: _first, ...same } = row;
        const key = JSON.stringify(same);
        add(key, { row, firstAt: now, lastAt: now, times: 1 }, pending.has(key) || takeRoom(row.kind));
        schedule();
      } catch (error) {
        logger.error({ err: error, kind: event.kind }, 'a record of security could not be made');
      }
    },
    flush,
    close: async () => {
      isClosed = true;
      await flush();
    },
  };
}

const summaryOf = (kind: string): SecurityRow => ({
  kind: 'uncounted' satisfies Kind,
  result: 'refused',
  user_id: null,
  client_id: null,
  address: null,
  request_id: null,
  client_account_id: null,
  target_user_id: null,
  details: kinds.uncounted.parse({ of: kind }),
});

const storedOf = ({ row, firstAt, lastAt, times }: Counted): SecurityRow => ({
  ...row,
  occurred_at: firstAt,
  times,
  ...(times > 1 ? { last_at: lastAt } : {}),
});
