import type { CamtPeriod } from '@app/camt';
import type { Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, eq } from 'drizzle-orm';
import { bankStatements } from '../../schema/bank-statements.ts';
import { misplacementOf } from '../statement.ts';
import { findNeighbours } from '../store.ts';
import { gap, overlapping } from './failures.ts';
import type { Place } from './store.ts';

/** A statement of a file that is stored. */
export interface NewStatement extends Place {
  readonly uuid: string;
  readonly reference: string;
  readonly currency: string;
  readonly period: CamtPeriod;
}

const s = bankStatements;

/**
 * Whether a statement is stored already: by its reference, or by its period and balances (BST-R03, BST-R12).
 * @throws Failure 409 `bank_statement.balance_gap` for one that is not, and does not stand between those beside it
 */
export async function isDuplicate(
  tx: Tx,
  { clientAccountId, bankAccountId, reference, period }: NewStatement,
): Promise<boolean> {
  const head = {
    ...{ clientAccountId, bankAccountId, statementReference: reference, fromDate: period.from, toDate: period.to },
    ...{ openingBalance: period.opening, closingBalance: period.closing },
  };
  const found = misplacementOf(head, await findNeighbours(tx, head));
  if (found?.kind === 'overlap') throw overlapping(reference, found.other.fromDate, found.other.toDate);
  if (found?.kind === 'gap') throw gap(reference, found.day, found.stored, found.sent);
  return found?.kind === 'duplicate';
}

/** Stores a statement before its transactions. @returns its id */
export async function insertStatement(tx: Tx, statement: NewStatement, stamp: Stamp): Promise<number> {
  const { clientAccountId, bankAccountId, uuid, reference, currency, period } = statement;
  const [row] = await tx
    .insert(s)
    .values({
      ...{ clientAccountId, bankAccountId, uuid, statementReference: reference, currencyCode: currency },
      ...{ createdAt: stamp.moment, createdById: stamp.actorId, source: 'CAMT053' as const },
      ...{ fromDate: period.from, toDate: period.to },
      ...{ openingBalance: period.opening, closingBalance: period.closing, transactionCount: 0 },
    })
    .returning({ id: s.id });
  return row!.id;
}

/** Says of a statement, once its entries are through, how many it has, and what those add up to that were there. */
export const finishStatement = (
  tx: Tx,
  clientAccountId: number,
  id: number,
  { transactionCount, skippedAmount }: { readonly transactionCount: number; readonly skippedAmount: string },
): Promise<unknown> =>
  tx
    .update(s)
    .set({ transactionCount, skippedAmount })
    .where(and(eq(s.clientAccountId, clientAccountId), eq(s.id, id)));
