import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { namedRelations, type Relation } from './relation-names.ts';

/** The filters that reports share, as a query brings them. */
export interface SharedFilters {
  readonly client_account_id: number;
  readonly dimensions?: readonly { readonly type: DimensionType; readonly id: number }[] | undefined;
  readonly free_text?: string | undefined;
}

/** The dimension values that a report is limited to, by type. */
export function dimensionsOf({ dimensions }: SharedFilters): ReadonlyMap<DimensionType, readonly number[]> {
  const byType = new Map<DimensionType, number[]>();
  for (const { type, id } of dimensions ?? []) byType.set(type, [...(byType.get(type) ?? []), id]);
  return byType;
}

/** The words that a line must hold. */
export const wordsOf = ({ free_text }: SharedFilters): readonly string[] =>
  (free_text ?? '').split(/\s+/).filter((word) => word !== '');

/** The same dimension values with their names, for the head. */
export const relationsOf = async (db: Executor, query: SharedFilters): Promise<readonly Relation[]> => [
  ...(await namedRelations(db, query.client_account_id, query.dimensions ?? [])).values(),
];
