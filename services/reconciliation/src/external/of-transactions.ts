import { documentTypes } from '@app/api/documents/document-types';
import { anyOf, type Executor, type Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { ReconciledDocument } from '../bank-transactions/relations.ts';
import { externalReconciliationEntries, externalReconciliations } from '../schema/external-reconciliations.ts';
import type { GroundSources } from './ground.ts';
import { TRANSACTION } from './record.ts';
import { retired } from './store.ts';

const r = externalReconciliations;
const e = externalReconciliationEntries;

/** The record that reconciles a bank transaction, with the lines that it matches. */
export interface RecordOfTransaction {
  readonly recordId: number;
  readonly lines: readonly {
    readonly journalEntryId: number;
    readonly journalLineId: number;
    /** In the currency of the transaction, signed like debit minus credit. */
    readonly amount: string;
  }[];
}

/** The records of transactions of one client account, by transaction; what is open has none. */
export async function recordsOfTransactions(
  ex: Executor,
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, RecordOfTransaction>> {
  const rows = await ex
    .select({
      transactionId: r.bankTransactionId,
      recordId: r.id,
      journalEntryId: e.relationId,
      journalLineId: e.relationLineId,
      amount: e.amount,
    })
    .from(r)
    .innerJoin(e, and(eq(e.clientAccountId, r.clientAccountId), eq(e.externalReconciliationId, r.id)))
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        anyOf(r.bankTransactionId, transactionIds),
        eq(r.isPending, false),
        eq(r.isDraft, false),
        eq(e.kind, 'LEDGER_LINE'),
      ),
    )
    .orderBy(asc(r.id), asc(e.place));
  return new Map(
    [...Map.groupBy(rows, ({ transactionId }) => transactionId!)].map(([id, found]) => [
      id,
      {
        recordId: found[0]!.recordId,
        lines: found.map(({ journalEntryId, journalLineId, amount }) => ({
          ...{ journalEntryId: journalEntryId!, journalLineId: journalLineId!, amount },
        })),
      },
    ]),
  );
}

/** Lines that one question to the ledger names. */
const MOST_LINES = 5_000;

/** Documents that transactions of one client account are matched with, by transaction. @throws Failure 503 */
export async function documentsOfTransactions(
  {
    db,
    ledger,
  }: { readonly db: { readonly executor: Executor }; readonly ledger: Pick<GroundSources['ledger'], 'DescribeLines'> },
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ReconciledDocument[]>> {
  const records = await recordsOfTransactions(db.executor, clientAccountId, transactionIds);
  const ids = [
    ...new Set([...records.values()].flatMap(({ lines }) => lines.map(({ journalLineId }) => journalLineId))),
  ];
  const described = new Map<number, Awaited<ReturnType<typeof ledger.DescribeLines>>['lines'][number]>();
  for (let start = 0; start < ids.length; start += MOST_LINES) {
    const { lines } = await ledger.DescribeLines({
      clientAccountId,
      journalLineIds: ids.slice(start, start + MOST_LINES),
    });
    for (const line of lines) described.set(line.id, line);
  }
  return new Map(
    [...records].map(([id, { lines }]) => [
      id,
      lines.flatMap(({ journalLineId, amount }) => {
        const line = described.get(journalLineId);
        const documentType = documentTypes.find((type) => type === line?.relationType);
        if (!documentType || line?.relationId === undefined) return [];
        return {
          ...{ document_id: line.relationId, document_type: documentType },
          ...{ document_number: line.relationNumber ?? null, amount },
        };
      }),
    ]),
  );
}

/** Retires drafts about transactions that go, in the transaction that removes them. */
export async function forgetDraftsOf(
  tx: Tx,
  clientAccountId: number,
  transactionIds: readonly number[],
  stamp: Stamp,
): Promise<void> {
  await tx
    .update(r)
    .set(retired(stamp))
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        eq(r.subjectType, TRANSACTION),
        anyOf(r.subjectId, transactionIds),
        eq(r.isDraft, true),
        sql`${r.deletedAt} is null and ${r.busyKey} is null`,
      ),
    );
}
