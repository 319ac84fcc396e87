import { expect, it } from 'vitest';
import { afterFailure, afterSuccess, type Count, isLocked, WINDOW_MILLIS } from './counting.ts';

const ten = { limit: 10, isConsecutive: true };
const none: Count = { failedAt: [], lockedUntil: null };
const failed = (times: number, from: Count = none, at = 0) => {
  let count = from;
  for (let n = 0; n < times; n++) count = afterFailure(count, ten, at);
  return count;
};

it('the tenth failure locks for 15 minutes, the ninth does not', () => {
  expect(isLocked(failed(9), 0)).toBe(false);
  const locked = failed(10);
  expect([isLocked(locked, 0), isLocked(locked, WINDOW_MILLIS - 1), isLocked(locked, WINDOW_MILLIS)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('guessing on does not prolong a lock, and the count begins anew after it', () => {
  const locked = failed(10);
  expect(failed(50, locked, 1_000)).toEqual(locked);
  expect(isLocked(failed(9, locked, WINDOW_MILLIS), WINDOW_MILLIS)).toBe(false);
  expect(isLocked(failed(10, locked, WINDOW_MILLIS), WINDOW_MILLIS)).toBe(true);
});

it('only failures of the last 15 minutes count', () => {
  const nine = failed(9);
  expect(isLocked(afterFailure(nine, ten, WINDOW_MILLIS - 1), WINDOW_MILLIS - 1)).toBe(true);
  expect(afterFailure(nine, ten, WINDOW_MILLIS)).toEqual({ failedAt: [WINDOW_MILLIS], lockedUntil: null });
});

it('a success starts a consecutive count anew and leaves another as it is', () => {
  expect(afterSuccess(failed(9), ten)).toEqual(none);
  expect(afterSuccess(failed(9), { limit: 100, isConsecutive: false })).toEqual(failed(9));
});
