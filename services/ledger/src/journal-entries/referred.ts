import { invalid } from '@app/contract';
import { anyOf, type Executor } from '@app/db';
import { and, asc, eq } from 'drizzle-orm';
import { journalEntries } from '../schema/journal-entries.ts';

const MAX_IDS = 1_000;

/**
 * Journal entries of the account that others refer to, drafts and cancelled ones included, by id; each is called by its
 * description.
 * @throws Failure 400 for another type, and for too many ids
 */
export async function resolveReferences(
  db: Executor,
  question: { readonly clientAccountId: number; readonly type: string; readonly ids: readonly number[] },
): Promise<{ id: number; name: string; isActive: boolean }[]> {
  const { clientAccountId, type, ids } = question;
  if (type !== 'journalentry')
    throw invalid(`References of the type "${type}" belong to another service; this one has journalentry`);
  if (ids.length > MAX_IDS)
    throw invalid(`At most ${MAX_IDS} references can be resolved at once, and ${ids.length} were asked for`);
  const rows = await db
    .select({ id: journalEntries.id, name: journalEntries.description, cancelled: journalEntries.cancelled })
    .from(journalEntries)
    .where(and(eq(journalEntries.clientAccountId, clientAccountId), anyOf(journalEntries.id, ids)))
    .orderBy(asc(journalEntries.id));
  return rows.map(({ id, name, cancelled }) => ({ id, name, isActive: cancelled === null }));
}
