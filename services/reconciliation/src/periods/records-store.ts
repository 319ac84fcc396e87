import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { externalReconciliationEntries, externalReconciliations } from '../schema/external-reconciliations.ts';
import { balanceName, type LiveRecord } from './records.ts';

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
  readonly account_id: string;
  readonly relation_type: string | null;
  readonly relation_id: string | null;
  readonly amount: string;
}

/**
 * What the last reconciled record before a day says of each balance, but for those of the bank, by the name of the
 * balance. Raw: the last of each group.
 */
export async function previousBalances(
  ex: Executor,
  clientAccountId: number,
  before: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await ex.execute<Row>(sql`
    select distinct on (b.relation_id, b.secondary_relation_type, b.secondary_relation_id) b.relation_id as account_id,
      b.secondary_relation_type as relation_type, b.secondary_relation_id as relation_id, b.amount::text as amount
    from external_reconciliations x
    join external_reconciliation_entries b on b.client_account_id = x.client_account_id
      and b.external_reconciliation_id = x.id and b.kind = 'LEDGER_BALANCE'
    where x.client_account_id = ${clientAccountId} and x.as_of_date < ${before}::date and x.deleted_at is null
      and x.sequence_number is not null and x.subject_type <> 'BANK_BALANCE'
    order by b.relation_id, b.secondary_relation_type, b.secondary_relation_id, x.as_of_date desc, x.id desc`);
  return new Map(
    rows.map(({ account_id, relation_type, relation_id, amount }) => [
      balanceName({
        accountId: Number(account_id),
        relationType: relation_type,
        relationId: relation_id === null ? null : Number(relation_id),
      }),
      amount,
    ]),
  );
}
