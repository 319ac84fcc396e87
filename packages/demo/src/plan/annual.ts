import { line, type Ore, part, type RunningBalances } from '../book.ts';
import { FIRST_YEAR } from '../open-year.ts';
import { equipment } from '../setting.ts';
import { businessDay } from './calendar.ts';
import { type Month, RANK, type Step } from './step.ts';

/** Rate of the tax on the income of companies, in hundredths of a percent. */
const TAX_RATE = 2200;
/** What of the profit after tax the owners are paid. */
const PAID_OUT = 3000;
const KRONE = 100;

/** Months in which the register of assets writes each class down. */
const LIVES: Readonly<Record<(typeof equipment)[number]['asset_class'], number>> = {
  FURNITURE_AND_FIXTURES: 60,
  MACHINERY_AND_EQUIPMENT: 84,
  COMPUTER_EQUIPMENT: 36,
  COMMERCIAL_VEHICLES: 60,
};

/** What the register writes down in a year: the month in which something was bought counts whole. */
export function depreciationOf(year: number): Ore {
  const writtenDown = (until: number, { acquisition_date, asset_class, cost }: (typeof equipment)[number]): Ore => {
    const bought = Temporal.PlainDate.from(acquisition_date);
    const months = Math.max(0, 12 * (until - bought.year) + 13 - bought.month);
    const life = LIVES[asset_class];
    return months < life ? months * Math.round(cost / life) : cost;
  };
  return equipment.reduce((sum, one) => sum + writtenDown(year, one) - writtenDown(year - 1, one), 0);
}

/** What a year leaves to the state and to the owners. */
export interface Distribution {
  readonly tax: Ore;
  readonly dividend: Ore;
}

/**
 * What a year leaves by the plan. It does not ask the ledger: a start on a day before the accounts are settled pays as
 * much as one after it.
 * @param balances with something written after the year
 */
export const distributionOf = (balances: RunningBalances, year: number): Distribution =>
  leftBy(-balances.movedIn(year, '3', '83') - depreciationOf(year), year);

/** What the profit of a year before tax leaves. */
export function leftBy(profit: Ore, year: number): Distribution {
  if (profit <= 0) throw new Error(`A company of the demo has made a loss of ${-profit} øre in ${year}`);
  const tax = Math.floor(part(profit, TAX_RATE) / KRONE) * KRONE;
  return { tax, dividend: Math.floor(part(profit - tax, PAID_OUT) / (1_000 * KRONE)) * 1_000 * KRONE };
}

const COMPANY = { first: FIRST_YEAR, leaves: distributionOf };

/**
 * What the year before pays over the bank: its tax in two instalments (skattebetalingsloven section 10-20), and the
 * dividend once the general meeting has decided it.
 */
export function annualPaymentsOf(
  { year, month }: Month,
  { first, leaves }: { readonly first: number; readonly leaves: typeof distributionOf } = COMPANY,
): readonly Step[] {
  if (year === first) return [];
  const before = year - 1;
  const firstHalf = (tax: Ore): Ore => Math.floor(tax / 2 / KRONE) * KRONE;
  const paid = (
    day: string,
    description: string,
    account: string,
    amountOf: (distribution: Distribution) => Ore,
  ): readonly Step[] => {
    const date = businessDay(`${year}-${day}`);
    const entry: Step['entry'] = (balances) => {
      const ore = amountOf(leaves(balances, before));
      return { description, lines: [line(date, account, ore), line(date, '1920', -ore)] };
    };
    return [{ date, rank: RANK.clearing, entry }];
  };
  if (month === 2) return paid('02-15', 'Forskuddsskatt, første termin', '2500', ({ tax }) => firstHalf(tax));
  if (month === 4) return paid('04-15', 'Forskuddsskatt, andre termin', '2500', ({ tax }) => tax - firstHalf(tax));
  if (month === 7) return paid('07-05', `Utbetalt utbytte for ${before}`, '2800', ({ dividend }) => dividend);
  return [];
}
