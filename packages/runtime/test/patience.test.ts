import { expect, it } from 'vitest';
import { createPatience } from '../src/index.ts';

it('waits ten seconds for a service that was there, and again after it has answered', () => {
  let now = 5_000;
  const patience = createPatience(() => now);
  const later = (millis: number): boolean => {
    now += millis;
    return patience.allows('ledger');
  };
  expect(later(0)).toBe(false); // it was never there
  patience.answered('ledger');
  expect([later(0), later(9_999), later(1), later(60_000)]).toEqual([true, true, false, false]);
  expect(patience.allows('auth')).toBe(false);
  patience.answered('ledger');
  expect([later(0), later(5_000)]).toEqual([true, true]);
});
