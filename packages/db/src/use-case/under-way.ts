import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../database.ts';
import { useCases } from '../schema/use-cases.ts';

/** Whether one of these use cases of a client account has begun and not ended. */
export async function areUnderWay(ex: Executor, clientAccountId: number, names: readonly string[]): Promise<boolean> {
  const [row] = await ex
    .select({ commandKey: useCases.commandKey })
    .from(useCases)
    .where(
      and(
        eq(useCases.clientAccountId, clientAccountId),
        inArray(useCases.name, [...names]),
        inArray(useCases.state, ['open', 'undoing']),
      ),
    )
    .limit(1);
  return row !== undefined;
}

const PAUSE_MILLIS = 50;

/** Waits for those that are under way. @returns false when one still is after so long */
export async function haveEnded(
  ex: Executor,
  clientAccountId: number,
  names: readonly string[],
  millis: number,
): Promise<boolean> {
  for (const until = performance.now() + millis; await areUnderWay(ex, clientAccountId, names); ) {
    if (performance.now() >= until) return false;
    await pause(PAUSE_MILLIS);
  }
  return true;
}
