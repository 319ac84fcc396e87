import { LRUCache } from 'lru-cache';

/** For how long a signed text is shown again: a third of the minute it is valid. */
const REUSED_MILLIS = 20_000;

/** The text of that name: the one of the last 20 seconds, or else what `sign` makes. */
export type ReusedTexts = (name: string, sign: () => string) => string;

/**
 * Signed texts that are made once and shown for 20 seconds, by the clock that their own times are of. The one that was
 * used longest ago leaves first.
 * @param size texts kept
 */
export function reuseTexts(size: number): ReusedTexts {
  const kept = new LRUCache<string, string>({ max: size, ttl: REUSED_MILLIS, ttlResolution: 0, perf: Date });
  return (name, sign) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const text = sign();
    kept.set(name, text);
    return text;
  };
}
