import { type DemoEntry, line, type Ore, part, RunningBalances } from '../book.ts';
import { purchase, settled } from '../entries.ts';
import { businessDay, dayOf, daysOf, isHoliday, later, weekdayOf, written } from '../plan/calendar.ts';
import { termOf } from '../plan/clearing.ts';
import { diceOf, type Month, RANK, type Step, step } from '../plan/step.ts';
import { EMPLOYER_TAX, holidayPay } from '../plan/wages.ts';

/** The three who work there, and what each earns a month. */
export const employees = [
  { name: 'Siv Havn', monthly: 4_300_000 },
  { name: 'Amina Ali', monthly: 3_700_000 },
  { name: 'Lise Moe', monthly: 2_100_000 },
] as const;
export const suppliers = ['Havnegata Eiendom AS', 'Nordhår Engros AS'] as const;

/** Ids of partners by their names. */
export type Partners = ReadonlyMap<string, number>;

const FOUNDED = '2025-01-02';
const WITHHELD = 2600;
const HOLIDAY_PAY = 1020;

/** The books of a hairdresser with three employees, from its foundation to a day. A later day adds to their end. */
export function tellSalon(partners: Partners, until: string): readonly DemoEntry[] {
  const steps = monthsUntil(until)
    .flatMap((time) => [
      ...capitalOf(time),
      ...weeksOf(time),
      ...billsOf(time, partners),
      ...wagesOf(time, partners),
      ...termOf(time),
    ])
    .filter(({ date }) => date <= until);
  steps.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.rank - b.rank));
  const balances = new RunningBalances();
  return steps.flatMap(({ entry }) => {
    const made = entry(balances);
    if (made) balances.add(made);
    return made ?? [];
  });
}

function monthsUntil(until: string): readonly Month[] {
  const months: Month[] = [];
  for (let year = 2025; year <= Number(until.slice(0, 4)); year++)
    for (let month = 1; month <= 12; month++) if (dayOf(year, month, 1) <= until) months.push({ year, month });
  return months;
}

const capitalOf = ({ year, month }: Month): readonly Step[] =>
  year === 2025 && month === 1
    ? [
        step(FOUNDED, RANK.opening, {
          description: 'Stiftelse: aksjekapital',
          lines: [line(FOUNDED, '1920', 30_000_000), line(FOUNDED, '2000', -30_000_000)],
        }),
      ]
    : [];

/** What the till has taken from Tuesday to Saturday, booked on Saturdays: work, and what was sold over the counter. */
function weeksOf(time: Month): readonly Step[] {
  const dice = diceOf(time, 80);
  return daysOf(time.year, time.month)
    .filter((date) => weekdayOf(date) === 6)
    .flatMap((date) => {
      const [work, goods] = [dice.between(3_700_000, 5_100_000), dice.between(250_000, 700_000)];
      if (isHoliday(date)) return [];
      const gross = work + goods + part(work, 2500) + part(goods, 2500);
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
}

function billsOf(time: Month, partners: Partners): readonly Step[] {
  const dice = diceOf(time, 81);
  const bill = (day: number, name: (typeof suppliers)[number], what: string, account: string, net: Ore) => {
    const date = dayOf(time.year, time.month, day);
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
  ];
}

/** The pay of a month, a line for each employee; in June holiday pay, but for the first year. */
function wagesOf(time: Month, partners: Partners): readonly Step[] {
  const date = businessDay(dayOf(time.year, time.month, 20));
  if (time.month === 6 && time.year > 2025) return [{ date, rank: RANK.wages, entry: (all) => holidayPay(date, all) }];
  const total = employees.reduce((sum, { monthly }) => sum + monthly, 0);
  const [withheld, employerTax] = [part(total, WITHHELD), part(total, EMPLOYER_TAX)];
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
      ],
    }),
    step(date, RANK.wages, {
      description: 'Overført til skattetrekkskonto',
      lines: [line(date, '1950', withheld), line(date, '1920', -withheld)],
    }),
  ];
}
