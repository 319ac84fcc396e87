import type { CamtPeriod } from '@app/camt';
import type { Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, eq, gte, lte, or, sql } from 'drizzle-orm';
import { bankStatements } from '../../schema/bank-statements.ts';
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

/** Statements of the account on the days of a period, or on the days beside it. */
const besides = (tx: Tx, { clientAccountId, bankAccountId, reference, period }: NewStatement) =>
  tx
    .select({
      reference: s.statementReference,
      from: s.fromDate,
      to: s.toDate,
      opening: s.openingBalance,
      closing: s.closingBalance,
    })
    .from(s)
    .where(
      and(
        eq(s.clientAccountId, clientAccountId),
        eq(s.bankAccountId, bankAccountId),
        or(
          eq(s.statementReference, reference),
          and(gte(s.toDate, sql`${period.from}::date - 1`), lte(s.fromDate, sql`${period.to}::date + 1`)),
        ),
      ),
    );

/**
 * Whether a statement is stored already: by its reference, or by its period and balances (BST-R03, BST-R12).
 * @throws Failure 409 `bank_statement.balance_gap` for one that is not, and does not stand between those beside it
 */
export async function isDuplicate(tx: Tx, statement: NewStatement): Promise<boolean> {
  const { reference, period } = statement;
  const stored = await besides(tx, statement);
  const isSame = stored.some(
    (each) =>
      each.reference === reference ||
      (each.from === period.from &&
        each.to === period.to &&
        each.opening === period.opening &&
        each.closing === period.closing),
  );
  if (isSame) return true;
  for (const each of stored) {
    if (each.from <= period.to && each.to >= period.from) throw overlapping(reference, each.from, each.to);
    if (each.to < period.from && each.closing !== period.opening)
      throw gap(reference, each.to, each.closing, period.opening);
    if (each.from > period.to && each.opening !== period.closing)
      throw gap(reference, period.to, each.opening, period.closing);
  }
  return false;
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
