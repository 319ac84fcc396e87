import { anyOf, type Executor } from '@app/db';
import { asc, desc, eq } from 'drizzle-orm';
import { units } from '../schema/units.ts';

export type Unit = typeof units.$inferSelect;

const columns = {
  id: units.id,
  symbol: units.symbol,
  un_ece_rec_20_code: units.rec20Code,
  un_ece_rec_21_code: units.rec21Code,
};

const selection = {
  id: units.id,
  symbol: units.symbol,
  rec20Code: units.rec20Code,
  rec21Code: units.rec21Code,
  descriptionNob: units.descriptionNob,
  descriptionEng: units.descriptionEng,
};

export interface UnitOrder {
  readonly field: keyof typeof columns | 'description';
  readonly descending: boolean;
}

export const countUnits = (ex: Executor): Promise<number> => ex.$count(units);

export const listUnits = (
  ex: Executor,
  order: readonly UnitOrder[],
  { limit, offset, isEnglish }: { readonly limit: number; readonly offset: number; readonly isEnglish: boolean },
): Promise<readonly Unit[]> => {
  const description = isEnglish ? units.descriptionEng : units.descriptionNob;
  const terms = order.map(({ field, descending }) =>
    (descending ? desc : asc)(field === 'description' ? description : columns[field]),
  );
  return ex
    .select(selection)
    .from(units)
    .orderBy(...terms, asc(units.id))
    .limit(limit)
    .offset(offset);
};

export async function findUnit(ex: Executor, id: number): Promise<Unit | undefined> {
  const [unit] = await ex.select(selection).from(units).where(eq(units.id, id));
  return unit;
}

export const findUnits = (ex: Executor, ids: readonly number[]): Promise<readonly Unit[]> =>
  ex.select(selection).from(units).where(anyOf(units.id, ids));
