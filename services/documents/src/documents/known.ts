import { anyOf, type Database } from '@app/db';
import type { Finder } from '@app/records';
import { and, eq } from 'drizzle-orm';
import { documents } from '../schema/documents.ts';

/** Documents that questions and tasks can be about. */
export const amongDocuments =
  (db: Pick<Database, 'executor'>): Finder =>
  async (clientAccountId, ids) => {
    const found = await db.executor
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.clientAccountId, clientAccountId), anyOf(documents.id, ids)));
    return new Set(found.map(({ id }) => id));
  };
