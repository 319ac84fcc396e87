import { describe, expect, it } from 'vitest';
import { plannedPayments } from '../src/bank/payments.ts';
import type { Cast } from '../src/cast.ts';
import { CLOSING_ENTRIES, closingOf } from '../src/closing.ts';
import { customers } from '../src/customers.ts';
import { depreciationOf } from '../src/plan/annual.ts';
import { businessDay, isHoliday, weekdayOf } from '../src/plan/calendar.ts';
import { owedOf } from '../src/plan/invoices.ts';
import { employees, suppliers as salonSuppliers, tellSalon } from '../src/salon/story.ts';
import { trades } from '../src/setting.ts';
import { tellStory } from '../src/story.ts';

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: from + i, name: `Navn ${from + i}` }));
const cast: Cast = {
  customers: [...people(1, 17), { id: 18, name: 'Söderknopp Kaffehandel AB' }],
  suppliers: Object.values(trades).map((name, i) => ({ id: 50 + i, name })),
  shareholders: people(90, 2),
  assets: { shop: 101, roaster: 102, till: 103, van: 104, espresso: 105 },
  departments: [1, 2, 3],
  projects: [4, 5, 6],
};
const ore = (text: string) => Number(text.replace('.', ''));
const UNTIL = '2026-11-22';
const { entries, booked, invoices, bills, closed } = tellStory(cast, UNTIL);
const lines = booked.flatMap((entry) => entry.lines);
const dayOf = (entry: (typeof entries)[number]): string => entry.lines[0]!.posting_date;

/** What is on an account at the end of a day, debit positive. */
const balance = (account: string, until: string): number =>
  lines
    .filter((l) => l.account_code === account && l.posting_date <= until)
    .reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0);
const resultOf = (year: number): number =>
  -lines
    .filter((l) => l.posting_date.startsWith(String(year)) && l.account_code >= '3' && l.account_code < '8300')
    .reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0);

describe('the demo book', () => {
  it('goes up to a day, and a later day adds to its end', () => {
    expect(dayOf(entries[0]!)).toBe('2024-01-02');
    expect(dayOf(entries.at(-1)!) <= UNTIL).toBe(true);
    const days = entries.map(dayOf);
    expect(days).toEqual(days.toSorted());
    for (const until of ['2025-12-31', '2026-06-24', '2026-11-20']) {
      const earlier = tellStory(cast, until);
      expect(earlier.entries.length).toBeLessThan(entries.length);
      expect(JSON.stringify(entries.slice(0, earlier.entries.length))).toBe(JSON.stringify(earlier.entries));
      expect(invoices.slice(0, earlier.invoices.length)).toEqual(earlier.invoices);
      expect(bills.slice(0, earlier.bills.length)).toEqual(earlier.bills);
    }
    expect(entries.length).toBeGreaterThanOrEqual(3000);
    expect(entries.length).toBeLessThan(4500);
  });

  it('pays no bill twice, on whatever day the company is made', () => {
    const first = Temporal.PlainDate.from('2026-02-01');
    // Every day of a month, and one of six days that follow: a story takes a twentieth of a second.
    const days = Array.from({ length: 120 }, (_, day) => day).filter((day) => day < 28 || day % 6 === 0);
    const planned = days.map((day) => {
      const until = first.add({ days: day }).toString();
      const payments = plannedPayments({ story: tellStory(cast, until), until });
      const numbers = payments.map(([, { number }]) => number);
      expect(new Set(numbers).size, `${until}: ${numbers.join(', ')}`).toBe(numbers.length);
      return payments.map(([state]) => state).join(' ');
    });
    expect([...new Set(planned)]).toEqual([
      '',
      'PAID REJECTED CANCELLED',
      'PAID REJECTED CANCELLED PENDING',
      'PAID REJECTED CANCELLED APPROVED PENDING',
      'PAID REJECTED CANCELLED SENT APPROVED PENDING',
    ]);
  });

  it('balances entry by entry, every line on one side and on one day', () => {
    const isSound = (entry: (typeof booked)[number]): boolean =>
      entry.lines.reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0) === 0 &&
      entry.lines.every(
        (l) => (l.debit === '0.00') !== (l.credit === '0.00') && !`${l.debit}${l.credit}`.includes('-'),
      ) &&
      entry.lines.every((l) => l.posting_date === dayOf(entry));
    expect(booked.filter((entry) => !isSound(entry))).toEqual([]);
  });

  it('leaves the VAT accounts empty after each term, and pays what the term owes', () => {
    for (const year of [2024, 2025, 2026])
      for (const month of ['02', '04', '06', '08', '10', '12']) {
        const end = Temporal.PlainYearMonth.from(`${year}-${month}`);
        const day = end.toPlainDate({ day: end.daysInMonth }).toString();
        if (day > UNTIL) continue;
        const left = lines
          .filter((l) => l.account_code >= '2700' && l.account_code <= '2717' && l.posting_date <= day)
          .reduce(
            (sum, l) => sum.set(l.account_code, (sum.get(l.account_code) ?? 0) + ore(l.debit) - ore(l.credit)),
            new Map(),
          );
        expect(
          [...left.values()].filter((sum) => sum !== 0),
          day,
        ).toEqual([]);
        expect(balance('2740', day), day).not.toBe(0);
      }
    const paid = booked.filter(({ description }) => description.endsWith('merverdiavgift'));
    // The third term is due on 31 August, a Saturday in the first year.
    expect(paid.map(dayOf).slice(0, 3)).toEqual(['2024-04-10', '2024-06-10', '2024-09-02']);
  });

  it('buys and sells food at its rate, and sells on the account of the rate', () => {
    const codesOf = (account: string) =>
      [...new Set(lines.filter((l) => l.account_code === account).map((l) => l.tax_code))].sort();
    expect(codesOf('3000')).toEqual(['3']);
    expect(codesOf('3010')).toEqual(['31']);
    expect(codesOf('3020')).toEqual(['3']);
    expect(codesOf('3110')).toEqual(['52']);
    expect(codesOf('4310')).toEqual(['11']);
    expect(codesOf('4010')).toEqual(['11', '83']);
    // The tax lines of every rate are that part of what the lines with its code say.
    for (const [code, account, rate] of [
      ['3', '2700', 2500n],
      ['31', '2701', 1500n],
      ['11', '2711', 1500n],
    ] as const) {
      const sum = (of: readonly (typeof lines)[number][]) =>
        BigInt(of.reduce((total, l) => total + ore(l.debit) - ore(l.credit), 0));
      const cleared = new Set(booked.filter(({ description }) => description.startsWith('Mva-oppgjør')));
      const traded = booked.filter((entry) => !cleared.has(entry)).flatMap((entry) => entry.lines);
      const base = sum(traded.filter((l) => l.tax_code === code));
      const tax = sum(traded.filter((l) => l.account_code === account));
      const apart = tax * 10_000n - base * rate;
      expect((apart < 0n ? -apart : apart) < 10_000n * BigInt(traded.length), code).toBe(true);
    }
  });

  it('has a bar that is closed on Sundays and holidays, and busiest on Saturdays', () => {
    const tills = booked.filter(({ description }) => description.startsWith('Kassaoppgjør'));
    const byWeekday = new Map<number, number[]>();
    for (const till of tills) {
      const day = dayOf(till);
      expect(isHoliday(day), day).toBe(false);
      const turnover = till.lines.filter((l) => l.account_code < '2').reduce((sum, l) => sum + ore(l.debit), 0);
      byWeekday.set(weekdayOf(day), [...(byWeekday.get(weekdayOf(day)) ?? []), turnover]);
    }
    const mean = (day: number) => byWeekday.get(day)!.reduce((a, b) => a + b, 0) / byWeekday.get(day)!.length;
    expect([...byWeekday.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(mean(6)).toBeGreaterThan(mean(5));
    expect(mean(5)).toBeGreaterThan(mean(2));
  });

  it('gets goods, bills and visits on business days alone', () => {
    const bought = booked.filter(({ lines: all }) =>
      all.some((l) => l.account_code === '2400' && l.credit !== '0.00' && l.dimensions),
    );
    expect(bought.length).toBeGreaterThan(500);
    expect(bought.filter((entry) => businessDay(dayOf(entry)) !== dayOf(entry)).map(dayOf)).toEqual([]);
  });

  it('is owed something by its customers at the end of each year', () => {
    for (const year of [2024, 2025]) expect(balance('1500', `${year}-12-31`), String(year)).toBeGreaterThan(1_000_000);
  });

  it('knows when banks are closed', () => {
    expect(['2024-03-29', '2024-04-01', '2025-04-17', '2026-05-14', '2026-05-25'].filter(isHoliday)).toHaveLength(5);
    expect([businessDay('2024-03-28'), businessDay('2025-12-24'), businessDay('2026-05-16')]).toEqual([
      '2024-04-02',
      '2025-12-24',
      '2026-05-18',
    ]);
    const onBank = booked.filter((entry) => entry.lines.some((l) => l.account_code === '1920'));
    const closed = onBank.filter((entry) => weekdayOf(dayOf(entry)) > 5 && !dayOf(entry).endsWith('12-31'));
    expect(closed.map(({ description }) => description)).toEqual([]);
  });

  it('accrues holiday pay and pays what was earned last year in June, in place of wages', () => {
    const june = booked.filter((entry) => dayOf(entry).startsWith('2025-06') && entry.description.startsWith('Ferie'));
    expect(june).toHaveLength(1);
    const paid = june[0]!.lines.find((l) => l.account_code === '2940')!;
    expect(ore(paid.debit)).toBe(-balance('2940', '2024-12-31'));
    expect(booked.some(({ description }) => description === 'Lønn 06/2025')).toBe(false);
    expect(booked.some(({ description }) => description === 'Lønn 06/2024')).toBe(true);
  });

  it('puts withheld tax aside on its own account, and never owes more of it than is there', () => {
    for (const l of lines.filter(({ account_code }) => account_code === '1950')) {
      const owed = -balance('2600', l.posting_date);
      expect(balance('1950', l.posting_date)).toBe(owed || 0);
    }
  });

  it('never overdraws the bank, pays the loan back, and lets no supplier wait', () => {
    const days = [...new Set(lines.filter((l) => l.account_code === '1920').map((l) => l.posting_date))];
    let left = 0;
    const byDay = Map.groupBy(
      lines.filter((l) => l.account_code === '1920'),
      (l) => l.posting_date,
    );
    for (const day of days) {
      left += byDay.get(day)!.reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0);
      expect(left, day).toBeGreaterThan(0);
    }
    expect(balance('2220', '2025-12-31')).toBe(-120_000_000 + 24 * 1_000_000);
    // What was billed until the end of September is paid, but for the bill whose payment has its own record.
    const owed = lines.filter((l) => l.account_code === '2400' && l.credit !== '0.00' && l.posting_date < '2026-10');
    const owedInAll = owed.reduce((sum, l) => sum + ore(l.credit), 0);
    const paid = lines
      .filter((l) => l.account_code === '2400' && l.debit !== '0.00')
      .reduce((sum, l) => sum + ore(l.debit), 0);
    expect(paid).toBeGreaterThan(owedInAll - 10_000_000);
  });

  it('counts its stock, takes accruals back, and has one mistake put right', () => {
    expect(balance('1400', '2024-12-31')).toBeGreaterThan(0);
    expect(balance('1440', '2025-12-31')).toBeGreaterThan(0);
    expect([balance('2960', '2024-12-31'), balance('2960', '2025-01-01')]).toEqual([-2_500_000, 0]);
    expect(balance('1720', '2025-12-31')).toBe(0);
    expect(booked.some(({ description }) => description.startsWith('Tilbakeført: Reparasjon'))).toBe(true);
  });

  it('makes a profit in each of its years, whose end is booked in whole kroner, and pays what they leave', () => {
    expect(closed.map(({ year }) => year)).toEqual([2024, 2025]);
    for (const { year, ...distribution } of closed) {
      const result = resultOf(year) - depreciationOf(year);
      expect(result, String(year)).toBeGreaterThan(30_000_000);
      expect(result, String(year)).toBeLessThan(150_000_000);
      const closing = closingOf(year, distribution, result);
      expect(closing).toHaveLength(CLOSING_ENTRIES);
      for (const entry of closing)
        expect(entry.lines.reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0)).toBe(0);
      // 22 % in whole kroner, half of it in each instalment.
      expect(distribution.tax).toBe(Math.floor((result * 22) / 10_000) * 100);
      const paid = lines.filter(
        (l) => ['2500', '2800'].includes(l.account_code) && l.posting_date.startsWith(`${year + 1}`),
      );
      expect(paid.map(({ account_code }) => account_code)).toEqual(['2500', '2500', '2800']);
      expect(ore(paid[0]!.debit) + ore(paid[1]!.debit)).toBe(distribution.tax);
      expect(ore(paid[2]!.debit)).toBe(distribution.dividend);
    }
  });

  it('writes down what the register of assets does', () => {
    // docs/demo.md has these of the ledger.
    expect([2024, 2025].map(depreciationOf)).toEqual([19_774_993, 25_282_852]);
    // The till is written down in three years, the shop in five, and in the end everything.
    expect(depreciationOf(2027)).toBe(24_178_106);
    expect(depreciationOf(2040)).toBe(0);
  });

  it('makes its invoices itself since 2026, and has of older ones those of the last months as documents, the rest as entries', () => {
    const [first] = invoices;
    expect([first!.date.slice(0, 7), first!.earlierNumber]).toEqual(['2025-10', '10064']);
    expect(invoices.filter(({ earlierNumber }) => earlierNumber).map(({ date }) => date.slice(0, 4))).toEqual(
      Array.from({ length: 9 }, () => '2025'),
    );
    const asEntries = entries.filter(({ description }) => /^Faktura 1/.test(description));
    expect(asEntries.map(({ description }) => description.slice(8))).toEqual(
      Array.from({ length: 63 }, (_, n) => String(10_001 + n)),
    );
    // Of each month of the last two years there is a bill with its file.
    const months = new Set(bills.map(({ date }) => date.slice(0, 7)));
    expect([months.size, bills.length]).toEqual([23, 45]);
    for (const { lines: all } of asEntries)
      for (const [n, tax] of all.entries())
        if (tax.tax_line) {
          const base = all[tax.tax_for_line! - 1]!;
          const rate = { '3': 25, '31': 15 }[base.tax_code!]!;
          expect([n, ore(tax.credit)]).toEqual([n, Math.round((ore(base.credit) * rate) / 100)]);
        }
  });

  it('has customers pay by a reference of their own, and buys of who sells such things', () => {
    expect(new Set(invoices.map(({ kid }) => kid)).size).toBe(invoices.length);
    expect(new Set(invoices.map(({ order }) => order)).size).toBe(invoices.length);
    for (const invoice of invoices) expect(owedOf(invoice)).toBeGreaterThan(0);
    expect(invoices.some(({ credit }) => credit)).toBe(true);
    expect(new Set(bills.map(({ number }) => number)).size).toBe(bills.length);
    const ofPower = booked.filter(({ description }) => description.endsWith(trades.power));
    expect(new Set(ofPower.map(({ description }) => description.split(',')[0]))).toEqual(
      new Set(['Strøm', `Betaling til ${trades.power}`]),
    );
    const assets = lines
      .flatMap((l) => l.dimensions ?? [])
      .filter(({ relation_type }) => relation_type === 'asset')
      .map(({ relation_id }) => relation_id);
    expect(new Set(assets).size).toBe(5);
  });
});

it('the firm has forty customers, each with a number of the synthetic series whose check digit is right', () => {
  const numbers = customers.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(40);
  for (const number of numbers) {
    const sum = [...number].reduce((total, digit, i) => total + Number(digit) * [3, 2, 7, 6, 5, 4, 3, 2, 1][i]!, 0);
    expect([number, sum % 11, number[0]]).toEqual([number, 0, '3']);
  }
});

describe('the books of the second company', () => {
  const partners = new Map([...employees.map(({ name }) => name), ...salonSuppliers].map((name, n) => [name, n + 1]));
  const { entries: salon, closed: settled } = tellSalon(partners, UNTIL);

  it('balance, grow with the calendar, and pay three employees', () => {
    for (const { lines: all } of salon) expect(all.reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0)).toBe(0);
    const { entries: earlier } = tellSalon(partners, '2026-03-15');
    expect(JSON.stringify(salon.slice(0, earlier.length))).toBe(JSON.stringify(earlier));
    const wages = salon.filter(({ description }) => /^Lønn/.test(description));
    expect(wages.length).toBeGreaterThan(15);
    for (const wage of wages) expect(wage.lines.filter((l) => l.account_code === '5000')).toHaveLength(3);
  });

  it('have power, insurance, pension and an accountant, and pay the tax and the dividend of a closed year', () => {
    const sum = (account: string, from: string, to: string) =>
      salon
        .flatMap((entry) => entry.lines)
        .filter((l) => l.account_code === account && l.posting_date >= from && l.posting_date <= to)
        .reduce((total, l) => total + ore(l.debit) - ore(l.credit), 0);
    for (const account of ['5945', '6340', '6540', '6705', '7500', '7771'])
      expect(sum(account, '2025-01-01', '2025-12-31'), account).toBeGreaterThan(1_000_000);
    expect(sum('1720', '2025-01-01', '2025-12-31')).toBe(0);
    // December's pension is paid in January.
    expect(sum('2985', '2025-01-01', '2025-12-31')).toBe(-Math.round(10_100_000 * 0.02));
    expect(settled.map(({ year }) => year)).toEqual([2025]);
    const [{ tax, dividend }] = settled as [(typeof settled)[number]];
    const profit = -['3', '4', '5', '6', '7', '8']
      .flatMap((first) => salon.flatMap(({ lines: all }) => all.filter((l) => l.account_code.startsWith(first))))
      .filter((l) => l.posting_date <= '2025-12-31')
      .reduce((total, l) => total + ore(l.debit) - ore(l.credit), 0);
    expect([tax, dividend % 100_000]).toEqual([Math.floor((profit * 22) / 10_000) * 100, 0]);
    expect([sum('2500', '2026-01-01', '2026-12-31'), sum('2800', '2026-01-01', '2026-12-31')]).toEqual([tax, dividend]);
    for (const day of [...new Set(salon.map(dayOf))]) expect(sum('1920', '2025-01-01', day), day).toBeGreaterThan(0);
  });

  it('make a profit, keep money in the bank, and owe no VAT but of the last terms', () => {
    const of = (account: string) =>
      salon
        .flatMap((entry) => entry.lines)
        .filter((l) => l.account_code === account && l.posting_date <= '2025-12-31')
        .reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0);
    expect([of('2700'), of('2710')]).toEqual([0, 0]);
    expect(of('1920')).toBeGreaterThan(10_000_000);
    const result = salon
      .flatMap((entry) => entry.lines)
      .filter((l) => l.account_code >= '3' && l.posting_date <= '2025-12-31')
      .reduce((sum, l) => sum - ore(l.debit) + ore(l.credit), 0);
    expect(result).toBeGreaterThan(0);
    expect(result).toBeLessThan(80_000_000);
  });
});
