import { expect, it } from 'vitest';
import { passwordFault } from './password-rule.ts';

const email = 'kari.nordmann@example.no';

it.each([
  'Grønn-hval',
  'aaaaaaaA',
  'ÆØÅæøåÆØ',
  '1234567!',
  'pass word phrase',
  '🐟🐟🐟🐟fisk',
  'Kaffe-og-kake-2026',
  `${'aB3-'.repeat(32)}`,
])('takes %s', (password) => expect(passwordFault(password, email)).toBeUndefined());

it.each([
  ['Ab1-xyz', '8 to 128'],
  [`${'aB3-'.repeat(32)}x`, '8 to 128'],
  ['', '8 to 128'],
  ['abcdefgh', 'at least two'],
  ['ABCDEFGHIJ', 'at least two'],
  ['1234567890', 'at least two'],
  ['!!!!!!!!!!', 'at least two'],
  ['xKari.Nordmann1', 'name part'],
  ['password1', 'most used'],
  ['Password123', 'most used'],
  ['PASSORD1', 'most used'],
  ['Qwerty123', 'most used'],
  ['P@ssw0rd', 'most used'],
  ['sommer2026', 'most used'],
])('refuses %s: %s', (password, why) => expect(passwordFault(password, email)).toContain(why));

it('a local part of less than four characters may be inside', () => {
  expect(passwordFault('Grønn-ola-42', 'ola@example.no')).toBeUndefined();
  expect(passwordFault('Grønn-olav-42', 'Olav@example.no')).toContain('name part');
});
