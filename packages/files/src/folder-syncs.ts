/** Has the disk know the names in a folder. */
export type SyncFolder = (folder: string) => Promise<void>;

/**
 * Shares syncs of folders. Who asks while a folder is being synced waits for the next sync of it, with all who ask by
 * then: the one under way may have begun before their names were there. Who is alone waits for nobody. All who share a
 * sync get what it fails of.
 */
export function shareSyncs(sync: SyncFolder): SyncFolder {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  const begin = (folder: string): Promise<void> => {
    next.delete(folder);
    const begun = sync(folder).finally(() => underWay.delete(folder));
    underWay.set(folder, begun);
    return begun;
  };

  return (folder) => {
    const waiting = next.get(folder);
    if (waiting) return waiting;
    const before = underWay.get(folder);
    if (!before) return begin(folder);
    const after = before.then(ignore, ignore).then(() => begin(folder));
    next.set(folder, after);
    return after;
  };
}

/** How one sync ends says nothing of the next. */
const ignore = (): void => undefined;
