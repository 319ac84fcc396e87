import type { Executor } from '@app/db';
import { questionsOfDocuments } from './store.ts';
import { questionWire, type WireQuestion } from './wire.ts';

/** Questions about documents of an account as callers see them, by document; of each the oldest first. */
export async function shownQuestions(
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<(documentId: number) => WireQuestion[]> {
  const found = await questionsOfDocuments(ex, clientAccountId, documentIds);
  const byDocument = Map.groupBy(found, (question) => question.documentId);
  return (documentId) => (byDocument.get(documentId) ?? []).map(questionWire);
}
