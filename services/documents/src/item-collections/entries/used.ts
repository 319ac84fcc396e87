import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm';
import { documentLines } from '../../schema/documents.ts';
import { itemCollectionEntries } from '../../schema/item-collections.ts';

const l = documentLines;
const e = itemCollectionEntries;

/** A line of a document that was made of an entry. */
export interface UsingLine {
  readonly entryId: number;
  readonly id: number;
  readonly documentId: number;
  readonly lineNo: number;
  readonly description: string;
  /** Six decimals, like the price. */
  readonly quantity: string;
  readonly price: string | null;
  /** Two decimals, like the others. */
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly grossAmount: string;
}

const ofEntry = and(eq(l.clientAccountId, e.clientAccountId), eq(l.itemCollectionEntryId, e.id));

/** Lines of documents, whatever the state of those, were made of the entry. */
export const isUsed = (ex: Executor): SQL => exists(ex.select({ one: sql`1` }).from(l).where(ofEntry));

/** Lines that were made of any of these entries, by entry and id. */
export const linesOfEntries = async (
  ex: Executor,
  clientAccountId: number,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, readonly UsingLine[]>> => {
  const rows = await ex
    .select({
      entryId: l.itemCollectionEntryId,
      id: l.id,
      documentId: l.documentId,
      lineNo: l.lineNo,
      description: l.description,
      quantity: l.quantity,
      price: l.price,
      netAmount: l.netAmount,
      taxAmount: l.taxAmount,
      grossAmount: l.grossAmount,
    })
    .from(l)
    .where(and(eq(l.clientAccountId, clientAccountId), anyOf(l.itemCollectionEntryId, entryIds)))
    .orderBy(asc(l.itemCollectionEntryId), asc(l.id));
  return Map.groupBy(
    rows.map((row) => ({ ...row, entryId: row.entryId! })),
    ({ entryId }) => entryId,
  );
};
