import { lockChanges } from '@app/records';
import { deleteArriving, takeStaleArriving } from './contents-store.ts';
import type { KeepDependencies } from './keep.ts';
import { hideUnsentFiles, nextAccountWithUnsent } from './unsent-store.ts';

/** Longer than any upload takes. */
const LEFT_OVER_MILLIS = 24 * 3_600_000;

/** How long a chat attachment waits to be sent (docs/contract/files.md). */
const UNSENT_MILLIS = 24 * 3_600_000;

/**
 * Hides chat attachments that nobody sent, account by account. Safe on several replicas at once.
 * @returns how many were hidden
 */
export async function hideUnsent({ db, clock }: Pick<KeepDependencies, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.millis() - UNSENT_MILLIS);
  let hidden = 0;
  for (;;) {
    const clientAccountId = await nextAccountWithUnsent(db.executor, before);
    if (clientAccountId === undefined) return hidden;
    hidden += await db.write(async (tx) => {
      const now = await lockChanges(tx, clientAccountId, new Date(clock.millis()));
      return hideUnsentFiles(tx, clientAccountId, { before, now });
    });
  }
}

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
