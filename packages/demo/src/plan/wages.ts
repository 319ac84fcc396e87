import { type DemoEntry, line, type Ore, part, type RunningBalances } from '../book.ts';
import type { Cast } from '../cast.ts';
import { trades } from '../setting.ts';
import { businessDay, dayOf, later } from './calendar.ts';
import { diceOf, type Month, RANK, type Step, step } from './step.ts';
import { moved } from './tills.ts';

/** Parts of a wage in hundredths of a percent. Bodø is in zone IVa of the employer tax. */
const WITHHELD = 2800;
export const EMPLOYER_TAX = 790;
const HOLIDAY_PAY = 1200;
export const PENSION = 200;

/** What is paid a month to whom works in the shop, the roastery and the office. */
const MONTHLY: readonly [shop: Ore, roastery: Ore, office: Ore] = [6_900_000, 4_600_000, 3_100_000];

/**
 * The pay of a month, the tax that is withheld from it put aside, and the pension of its wages paid in the month after.
 * In June the holiday pay that was earned last year is paid in place of wages (ferieloven section 11).
 */
export function wagesOf(time: Month, cast: Cast): readonly Step[] {
  const date = businessDay(dayOf(time.year, time.month, 24));
  const isHoliday = time.month === 6 && time.year > 2024;
  if (isHoliday) return [{ date, rank: RANK.wages, entry: (balances) => holidayPay(date, balances) }];
  const grown = 10_000 + 350 * (time.year - 2024);
  const dice = diceOf(time, 3);
  const hours = dice.between(-20, 45) * 10_000;
  // The bar opens in April of the first year.
  const isBarOpen = time.year > 2024 || time.month > 3;
  const worked = MONTHLY.map((amount, n) => part(amount, grown) + (n === 0 ? hours : 0));
  const gross = isBarOpen ? worked : [0, ...worked.slice(1)];
  const total = gross.reduce((sum, amount) => sum + amount, 0);
  const pension = part(total, PENSION);
  const withheld = part(total, WITHHELD);
  return [
    step(date, RANK.wages, payroll(date, gross, pension, cast)),
    step(date, RANK.wages, {
      description: 'Overført til skattetrekkskonto',
      lines: [line(date, '1950', withheld), line(date, '1920', -withheld)],
    }),
    pensionPaid(time, pension),
  ];
}

/** The pension of a month's wages, paid in the month after. */
export function pensionPaid({ year, month }: Month, pension: Ore): Step {
  const date = businessDay(later(dayOf(year, month, 31), 20));
  return step(date, RANK.wages, moved(date, `Betaling til ${trades.pension}`, '1920', '2985', pension));
}

/** A month's pay: wages, withheld tax, employer tax, holiday pay earned with its employer tax, and the pension. */
function payroll(date: string, gross: readonly Ore[], pension: Ore, { departments }: Cast): DemoEntry {
  const total = gross.reduce((sum, amount) => sum + amount, 0);
  const withheld = part(total, WITHHELD);
  const employerTax = part(total + pension, EMPLOYER_TAX);
  const earned = part(total, HOLIDAY_PAY);
  const earnedTax = part(earned, EMPLOYER_TAX);
  const dimensionsOf = (n: number) => [{ relation_type: 'department', relation_id: departments[n]! }];
  const office = dimensionsOf(2);
  return {
    description: `Lønn ${date.slice(5, 7)}/${date.slice(0, 4)}`,
    lines: [
      ...gross.flatMap((amount, n) =>
        amount === 0 ? [] : [line(date, '5000', amount, { dimensions: dimensionsOf(n) })],
      ),
      line(date, '2600', -withheld),
      line(date, '1920', withheld - total),
      line(date, '5400', employerTax, { dimensions: office }),
      line(date, '2770', -employerTax),
      line(date, '5092', earned, { dimensions: office }),
      line(date, '2940', -earned),
      line(date, '5405', earnedTax, { dimensions: office }),
      line(date, '2780', -earnedTax),
      line(date, '5945', pension, { dimensions: office }),
      line(date, '2985', -pension),
    ],
  };
}

/** What the books owe of holiday pay on a day in June was earned until the end of last year. */
export function holidayPay(date: string, balances: RunningBalances): DemoEntry {
  const year = Number(date.slice(0, 4));
  const [pay, tax] = [-balances.atEndOf(year - 1, '2940'), -balances.atEndOf(year - 1, '2780')];
  return {
    description: `Feriepenger ${year - 1}`,
    lines: [line(date, '2940', pay), line(date, '1920', -pay), line(date, '2780', tax), line(date, '2770', -tax)],
  };
}
