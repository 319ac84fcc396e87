/** A map that forgets its oldest entry rather than grow past its limit. Setting a key again makes it the newest. */
export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  /** Oldest first. */
  values(): IterableIterator<V>;
  entries(): IterableIterator<[string, V]>;
}

export function createBoundedMap<V>(limit: number): BoundedMap<V> {
  const map = new Map<string, V>();
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      map.delete(key);
      map.set(key, value);
      if (map.size > limit) map.delete(map.keys().next().value!);
    },
    delete: (key) => void map.delete(key),
    values: () => map.values(),
    entries: () => map.entries(),
  };
}
