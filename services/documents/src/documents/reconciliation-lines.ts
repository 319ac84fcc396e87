import type { DocumentOut } from '@app/api/documents/document-fields';
import type { ReconciliationCategory } from '@app/api/documents/document-types';
import { conflict, type FieldFault } from '@app/contract/failure';
import { anyOf, type Executor, type Tx } from '@app/db';
import type { Language } from '@app/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { reconciliationLines } from '../schema/documents.ts';
import { faultsOf } from './complete.ts';
import type { Document } from './document.ts';
import type { Ground, GroundSources } from './ground.ts';

type Row = typeof reconciliationLines.$inferSelect;
type Wire = NonNullable<z.input<typeof DocumentOut>['reconciliation_lines']>[number];

/** A line of a statement as a caller sends it. */
export type StatementLine = Omit<Row, 'id' | 'clientAccountId' | 'documentId' | 'currencyCode'> & {
  readonly id: number | null;
  readonly currencyCode: string | null;
};

interface Category {
  /** Null: the line names it. */
  readonly accounts: readonly string[] | null;
  readonly sign: 1 | -1;
  /** What narrows the comparison: the partner of the document, or what the line names of this kind. */
  readonly dimension: 'partner' | 'bankacc' | 'line' | null;
}

const to = (accounts: readonly string[] | null, sign: 1 | -1, dimension: Category['dimension'] = null): Category => ({
  accounts,
  sign,
  dimension,
});

/** What each category is compared with (docs/contract/document-reconciliation-lines.md). */
const CATEGORIES: Readonly<Record<ReconciliationCategory, Category>> = {
  TRADE_PAYABLE: to(['2400'], -1, 'partner'),
  TRADE_RECEIVABLE: to(['1500'], 1, 'partner'),
  DEPOSIT: to(['1920', '1950'], 1, 'bankacc'),
  LOAN: to(['2220'], -1, 'line'),
  INTEREST_INCOME: to(['8050'], -1),
  INTEREST_COST: to(['8150'], 1),
  FEE: to(['7770'], 1),
  WITHHELD_TAX: to(['2600'], -1),
  EMPLOYER_TAX: to(['2770'], -1),
  VAT_SETTLEMENT: to(['2740'], -1),
  INCOME_TAX: to(['2500'], -1),
  SHARE_CAPITAL: to(['2000'], -1),
  OTHER_ASSET: to(null, 1, 'line'),
  OTHER_LIABILITY: to(null, -1, 'line'),
};

const categoryOf = (category: string | null): Category | undefined =>
  category === null ? undefined : CATEGORIES[category as ReconciliationCategory];

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
 * Writes the lines of a statement: those with an id change, those without are new, those left out go (DRL-R01). No
 * record reconciles a line yet, so that none stays in the way.
 * @throws Failure 400 for an id of another document
 */
export async function writeStatementLines(
  tx: Tx,
  document: Pick<Document, 'clientAccountId' | 'id' | 'currencyCode'>,
  lines: readonly StatementLine[],
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
  const ofAccount = eq(reconciliationLines.clientAccountId, clientAccountId);
  await tx.delete(reconciliationLines).where(and(ofAccount, anyOf(reconciliationLines.id, gone)));
  const added: Omit<Row, 'id'>[] = [];
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

/** Lines of documents by id. */
const findStatementLines = (
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

/** Lines as callers see them, by document. @throws Failure 503 when targets are asked for and the books are away */
export async function presentReconciliationLines(
  sources: GroundSources,
  clientAccountId: number,
  documents: readonly Document[],
  { withTarget, language }: { readonly withTarget: boolean; readonly language: Language },
): Promise<ReadonlyMap<number, readonly Wire[]>> {
  const lines = await findStatementLines(
    sources.db.executor,
    clientAccountId,
    documents.map(({ id }) => id),
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const targets = withTarget ? await targetsOf(sources, clientAccountId, lines, byId, language) : undefined;
  return Map.groupBy(
    lines.map((line) => ({ ...wireOf(line), ...(targets ? { target: targets(line) } : {}) })),
    ({ document_id }) => document_id,
  );
}

/** No record reconciles a line yet: it is open (DRL-R02). */
const wireOf = (line: Row): Wire => ({
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
  status: 'OPEN',
  external_reconciliation_id: null,
});

interface Reference {
  readonly relationType: string;
  readonly relationId: number;
}

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

const accountsOf = ({ category, accountCode }: Row): readonly string[] =>
  accountCode === null ? (categoryOf(category)?.accounts ?? []) : [accountCode];

function dimensionOf(line: Row, { businessPartnerId }: Document): Reference | null {
  const category = categoryOf(line.category);
  if (!category || category.dimension === null) return null;
  if (category.dimension === 'partner')
    return businessPartnerId === null ? null : { relationType: 'businesspartner', relationId: businessPartnerId };
  const { relationType, relationId } = line;
  if (relationType === null || relationId === null) return null;
  return category.dimension === 'line' || relationType === category.dimension ? { relationType, relationId } : null;
}
