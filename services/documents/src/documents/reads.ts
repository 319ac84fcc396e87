import { columnsOf, createGroupCommit, type Database, fixedStatement, rowReader, rowText } from '@app/db';
import { sql } from 'drizzle-orm';
import { documentLines, documents } from '../schema/documents.ts';
import type { Document, DocumentLine } from './document.ts';
import { documentOf } from './store.ts';

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

const line = rowText(documentLines, 'l');

// Raw: the builder gives no rows of another table as one value, which costs the driver a part of what rows do. One text for any
// number of documents, made once.
const reading = fixedStatement(sql`
  select ${columnsOf(documents, 'd')},
    (select json_agg(${line.json} order by l.line_no) from ${documentLines} as l where l.document_id = d.id) as lines,
    (
      select json_agg(c.id order by c.id) from ${documents} as c
      where c.client_account_id = d.client_account_id and c.credited_document_id = d.id
    ) as credits
  from ${documents} as d where d.id = any (${sql.placeholder('ids')}::bigint[])`);
const readDocument = rowReader(documents);

interface Row extends Record<string, unknown> {
  readonly lines: readonly (readonly unknown[])[] | null;
  readonly credits: readonly number[] | null;
}

/**
 * Reads documents that were just written, as they are stored: those that are there together by one statement
 * (docs/decisions/0169-what-an-invoice-costs.md). Null where there is none.
 */
export function createShownReads(db: Database): (question: ShownQuestion) => Promise<Shown> {
  const read = async (questions: readonly ShownQuestion[]): Promise<readonly Shown[]> => {
    const rows = await db.executor.execute<Row>(reading({ ids: sql.param(questions.map(({ id }) => id)) }));
    const shown = new Map(
      rows.map((row) => [
        Number(row.id),
        {
          document: documentOf(readDocument(row)),
          lines: (row.lines ?? []).map(line.read),
          creditNoteIds: row.credits ?? [],
        },
      ]),
    );
    return questions.map(({ clientAccountId, id }) => {
      const found = shown.get(id);
      return found?.document.clientAccountId === clientAccountId ? found : null;
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
