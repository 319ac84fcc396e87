import { line } from '../book.ts';
import type { Cast } from '../cast.ts';
import { purchase, settled } from '../entries.ts';
import { equipmentCalled } from '../setting.ts';
import { businessDay, dayOf, later } from './calendar.ts';
import { LOAN } from './months.ts';
import { supplierOf } from './purchases.ts';
import { type Month, RANK, type Step, step } from './step.ts';

/** What is bought to be kept: the lines name the asset, whose register writes it down. */
const investments = [
  { asset: 'roaster', trade: 'machines', account: '1200' },
  { asset: 'till', trade: 'office', account: '1280' },
  { asset: 'van', trade: 'cars', account: '1235' },
  { asset: 'espresso', trade: 'machines', account: '1200' },
] as const;

export function investmentsOf({ year, month }: Month, cast: Cast): readonly Step[] {
  return investments.flatMap(({ asset, trade, account }) => {
    const { name: what, acquisition_date: date, cost: net } = equipmentCalled(asset);
    if (!date.startsWith(dayOf(year, month, 1).slice(0, 7))) return [];
    const supplier = supplierOf(cast, trade);
    const dimensions = [{ relation_type: 'asset', relation_id: cast.assets[asset] }];
    const named = { supplier: supplier.id, supplierName: supplier.name };
    const bought = purchase({ ...named, date, what, account, vat: '1', net, dimensions });
    const owed = Number(bought.lines.at(-1)!.credit.replace('.', ''));
    const paidOn = businessDay(later(date, 14));
    const paid = settled(paidOn, '2400', -owed, supplier.id, `Betaling til ${supplier.name}`);
    return [step(date, RANK.trade, bought), step(paidOn, RANK.trade, paid)];
  });
}

/** What the company begins with: share capital, a loan, the furniture of the shop, and change for the till. */
export function openingOf({ year, month }: Month, cast: Cast): readonly Step[] {
  if (year !== 2024 || month !== 1) return [];
  const date = '2024-01-02';
  return [
    step(date, RANK.opening, {
      description: 'Stiftelse: aksjekapital, banklån og inventar',
      lines: [
        line(date, '1250', equipmentCalled('shop').cost, {
          dimensions: [{ relation_type: 'asset', relation_id: cast.assets.shop }],
        }),
        line(date, '1920', 125_800_000),
        line(date, '1900', 200_000),
        line(date, '2000', -60_000_000),
        line(date, '2220', -LOAN),
      ],
    }),
  ];
}
