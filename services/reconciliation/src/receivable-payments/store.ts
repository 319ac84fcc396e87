import type { Executor } from '@app/db';
import { and, asc, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm';
import { receivablePayments } from '../schema/receivable-payments.ts';

/** A single payment that came in, as the bank advises it (docs/contract/bank-transactions.md). */
export type ReceivablePayment = typeof receivablePayments.$inferSelect;

const r = receivablePayments;

export interface ReceivablePaymentFilter {
  readonly clientAccountId: number;
  readonly bankAccountId?: number | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}

const conditionOf = ({ clientAccountId, bankAccountId, fromDate, toDate }: ReceivablePaymentFilter) =>
  and(
    eq(r.clientAccountId, clientAccountId),
    bankAccountId === undefined ? undefined : eq(r.bankAccountId, bankAccountId),
    fromDate === undefined ? undefined : gte(r.bookingDate, fromDate),
    toDate === undefined ? undefined : lte(r.bookingDate, toDate),
  );

export const countReceivablePayments = (ex: Executor, filter: ReceivablePaymentFilter): Promise<number> =>
  ex.$count(r, conditionOf(filter));

/** In the order of their ids. */
export const listReceivablePayments = (
  ex: Executor,
  filter: ReceivablePaymentFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ReceivablePayment[]> =>
  ex.select(getTableColumns(r)).from(r).where(conditionOf(filter)).orderBy(asc(r.id)).limit(limit).offset(offset);

/** What a bank's reference ends with: its last five characters, or all of a shorter one. */
export const referenceEndOf = (reference: string): string => reference.slice(-5);

/** An account, a day and the end of a reference: what transactions and advices of one payment have in common. */
export interface AdviceKey {
  readonly bankAccountId: number;
  readonly bookingDate: string;
  readonly referenceEnd: string;
}

/** Advices under some keys, in one read however many there are. */
export async function advicesUnder(
  ex: Executor,
  clientAccountId: number,
  keys: readonly AdviceKey[],
): Promise<readonly ReceivablePayment[]> {
  if (keys.length === 0) return [];
  const asked = sql`(
    select account, day::date, reference_end from unnest(
      ${sql.param(keys.map(({ bankAccountId }) => bankAccountId))}::bigint[],
      ${sql.param(keys.map(({ bookingDate }) => bookingDate))}::text[],
      ${sql.param(keys.map(({ referenceEnd }) => referenceEnd))}::text[]) as asked (account, day, reference_end))`;
  return ex
    .select(getTableColumns(r))
    .from(r)
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        sql`(${r.bankAccountId}, ${r.bookingDate}, ${r.referenceEnd}) in ${asked}`,
      ),
    )
    .orderBy(asc(r.id));
}
