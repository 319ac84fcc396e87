import type { DocumentOut } from '@app/api/documents/document-fields';
import { conflict, type FieldFault } from '@app/contract/failure';
import { anyOf, type Executor, type Tx } from '@app/db';
import { decimal } from '@app/money';
import type { Language } from '@app/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { reconciliationLines } from '../schema/documents.ts';
import { faultsOf } from './complete.ts';
import type { Document } from './document.ts';
import type { Ground, GroundSources } from './ground.ts';
import { beingReconciled, heldLine } from './held-lines.ts';
import { accountsOf, categoryOf, dimensionOf } from './line-targets.ts';
import { hasLiveRecord, type LiveRecord, liveRecordsOf, type RecordSource } from './live-records.ts';

type Row = typeof reconciliationLines.$inferSelect;
type Wire = NonNullable<z.input<typeof DocumentOut>['reconciliation_lines']>[number];

/** A line of a statement as a caller sends it. */
export type StatementLine = Omit<Row, 'id' | 'clientAccountId' | 'documentId' | 'currencyCode' | 'heldUntil'> & {
  readonly id: number | null;
  readonly currencyCode: string | null;
};

/** The accounts and records that lines name, for the ground to ask about. */
export const namedBy = (lines: readonly StatementLine[]) => ({
  accountCodes: lines.flatMap(({ accountCode }) => accountCode ?? []),
  references: lines.flatMap(({ relationType, relationId }) =>
    relationType === null || relationId === null ? [] : [{ relationType, relationId }],
  ),
});

/** @throws Failure 400 with every fault */
export function checkStatementLines(lines: readonly StatementLine[], ground: Ground): void {
  const faults: FieldFault[] = [];
  for (const [index, line] of lines.entries()) {
    const add = (field: string, message: string) =>
      faults.push({ field: `reconciliation_lines.${index}.${field}`, message });
    const { relationType, relationId, accountCode } = line;
    if ((relationType === null) !== (relationId === null))
      add(relationType === null ? 'relation_type' : 'relation_id', 'is required with the other of the two');
    if (relationType !== null && relationId !== null && ground.isActive(relationType, relationId) === undefined)
      add('relation_id', `is ${relationId}, which does not exist on this client account`);
    if (accountCode !== null && !ground.accountsByCode.has(accountCode))
      add('account_code', `is "${accountCode}", which does not exist in the chart of accounts`);
    const category = categoryOf(line.category);
    if (category?.accounts === null && accountCode === null)
      add('account_code', `is required with the category ${line.category}`);
    if (category?.accounts && accountCode !== null && !category.accounts.includes(accountCode))
      add('account_code', `is "${accountCode}", which the category ${line.category} does not hold`);
  }
  if (faults.length > 0) throw faultsOf(faults);
}

/**
 * Writes the lines of a statement: those with an id change, those without are new, those left out go (DRL-R01). What a
 * record stands for neither changes nor goes (DRL-R11).
 * @param live the records of the document by line, asked about before the transaction; none of a draft
 * @throws Failure 400 for an id of another document, 409 `document.has_live_reconciliation`, 409 while a record of a
 * line is being written
 */
export async function writeStatementLines(
  tx: Tx,
  document: Pick<Document, 'clientAccountId' | 'id' | 'currencyCode'>,
  lines: readonly StatementLine[],
  live: ReadonlyMap<number, LiveRecord>,
): Promise<void> {
  const { clientAccountId, id: documentId } = document;
  const before = await findStatementLines(tx, clientAccountId, [documentId]);
  const known = new Set(before.map(({ id }) => id));
  const faults = lines.flatMap(({ id }, index): FieldFault[] =>
    id === null || known.has(id)
      ? []
      : [{ field: `reconciliation_lines.${index}.id`, message: `is ${id}, which is no line of this document` }],
  );
  if (faults.length > 0) throw faultsOf(faults);
  const kept = new Set(lines.flatMap(({ id }) => id ?? []));
  if (kept.size !== lines.filter(({ id }) => id !== null).length)
    throw conflict('Two reconciliation lines have the same id');
  const gone = [...known].filter((id) => !kept.has(id));
  const byId = new Map(before.map((line) => [line.id, line]));
  const changed = lines.flatMap((line) =>
    line.id !== null && differs(byId.get(line.id)!, line, document) ? line.id : [],
  );
  await requireUnreconciled(tx, clientAccountId, [...gone, ...changed], live);
  const ofAccount = eq(reconciliationLines.clientAccountId, clientAccountId);
  await tx.delete(reconciliationLines).where(and(ofAccount, anyOf(reconciliationLines.id, gone)));
  const added: Omit<Row, 'id' | 'heldUntil'>[] = [];
  for (const { id, ...line } of lines) {
    const fields = { ...line, currencyCode: line.currencyCode ?? document.currencyCode };
    if (id === null) added.push({ ...fields, clientAccountId, documentId });
    else
      await tx
        .update(reconciliationLines)
        .set(fields)
        .where(and(ofAccount, eq(reconciliationLines.id, id)));
  }
  for (let start = 0; start < added.length; start += 1_000)
    await tx.insert(reconciliationLines).values(added.slice(start, start + 1_000));
}

/** Whether a line is sent otherwise than it stands. */
function differs(
  row: Row,
  { id: _id, ...sent }: StatementLine,
  { currencyCode }: Pick<Document, 'currencyCode'>,
): boolean {
  const wanted = { ...sent, currencyCode: sent.currencyCode ?? currencyCode };
  return (Object.keys(wanted) as (keyof typeof wanted)[]).some((field) =>
    field === 'amount' ? !decimal(row.amount).equals(decimal(wanted.amount)) : row[field] !== wanted[field],
  );
}

/** @throws Failure 409 */
async function requireUnreconciled(
  tx: Tx,
  clientAccountId: number,
  ids: readonly number[],
  live: ReadonlyMap<number, LiveRecord>,
): Promise<void> {
  const reconciled = ids.find((id) => live.has(id));
  if (reconciled !== undefined) throw hasLiveRecord(reconciled, live.get(reconciled)!.id);
  const held = await heldLine(tx, clientAccountId, ids);
  if (held !== undefined) throw beingReconciled(held);
}

/** Whether a document has any line to reconcile. */
export const hasStatementLines = async (
  ex: Executor,
  { clientAccountId, id }: Pick<Document, 'clientAccountId' | 'id'>,
): Promise<boolean> => (await findStatementLines(ex, clientAccountId, [id])).length > 0;

/** Lines of documents by id. */
export const findStatementLines = (
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<readonly Row[]> =>
  ex
    .select()
    .from(reconciliationLines)
    .where(
      and(eq(reconciliationLines.clientAccountId, clientAccountId), anyOf(reconciliationLines.documentId, documentIds)),
    )
    .orderBy(asc(reconciliationLines.id));

/**
 * Lines as callers see them, by document. Their status is worked out on every read, by one question for all of them.
 * @throws Failure 503 while reconciliation cannot say how they stand, or the books cannot describe the targets
 */
export async function presentReconciliationLines(
  sources: GroundSources & { readonly reconciliations: RecordSource },
  clientAccountId: number,
  documents: readonly Document[],
  { withTarget, language }: { readonly withTarget: boolean; readonly language: Language },
): Promise<ReadonlyMap<number, readonly Wire[]>> {
  const lines = await findStatementLines(
    sources.db.executor,
    clientAccountId,
    documents.map(({ id }) => id),
  );
  if (lines.length === 0) return new Map();
  const byId = new Map(documents.map((document) => [document.id, document]));
  const withLines = new Set(lines.map(({ documentId }) => documentId));
  const records = await liveRecordsOf(
    sources.reconciliations,
    clientAccountId,
    documents.filter(({ id, status }) => withLines.has(id) && status !== 'DRAFT'),
    { includesStanding: true },
  );
  const targets = withTarget ? await targetsOf(sources, clientAccountId, lines, byId, language) : undefined;
  return Map.groupBy(
    lines.map((line) => ({ ...wireOf(line, records.get(line.id)), ...(targets ? { target: targets(line) } : {}) })),
    ({ document_id }) => document_id,
  );
}

/** What a record says of its line; a line without one is open (DRL-R02 to DRL-R06). */
const wireOf = (line: Row, record: LiveRecord | undefined): Wire => ({
  id: line.id,
  document_id: line.documentId,
  line_type: line.lineType,
  category: line.category,
  line_date: line.lineDate,
  description: line.description,
  reference: line.reference,
  amount: line.amount,
  currency_code: line.currencyCode,
  relation_type: line.relationType,
  relation_id: line.relationId,
  account_code: line.accountCode,
  status: record?.standing ?? 'OPEN',
  external_reconciliation_id: record === undefined || record.isPending ? null : record.id,
});

/** What lines are compared with (DRL-R07 to DRL-R10), as the books know it. */
async function targetsOf(
  { books, clock }: GroundSources,
  clientAccountId: number,
  lines: readonly Row[],
  documents: ReadonlyMap<number, Document>,
  language: Language,
): Promise<(line: Row) => Wire['target']> {
  const dimensions = lines.map((line) => dimensionOf(line, documents.get(line.documentId)!));
  const described = await books.DescribeBooks({
    clientAccountId,
    date: clock.today(),
    accountCodes: [...new Set(lines.flatMap(accountsOf))],
    accountIds: [],
    references: dimensions.filter((dimension) => dimension !== null).slice(0, 1_000),
  });
  const accounts = new Map(described.accounts.map((account) => [account.code, account]));
  const names = new Map(
    described.records.map(({ relationType, relationId, name }) => [`${relationType} ${relationId}`, name]),
  );
  const targets = new Map(
    lines.map((line, index) => {
      const category = categoryOf(line.category);
      const dimension = dimensions[index] ?? null;
      if (!category) return [line.id, null];
      return [
        line.id,
        {
          accounts: accountsOf(line).flatMap((code) => {
            const account = accounts.get(code);
            if (!account) return [];
            const description = language === 'eng' ? account.descriptionEng : account.descriptionNob;
            return [{ id: account.id, account_code: code, description }];
          }),
          dimension: dimension && {
            relation_type: dimension.relationType,
            relation_id: dimension.relationId,
            name: names.get(`${dimension.relationType} ${dimension.relationId}`) ?? null,
          },
          ledger_sign: category.sign,
        },
      ];
    }),
  );
  return (line) => targets.get(line.id) ?? null;
}
