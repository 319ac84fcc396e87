import { describe, expect, it } from 'vitest';
import { purchaseTaxCode, salesTaxCategory, type TaxCategory } from '../src/index.ts';

const norwegian = { countryCode: 'NO', vatNumber: 'NO313609030MVA' };
const unregistered = { countryCode: 'NO', vatNumber: null };
const swedish = { countryCode: 'SE', vatNumber: 'SE556677889901' };
/** A foreign company that is registered for VAT in Norway. */
const represented = { countryCode: 'SE', vatNumber: 'NO 313 609 030 MVA' };

describe('the VAT code of a purchase', () => {
  it.each([
    ['S', '25.00', '2026-01-31', norwegian, '1', true],
    ['S', '15.00', '2026-01-31', norwegian, '11', true],
    ['S', '11.11', '2026-01-31', norwegian, '12', true],
    ['S', '12.00', '2026-01-31', norwegian, '13', true],
    ['S', '6.00', '2020-04-01', norwegian, '13', true],
    ['S', '12.00', '2021-10-01', norwegian, '13', true],
    ['S', '25.00', '2026-01-31', unregistered, '1', false],
    ['S', '25.00', '2026-01-31', represented, '1', true],
    ['Z', '0.00', '2026-01-31', norwegian, '0', true],
    ['E', '0.00', '2026-01-31', norwegian, '0', true],
    ['O', '0.00', '2026-01-31', unregistered, '0', true],
    ['AE', '0.00', '2026-01-31', norwegian, '91', false],
    ['AE', '0.00', '2026-01-31', swedish, '86', true],
    ['O', '0.00', '2026-01-31', swedish, '86', false],
    ['K', '0.00', '2026-01-31', swedish, '21', false],
    ['G', '0.00', '2026-01-31', swedish, '21', false],
    ['S', '25.00', '2026-01-31', swedish, '0', false],
  ] as const)('%s %s on %s', (category, rate, date, supplier, code, isCertain) =>
    expect(purchaseTaxCode(category, rate, date, supplier)).toEqual({ code, isCertain }),
  );

  it.each(['24.00', '6.00', '14.00'])('is none for a rate that Norway does not have: %s', (rate) =>
    expect(purchaseTaxCode('S', rate, '2026-01-31', norwegian)).toBeNull(),
  );
});

it.each([
  ['3', true, 'S'],
  ['31', true, 'S'],
  ['32', true, 'S'],
  ['33', true, 'S'],
  ['5', true, 'Z'],
  ['51', true, 'AE'],
  ['52', true, 'G'],
  ['6', true, 'E'],
  ['7', true, 'E'],
  [null, true, 'E'],
  [null, false, 'O'],
] as const)('a sale under code %s of a company registered: %s is %s', (code, isRegistered, expected) => {
  const { category, exemptionReason } = salesTaxCategory(code, isRegistered);
  expect(category).toBe(expected satisfies TaxCategory);
  expect(exemptionReason !== null).toBe(!['S', 'Z'].includes(expected));
});
