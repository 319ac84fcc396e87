import { deleteArriving, takeStaleArriving } from './contents-store.ts';
import type { KeepDependencies } from './keep.ts';

/** Longer than any upload takes. */
const LEFT_OVER_MILLIS = 24 * 3_600_000;

/**
 * Removes bytes that nobody made a file of: their writer was killed, or another had the same bytes first. Of several
 * replicas each takes other ones; one that is killed leaves what the next run finds.
 * @returns how many were removed
 */
export async function removeLeftOver({ db, clock, store }: KeepDependencies): Promise<number> {
  const before = new Date(clock.millis() - LEFT_OVER_MILLIS);
  let removed = await store.removeUnfinished(before);
  for (let last = ''; ; removed++) {
    const key = await db.write(async (tx) => {
      const stale = await takeStaleArriving(tx, before, last);
      if (stale === undefined) return undefined;
      await store.remove(stale);
      await deleteArriving(tx, stale);
      return stale;
    });
    if (key === undefined) return removed;
    last = key;
  }
}
