import type { UnitOut } from '@app/api/documents/index';
import type { Database, Executor } from '@app/db';
import type { Finder } from '@app/records';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import { findUnits, type Unit } from './store.ts';

export type WireUnit = z.input<typeof UnitOut>;

export const unitWire = (unit: Unit, language: Language): WireUnit => ({
  id: unit.id,
  symbol: unit.symbol,
  un_ece_rec_20_code: unit.rec20Code,
  un_ece_rec_21_code: unit.rec21Code,
  description: language === 'eng' ? unit.descriptionEng : unit.descriptionNob,
});

/** Units by id, as others show them; unknown ones are left out. */
export const unitsById = async (
  ex: Executor,
  ids: readonly number[],
  language: Language,
): Promise<ReadonlyMap<number, WireUnit>> =>
  new Map((await findUnits(ex, [...new Set(ids)])).map((unit) => [unit.id, unitWire(unit, language)]));

/** Units are the same for everybody. */
export const amongUnits =
  (db: Pick<Database, 'executor'>): Finder =>
  async (_clientAccountId, ids) =>
    new Set((await findUnits(db.executor, ids)).map(({ id }) => id));
