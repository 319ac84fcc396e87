import type { KeyState } from './signing-key.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long a key signs. */
export const ACTIVE_MILLIS = 30 * DAY;
/** How long a key is published before it signs: longer than any verifier keeps the key set. */
export const PUBLISHED_BEFORE_MILLIS = 24 * HOUR;
/**
 * How long a retired key stays published: the life of its last token, the time until every replica has noticed, and
 * skew.
 */
export const PUBLISHED_AFTER_MILLIS = 2 * HOUR;

export interface KeyTimes {
  readonly kid: string;
  readonly state: KeyState;
  readonly createdAt: number;
  readonly activatedAt: number | null;
  readonly retiredAt: number | null;
}

/** What a rotation changes; all of it in one transaction. */
export interface RotationPlan {
  readonly retire: string | undefined;
  readonly activate: string | undefined;
  /** Keys to make: the first ever signs at once, since nobody can hold an older set. */
  readonly create: readonly Extract<KeyState, 'next' | 'active'>[];
  readonly remove: readonly string[];
}

/** Decides what is due: publish, wait, sign, wait, retire. Times in milliseconds. */
export function planRotation(keys: readonly KeyTimes[], now: number): RotationPlan {
  const active = keys.find((key) => key.state === 'active');
  const next = keys.find((key) => key.state === 'next');
  const remove = keys
    .filter((key) => key.retiredAt !== null && key.retiredAt + PUBLISHED_AFTER_MILLIS <= now)
    .map((key) => key.kid);
  if (!active) return { retire: undefined, activate: next?.kid, create: next ? ['next'] : ['active', 'next'], remove };
  const isDue = (active.activatedAt ?? active.createdAt) + ACTIVE_MILLIS <= now;
  const isKnown = next !== undefined && next.createdAt + PUBLISHED_BEFORE_MILLIS <= now;
  if (isDue && isKnown) return { retire: active.kid, activate: next.kid, create: ['next'], remove };
  return { retire: undefined, activate: undefined, create: next ? [] : ['next'], remove };
}
