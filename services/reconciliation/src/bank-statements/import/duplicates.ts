/** How many stored rows there are of each key. */
export type Stored = ReadonlyMap<string, number>;

/**
 * Finds the rows of a file that are stored already. Each stored row stands for one row of the file: rows of one file
 * are never duplicates of each other, so two equal purchases stay two, and a third one is new.
 */
export interface Duplicates {
  /** @param stored rows of the key that were there before the import */
  isStored(key: string, stored: Stored): boolean;
}

export function createDuplicates(): Duplicates {
  const met = new Map<string, number>();
  return {
    isStored: (key, stored) => {
      const count = stored.get(key) ?? 0;
      const before = met.get(key) ?? 0;
      if (before >= count) return false;
      met.set(key, before + 1);
      return true;
    },
  };
}
