import { describe, expect, it } from 'vitest';
import {
  ACTIVE_MILLIS,
  type KeyTimes,
  PUBLISHED_AFTER_MILLIS,
  PUBLISHED_BEFORE_MILLIS,
  planRotation,
} from './rotation.ts';

const key = (kid: string, state: KeyTimes['state'], times: Partial<KeyTimes> = {}): KeyTimes => ({
  kid,
  state,
  createdAt: 0,
  activatedAt: state === 'next' ? null : 0,
  retiredAt: null,
  ...times,
});
const nothing = { retire: undefined, activate: undefined, create: [], remove: [] };

describe('planRotation', () => {
  it('makes the first key sign at once, beside the next one', () => {
    expect(planRotation([], 0)).toEqual({ ...nothing, create: ['active', 'next'] });
  });

  it('does nothing while the active key is young', () => {
    expect(planRotation([key('a', 'active'), key('n', 'next')], ACTIVE_MILLIS - 1)).toEqual(nothing);
  });

  it('retires and activates when the time has come', () => {
    expect(planRotation([key('a', 'active'), key('n', 'next')], ACTIVE_MILLIS)).toEqual({
      retire: 'a',
      activate: 'n',
      create: ['next'],
      remove: [],
    });
  });

  it('never lets a key sign before it was published long enough', () => {
    const createdAt = ACTIVE_MILLIS;
    const keys = [key('a', 'active'), key('n', 'next', { createdAt })];
    expect(planRotation(keys, createdAt + PUBLISHED_BEFORE_MILLIS - 1)).toEqual(nothing);
    expect(planRotation(keys, createdAt + PUBLISHED_BEFORE_MILLIS).activate).toBe('n');
  });

  it('publishes a next key when there is none, and signs with it when there is no active one', () => {
    expect(planRotation([key('a', 'active')], ACTIVE_MILLIS * 2)).toEqual({ ...nothing, create: ['next'] });
    expect(planRotation([key('n', 'next')], 0)).toEqual({ ...nothing, activate: 'n', create: ['next'] });
  });

  it('removes a retired key only when its last token has expired', () => {
    const keys = [key('a', 'active'), key('n', 'next'), key('r', 'retired', { retiredAt: 1000 })];
    expect(planRotation(keys, 1000 + PUBLISHED_AFTER_MILLIS - 1).remove).toEqual([]);
    expect(planRotation(keys, 1000 + PUBLISHED_AFTER_MILLIS).remove).toEqual(['r']);
    expect(PUBLISHED_AFTER_MILLIS).toBeGreaterThan(3600_000);
  });
});
