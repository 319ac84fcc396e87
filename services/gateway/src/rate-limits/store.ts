import type { Database } from '@app/db';
import { sql } from 'drizzle-orm';

/** What one counted request found. */
export interface Window {
  /** False when the limit was used up: then nothing was counted. */
  readonly isCounted: boolean;
  /** Requests counted in the window, this one included. */
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

export interface RateLimitStore {
  /**
   * Counts a request, or finds the limit used up, in one atomic statement: replicas share the row. A window starts with
   * its first counted request (RL-R12). Raw: the window counts only when the conflicting row lets it, and its end comes
   * back as milliseconds.
   * @param now milliseconds since the epoch, of the platform's clock
   */
  count(
    limit: { readonly name: string; readonly requests: number; readonly windowSeconds: number },
    client: string,
    now: number,
  ): Promise<Window>;
  /** Removes windows that ended; returns how many, at most a thousand. */
  forgetEnded(now: number): Promise<number>;
}

interface Row extends Record<string, unknown> {
  readonly count: number;
  readonly ends_at_ms: string;
}

export function createRateLimitStore(db: Pick<Database, 'executor'>): RateLimitStore {
  const read = (row: Row, isCounted: boolean): Window => ({
    isCounted,
    count: row.count,
    endsAt: Number(row.ends_at_ms),
  });
  return {
    count: async ({ name, requests, windowSeconds }, client, now) => {
      const start = new Date(now).toISOString();
      const end = new Date(now + windowSeconds * 1000).toISOString();
      // A window that begins in the future is left from a clock that was set back: it counts as ended.
      const counted = await db.executor.execute<Row>(sql`
        insert into rate_limit_windows as kept (name, client, started_at, ends_at, count)
        values (${name}, ${client}, ${start}::timestamptz, ${end}::timestamptz, 1)
        on conflict (name, client) do update set
          count = case when kept.ends_at <= excluded.started_at or kept.started_at > excluded.ends_at then 1 else kept.count + 1 end,
          started_at = case when kept.ends_at <= excluded.started_at or kept.started_at > excluded.ends_at then excluded.started_at else kept.started_at end,
          ends_at = case when kept.ends_at <= excluded.started_at or kept.started_at > excluded.ends_at then excluded.ends_at else kept.ends_at end
        where kept.count < ${requests}::int or kept.ends_at <= excluded.started_at or kept.started_at > excluded.ends_at
        returning kept.count, extract(epoch from kept.ends_at) * 1000 as ends_at_ms`);
      if (counted[0]) return read(counted[0], true);
      const full = await db.executor.execute<Row>(sql`
        select count, extract(epoch from ends_at) * 1000 as ends_at_ms from rate_limit_windows where name = ${name} and client = ${client}`);
      return full[0] ? read(full[0], false) : { isCounted: false, count: requests, endsAt: now + windowSeconds * 1000 };
    },
    forgetEnded: async (now) => {
      const before = new Date(now).toISOString();
      const gone = await db.executor.execute(sql`
        delete from rate_limit_windows where ctid = any (array(
          select ctid from rate_limit_windows where ends_at < ${before}::timestamptz limit 1000 for update skip locked))
        returning 1`);
      return gone.length;
    },
  };
}
