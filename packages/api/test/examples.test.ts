import { documentationFaultsOf } from '@app/contract/documentation';
import { expect, it } from 'vitest';
import { demo } from '../src/demo-company.ts';
import { allEndpoints } from '../src/endpoints.ts';

it('every call and every field is described, and every call has an example that its own schemas take', () => {
  expect(documentationFaultsOf(allEndpoints)).toEqual([]);
});

interface Found {
  readonly where: string;
  readonly name: string;
  readonly value: unknown;
}

/** Every field of every example, nested ones included, as JSON says it. */
function* fieldsOf(value: unknown, where: string): Generator<Found> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { where: `${where}.${name}`, name, value: inner };
    yield* fieldsOf(inner, `${where}.${name}`);
  }
}

const found = allEndpoints.flatMap(({ name, example }) => [
  ...fieldsOf(JSON.parse(JSON.stringify(example ?? {})), name),
]);
const named = (...names: string[]): readonly Found[] =>
  found.filter(({ name, value }) => names.includes(name) && value !== null);

/** Øre of an amount such as `1250.00` or `0`. */
const ore = (amount: string): bigint => BigInt(Math.round(Number(amount) * 100));

/** Whether lines are those of an entry; documents have lines too, which say no side. */
const areOfEntry = ({ value }: Found): boolean =>
  Array.isArray(value) && value.every((line: object) => 'debit' in line || 'credit' in line);

it('entries of examples balance on each posting date', () => {
  const entries = named('lines').filter(areOfEntry);
  expect(entries.length).toBeGreaterThan(8);
  for (const { where, value } of entries) {
    const byDate = new Map<string, bigint>();
    for (const line of value as { posting_date: string; debit: string; credit: string }[])
      byDate.set(line.posting_date, (byDate.get(line.posting_date) ?? 0n) + ore(line.debit) - ore(line.credit));
    expect([where, [...byDate.values()]]).toEqual([where, [...byDate.values()].map(() => 0n)]);
  }
});

it('tax lines of examples are what the code of their line gives, at 25 %', () => {
  const taxed = named('lines')
    .filter(areOfEntry)
    .flatMap(({ where, value }) =>
      (value as Record<string, string>[])
        .filter(({ tax_line }) => tax_line)
        .map((line) => ({ where, line, of: (value as Record<string, string>[])[Number(line.tax_for_line) - 1]! })),
    );
  expect(taxed.length).toBeGreaterThan(5);
  for (const { where, line, of } of taxed) {
    expect([where, ['1', '3'].includes(of.tax_code!)]).toEqual([where, true]);
    expect([where, 4n * (ore(line.debit!) - ore(line.credit!))]).toEqual([where, ore(of.debit!) - ore(of.credit!)]);
  }
});

/** MOD 11 with the weights 3, 2, 7, 6, 5, 4, 3, 2. */
function hasCheckDigit(number: string): boolean {
  const sum = [3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return (11 - (sum % 11)) % 11 === Number(number[8]);
}

it('organization numbers of examples can exist', () => {
  const numbers = named('organization_number').map(({ value }) => String(value));
  expect(new Set(numbers).size).toBe(3);
  expect(numbers.filter((number) => !/^\d{9}$/.test(number) || !hasCheckDigit(number))).toEqual([]);
});

it('examples are about the same companies and people, at addresses that nobody has', () => {
  const accounts = named('client_account_id', 'provider_client_account_id').map(({ value }) => value);
  expect([...new Set(accounts)].sort()).toEqual([demo.firm.id, demo.company.id, 3]);
  // User 2 is the platform itself.
  const users = new Set<unknown>([...Object.values(demo.users), 2]);
  const strangers = named(
    'user_id',
    'created_by_id',
    'updated_by_id',
    'posted_by_id',
    'invited_by_id',
    'accepted_by_id',
    'approved_by_id',
  );
  expect(strangers.filter(({ value }) => !users.has(value))).toEqual([]);
  const addresses = named('email', 'owner_email').map(({ value }) => String(value));
  expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([]);
});
