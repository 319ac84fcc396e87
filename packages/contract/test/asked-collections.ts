import { constants, PerformanceObserver } from 'node:perf_hooks';

export interface AskedCollections extends Disposable {
  count(): number;
}

/**
 * Counts how often somebody of this process asks for a collection, from now on: that is what the memory of bodies is
 * noted for. Of what kind it is in the end is V8's to say, which may be at looking through the heap just then. What V8
 * collects by itself is not counted.
 */
export function countAskedCollections(): AskedCollections {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as readonly { detail?: { flags: number } }[])
      if (detail && detail.flags & FORCED) count++;
  });
  observer.observe({ entryTypes: ['gc'] });
  return { count: () => count, [Symbol.dispose]: () => observer.disconnect() };
}

const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED;
