import { describe, expect, it } from 'vitest';
import { type Cast, tellStory } from '../src/story.ts';

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: from + i, name: `Navn ${from + i}` }));
const cast: Cast = {
  customers: people(1, 20),
  suppliers: people(50, 12),
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

  it('leaves the VAT accounts empty after each term', () => {
    const balance = new Map<string, bigint>();
    for (const entry of entries)
      for (const l of entry.lines)
        balance.set(l.account_code, (balance.get(l.account_code) ?? 0n) + ore(l.debit) - ore(l.credit));
    for (const [account, sum] of balance) if (account >= '2700' && account <= '2717') expect(sum, account).toBe(0n);
  });
});
