import { LRUCache } from 'lru-cache';

/** A value with the time it lives: a bounded map that asks once per key, however many ask at the same moment. */
export interface Cache<V> {
  /**
   * The cached value, or what `load` gives. A failed load is not kept. A load that a `clear` overtook is not kept
   * either.
   */
  get(key: string, load: () => Promise<V>): Promise<V>;
  /** Forgets the keys that `matches` names; all of them without it. */
  clear(matches?: (key: string) => boolean): void;
}

interface Entry<V> {
  readonly value: V;
  /** When it was asked for. */
  readonly asked: number;
}

interface Question<V> {
  readonly answer: Promise<V>;
  readonly asked: number;
}

/** For how long what was once true may be used unproven (JEX-R45, PPL-R07). */
const TRUST_MILLIS = 1_000;

/**
 * A value is used for a second after it was asked for, and beyond that as long as `provenAt` is less than a second ago:
 * the moment up to which its owner is known not to have changed it, since a change would have cleared it. After
 * `lifeMillis` it is asked for again in any case. All on the machine's monotonic clock: a test that sets the clock back
 * prolongs nothing. The least recently used entry leaves first.
 */
export function createCache<V>(options: {
  readonly size: number;
  readonly lifeMillis: number;
  /** Which values are kept; all of them by default. */
  readonly keep?: (value: V) => boolean;
  /** Never by default. */
  readonly provenAt?: (asked: number) => number;
  /** Whether who asks now shares no answer with others; never by default. Nothing of what it is given is kept. */
  readonly asksAlone?: () => boolean;
  readonly now?: () => number;
}): Cache<V> {
  const {
    size,
    lifeMillis,
    keep = () => true,
    provenAt = () => Number.NEGATIVE_INFINITY,
    asksAlone = () => false,
    now = () => performance.now(),
  } = options;
  const entries = new LRUCache<string, Entry<V>>({ max: size });
  const loading = new Map<string, Question<V>>();
  let cleared = 0;

  const load = async (key: string, asked: number, source: () => Promise<V>): Promise<V> => {
    const before = cleared;
    const value = await source();
    const isNewest = asked >= (entries.peek(key)?.asked ?? asked);
    // Counted from the question: the answer was true at some moment after it.
    if (before === cleared && isNewest && keep(value)) entries.set(key, { value, asked });
    return value;
  };

  const isUsable = ({ asked }: Entry<V>, at: number): boolean =>
    at - asked < lifeMillis && at - Math.max(asked, provenAt(asked)) < TRUST_MILLIS;

  return {
    get: (key, source) => {
      if (asksAlone()) return source();
      const at = now();
      const known = entries.get(key);
      if (known && isUsable(known, at)) return Promise.resolve(known.value);
      const pending = loading.get(key);
      // An answer that is long under way may be an old one for who asks only now.
      if (pending && at - pending.asked < TRUST_MILLIS) return pending.answer;
      // Who keeps an answer wants it proven from now on.
      if (lifeMillis > 0) provenAt(at);
      const mine: Question<V> = {
        asked: at,
        answer: load(key, at, source).finally(() => {
          if (loading.get(key) === mine) loading.delete(key);
        }),
      };
      loading.set(key, mine);
      return mine.answer;
    },
    clear: (matches) => {
      cleared += 1;
      // Who asks from now on must not get an answer that was under way before.
      loading.clear();
      if (!matches) return entries.clear();
      const forgotten: string[] = [];
      entries.forEach((_, key) => {
        if (matches(key)) forgotten.push(key);
      });
      for (const key of forgotten) entries.delete(key);
    },
  };
}
