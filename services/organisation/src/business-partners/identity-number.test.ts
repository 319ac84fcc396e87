import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assertIdentityNumber, type IdentityRules, isIdentityNumber } from './identity-number.ts';

const strict: IdentityRules = { checkDigits: 'strict', refusesSynthetic: false };

it.each([
  ['27879014110', true],
  ['18889736131', true],
  ['65826714209', true],
  ['41879526610', true],
  ['27879014116', false],
  ['05928947355', false],
  ['32919000049', false],
  ['31949000160', false],
  ['30829000012', false],
  ['2787901411', false],
  ['00000000000', false],
  ['2787901411a', false],
])('%s can be a national identity number: %s', (digits, valid) => {
  expect(isIdentityNumber(digits, strict)).toBe(valid);
});

it('a leap day exists where its year has one', () => {
  const withDate = (date: string): boolean => {
    for (let serial = 0; serial < 1_000; serial++)
      for (let check = 0; check < 100; check++)
        if (isIdentityNumber(`${date}${String(serial).padStart(3, '0')}${String(check).padStart(2, '0')}`, strict))
          return true;
    return false;
  };
  expect(withDate('298200')).toBe(true);
  expect(withDate('298204')).toBe(true);
  expect(withDate('298201')).toBe(false);
});

it('relaxed, the first check digit may leave a remainder up to 3, the second none', () => {
  const relaxed: IdentityRules = { checkDigits: 'relaxed', refusesSynthetic: false };
  const candidates = Array.from({ length: 100 }, (_, i) => `278790141${String(i).padStart(2, '0')}`);
  const accepted = (rules: IdentityRules) => candidates.filter((digits) => isIdentityNumber(digits, rules));
  expect(accepted(strict)).toEqual(['27879014110']);
  expect(accepted(relaxed)).toContain('27879014110');
  expect(accepted(relaxed).length).toBeGreaterThan(1);
  expect(accepted(relaxed).length).toBeLessThanOrEqual(4);
});

it('synthetic numbers are refused where the installation says so, and no message repeats a number', () => {
  const production: IdentityRules = { checkDigits: 'strict', refusesSynthetic: true };
  const refusal = (digits: string, rules: IdentityRules): string => {
    try {
      assertIdentityNumber(digits, rules);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusal('27879014110', strict)).toBe('');
  expect(refusal('27879014110', production)).toContain('synthetic');
  expect(refusal('65826714209', production)).toContain('synthetic');
  for (const digits of ['27879014110', '27879014116']) expect(refusal(digits, production)).not.toContain(digits);
});

/** A list beside the repository, where it is there. */
const examples = join(import.meta.dirname, '../../../../../shared/reference/misc/identifier-examples.csv');
it.runIf(existsSync(examples))('the reference examples agree', () => {
  const rows = readFileSync(examples, 'utf8')
    .split('\n')
    .map((line) => line.split(','))
    .filter(([kind]) => kind?.startsWith('national_identity_number') || kind?.startsWith('d_number'));
  expect(rows.length).toBeGreaterThan(40);
  for (const [, value = '', valid] of rows) expect(isIdentityNumber(value, strict), value).toBe(valid === 'true');
});
