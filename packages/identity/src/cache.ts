/** A value with the time it lives: a bounded map that asks once per key, however many ask at the same moment. */
export interface Cache<V> {
  /** The cached value, or what `load` gives. A failed load is not kept. A load that a `clear` overtook is not kept either. */
  get(key: string, load: () => Promise<V>): Promise<V>;
  /** Forgets the keys that `matches` names; all of them without it. */
  clear(matches?: (key: string) => boolean): void;
}

interface Entry<V> {
  readonly value: V;
  readonly until: number;
}

/**
 * `lifeMillis` counts on the machine's monotonic clock: a test that sets the clock back does not prolong it. The least recently used
 * entry leaves first.
 */
export function createCache<V>(options: {
  readonly size: number;
  readonly lifeMillis: number;
  /** Which values are kept; all of them by default. */
  readonly keep?: (value: V) => boolean;
  readonly now?: () => number;
}): Cache<V> {
  const { size, lifeMillis, keep = () => true, now = () => performance.now() } = options;
  const entries = new Map<string, Entry<V>>();
  const loading = new Map<string, Promise<V>>();
  let cleared = 0;

  const load = async (key: string, source: () => Promise<V>): Promise<V> => {
    const before = cleared;
    const started = now();
    const value = await source();
    if (before === cleared && keep(value)) {
      entries.delete(key);
      if (entries.size >= size) entries.delete(entries.keys().next().value!);
      // Counted from the question: the answer was true at some moment after it.
      entries.set(key, { value, until: started + lifeMillis });
    }
    return value;
  };

  return {
    get: (key, source) => {
      const known = entries.get(key);
      if (known && known.until > now()) {
        entries.delete(key);
        entries.set(key, known);
        return Promise.resolve(known.value);
      }
      let pending = loading.get(key);
      if (!pending) {
        const mine = load(key, source).finally(() => {
          if (loading.get(key) === mine) loading.delete(key);
        });
        pending = mine;
        loading.set(key, mine);
      }
      return pending;
    },
    clear: (matches) => {
      cleared += 1;
      // Who asks from now on must not get an answer that was under way before.
      loading.clear();
      if (!matches) entries.clear();
      else for (const key of entries.keys()) if (matches(key)) entries.delete(key);
    },
  };
}
