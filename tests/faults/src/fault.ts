import { setTimeout as pause } from 'node:timers/promises';
import type { World } from './world.ts';

/**
 * One kind of fault. `inject` resolves when the fault is over; what it found wrong it throws or returns as sentences.
 */
export interface Fault {
  /** As it stands in the report. */
  readonly kind: string;
  readonly inject: (world: World) => Promise<void> | Promise<readonly string[]>;
  /** Writes that must be acknowledged afterwards before the fault counts as survived. */
  readonly progress?: number;
  /** Takes a company with books from the world. */
  readonly takesCompany?: boolean;
}

/** Waits for a condition. @throws with what was awaited */
export async function until(what: string, holds: () => boolean | Promise<boolean>, seconds = 300): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not so after ${seconds} s`);
    await pause(50);
  }
}

/** Asks something of the database, which may be away. */
export const orElse = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise);
