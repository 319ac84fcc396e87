import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { externalReconciliationEntries, externalReconciliations } from '../schema/external-reconciliations.ts';
import { type BalanceName, balanceName, type LiveRecord } from './records.ts';

const r = externalReconciliations;
const e = externalReconciliationEntries;

/** Records and drafts of the engine, and reconciled lines of documents, about balances at the end of some days. */
export async function liveRecords(
  ex: Executor,
  clientAccountId: number,
  asOfDates: readonly string[],
): Promise<readonly LiveRecord[]> {
  const rows = await ex
    .select({
      ...{ id: r.id, isDraft: r.isDraft, scopeKey: r.scopeKey, method: r.method, preparedMethod: r.preparedMethod },
      ...{ expectedAmount: r.expectedAmount, createdById: r.createdById, note: r.note, asOfDate: r.asOfDate },
    })
    .from(r)
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        sql`${r.asOfDate} in (select v::date from jsonb_array_elements_text(${JSON.stringify(asOfDates)}::jsonb) v)`,
        isNull(r.deletedAt),
        eq(r.isPending, false),
        or(isNotNull(r.scopeKey), isNotNull(r.sequenceNumber)),
      ),
    )
    .orderBy(asc(r.id));
  const entries = await entriesOf(
    ex,
    clientAccountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = entries.get(row.id) ?? [];
    const balances = own.filter(({ kind, asOfDate }) => kind === 'LEDGER_BALANCE' && asOfDate === row.asOfDate);
    return {
      ...row,
      balances: new Map(balances.map((entry) => [nameOf(entry), entry.amount])),
      items: own.flatMap(({ kind, description, amount }) =>
        kind === 'RECONCILING_ITEM' ? [{ description: description ?? '', amount }] : [],
      ),
    };
  });
}

type Entry = Pick<
  typeof e.$inferSelect,
  'kind' | 'relationId' | 'secondaryRelationType' | 'secondaryRelationId' | 'asOfDate' | 'description' | 'amount'
>;

const nameOf = ({ relationId, secondaryRelationType, secondaryRelationId }: Entry): string =>
  balanceName({ accountId: relationId!, relationType: secondaryRelationType, relationId: secondaryRelationId });

async function entriesOf(
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Entry[]>> {
  if (ids.length === 0) return new Map();
  const rows = await ex
    .select({
      ...{ recordId: e.externalReconciliationId, kind: e.kind, relationId: e.relationId },
      ...{ secondaryRelationType: e.secondaryRelationType, secondaryRelationId: e.secondaryRelationId },
      ...{ asOfDate: e.asOfDate, description: e.description, amount: e.amount },
    })
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), anyOf(e.externalReconciliationId, ids)))
    .orderBy(asc(e.externalReconciliationId), asc(e.place));
  return Map.groupBy(rows, ({ recordId }) => recordId);
}

interface Row extends Record<string, unknown> {
  readonly place: string;
  readonly amount: string;
}

/**
 * What the last reconciled record before a day says of each of some balances, but for those of the bank, by the name of
 * the balance; one that was never reconciled is left out. Raw: the last record of each, by an index and never by way of
 * all records, which took 110 ms instead of 0.5 while a new database had no fresh statistics.
 */
export async function previousBalances(
  ex: Executor,
  clientAccountId: number,
  before: string,
  names: readonly BalanceName[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const asked = names.map(({ accountId, relationType, relationId }) => [
    accountId,
    relationType ?? '',
    relationId ?? 0,
  ]);
  const rows = await ex.execute<Row>(sql`
    select q.place, p.amount::text as amount
    from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality q (name, place)
    join lateral (
      select b.amount from (
        select e.amount, e.as_of_date, e.external_reconciliation_id from external_reconciliation_entries e
        where e.client_account_id = ${clientAccountId} and e.kind = 'LEDGER_BALANCE'
          and e.relation_id = (q.name ->> 0)::bigint and coalesce(e.secondary_relation_type, '') = q.name ->> 1
          and coalesce(e.secondary_relation_id, 0) = (q.name ->> 2)::bigint and e.as_of_date < ${before}::date
        order by e.as_of_date desc, e.external_reconciliation_id desc offset 0) b
      where exists (
        select from external_reconciliations x
        where x.client_account_id = ${clientAccountId} and x.id = b.external_reconciliation_id and x.deleted_at is null
          and x.sequence_number is not null and x.subject_type <> 'BANK_BALANCE' offset 0)
      order by b.as_of_date desc, b.external_reconciliation_id desc limit 1) p on true`);
  return new Map(rows.map(({ place, amount }) => [balanceName(names[Number(place) - 1]!), amount]));
}
