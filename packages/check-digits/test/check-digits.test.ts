import { describe, expect, it } from 'vitest';
import {
  ibanOf,
  identityCheckDigits,
  isAccountNumber,
  isIban,
  isOrganizationNumber,
  isPaymentReference,
  modulo10,
  modulo11,
} from '../src/index.ts';

/** Every number that one digit, or the exchange of two neighbours, makes of another. */
const misread = (digits: string): string[] => [
  ...[...digits].flatMap((digit, at) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => digits.slice(0, at) + other + digits.slice(at + 1)),
  ),
];

describe('check digits', () => {
  it.each(['310433217', '381960013', '314760670', '889640782'])(
    'knows %s as an organization number, and no misreading',
    (number) => {
      expect(isOrganizationNumber(number)).toBe(true);
      expect(misread(number).filter(isOrganizationNumber)).toEqual([]);
    },
  );

  it.each(['', '31043321', '3104332170', 'abcdefghi', '310 433 217'])(
    'does not take "%s" for an organization number',
    (text) => {
      expect(isOrganizationNumber(text)).toBe(false);
    },
  );

  it('knows account numbers, and no misreading', () => {
    expect(isAccountNumber('86011117947')).toBe(true);
    expect(isAccountNumber('12345678903')).toBe(true);
    expect(misread('86011117947').filter(isAccountNumber)).toEqual([]);
    expect(isAccountNumber('8601.11.17947')).toBe(false);
  });

  it('gives the check digits of an identity number, and none where such a number is never issued', () => {
    expect(identityCheckDigits('278790141')).toBe('10');
    expect(identityCheckDigits('188897361')).toBe('31');
    const all = Array.from({ length: 900 }, (_, n) => identityCheckDigits(`010190${100 + n}`));
    const issued = all.filter((digits) => digits !== undefined);
    expect(issued.every((digits) => /^\d\d$/.test(digits))).toBe(true);
    // About one of eleven has no first digit, and of the others one of eleven no second.
    expect(issued.length).toBeGreaterThan(700);
    expect(issued.length).toBeLessThan(800);
  });

  it('knows payment references of both kinds, the hyphen of modulo 11 too', () => {
    expect(modulo10('12345678901234')).toBe('7');
    expect(isPaymentReference(`1234567${modulo10('1234567')}`)).toBe(true);
    const ten = Array.from({ length: 200 }, (_, n) => String(1000 + n)).find((digits) => modulo11(digits) === '-')!;
    expect(isPaymentReference(`${ten}-`)).toBe(true);
    expect(isPaymentReference('-')).toBe(false);
    expect(isPaymentReference('12-4')).toBe(false);
    expect(isPaymentReference('1'.repeat(26))).toBe(false);
  });

  it('knows IBANs, no misreading of one, and makes that of a Norwegian number', () => {
    for (const iban of [
      'NO9386011117947',
      'DE89370400440532013000',
      'GB29NWBK60161331926819',
      'MT84MALT011000012345MTLCAST001S',
    ])
      expect(isIban(iban)).toBe(true);
    expect(misread('NO9386011117947').filter(isIban)).toEqual([]);
    for (const text of ['NO93 8601 1117 947', 'no9386011117947', 'NO93860111179470', '', 'NO93'])
      expect(isIban(text)).toBe(false);
    expect(ibanOf('NO', '86011117947')).toBe('NO9386011117947');
    for (let n = 0; n < 200; n++) expect(isIban(ibanOf('NO', String(10_000_000_000 + n * 7_919)))).toBe(true);
  });
});
