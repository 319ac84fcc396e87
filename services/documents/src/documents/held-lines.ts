import { conflict, type Failure, invalid } from '@app/contract/failure';
import { anyOf, type Database, type Executor, type Tx } from '@app/db';
import { type Implementation, implement, ReconciliationLines } from '@app/rpc';
import { and, asc, eq, sql } from 'drizzle-orm';
import { documents, reconciliationLines } from '../schema/documents.ts';
import { accountsOf, categoryOf, dimensionOf } from './line-targets.ts';

/**
 * How long a line is held for whoever writes a record of it. Whoever changes lines has asked for records before, and
 * writes within this time or not at all: so either sees the other.
 */
const HELD_SECONDS = 60;
const MOST_LINES = 1_000;

interface LineKey {
  readonly documentId: number;
  readonly lineId: number;
}

/** A line that is held at this moment, of these; undefined when none is. The documents are locked. */
export async function heldLine(
  tx: Tx,
  clientAccountId: number,
  lineIds: readonly number[],
): Promise<number | undefined> {
  if (lineIds.length === 0) return undefined;
  const [row] = await tx
    .select({ id: reconciliationLines.id })
    .from(reconciliationLines)
    .where(
      and(
        eq(reconciliationLines.clientAccountId, clientAccountId),
        anyOf(reconciliationLines.id, lineIds),
        sql`${reconciliationLines.heldUntil} > clock_timestamp()`,
      ),
    )
    .orderBy(asc(reconciliationLines.id))
    .limit(1);
  return row?.id;
}

export const beingReconciled = (lineId: number): Failure =>
  conflict(`Reconciliation line ${lineId} is being reconciled at this moment; try again in a moment`);

/** What reconciliation asks of the lines of documents. */
export const createLinesRpc = ({ db }: { readonly db: Database }): Implementation =>
  implement(ReconciliationLines, {
    GetReconciliationLines: async ({ clientAccountId, lines }) => ({
      lines: await describeLines(db.executor, clientAccountId, requireFew(lines)),
    }),
    HoldReconciliationLines: async ({ clientAccountId, lines }) => {
      requireFew(lines);
      return {
        lines: await db.write(async (tx) => {
          await holdLines(tx, clientAccountId, lines);
          return describeLines(tx, clientAccountId, lines);
        }),
      };
    },
  });

/** @throws Failure 400 */
function requireFew<T>(lines: readonly T[]): readonly T[] {
  if (lines.length <= MOST_LINES) return lines;
  throw invalid(`At most ${MOST_LINES} lines can be asked about at once, and ${lines.length} were`);
}

/** Waits for whoever writes the documents. A draft is not held: its lines take no record. */
async function holdLines(tx: Tx, clientAccountId: number, lines: readonly LineKey[]): Promise<void> {
  const held = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.clientAccountId, clientAccountId),
        anyOf(
          documents.id,
          lines.map(({ documentId }) => documentId),
        ),
        eq(documents.status, 'POSTED'),
        sql`${documents.busyKey} is null`,
      ),
    )
    .orderBy(asc(documents.id))
    .for('update');
  await tx
    .update(reconciliationLines)
    .set({ heldUntil: sql`clock_timestamp() + make_interval(secs => ${HELD_SECONDS})` })
    .where(
      and(
        eq(reconciliationLines.clientAccountId, clientAccountId),
        anyOf(
          reconciliationLines.documentId,
          held.map(({ id }) => id),
        ),
        anyOf(
          reconciliationLines.id,
          lines.map(({ lineId }) => lineId),
        ),
      ),
    );
}

/** Lines as protos/documents/v1/reconciliation_lines.proto says them. */
async function describeLines(ex: Executor, clientAccountId: number, asked: readonly LineKey[]) {
  const rows = await ex
    .select({ line: reconciliationLines, document: documents })
    .from(reconciliationLines)
    .innerJoin(
      documents,
      and(
        eq(documents.clientAccountId, reconciliationLines.clientAccountId),
        eq(documents.id, reconciliationLines.documentId),
      ),
    )
    .where(
      and(
        eq(reconciliationLines.clientAccountId, clientAccountId),
        anyOf(
          reconciliationLines.id,
          asked.map(({ lineId }) => lineId),
        ),
      ),
    )
    .orderBy(asc(reconciliationLines.id));
  const wanted = new Set(asked.map(({ documentId, lineId }) => `${documentId} ${lineId}`));
  return rows
    .filter(({ line }) => wanted.has(`${line.documentId} ${line.id}`))
    .map(({ line, document }) => {
      const category = categoryOf(line.category);
      const { exchangeRate, documentNumber } = document;
      return {
        ...{ documentId: line.documentId, lineId: line.id, documentType: document.documentType },
        ...(documentNumber === null ? {} : { documentNumber }),
        ...{ documentStatus: document.status, isBusy: document.busyKey !== null },
        ...{ lineType: line.lineType, lineDate: line.lineDate, amount: line.amount, currencyCode: line.currencyCode },
        ...(exchangeRate === null || document.currencyCode !== line.currencyCode ? {} : { exchangeRate }),
        ...(category
          ? {
              target: {
                accountCodes: [...accountsOf(line)],
                ledgerSign: category.sign,
                ...dimensionOf(line, document),
              },
            }
          : {}),
      };
    });
}
