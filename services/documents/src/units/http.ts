import { getUnit, listUnits } from '@app/api/documents/index';
import { type Api, locatePage } from '@app/contract';
import { notFound } from '@app/contract/failure';
import type { Database } from '@app/db';
import * as store from './store.ts';
import { unitWire } from './unit.ts';

/** The units of measure over HTTP (docs/contract/units.md). They are the same for everybody who has a token. */
export function serveUnits(api: Api, { db }: { readonly db: Database }): void {
  api.serve(listUnits, async ({ query, language }) => {
    const { meta, offset } = locatePage(query, await store.countUnits(db.executor));
    const page = { limit: query.per_page, offset, isEnglish: language === 'eng' };
    const units = await store.listUnits(db.executor, query.order_by, page);
    return { data: units.map((unit) => unitWire(unit, language)), meta };
  });

  api.serve(getUnit, async ({ params, language }) => {
    const unit = await store.findUnit(db.executor, params.id);
    if (!unit) throw notFound(`There is no unit ${params.id}`, 'unit.not_found');
    return unitWire(unit, language);
  });
}
