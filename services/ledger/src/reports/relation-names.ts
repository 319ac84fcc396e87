import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Executor, lookupOn } from '@app/db';
import { sql } from 'drizzle-orm';

export interface Relation {
  readonly type: DimensionType;
  readonly id: number;
  readonly name: string | null;
}

export const relationKey = ({ type, id }: { readonly type: string; readonly id: number }): string => `${type}:${id}`;

/**
 * Dimension values with their names, by `type:id`. A value that is not known here has none. Raw: pairs of type and id
 * are one parameter.
 */
export async function namedRelations(
  db: Executor,
  clientAccountId: number,
  asked: readonly { readonly type: DimensionType; readonly id: number }[],
): Promise<ReadonlyMap<string, Relation>> {
  if (asked.length === 0) return new Map();
  const rows = await lookupOn(db).execute<{ type: DimensionType; id: string; name: string }>(sql`
    select r.relation_type as type, r.relation_id as id, r.name
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q (type text, id bigint)
    join reference_values r on r.client_account_id = ${clientAccountId} and r.relation_type = q.type and r.relation_id = q.id`);
  const names = new Map(rows.map(({ type, id, name }) => [relationKey({ type, id: Number(id) }), name]));
  return new Map(
    asked.map(({ type, id }) => [
      relationKey({ type, id }),
      { type, id, name: names.get(relationKey({ type, id })) ?? null },
    ]),
  );
}
