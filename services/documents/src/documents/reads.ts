import { createGroupCommit, type Database } from '@app/db';
import type { Document, DocumentLine } from './document.ts';
import { creditNotesOf, findDocuments, findLinesOf } from './store.ts';

/** What is shown of a document in any case. */
export interface ShownParts {
  readonly lines: readonly DocumentLine[];
  readonly creditNoteIds: readonly number[];
}

export interface ShownQuestion {
  readonly clientAccountId: number;
  readonly id: number;
  /** Everybody in a group waits for all of it: what has many lines is read by itself. */
  readonly isShort: boolean;
}

type Shown = (ShownParts & { readonly document: Document }) | null;

/**
 * Reads documents that were just written, as they are stored: those that are there together by the same statements
 * (docs/decisions/0169-what-an-invoice-costs.md). Null where there is none.
 */
export function createShownReads(db: Database): (question: ShownQuestion) => Promise<Shown> {
  const read = async (questions: readonly ShownQuestion[]): Promise<readonly Shown[]> => {
    const ids = questions.map(({ id }) => id);
    const [documents, lines, credits] = await Promise.all([
      findDocuments(db.executor, ids),
      findLinesOf(db.executor, ids),
      creditNotesOf(db.executor, questions),
    ]);
    const byId = new Map(documents.map((document) => [document.id, document]));
    const byDocument = Map.groupBy(lines, ({ documentId }) => documentId);
    return questions.map(({ clientAccountId, id }) => {
      const document = byId.get(id);
      if (document?.clientAccountId !== clientAccountId) return null;
      return { document, lines: byDocument.get(id) ?? [], creditNoteIds: credits.get(id) ?? [] };
    });
  };
  const alone = async (question: ShownQuestion): Promise<Shown> => (await read([question]))[0]!;
  const groups = createGroupCommit<ShownQuestion, Shown>({
    accountOf: ({ clientAccountId }) => clientAccountId,
    together: read,
    alone,
  });
  return (question) => (question.isShort && !db.isJoined ? groups.run(question) : alone(question));
}
