import type { Executor, Tx } from '@app/db';
import { and, eq } from 'drizzle-orm';
import { commands } from '../schema/commands.ts';

/**
 * Reserves a command key in the transaction of its effect. False when the command was carried out before: then `resultOf` has what it
 * gave. Two transactions with one key: the second waits for the first to end.
 */
export async function reserveCommand(tx: Tx, commandKey: string, operation: string, createdAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(commands)
    .values({ commandKey, operation, result: {}, createdAt })
    .onConflictDoNothing({ target: commands.commandKey })
    .returning({ commandKey: commands.commandKey });
  return rows.length === 1;
}

export async function finishCommand(tx: Tx, commandKey: string, result: Readonly<Record<string, unknown>>): Promise<void> {
  await tx.update(commands).set({ result }).where(eq(commands.commandKey, commandKey));
}

/** What a finished command gave; undefined when there was none of this key and operation. */
export async function resultOf(
  ex: Executor,
  commandKey: string,
  operation: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [row] = await ex
    .select({ result: commands.result })
    .from(commands)
    .where(and(eq(commands.commandKey, commandKey), eq(commands.operation, operation)));
  return row?.result as Readonly<Record<string, unknown>> | undefined;
}
