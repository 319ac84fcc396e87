import {
  getCapTable,
  listEquityTransactionTypes,
  listShareClasses,
  listSharePositions,
  shareClasses,
} from '@app/api/ledger/index';
import type { Api } from '@app/contract';
import { namedLanguage } from '@app/runtime';
import { capTableOf, type Position } from './cap-table.ts';
import { POOL } from './holdings.ts';
import type { EquitySources } from './http.ts';
import { readPositions } from './positions-store.ts';
import { presentCapTable, presentPosition } from './present.ts';
import { partnerNotFound } from './shareholders.ts';
import { describeClasses, describeTypes } from './words.ts';

/** Binds the endpoints that say who has which shares, and the words for them (docs/contract/equity.md). */
export function serveSharePositions(api: Api, { db, clock, shareholders }: EquitySources): void {
  api.serve(listSharePositions, async ({ account: { clientAccountId }, query }) => {
    const positions = await readPositions(db.executor, {
      clientAccountId,
      asOf: query.as_of_date ?? clock.today(),
      holders: query.business_partner_id,
      shareClasses: query.share_class,
      includesPool: query.include_void,
    });
    const partners = query.with.has('business_partner')
      ? await shareholders.embed(clientAccountId, holdersOf(positions))
      : undefined;
    return [...positions].sort(byClass).map((position) => presentPosition(position, { partners }));
  });

  api.serve(getCapTable, async ({ account: { clientAccountId }, query }) => {
    const company = query.company_business_partner_id;
    const positions = await readPositions(db.executor, {
      clientAccountId,
      asOf: query.as_of_date ?? clock.today(),
      includesPool: false,
    });
    const names = await shareholders.names(clientAccountId, [company, ...holdersOf(positions)]);
    if (!names.has(company)) throw partnerNotFound([{ field: 'company_business_partner_id', id: company }]);
    return presentCapTable(capTableOf(positions, company), names);
  });

  // English unless Norwegian is asked for: these are words of the interface, not of the books.
  api.serve(listShareClasses, async ({ headers }) => ({
    share_classes: describeClasses(namedLanguage(headers['accept-language']) ?? 'eng'),
  }));
  api.serve(listEquityTransactionTypes, async ({ headers }) => ({
    transaction_types: describeTypes(namedLanguage(headers['accept-language']) ?? 'eng'),
  }));
}

const holdersOf = (positions: readonly Position[]): readonly number[] =>
  positions.map(({ holder }) => holder).filter((holder) => holder !== POOL);

/** By class and holder; the pool comes behind the holders. */
const byClass = (a: Position, b: Position): number =>
  shareClasses.indexOf(a.shareClass) - shareClasses.indexOf(b.shareClass) ||
  Number(a.holder === POOL) - Number(b.holder === POOL) ||
  a.holder - b.holder;
