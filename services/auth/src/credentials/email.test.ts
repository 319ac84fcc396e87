import { expect, it } from 'vitest';
import { emailKey, isEmail } from './email.ts';

it.each(['a@b.no', 'kari.nordmann+test@sub.example.co', 'åse@blåbær.no', "o'hara@example.no", 'x_-!#$%&*=?^`{|}~@example.no'])(
  '%s is an address',
  (text) => expect(isEmail(text)).toBe(true),
);

it.each([
  '',
  'a',
  '@b.no',
  'a@',
  'a@b',
  'a@.no',
  'a@b..no',
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
  `a@${'b'.repeat(64)}.no`,
  `a@${'b.'.repeat(130)}no`,
])('%j is none', (text) => expect(isEmail(text)).toBe(false));

it('addresses are compared composed, trimmed and in lower case', () => {
  expect(emailKey(' Åse@Example.NO ')).toBe(emailKey('A\u030ase@example.no'));
});
