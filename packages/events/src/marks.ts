import type { Database } from '@app/db';
import { sql } from 'drizzle-orm';

/** Where a service keeps how far it has followed an owner, shared by its replicas. */
export const createMarks = (db: Database, owner: string) => ({
  load: async (): Promise<string | undefined> => {
    const rows = await db.aside(() =>
      db.executor.execute<{ mark: string }>(sql`select mark from followed_changes where owner = ${owner}`),
    );
    return rows[0]?.mark;
  },
  save: async (mark: string): Promise<void> => {
    await db.aside(() =>
      db.executor.execute(
        sql`insert into followed_changes (owner, mark) values (${owner}, ${mark}) on conflict (owner) do update set mark = excluded.mark`,
      ),
    );
  },
});
