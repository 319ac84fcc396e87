import type { Database } from '@app/db';
import type { FileStore } from '@app/files';
import type { Clock } from '@app/runtime';
import { KEPT_SECONDS } from './links.ts';
import { endedExports, forgetArchive } from './store.ts';

const AT_ONCE = 100;

/** Removes the bytes of archives that were kept long enough, and of exports that came to nothing; gives how many. */
export async function removeOldArchives({
  db,
  clock,
  store,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: FileStore;
}): Promise<number> {
  const before = clock.now().subtract({ seconds: KEPT_SECONDS }).toString();
  let removed = 0;
  for (;;) {
    const old = await endedExports(db.executor, before, AT_ONCE);
    for (const { id, fileKey } of old) {
      await store.remove(fileKey!);
      await forgetArchive(db.executor, id);
    }
    removed += old.length;
    if (old.length < AT_ONCE) return removed;
  }
}
