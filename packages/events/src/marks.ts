import type { Database } from '@app/db';
import { followedChanges } from '@app/db/schema';
import { eq } from 'drizzle-orm';

/** Where a service keeps how far it has followed an owner, shared by its replicas. */
export const createMarks = (db: Database, owner: string) => ({
  load: async (): Promise<string | undefined> => {
    const [row] = await db.aside(() =>
      db.executor.select({ mark: followedChanges.mark }).from(followedChanges).where(eq(followedChanges.owner, owner)),
    );
    return row?.mark;
  },
  save: async (mark: string): Promise<void> => {
    await db.aside(() =>
      db.executor
        .insert(followedChanges)
        .values({ owner, mark })
        .onConflictDoUpdate({ target: followedChanges.owner, set: { mark } }),
    );
  },
});
