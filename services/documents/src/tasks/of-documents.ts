import type { Executor } from '@app/db';
import { tasksOfDocuments } from './store.ts';
import { taskWire } from './wire.ts';

/** Tasks about documents of an account as callers see them, by document; of each the oldest first. */
export async function shownTasks(
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<(documentId: number) => ReturnType<typeof taskWire>[]> {
  const found = await tasksOfDocuments(ex, clientAccountId, documentIds);
  const byDocument = Map.groupBy(found, (task) => task.relationId);
  return (documentId) => (byDocument.get(documentId) ?? []).map(taskWire);
}
