import { type DemoEntry, line, type Ore, part, type RunningBalances } from '../book.ts';
import type { Cast } from '../cast.ts';
import { purchase, settled } from '../entries.ts';
import { businessDay, dayOf, later } from './calendar.ts';
import { supplierOf } from './purchases.ts';
import { diceOf, type Month, RANK, type Step, step } from './step.ts';

const LOAN_INTEREST = 660;
const INSTALMENT: Ore = 1_000_000;
export const LOAN: Ore = 120_000_000;

/** The loan month by month until it is paid back: interest of what is left of it, and an instalment. */
export function loanOf({ year, month }: Month): readonly Step[] {
  const date = businessDay(dayOf(year, month, 28));
  const entry = (balances: RunningBalances): DemoEntry | undefined => {
    const left = -balances.of('2220');
    if (left === 0) return undefined;
    const interest = Math.round(part(left, LOAN_INTEREST) / 12);
    const lines = [line(date, '8150', interest), line(date, '2220', INSTALMENT)];
    return {
      description: 'Renter og avdrag på banklån',
      lines: [...lines, line(date, '1920', -interest - INSTALMENT)],
    };
  };
  return [{ date, rank: RANK.trade, entry }];
}

/** The insurance of a year is paid ahead in January, and is a cost month by month. */
export function insuranceOf(time: Month, cast: Cast): readonly Step[] {
  const premium = 3_600_000 + 120_000 * (time.year - 2024);
  const end = dayOf(time.year, time.month, 31);
  const share = step(end, RANK.monthEnd, {
    description: `Forsikring ${time.month}/${time.year}`,
    lines: [line(end, '7500', premium / 12), line(end, '1720', -premium / 12)],
  });
  if (time.month !== 1) return [share];
  const date = businessDay(dayOf(time.year, 1, 8));
  const supplier = supplierOf(cast, 'insurance');
  const bought = purchase({
    ...{ date, supplier: supplier.id, supplierName: supplier.name, what: `Forsikring ${time.year}` },
    ...{ account: '1720', vat: '0', net: premium, dimensions: [] },
  });
  const paidOn = businessDay(later(date, 14));
  const paid = settled(paidOn, '2400', -premium, supplier.id, `Betaling til ${supplier.name}`);
  return [step(date, RANK.trade, bought), step(paidOn, RANK.trade, paid), share];
}

/** What the bank takes for its services, month by month. */
export function bankFeeOf(time: Month): readonly Step[] {
  const date = businessDay(dayOf(time.year, time.month, 31));
  const fee = diceOf(time, 5).between(9_000, 24_000);
  return [
    step(date, RANK.trade, { description: 'Bankgebyr', lines: [line(date, '7770', fee), line(date, '1920', -fee)] }),
  ];
}

const AUDIT: Ore = 2_500_000;

/**
 * The end of a year: the stock as it was counted, interest of the bank, the audit that is not billed yet; and the first
 * day of the next one, on which the latter is taken back.
 */
export function yearEndOf(time: Month): readonly Step[] {
  const { year, month } = time;
  if (month !== 12) return [];
  const dice = diceOf(time, 6);
  const [raw, roasted] = [dice.between(130, 190) * 100_000, dice.between(60, 95) * 100_000];
  const end = dayOf(year, 12, 31);
  const counted = (account: string, change: string, description: string, value: Ore): Step => ({
    ...{ date: end, rank: RANK.clearing },
    entry: (balances) => {
      const moved = value - balances.of(account);
      return { description, lines: [line(end, account, moved), line(end, change, -moved)] };
    },
  });
  const interest = dice.between(9_000, 24_000);
  const accrued = (date: string, sign: 1 | -1, text: string): DemoEntry => ({
    description: `${text} revisjon ${year}`,
    lines: [line(date, '6700', sign * AUDIT), line(date, '2960', -sign * AUDIT)],
  });
  return [
    counted('1400', '4090', `Varetelling ${year}, råkaffe`, raw),
    counted('1440', '4290', `Varetelling ${year}, brent kaffe`, roasted),
    step(end, RANK.monthEnd, accrued(end, 1, 'Avsatt')),
    step(end, RANK.monthEnd, {
      description: 'Renter på bankinnskudd',
      lines: [line(end, '1920', interest), line(end, '8050', -interest)],
    }),
    step(later(end, 1), RANK.opening, accrued(later(end, 1), -1, 'Tilbakeført')),
  ];
}

/**
 * A bill of March and of September is booked as office supplies by mistake, taken back on the next business day and
 * booked anew.
 */
export function mistakeOf(time: Month, cast: Cast): readonly Step[] {
  if (time.month !== 3 && time.month !== 9) return [];
  const date = businessDay(dayOf(time.year, time.month, 11));
  const dayAfter = businessDay(later(date, 1));
  const supplier = supplierOf(cast, 'machines');
  const bought = (day: string, account: string, what: string): DemoEntry =>
    purchase({
      ...{ date: day, supplier: supplier.id, supplierName: supplier.name, what, account, vat: '1' },
      ...{ net: diceOf(time, 7).between(90_000, 260_000), dimensions: [] },
    });
  const wrong = bought(date, '6800', 'Reparasjon av kvern');
  const right = bought(dayAfter, '6620', 'Reparasjon av kvern');
  const owed = right.lines.at(-1)!;
  const paidOn = businessDay(later(date, 14));
  const paid = settled(
    paidOn,
    '2400',
    -Number(owed.credit.replace('.', '')),
    supplier.id,
    `Betaling til ${supplier.name}`,
  );
  return [
    step(date, RANK.trade, wrong),
    step(dayAfter, RANK.opening, reversed(wrong, dayAfter)),
    step(dayAfter, RANK.trade, right),
    step(paidOn, RANK.trade, paid),
  ];
}

/** The same entry on the other sides. */
const reversed = ({ description, lines }: DemoEntry, date: string): DemoEntry => ({
  description: `Tilbakeført: ${description}`,
  lines: lines.map((each) => ({ ...each, posting_date: date, debit: each.credit, credit: each.debit })),
});
