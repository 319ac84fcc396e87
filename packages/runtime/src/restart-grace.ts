/** How long calls wait for another process that is being restarted (docs/decisions/0050-gateway.md). */
export const RESTART_GRACE_MILLIS = 10_000;

/**
 * Whether it is worth waiting for a service: for a while after it went away, not for as long as it stays away, nor for
 * one that was never there.
 */
export interface RestartGrace {
  /** How long is waited for one. */
  readonly millis: number;
  /** Was it ever there? */
  knows(service: string): boolean;
  /** Notes that it cannot be reached. False when waiting is over. */
  allows(service: string): boolean;
  /** Notes that it answers. */
  answered(service: string): void;
  /**
   * Notes that it is there, which does not say that it does its work: one that stays away is not waited for any longer
   * for it.
   */
  met(service: string): void;
}

/**
 * @param now milliseconds of a clock that is never set
 * @param millis less than usual for tests of what comes after the wait
 */
export function createRestartGrace(
  now: () => number = () => performance.now(),
  millis: number = RESTART_GRACE_MILLIS,
): RestartGrace {
  /** Since when each is away; undefined while it is there. */
  const awaySince = new Map<string, number | undefined>();
  return {
    millis,
    knows: (service) => awaySince.has(service),
    allows: (service) => {
      if (!awaySince.has(service)) return false;
      const since = awaySince.get(service) ?? now();
      awaySince.set(service, since);
      return now() - since < millis;
    },
    answered: (service) => void awaySince.set(service, undefined),
    met: (service) => {
      if (!awaySince.has(service)) awaySince.set(service, undefined);
    },
  };
}

/** Of what fails before there is a connection: finding the address of a name, and connecting to it. */
const beforeConnection = new Set(['getaddrinfo', 'connect']);

/**
 * Is it certain that nothing was sent? A name without records, a refused connection and one that is not accepted in
 * time are alike.
 */
export function neverConnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected);
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  return code === 'UND_ERR_CONNECT_TIMEOUT' || beforeConnection.has(String(syscall));
}
