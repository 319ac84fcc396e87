/** How long calls wait for another process that is being restarted (docs/decisions/0050-gateway.md). */
export const PATIENCE_MILLIS = 10_000;

/** Whether it is worth waiting for a service: for a while after it went away, not for as long as it stays away, nor for one that was never there. */
export interface Patience {
  /** Notes that it cannot be reached. False when waiting is over. */
  allows(service: string): boolean;
  /** Notes that it answers. */
  answered(service: string): void;
}

/** @param now milliseconds of a clock that is never set */
export function createPatience(now: () => number = () => performance.now()): Patience {
  /** Since when each is away; undefined while it is there. */
  const awaySince = new Map<string, number | undefined>();
  return {
    allows: (service) => {
      if (!awaySince.has(service)) return false;
      const since = awaySince.get(service) ?? now();
      awaySince.set(service, since);
      return now() - since < PATIENCE_MILLIS;
    },
    answered: (service) => void awaySince.set(service, undefined),
  };
}
