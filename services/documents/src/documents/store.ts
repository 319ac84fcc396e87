import { conflict } from '@app/contract/failure';
import { anyOf, builtOnce, type Executor, rowsInsertion, type Tx, type Value, violatedConstraint } from '@app/db';
import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { documentLines, documents } from '../schema/documents.ts';
import { voucherLinksChanged } from '../vouchers/links.ts';
import type { Document, DocumentLine, NewLine } from './document.ts';

type Row = typeof documents.$inferSelect;

export const documentOf = (row: Row): Document => row as Document;

const documentById = builtOnce((ex, id: Value<number>) => ex.select().from(documents).where(eq(documents.id, id)));

/** By id alone: the caller decides who may see it. */
export async function findDocument(ex: Executor, id: number): Promise<Document | undefined> {
  const [row] = await documentById(ex, id);
  return row && documentOf(row);
}

/** The document, locked until the transaction ends. */
export async function lockDocument(tx: Tx, clientAccountId: number, id: number): Promise<Document | undefined> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.clientAccountId, clientAccountId), eq(documents.id, id)))
    .for('update');
  return row && documentOf(row);
}

/** Lines of documents of one client account, in their order. */
export const findLines = (
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<readonly DocumentLine[]> =>
  ex
    .select()
    .from(documentLines)
    .where(and(eq(documentLines.clientAccountId, clientAccountId), anyOf(documentLines.documentId, documentIds)))
    .orderBy(asc(documentLines.documentId), asc(documentLines.lineNo));

/** Ids of the credit notes of documents, by the document that they credit. */
export async function creditNotesOf(
  ex: Executor,
  credited: readonly Pick<Document, 'clientAccountId' | 'id'>[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const list = (of: (each: (typeof credited)[number]) => number) => sql`${sql.param(credited.map(of))}::bigint[]`;
  const rows = await ex
    .select({ id: documents.id, of: documents.creditedDocumentId })
    .from(documents)
    .where(
      and(
        isNotNull(documents.creditedDocumentId),
        sql`(${documents.clientAccountId}, ${documents.creditedDocumentId}) in (
          select * from unnest(${list(({ clientAccountId }) => clientAccountId)}, ${list(({ id }) => id)}))`,
      ),
    )
    .orderBy(asc(documents.id));
  return new Map(
    [...Map.groupBy(rows, (row) => row.of!)].map(([documentId, found]) => [documentId, found.map(({ id }) => id)]),
  );
}

/** How many credit notes take back a document, drafts included and cancelled ones not. */
export const liveCreditNotes = (ex: Executor, clientAccountId: number, documentId: number): Promise<number> =>
  ex.$count(
    documents,
    and(
      eq(documents.clientAccountId, clientAccountId),
      eq(documents.creditedDocumentId, documentId),
      ne(documents.status, 'CANCELLED'),
    ),
  );

export const countDocuments = (ex: Executor, clientAccountId: number): Promise<number> =>
  ex.$count(documents, eq(documents.clientAccountId, clientAccountId));

export interface Stamp {
  /** The moment of the turn of the account, which the transaction has taken. */
  readonly at: string;
  readonly userId: number;
}

/** Changes what is given, and raises the version. @returns the document as it is from then on */
export async function changeDocument(
  tx: Tx,
  { clientAccountId, id }: Pick<Document, 'clientAccountId' | 'id'>,
  change: Partial<Omit<Row, 'id' | 'clientAccountId' | 'createdAt'>>,
  { at, userId }: Stamp,
): Promise<Document> {
  const [row] = await tx
    .update(documents)
    .set({ ...change, updatedAt: at, updatedById: userId, version: sql`${documents.version} + 1` })
    .where(and(eq(documents.clientAccountId, clientAccountId), eq(documents.id, id)))
    .returning()
    .catch((error: unknown) => {
      throw failureOf(error, change);
    });
  if (!row) throw new Error(`document ${id} of client account ${clientAccountId} is gone while it is changed`);
  const showsOther = change.documentDate !== undefined || change.status !== undefined;
  // Anything else, such as what is paid, says nothing of the voucher.
  if (showsOther || change.uploadedFileId !== undefined)
    await linksChanged(tx, clientAccountId, row.uploadedFileId, { showsOther, moment: new Date(at) });
  return documentOf(row);
}

/**
 * What a document is says what its voucher is.
 * @param options.showsOther whether the date of the voucher may be another now
 * @param options.moment of the turn, where it is taken
 */
const linksChanged = (
  tx: Tx,
  clientAccountId: number,
  voucherId: number | null | undefined,
  options: { readonly showsOther: boolean; readonly moment?: Date },
): Promise<void> => voucherLinksChanged(tx, clientAccountId, voucherId == null ? [] : [voucherId], options);

/** @param ids of lines that are put back as they were; new ones are numbered by the database */
export async function replaceLines(
  tx: Tx,
  document: Pick<Document, 'clientAccountId' | 'id'>,
  lines: readonly NewLine[],
): Promise<void> {
  await tx
    .delete(documentLines)
    .where(and(eq(documentLines.clientAccountId, document.clientAccountId), eq(documentLines.documentId, document.id)));
  await insertLines(tx, document, lines);
}

/** What is said of a line, wherever it stands. */
export const lineFields = [
  ...(['itemId', 'description', 'quantity', 'unitId', 'price'] as const),
  ...(['discountPercent', 'netAmount', 'taxCode', 'taxCodeId', 'taxRate', 'taxAmount', 'grossAmount'] as const),
  ...(['accountCode', 'accountId', 'projectId', 'departmentId', 'assetId', 'tagIds'] as const),
  ...(['itemCollectionEntryId', 'periodStart', 'periodEnd', 'creditedLineId'] as const),
] as const;
const placed = ['clientAccountId', 'documentId', 'lineNo', ...lineFields] as const;
const newLines = rowsInsertion(documentLines, placed);
const keptLines = rowsInsertion(documentLines, ['id', ...placed]);

/** Gives a document that has no lines its lines. */
async function insertLines(
  tx: Tx,
  { clientAccountId, id: documentId }: Pick<Document, 'clientAccountId' | 'id'>,
  lines: readonly NewLine[],
): Promise<void> {
  const rows = lines.map((line, index) => ({
    ...{ ...line, tagIds: [...line.tagIds] },
    ...{ clientAccountId, documentId, lineNo: index + 1 },
  }));
  // Lines that are put back are the lines that they were.
  const [kept, fresh] = [rows.filter(hasId), rows.filter((row) => !hasId(row))];
  await keptLines(tx, kept);
  await newLines(tx, fresh);
}

const hasId = <Line extends object>(line: Line): line is Line & { readonly id: number } => 'id' in line;

/** Removes a document with its lines. */
export async function deleteDocument(
  tx: Tx,
  { clientAccountId, id }: Pick<Document, 'clientAccountId' | 'id'>,
): Promise<void> {
  const [gone] = await tx
    .delete(documents)
    .where(and(eq(documents.clientAccountId, clientAccountId), eq(documents.id, id)))
    .returning({ voucherId: documents.uploadedFileId });
  if (gone) await linksChanged(tx, clientAccountId, gone.voucherId, { showsOther: true });
}

/** The document of an account with an external id. */
export async function idOfExternal(
  ex: Executor,
  clientAccountId: number,
  externalId: string,
): Promise<number | undefined> {
  const [row] = await ex
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.clientAccountId, clientAccountId), eq(documents.externalId, externalId)));
  return row?.id;
}

/** Which of some numbers a series has already. */
export async function numbersInUse(
  tx: Tx,
  clientAccountId: number,
  series: NonNullable<Row['numberSeries']>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ number: documents.documentNumber })
    .from(documents)
    .where(
      and(
        eq(documents.clientAccountId, clientAccountId),
        eq(documents.numberSeries, series),
        inArray(documents.documentNumber, [...numbers]),
      ),
    );
  return new Set(rows.map(({ number }) => number!));
}

/** What somebody else has taken meanwhile. */
export function failureOf(error: unknown, { documentNumber, externalId }: Partial<Row>): unknown {
  switch (violatedConstraint(error)) {
    case 'documents_number':
      return conflict(
        `The number "${documentNumber}" is that of another document of the series`,
        'document.number_taken',
      );
    case 'documents_supplier_number':
      return duplicate();
    case 'documents_external_id':
      return conflict(`external_id "${externalId}" is that of another document`);
    case 'documents_voucher':
      return conflict('The voucher was removed at this moment; nothing was stored');
    default:
      return error;
  }
}

const duplicate = () =>
  conflict('The partner has a posted document of this type with this number', 'document.duplicate');
