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

/** What of the room for a kind one caller gets, so that nobody who floods hides what others do meanwhile. */
const SHARE_AT_ONCE = 1 / 10;
const SHARE_PER_HOUR = 1 / 50;
const shareOf = (room: number, share: number): number => Math.max(1, Math.floor(room * share));

/**
 * The same refusal of the same caller is one row with a count; different ones are bounded, for each kind and of it for
 * each caller, in memory and in rows per hour. What is beyond is not kept and not lost either: a row `uncounted` says
 * how many of which kind there were, and of a caller who took more than their share, whose. Without the database it
 * goes on counting.
 */
export function createTally(options: Options): Tally {
  const { db, logger, pauseMillis = 5_000, most = 200, mostPerHour = 5_000 } = options;
  let pending = new Map<string, Counted>();
  /** Rows not stored yet, and rows of this hour: of a kind, and of a caller's in it. */
  const waiting = new Map<string, number>();
  const spent = new Map<string, number>();
  let hourOfSpent = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let isClosed = false;

  const add = (key: string, counted: Counted): void => {
    const known = pending.get(key);
    if (known) {
      known.times += counted.times;
      if (counted.lastAt > known.lastAt) known.lastAt = counted.lastAt;
      return;
    }
    pending.set(key, counted);
    for (const name of [counted.row.kind, callerIn(counted.row)]) waiting.set(name, (waiting.get(name) ?? 0) + 1);
  };

  /** Says only that there was one more: of the kind, or of a caller's in it. */
  const addUncounted = (counted: Counted, isOfCaller: boolean): void => {
    const { row } = counted;
    const key = `uncounted ${isOfCaller ? callerIn(row) : row.kind}`;
    add(key, { ...counted, row: summaryOf(row, isOfCaller) });
  };

  const hasRoom = (name: string, atOnce: number, anHour: number): boolean =>
    (spent.get(name) ?? 0) < anHour && (waiting.get(name) ?? 0) < atOnce;

  /** Takes room for one more row; else says whose is used up. */
  const takeRoom = (row: SecurityRow): 'taken' | 'none of the caller' | 'none of the kind' => {
    const hour = Math.floor(Date.now() / HOUR_MILLIS);
    if (hour !== hourOfSpent) spent.clear();
    hourOfSpent = hour;
    const caller = callerIn(row);
    if (!hasRoom(caller, shareOf(most, SHARE_AT_ONCE), shareOf(mostPerHour, SHARE_PER_HOUR)))
      return 'none of the caller';
    if (!hasRoom(row.kind, most, mostPerHour)) return 'none of the kind';
    for (const name of [row.kind, caller]) spent.set(name, (spent.get(name) ?? 0) + 1);
    return 'taken';
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
      for (const [key, counted] of taken) {
        const { kind } = counted.row;
        if (kind === 'uncounted' || pending.has(key) || (waiting.get(kind) ?? 0) < most) add(key, counted);
        else addUncounted(counted, false);
      }
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
        const counted = { row, firstAt: now, lastAt: now, times: 1 };
        const room = pending.has(key) ? 'taken' : takeRoom(row);
        if (room === 'taken') add(key, counted);
        else addUncounted(counted, room === 'none of the caller');
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

const summaryOf = ({ kind, user_id, client_id, address }: SecurityRow, isOfCaller: boolean): SecurityRow => ({
  kind: 'uncounted' satisfies Kind,
  result: 'refused',
  ...(isOfCaller ? { user_id, client_id, address } : { user_id: null, client_id: null, address: null }),
  request_id: null,
  client_account_id: null,
  target_user_id: null,
  details: kinds.uncounted.parse({ of: kind }),
});

/** Who a record of a kind is of: the user, else the application, else the network, of IPv6 the /64. */
const callerIn = ({ kind, user_id, client_id, address }: SecurityRow): string =>
  `${kind} ${user_id ?? client_id ?? networkOf(address ?? '')}`;

/** Networks are distinguished by their first groups as they are written: one written in two ways counts as two. */
const networkOf = (address: string): string =>
  address.includes(':') ? address.split('::', 1)[0]!.split(':').slice(0, 4).join(':') : address;

const storedOf = ({ row, firstAt, lastAt, times }: Counted): SecurityRow => ({
  ...row,
  occurred_at: firstAt,
  times,
  ...(times > 1 ? { last_at: lastAt } : {}),
});
