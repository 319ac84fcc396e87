import { setTimeout as pause } from 'node:timers/promises';
import type { Company } from './company.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

/** Something long that is done to a whole company, which a fault meets. */
export interface CompanyWork {
  /** As the kind of the fault names it: "while a company is removed". */
  readonly name: string;
  readonly needsTheTime: boolean;
  /** It begins with a company that has just signed up, without books. */
  readonly isNew?: boolean;
  /** Begins it. @returns what waits for its end and states, in sentences, what is wrong then */
  begin(world: World, company: Company): Promise<() => Promise<readonly string[]>>;
}

/** How long whatever was begun may take until it has ended, under faults. */
export const SECONDS = 600;

/** Reads from the database, which may be away for a while. @throws the last fault */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + SECONDS * 1_000; ; await pause(500))
    try {
      return await read();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
}

/**
 * A fault in the middle of what is done to a company of its own. That goes on under the faults that follow, and is
 * looked at when it has ended.
 */
export const meeting = (fault: Fault, { name, needsTheTime, isNew, begin }: CompanyWork): Fault => ({
  ...fault,
  kind: `${fault.kind} while ${name}`,
  takesCompany: !isNew,
  inject: async (world) => {
    const finish = await begin(world, await (isNew ? world.signUp() : world.takeCompany()));
    await pause(world.dice.between(0, 250));
    const wrong = await fault.inject(world);
    world.unfinished.add({ name, needsTheTime, finish });
    return wrong ?? [];
  },
});

/** What has begun, to be awaited later; until then nobody is alarmed that it failed. */
export function underWay<T>(work: Promise<T>): () => Promise<T> {
  work.catch(() => undefined);
  return () => work;
}
