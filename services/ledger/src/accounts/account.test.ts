import { describe, expect, it } from 'vitest';
import { nameOf, nearestAccount } from './account.ts';

const chart = ['1390', '1395', '1400', '1920', '1940', '1950', '1960', '2000', '5990', '6000', '8990'].map((code) => ({
  code,
}));

describe('the nearest account of the chart', () => {
  it.each([
    ['1921', '1920', 'the closest one'],
    ['1930', '1920', 'the lower of two that are as near'],
    ['19205', '1920', 'a longer code belongs to the account it refines'],
    ['194001', '1940', 'six digits'],
    ['1398', '1395', 'never across the border of a group, however near'],
    ['1990', '1960', 'nor of a class'],
    ['5999', '5990', 'nor of a class'],
    ['1450', '1400', 'the group counts before the distance'],
    ['2999', '2000', 'the only one of its class'],
  ])('of %s is %s: %s', (code, expected) => expect(nearestAccount(code, chart).code).toBe(expected));

  it('does not depend on the order of the chart', () => {
    for (const code of ['1930', '1921', '1990'])
      expect(nearestAccount(code, chart.toReversed())).toEqual(nearestAccount(code, chart));
  });
});

it('an account without an English name keeps its Norwegian one', () => {
  expect(nameOf({ nob: 'Bankkonto', eng: null }, 'eng')).toBe('Bankkonto');
  expect(nameOf({ nob: 'Bankkonto', eng: 'Bank account' }, 'eng')).toBe('Bank account');
  expect(nameOf({ nob: 'Bankkonto', eng: 'Bank account' }, 'nob')).toBe('Bankkonto');
});
