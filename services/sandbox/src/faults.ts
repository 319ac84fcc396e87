import { setTimeout as wait } from 'node:timers/promises';

/** The systems that can be made to fail (EXT-R10). */
export const SYSTEMS = ['idp', 'parties', 'tax', 'registry', 'smtp'] as const;
export type System = (typeof SYSTEMS)[number];

export interface Fault {
  /** Status of the failing answer; null only delays. */
  readonly status: number | null;
  /** Calls left; 0 is no fault. */
  readonly count: number;
  readonly delayMillis: number;
}

export interface Faults {
  set(system: System, fault: Fault): void;
  /** Counts one call, waits out the delay, and says with which status the call fails, or null when it goes on. */
  meet(system: System, signal?: AbortSignal): Promise<number | null>;
}

export function createFaults(): Faults {
  const faults = new Map<System, Fault>();
  return {
    set: (system, fault) => void faults.set(system, fault),
    meet: async (system, signal) => {
      const fault = faults.get(system);
      if (fault === undefined || fault.count === 0) return null;
      // Counted before the wait, so that parallel calls do not share one fault.
      faults.set(system, { ...fault, count: fault.count - 1 });
      if (fault.delayMillis > 0)
        await wait(fault.delayMillis, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
      return fault.status;
    },
  };
}
