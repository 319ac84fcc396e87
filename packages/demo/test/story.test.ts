import { describe, expect, it } from 'vitest';
import { CLOSING_ENTRIES, closingOf } from '../src/closing.ts';
import { customers } from '../src/customers.ts';
import { trades } from '../src/setting.ts';
import { type Cast, tellStory } from '../src/story.ts';

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: from + i, name: `Navn ${from + i}` }));
const cast: Cast = {
  customers: people(1, 20),
  suppliers: [...new Set<string>(Object.values(trades).flat())].map((name, i) => ({ id: 50 + i, name })),
  shareholders: people(90, 2),
  assets: { shop: 101, roaster: 102, till: 103, van: 104, espresso: 105 },
  departments: [1, 2, 3],
  projects: [4, 5],
  tags: [6, 7],
};
const ore = (text: string) => BigInt(text.replace('.', ''));

describe('the demo book', () => {
  const entries = tellStory(cast);

  it('holds two years with at least 3 000 entries, the same on every run', () => {
    expect(entries.length).toBeGreaterThanOrEqual(3000);
    expect(entries.length).toBeLessThan(4500);
    expect(JSON.stringify(tellStory(cast))).toBe(JSON.stringify(entries));
  });

  it('balances entry by entry on each posting date, every line on one side', () => {
    for (const entry of entries) {
      const perDate = new Map<string, bigint>();
      for (const l of entry.lines) {
        expect(
          [l.debit, l.credit].filter((amount) => amount !== '0.00'),
          JSON.stringify(entry),
        ).toHaveLength(1);
        expect(l.debit.startsWith('-') || l.credit.startsWith('-')).toBe(false);
        perDate.set(l.posting_date, (perDate.get(l.posting_date) ?? 0n) + ore(l.debit) - ore(l.credit));
      }
      expect(
        [...perDate.values()].every((sum) => sum === 0n),
        JSON.stringify(entry),
      ).toBe(true);
    }
  });

  it('uses every VAT code and several currencies', () => {
    const codes = new Set(
      entries.flatMap((entry) => entry.lines.map((l) => l.tax_code).filter((code) => code !== undefined)),
    );
    const all = [
      '0',
      '1',
      '11',
      '12',
      '13',
      '14',
      '15',
      '20',
      '21',
      '22',
      '3',
      '31',
      '32',
      '33',
      '5',
      '51',
      '52',
      '6',
      '7',
      '81',
      '82',
      '83',
      '84',
      '85',
      '86',
      '87',
      '88',
      '89',
      '91',
      '92',
    ];
    expect([...codes].sort()).toEqual(all.sort());
    const currencies = new Set(
      entries.flatMap((entry) => entry.lines.map((l) => l.currency_code).filter((code) => code !== undefined)),
    );
    expect(currencies.size).toBeGreaterThanOrEqual(4);
  });

  it('buys of who sells such things, and names the asset of what it keeps', () => {
    const ofPower = entries.filter(({ description }) => description.endsWith('Fjordkraft Strøm AS'));
    expect(new Set(ofPower.map(({ description }) => description.split(',')[0]))).toEqual(
      new Set(['Strøm', 'Betaling til Fjordkraft Strøm AS'].slice(0, 1)),
    );
    const assets = entries
      .flatMap(({ lines }) => lines.flatMap((l) => l.dimensions ?? []))
      .filter(({ relation_type }) => relation_type === 'asset');
    expect(new Set(assets.map(({ relation_id }) => relation_id)).size).toBe(5);
  });

  it('pays the holiday pay of the first year in June of the second, in place of wages', () => {
    const june = entries
      .filter(({ lines }) => lines[0]!.posting_date === '2025-06-25')
      .map(({ description }) => description);
    expect(june).toContain('Feriepenger 2024');
    expect(june.filter((text) => text.startsWith('Lønn'))).toEqual([]);
  });

  it('makes a profit in its first year, whose end is booked in whole kroner', () => {
    const result = entries
      .flatMap(({ lines }) => lines)
      .filter((l) => l.posting_date < '2025' && l.account_code >= '3' && l.account_code < '8300')
      .reduce((sum, l) => sum - Number(ore(l.debit) - ore(l.credit)), 0);
    expect(result).toBeGreaterThan(50_000_000);
    const closing = closingOf(result);
    expect(closing).toHaveLength(CLOSING_ENTRIES);
    for (const { lines } of closing) expect(lines.reduce((sum, l) => sum + ore(l.debit) - ore(l.credit), 0n)).toBe(0n);
    expect(() => closingOf(-1)).toThrow(/loss/);
  });

  it('leaves the VAT accounts empty after each term', () => {
    const balance = new Map<string, bigint>();
    for (const entry of entries)
      for (const l of entry.lines)
        balance.set(l.account_code, (balance.get(l.account_code) ?? 0n) + ore(l.debit) - ore(l.credit));
    for (const [account, sum] of balance) if (account >= '2700' && account <= '2717') expect(sum, account).toBe(0n);
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
