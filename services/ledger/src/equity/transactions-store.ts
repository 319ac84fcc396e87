import type { EquityTransactionType, ShareClass } from '@app/api/ledger/index';
import type { Following } from '@app/contract';
import {
  anyOf,
  changeOrder,
  type Executor,
  type FollowedPage,
  keysetOf,
  newestOf,
  readFollowed,
  risingMoment,
  type Tx,
  termOf,
} from '@app/db';
import { and, asc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import { shareRegisters } from '../schema/share-registers.ts';
import { shareTransactions } from '../schema/share-transactions.ts';
import { type Movement, POOL, shares } from './holdings.ts';
import type { ShareOperation, ShareTransaction } from './transaction.ts';

const t = shareTransactions;

/** UTC, whole seconds, cut and not rounded. */
const createdAt = sql<string>`to_char(${t.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const columns = {
  id: t.id,
  clientAccountId: t.clientAccountId,
  date: t.transactionDate,
  type: t.transactionType,
  groupId: t.transactionGroupId,
  partnerId: t.businessPartnerId,
  shareClass: t.shareClass,
  quantity: t.quantity,
  price: t.pricePerShare,
  notes: t.notes,
  numerator: t.splitRatioNumerator,
  denominator: t.splitRatioDenominator,
  createdAt,
  createdById: t.createdById,
};

/** The checks of the table hold its words to those of the types. */
type Row = Omit<ShareTransaction, 'ratio' | 'type' | 'shareClass'> & {
  readonly type: string;
  readonly shareClass: string;
  readonly numerator: number | null;
  readonly denominator: number | null;
};

const transactionOf = ({ numerator, denominator, ...row }: Row): ShareTransaction => ({
  ...row,
  type: row.type as EquityTransactionType,
  shareClass: row.shareClass as ShareClass,
  ratio: numerator === null || denominator === null ? null : { numerator, denominator },
});

export interface TransactionFilter {
  readonly clientAccountId: number;
  readonly partnerIds?: readonly number[] | undefined;
  readonly shareClasses?: readonly ShareClass[] | undefined;
  readonly types?: readonly EquityTransactionType[] | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly updatedFrom?: string | undefined;
}

function conditionOf(filter: TransactionFilter): SQL | undefined {
  const among = (column: Parameters<typeof anyOf>[0], values: readonly (number | string)[] | undefined) =>
    values === undefined || values.length === 0 ? undefined : anyOf(column, values);
  return and(
    eq(t.clientAccountId, filter.clientAccountId),
    among(t.businessPartnerId, filter.partnerIds),
    among(t.shareClass, filter.shareClasses),
    among(t.transactionType, filter.types),
    filter.dateFrom === undefined ? undefined : gte(t.transactionDate, filter.dateFrom),
    filter.dateTo === undefined ? undefined : lte(t.transactionDate, filter.dateTo),
    filter.updatedFrom === undefined ? undefined : gte(t.createdAt, sql`${filter.updatedFrom}::timestamptz`),
  );
}

const changes = changeOrder(t.createdAt, t.id);
const byId = keysetOf([termOf('id', t.id)]);

/** A page of transactions as they were recorded. Since none ever changes, that is the order of the changes, too. */
export const listTransactions = (
  db: Executor,
  filter: TransactionFilter,
  listing: { readonly following: Following; readonly page: { readonly page: number; readonly per_page: number } },
): Promise<FollowedPage<ShareTransaction>> => {
  const where = conditionOf(filter);
  const newest = sql<string | null>`(select ${newestOf(sql`n.created_at`)} from ${t} n
    where n.client_account_id = ${filter.clientAccountId})`;
  return readFollowed({
    ...listing,
    order: filter.updatedFrom === undefined ? byId : undefined,
    changes,
    count: () => db.$count(t, where),
    async read(window) {
      const rows = await db
        .select({
          row: columns,
          position: window.order.position,
          newest: window.order === changes ? sql<null>`null` : newest,
        })
        .from(t)
        .where(and(where, window.after))
        .orderBy(...window.order.orderBy)
        .limit(window.limit)
        .offset(window.offset);
      return rows.map(({ row, ...place }) => ({ row: transactionOf(row), ...place }));
    },
  });
};

/** By id alone: the caller decides who may see it. */
export async function findTransaction(db: Executor, id: number): Promise<ShareTransaction | undefined> {
  const [row] = await db.select(columns).from(t).where(eq(t.id, id));
  return row && transactionOf(row);
}

/** The register of a company as whoever holds it has left it. */
export interface Register {
  /** What the operation is stamped with: later than every earlier one of the company, to the microsecond. */
  readonly moment: string;
  readonly revision: number;
}

/** Waits until nobody else is recording in the register of the company, and holds it to the end of the transaction. */
export async function holdRegister(tx: Tx, clientAccountId: number, now: Temporal.Instant): Promise<Register> {
  const moment = now.toString();
  const [row] = await tx
    .insert(shareRegisters)
    .values({ clientAccountId, lastRecordedAt: moment, revision: 1 })
    .onConflictDoUpdate({
      target: shareRegisters.clientAccountId,
      set: {
        lastRecordedAt: risingMoment(shareRegisters.lastRecordedAt),
        revision: sql`${shareRegisters.revision} + 1`,
      },
    })
    .returning({ moment: sql<string>`${shareRegisters.lastRecordedAt}::text`, revision: shareRegisters.revision });
  return row!;
}

/** What moved after a day, of one class, in its order. */
export async function movementsAfter(
  tx: Tx,
  { clientAccountId, shareClass, date }: Pick<ShareOperation, 'clientAccountId' | 'shareClass' | 'date'>,
): Promise<readonly Movement[]> {
  const rows = await tx
    .select(columns)
    .from(t)
    .where(and(eq(t.clientAccountId, clientAccountId), eq(t.shareClass, shareClass), gt(t.transactionDate, date)))
    .orderBy(asc(t.transactionDate), asc(t.id));
  const sides = Map.groupBy(rows.map(transactionOf), ({ groupId }) => groupId);
  return [...sides.values()].map((ofGroup) => {
    const giver = ofGroup.find(({ quantity }) => quantity.startsWith('-'))!;
    const receiver = ofGroup.find((side) => side !== giver)!;
    return {
      type: receiver.type,
      date: receiver.date,
      giver: giver.partnerId ?? POOL,
      receiver: receiver.partnerId ?? POOL,
      quantity: shares(receiver.quantity),
      price: receiver.price === null ? null : shares(receiver.price),
    };
  });
}

/** Adds both sides of an operation; gives that of the giver and that of the receiver. */
export async function insertSides(
  tx: Tx,
  operation: ShareOperation,
  groupId: string,
  { moment }: Register,
): Promise<Readonly<Record<'giver' | 'receiver', ShareTransaction>>> {
  const { split, quantity } = operation;
  const common = {
    clientAccountId: operation.clientAccountId,
    transactionDate: operation.date,
    transactionType: operation.type,
    transactionGroupId: groupId,
    shareClass: operation.shareClass,
    pricePerShare: operation.price,
    notes: operation.notes,
    splitRatioNumerator: split?.numerator ?? null,
    splitRatioDenominator: split?.denominator ?? null,
    createdAt: moment,
    createdById: operation.actorId,
  };
  const rows = await tx
    .insert(t)
    .values([
      { ...common, businessPartnerId: operation.giver, quantity: `-${quantity}` },
      { ...common, businessPartnerId: operation.receiver, quantity },
    ])
    .returning(columns);
  const [giver, receiver] = rows.map(transactionOf).sort((a, b) => a.id - b.id);
  return { giver: giver!, receiver: receiver! };
}
