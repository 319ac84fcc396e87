import { expect, it } from 'vitest';
import { EmailAddress, emailKey, isEmailAddress } from '../src/email-address.ts';

/** A long address of so many octets, each a character. */
const ofLength = (length: number): string => `a@${'b.'.repeat(120)}`.padEnd(length - 3, 'c').concat('.no');

it.each([
  'a@b.no',
  `${'a'.repeat(64)}@b.no`,
  `${'å'.repeat(32)}@b.no`,
  ofLength(254),
  'a@b.xn--p1ai',
  'kari.nordmann+test@sub.example.co',
  'åse@blåbær.no',
  "o'hara@example.no",
  'x_-!#$%&*=?^`{|}~@example.no',
])('%s is an address', (text) => expect(isEmailAddress(text)).toBe(true));

it.each([
  '',
  'a',
  '@b.no',
  'a@',
  'a@b',
  'a@.no',
  'a@b..no',
  'a@b.--',
  'a@b.-no',
  'a@b.no-',
  'a\0@b.no',
  'a\u0007@b.no',
  '\ud800@b.no',
  'a b@c.no',
  'a@b.no\n',
  'a@b.no, c@d.no',
  '<a@b.no>',
  '.a@b.no',
  'a.@b.no',
  'a..b@c.no',
  'a@-b.no',
  `${'a'.repeat(65)}@b.no`,
  `${'å'.repeat(33)}@b.no`,
  ofLength(255),
  ofLength(254).replace('b', 'ø'),
  `a@${'b'.repeat(64)}.no`,
  `a@${'b.'.repeat(130)}no`,
])('%j is none', (text) => expect(isEmailAddress(text)).toBe(false));

it('addresses are compared composed, trimmed and in lower case', () => {
  expect(emailKey(' Åse@Example.NO ')).toBe(emailKey('A\u030ase@example.no'));
});

it('a body takes an address trimmed, and no control character in one', () => {
  expect(EmailAddress.parse(' kari@example.no ')).toBe('kari@example.no');
  for (const address of ['kari\u0007@example.no', 'kari\ud800@example.no', `${'å'.repeat(33)}@example.no`])
    expect(EmailAddress.safeParse(address).success, JSON.stringify(address)).toBe(false);
});
