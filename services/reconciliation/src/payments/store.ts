import { conflict } from '@app/contract/failure';
import {
  anyOf,
  appendToOutbox,
  builtOnce,
  type Executor,
  type FollowedPage,
  fixedStatement,
  type Tx,
  type Value,
  violatedConstraint,
} from '@app/db';
import { changedAt, type Listing, listRecords, madeAt, type Stamp } from '@app/records';
import { and, asc, eq, getTableColumns, gt, gte, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { internalReconciliationEntries, internalReconciliations } from '../schema/internal-reconciliations.ts';
import { payments } from '../schema/payments.ts';
import { counted, settlements } from './counted.ts';
import { paymentChanged } from './events.ts';
import { invalidState, type Payment, type PaymentState } from './payment.ts';

const p = payments;
const selection = getTableColumns(p);
const paymentOf = (row: typeof payments.$inferSelect): Payment => row as Payment;

export interface PaymentFilter {
  readonly documentId?: number | undefined;
  readonly partnerId?: number | undefined;
  readonly statuses?: readonly PaymentState[] | undefined;
  /** Calendar days, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly externalId?: string | undefined;
}

const conditionOf = (filter: PaymentFilter): SQL | undefined =>
  and(
    filter.documentId === undefined ? undefined : eq(p.documentId, filter.documentId),
    filter.partnerId === undefined ? undefined : eq(p.businessPartnerId, filter.partnerId),
    filter.statuses && inArray(p.status, [...filter.statuses]),
    filter.from === undefined ? undefined : gte(p.paymentDate, filter.from),
    filter.to === undefined ? undefined : lte(p.paymentDate, filter.to),
    filter.externalId === undefined ? undefined : eq(p.externalId, filter.externalId),
  );

/** A page of the payments of an account. */
export const listPayments = (ex: Executor, listing: Listing, filter: PaymentFilter): Promise<FollowedPage<Payment>> =>
  listRecords(ex, listing, {
    table: p,
    selection,
    recordOf: (row) => row as unknown as Payment,
    orders: {},
    where: conditionOf(filter),
  });

const paymentById = builtOnce((ex, id: Value<number>) => ex.select(selection).from(p).where(eq(p.id, id)));

/** By id alone: the caller decides who may see it. */
export async function findPayment(ex: Executor, id: number): Promise<Payment | undefined> {
  const [row] = await paymentById(ex, id);
  return row && paymentOf(row);
}

/** Payments of an account by their ids, in order of id. */
export async function findPayments(
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly Payment[]> {
  const rows = await ex
    .select(selection)
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), anyOf(p.id, ids)))
    .orderBy(asc(p.id));
  return rows.map(paymentOf);
}

/** Of each document the newest payments, in order of id. */
export async function paymentsOfDocuments(
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
  most: number,
): Promise<readonly Payment[]> {
  if (documentIds.length === 0) return [];
  const ranked = ex
    .select({
      id: p.id,
      place: sql<number>`row_number() over (partition by ${p.documentId} order by ${p.id} desc)`.as('place'),
    })
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), anyOf(p.documentId, documentIds)))
    .as('ranked');
  const rows = await ex
    .select(selection)
    .from(p)
    .innerJoin(ranked, eq(ranked.id, p.id))
    .where(and(eq(p.clientAccountId, clientAccountId), lte(ranked.place, most)))
    .orderBy(asc(p.id));
  return rows.map(paymentOf);
}

/** Payments that bank transactions settle or have settled, in order of id. */
export async function paymentsOfTransactions(
  ex: Executor,
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<readonly Payment[]> {
  if (transactionIds.length === 0) return [];
  const rows = await ex
    .select(selection)
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), anyOf(p.bankTransactionId, transactionIds)))
    .orderBy(asc(p.id));
  return rows.map(paymentOf);
}

/** What payments take of a document. */
export interface Pending {
  readonly documentId: number;
  /** What is on its way, and what was paid without being set against the document. Two decimals. */
  readonly amount: string;
  /** Rises with every change of a payment of the document. */
  readonly version: number;
}

/** What payments take of documents; those without payments are left out. In order of the documents' ids. */
export async function pendingOf(
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<readonly Pending[]> {
  if (documentIds.length === 0) return [];
  return ex
    .select({
      documentId: p.documentId,
      amount: sql<string>`coalesce(sum(${counted}), 0)::numeric(19, 2)::text`,
      version: sql<number>`(extract(epoch from max(${p.updatedAt})) * 1000)::bigint`.mapWith(Number),
    })
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), anyOf(p.documentId, documentIds)))
    .groupBy(p.documentId)
    .orderBy(asc(p.documentId));
}

/** What other payments take of a document, in its currency. The turn of the account is taken. */
export async function pendingBeside(
  tx: Tx,
  clientAccountId: number,
  documentId: number,
  paymentId: number | null,
): Promise<string> {
  const [row] = await tx
    .select({ amount: sql<string>`coalesce(sum(${counted}), 0)::numeric(19, 2)::text` })
    .from(p)
    .where(
      and(
        eq(p.clientAccountId, clientAccountId),
        eq(p.documentId, documentId),
        paymentId === null ? undefined : ne(p.id, paymentId),
      ),
    );
  return row!.amount;
}

/**
 * How the settlements of a document's payments stand, as text: whoever asked for the document while it was another one
 * counts on what is no longer open, or on what is open again.
 */
export async function settlementsOf(ex: Executor, clientAccountId: number, documentId: number): Promise<string> {
  const [row] = await ex
    .select({ standing: sql<string>`${settlements}` })
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), eq(p.documentId, documentId)));
  return row!.standing;
}

type NewPayment = Pick<
  Payment,
  | 'clientAccountId'
  | 'documentId'
  | 'businessPartnerId'
  | 'bankAccountId'
  | 'creditorBankAccountId'
  | 'amount'
  | 'currencyCode'
  | 'paymentDate'
  | 'paymentRef'
  | 'message'
  | 'externalId'
  | 'metadata'
>;

/** Makes a payment, and says so. */
export async function insertPayment(tx: Tx, payment: NewPayment, stamp: Stamp): Promise<Payment> {
  const [row] = await tx
    .insert(p)
    .values({ ...payment, ...madeAt(stamp) })
    .returning(selection)
    .catch(explain);
  return announced(tx, paymentOf(row!), stamp);
}

/** Changes what is given, raises the version, and says so. @throws Failure 409 for what is taken */
export async function changePayment(
  tx: Tx,
  { clientAccountId, id }: Pick<Payment, 'clientAccountId' | 'id'>,
  change: Partial<typeof payments.$inferInsert>,
  stamp: Stamp,
): Promise<Payment> {
  const [row] = await tx
    .update(p)
    .set({ ...change, ...changedAt(stamp), version: sql`${p.version} + 1` })
    .where(and(eq(p.clientAccountId, clientAccountId), eq(p.id, id)))
    .returning(selection)
    .catch(explain);
  return announced(tx, paymentOf(row!), stamp);
}

async function announced(tx: Tx, payment: Payment, { moment }: Stamp): Promise<Payment> {
  const amount = await pendingBeside(tx, payment.clientAccountId, payment.documentId, null);
  await appendToOutbox(tx, paymentChanged(payment, { amount, version: moment.getTime() }));
  return payment;
}

function explain(error: unknown): never {
  if (violatedConstraint(error) === 'payments_of_transaction')
    throw invalidState('The bank transaction settles another payment');
  throw error;
}

/** @throws Failure 409 for an id of the caller's own that another payment has; the turn of the account is taken */
export async function assertExternalIdIsFree(
  tx: Tx,
  clientAccountId: number,
  externalId: string | null | undefined,
  ownId: number | null,
): Promise<void> {
  if (externalId == null) return;
  const [row] = await tx
    .select({ id: p.id })
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), eq(p.externalId, externalId)));
  if (row && row.id !== ownId)
    throw conflict(`external_id is "${externalId}", which payment ${row.id} has`, undefined, { id: row.id });
}

/** The payment that an entry of the books has settled. */
export async function paymentOfEntry(
  ex: Executor,
  clientAccountId: number,
  journalEntryId: number,
): Promise<Payment | undefined> {
  const [row] = await ex
    .select(selection)
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), eq(p.journalEntryId, journalEntryId)));
  return row && paymentOf(row);
}

/** The settled payment that a bank transaction is said to have paid. */
export async function settledBy(
  ex: Executor,
  clientAccountId: number,
  bankTransactionId: number,
): Promise<Payment | undefined> {
  const [row] = await ex
    .select(selection)
    .from(p)
    .where(
      and(eq(p.clientAccountId, clientAccountId), eq(p.bankTransactionId, bankTransactionId), eq(p.status, 'PAID')),
    );
  return row && paymentOf(row);
}

/**
 * Settled payments whose entries reconciliations match with something, or did until they were deleted; in order of id.
 * The match that settling itself has made is none of these while it stands: it is older than the settlement.
 */
export async function paymentsOfMatches(
  ex: Executor,
  clientAccountIds: readonly number[],
  reconciliationIds: readonly number[],
): Promise<readonly Payment[]> {
  const [e, r] = [internalReconciliationEntries, internalReconciliations];
  const entries = ex
    .select({ id: e.journalEntryId })
    .from(e)
    .innerJoin(r, and(eq(r.clientAccountId, e.clientAccountId), eq(r.id, e.reconciliationId)))
    .where(
      and(
        anyOf(e.clientAccountId, clientAccountIds),
        anyOf(e.reconciliationId, reconciliationIds),
        or(isNotNull(r.deletedAt), gt(r.createdAt, p.settledAt)),
      ),
    );
  const rows = await ex
    .select(selection)
    .from(p)
    .where(and(anyOf(p.clientAccountId, clientAccountIds), eq(p.status, 'PAID'), inArray(p.journalEntryId, entries)))
    .orderBy(asc(p.id));
  return rows.map(paymentOf);
}

// Raw: one text for any number of reconciliations, made once.
const touching = fixedStatement(sql`
  select exists (
    select from unnest(${sql.placeholder('accounts')}::bigint[], ${sql.placeholder('reconciliations')}::bigint[]) as n (account, id)
    join ${internalReconciliationEntries} e on e.client_account_id = n.account and e.reconciliation_id = n.id
    join ${p} p on p.client_account_id = e.client_account_id and p.journal_entry_id = e.journal_entry_id) as some`);

/**
 * Whether reconciliations match entries of payments at all, settled ones or not.
 * @param clientAccountIds of each of the reconciliations
 */
export async function touchesPayments(
  ex: Executor,
  clientAccountIds: readonly number[],
  reconciliationIds: readonly number[],
): Promise<boolean> {
  const values = { accounts: sql.param([...clientAccountIds]), reconciliations: sql.param([...reconciliationIds]) };
  const [row] = await ex.execute<{ some: boolean }>(touching(values));
  return row!.some;
}

/** Payments of a document that the bank has not got yet, in order of id. */
export async function cancellableOf(
  ex: Executor,
  clientAccountId: number,
  documentId: number,
): Promise<readonly Payment[]> {
  const rows = await ex
    .select(selection)
    .from(p)
    .where(
      and(
        eq(p.clientAccountId, clientAccountId),
        eq(p.documentId, documentId),
        inArray(p.status, ['PENDING', 'APPROVED']),
        eq(p.isSettling, false),
      ),
    )
    .orderBy(asc(p.id));
  return rows.map(paymentOf);
}
