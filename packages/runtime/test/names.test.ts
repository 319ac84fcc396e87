import { expect, it } from 'vitest';
import { createLogger, shownName, withoutUnseen } from '../src/index.ts';

it.each([
  ['Rør & Sønn AS', 'Rør & Sønn AS'],
  ['Trygg \u202egnithgil AS', 'Trygg gnithgil AS'],
  ['\u2066A\u2069\u200e\u200f\u061c\u2067B', 'AB'],
  ['A\u0000B\u0007\u001b[31mC\u009b1m', 'AB[31mC1m'],
  ['Linje\r\n\r\nto\u2028tre\u2029fire\u0085fem', 'Linje to tre fire fem'],
  ['  \u200b\ufeff mye\t luft  ', 'mye luft'],
  ['halv \ud83d', 'halv \ufffd'],
  ['👩‍👧 Familie', '👩‍👧 Familie'],
  ['קפה 北京 فارسی\u200cها', 'קפה 北京 فارسی\u200cها'],
  ['\u202e', ''],
])('the name %j is shown as %j [CTL-R22]', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

it('a name is cut to 80 characters, and says that it was [CTL-R22]', () => {
  expect(shownName('x'.repeat(80))).toBe('x'.repeat(80));
  expect(shownName('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
  expect([...shownName('🦊'.repeat(200))]).toHaveLength(80);
});

it('texts keep their lines and lose what is unseen [CTL-R22]', () => {
  expect(withoutUnseen('en\n\tto\r\n\u202etre\u0000')).toBe('en\n\tto\r\ntre');
});

it('log lines lose what is unseen, in fields, lists and errors [CTL-R22]', () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', destination: { write: (line) => lines.push(line) } });
  const hostile = 'A\u202eB\u009bC\u2066';
  logger.warn({ name: hostile, list: [{ deep: hostile }], err: new Error(hostile) }, 'said');
  logger.error(new Error(hostile));
  expect(lines.join('')).not.toMatch(/[\u202e\u009b\u2066]/);
  expect(JSON.parse(lines[0]!)).toMatchObject({ name: 'ABC', list: [{ deep: 'ABC' }], err: { message: 'ABC' } });
});
