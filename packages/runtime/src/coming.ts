/** Knows who is coming, so that whoever is ready may wait for them for a moment, and go together with them. */
export interface Coming {
  /** Somebody comes in a moment. @returns to be called when they are there, or will not come after all */
  expect(): () => void;
  /** Those who are coming by now are waited for, and nobody who says so later. */
  wait(): void;
  /** Nobody is waited for any longer; those who are coming still are. */
  release(): void;
  /** Whether somebody is waited for. */
  readonly isAwaited: boolean;
}

/** Longer than a file of some hundred kilobytes takes to be written while others are. */
const PATIENCE_MILLIS = 20;

/**
 * Nobody who takes long keeps others waiting again and again: who did not come within `patienceMillis` is not waited
 * for any more.
 * @param settled called when nobody is waited for any more
 */
export function createComing(settled: () => void, patienceMillis: number = PATIENCE_MILLIS): Coming {
  const coming = new Set<symbol>();
  let awaited = new Set<symbol>();
  let timer: NodeJS.Timeout | undefined;

  const release = (): void => {
    clearTimeout(timer);
    awaited.clear();
    settled();
  };

  const giveUp = (): void => {
    for (const each of awaited) coming.delete(each);
    release();
  };

  return {
    expect: () => {
      const one = Symbol();
      coming.add(one);
      return () => {
        coming.delete(one);
        if (awaited.delete(one) && awaited.size === 0) release();
      };
    },
    wait: () => {
      clearTimeout(timer);
      awaited = new Set(coming);
      if (awaited.size > 0) timer = setTimeout(giveUp, patienceMillis);
    },
    release,
    get isAwaited() {
      return awaited.size > 0;
    },
  };
}
