import { type DemoEntry, line, type Ore, part, RunningBalances } from '../book.ts';
import { purchase, settled } from '../entries.ts';
import { closedYears } from '../open-year.ts';
import { annualPaymentsOf, type Distribution, leftBy } from '../plan/annual.ts';
import { businessDay, dayOf, daysOf, isHoliday, later, weekdayOf, written } from '../plan/calendar.ts';
import { termOf } from '../plan/clearing.ts';
import { diceOf, type Month, RANK, type Step, step } from '../plan/step.ts';
import { CARD_FEE, moved } from '../plan/tills.ts';
import { EMPLOYER_TAX, holidayPay, PENSION, pensionPaid } from '../plan/wages.ts';
import { trades } from '../setting.ts';

/** The three who work there, and what each earns a month. */
export const employees = [
  { name: 'Siv Havn', monthly: 4_300_000 },
  { name: 'Amina Ali', monthly: 3_700_000 },
  { name: 'Lise Moe', monthly: 2_100_000 },
] as const;
export const suppliers = [
  ...['Havnegata Eiendom AS', 'Nordhår Engros AS', 'Saks og Speil AS'],
  ...[trades.power, trades.insurance, trades.accounting],
] as const;

/** Ids of partners by their names. */
export type Partners = ReadonlyMap<string, number>;

const FIRST_YEAR = 2025;
const FOUNDED = '2025-01-02';
const WITHHELD = 2600;
const HOLIDAY_PAY = 1020;

/** What a year leaves. @param balances with something written after the year */
const leaves = (balances: RunningBalances, year: number): Distribution =>
  leftBy(-balances.movedIn(year, '3', '83'), year);

/** What the books have, and what each year leaves whose accounts are settled. */
export interface SalonStory {
  readonly entries: readonly DemoEntry[];
  readonly closed: readonly (Distribution & { readonly year: number })[];
}

/** The books of a hairdresser with three employees, from its foundation to a day. A later day adds to their end. */
export function tellSalon(partners: Partners, until: string): SalonStory {
  const steps = monthsUntil(until)
    .flatMap((time) => [
      ...capitalOf(time),
      ...weeksOf(time),
      ...billsOf(time, partners),
      ...insuranceOf(time, partners),
      ...wagesOf(time, partners),
      ...annualPaymentsOf(time, { first: FIRST_YEAR, leaves }),
      ...termOf(time),
    ])
    .filter(({ date }) => date <= until);
  steps.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.rank - b.rank));
  const balances = new RunningBalances();
  const entries = steps.flatMap(({ entry }) => {
    const made = entry(balances);
    if (made) balances.add(made);
    return made ?? [];
  });
  const closed = closedYears(until).filter((year) => year >= FIRST_YEAR);
  return { entries, closed: closed.map((year) => ({ year, ...leaves(balances, year) })) };
}

function monthsUntil(until: string): readonly Month[] {
  const months: Month[] = [];
  for (let year = FIRST_YEAR; year <= Number(until.slice(0, 4)); year++)
    for (let month = 1; month <= 12; month++) if (dayOf(year, month, 1) <= until) months.push({ year, month });
  return months;
}

const capitalOf = ({ year, month }: Month): readonly Step[] =>
  year === FIRST_YEAR && month === 1
    ? [
        step(FOUNDED, RANK.opening, {
          description: 'Stiftelse: aksjekapital',
          lines: [line(FOUNDED, '1920', 30_000_000), line(FOUNDED, '2000', -30_000_000)],
        }),
      ]
    : [];

/**
 * What the till has taken from Tuesday to Saturday, booked on Saturdays: work, and what was sold over the counter; and
 * what the terminal costs.
 */
function weeksOf(time: Month): readonly Step[] {
  const dice = diceOf(time, 80);
  let taken = 0;
  const steps = daysOf(time.year, time.month)
    .filter((date) => weekdayOf(date) === 6)
    .flatMap((date) => {
      const [work, goods] = [dice.between(3_700_000, 5_100_000), dice.between(250_000, 700_000)];
      if (isHoliday(date)) return [];
      const gross = work + goods + part(work, 2500) + part(goods, 2500);
      taken += gross;
      const till: DemoEntry = {
        description: `Kassaoppgjør uke til ${written(date)}`,
        lines: [
          line(date, '1910', gross),
          line(date, '3020', -work, { tax_code: '3' }),
          line(date, '2700', -part(work, 2500), { tax_line: true, tax_for_line: 2 }),
          line(date, '3000', -goods, { tax_code: '3' }),
          line(date, '2700', -part(goods, 2500), { tax_line: true, tax_for_line: 4 }),
        ],
      };
      const paid = businessDay(later(date, 1));
      const payout = { description: till.description, lines: [line(paid, '1920', gross), line(paid, '1910', -gross)] };
      return [step(date, RANK.trade, till), step(paid, RANK.trade, payout)];
    });
  const chargedOn = businessDay(later(dayOf(time.year, time.month, 31), 5));
  const charged = moved(chargedOn, 'Gebyr kortterminal', '1920', '7771', part(taken, CARD_FEE));
  return [...steps, step(chargedOn, RANK.trade, charged)];
}

function billsOf(time: Month, partners: Partners): readonly Step[] {
  const dice = diceOf(time, 81);
  const bill = (day: number, name: string, what: string, account: string, net: Ore) => {
    const date = businessDay(dayOf(time.year, time.month, day));
    const supplier = partners.get(name)!;
    const bought = purchase({
      ...{ date, supplier, supplierName: name, what, account, vat: '1', net, dimensions: [] },
    });
    const paidOn = businessDay(later(date, 14));
    const paid = settled(paidOn, '2400', -(net + part(net, 2500)), supplier, `Betaling til ${name}`);
    return [step(date, RANK.trade, bought), step(paidOn, RANK.trade, paid)];
  };
  return [
    ...bill(2, 'Havnegata Eiendom AS', 'Husleie', '6300', 1_850_000),
    ...bill(11, 'Nordhår Engros AS', 'Hårprodukter', '4300', dice.between(600_000, 1_500_000)),
    ...bill(14, trades.power, 'Strøm', '6340', dice.between(180_000, 340_000)),
    ...(time.month % 3 === 0 ? bill(15, trades.accounting, 'Regnskap', '6705', 1_150_000) : []),
    ...(time.year === FIRST_YEAR && time.month === 1
      ? bill(3, 'Saks og Speil AS', 'Klippestoler og speil', '6540', 8_640_000)
      : []),
  ];
}

const PREMIUM: Ore = 1_440_000;

/** The insurance of a year is paid ahead in January, and is a cost month by month. */
function insuranceOf({ year, month }: Month, partners: Partners): readonly Step[] {
  const end = dayOf(year, month, 31);
  const share = step(end, RANK.monthEnd, moved(end, `Forsikring ${month}/${year}`, '1720', '7500', PREMIUM / 12));
  if (month !== 1) return [share];
  const date = businessDay(dayOf(year, 1, 7));
  const supplier = partners.get(trades.insurance)!;
  const bought = purchase({
    ...{ date, supplier, supplierName: trades.insurance, what: `Forsikring ${year}` },
    ...{ account: '1720', vat: '0', net: PREMIUM, dimensions: [] },
  });
  const paidOn = businessDay(later(date, 14));
  const paid = settled(paidOn, '2400', -PREMIUM, supplier, `Betaling til ${trades.insurance}`);
  return [step(date, RANK.trade, bought), step(paidOn, RANK.trade, paid), share];
}

/** The pay of a month, a line for each employee, and its pension; in June holiday pay, but for the first year. */
function wagesOf(time: Month, partners: Partners): readonly Step[] {
  const date = businessDay(dayOf(time.year, time.month, 20));
  if (time.month === 6 && time.year > FIRST_YEAR)
    return [{ date, rank: RANK.wages, entry: (all) => holidayPay(date, all) }];
  const total = employees.reduce((sum, { monthly }) => sum + monthly, 0);
  const pension = part(total, PENSION);
  const [withheld, employerTax] = [part(total, WITHHELD), part(total + pension, EMPLOYER_TAX)];
  const earned = part(total, HOLIDAY_PAY);
  const earnedTax = part(earned, EMPLOYER_TAX);
  return [
    step(date, RANK.wages, {
      description: `Lønn ${date.slice(5, 7)}/${date.slice(0, 4)}`,
      lines: [
        ...employees.map(({ name, monthly }) =>
          line(date, '5000', monthly, {
            description: name,
            dimensions: [{ relation_type: 'businesspartner', relation_id: partners.get(name)! }],
          }),
        ),
        line(date, '2600', -withheld),
        line(date, '1920', withheld - total),
        line(date, '5400', employerTax),
        line(date, '2770', -employerTax),
        line(date, '5092', earned),
        line(date, '2940', -earned),
        line(date, '5405', earnedTax),
        line(date, '2780', -earnedTax),
        line(date, '5945', pension),
        line(date, '2985', -pension),
      ],
    }),
    step(date, RANK.wages, {
      description: 'Overført til skattetrekkskonto',
      lines: [line(date, '1950', withheld), line(date, '1920', -withheld)],
    }),
    pensionPaid(time, pension),
  ];
}
