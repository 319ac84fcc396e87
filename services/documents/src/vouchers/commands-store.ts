import { conflict } from '@app/contract/failure';
import type { Executor, Tx } from '@app/db';
import { and, eq } from 'drizzle-orm';
import { createCommands } from '../schema/create-commands.ts';

export interface CreateCommand {
  readonly clientAccountId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  /** SHA-256 of all that the command says. */
  readonly digest: Buffer;
  /** The digest that an earlier release made of the same; asked for only where `digest` is not the one that is kept. */
  readonly earlierDigest?: () => Buffer;
}

/** What a command came to before. */
async function findCommand(
  ex: Executor,
  { clientAccountId, commandKey }: CreateCommand,
): Promise<{ readonly digest: Buffer; readonly voucherId: number } | undefined> {
  const { digest, voucherId } = createCommands;
  const [row] = await ex
    .select({ digest, voucherId })
    .from(createCommands)
    .where(and(eq(createCommands.clientAccountId, clientAccountId), eq(createCommands.commandKey, commandKey)));
  return row;
}

export async function insertCommand(tx: Tx, command: CreateCommand, voucherId: number, doneAt: Date): Promise<void> {
  const { clientAccountId, commandKey, digest } = command;
  await tx.insert(createCommands).values({ clientAccountId, commandKey, digest, voucherId, doneAt });
}

/**
 * The voucher that a command came to before; undefined when it has not.
 * @throws Failure 409 when its key stands for something else
 */
export async function doneBefore(ex: Executor, command: CreateCommand): Promise<number | undefined> {
  const found = await findCommand(ex, command);
  if (found && !found.digest.equals(command.digest) && command.earlierDigest?.().equals(found.digest) !== true)
    throw conflict('This command key was used for another voucher; use a new key for a new one');
  return found?.voucherId;
}

/** The voucher that the command of a key came to, whatever it said. */
export async function findCommandVoucher(
  ex: Executor,
  clientAccountId: number,
  commandKey: string,
): Promise<number | undefined> {
  const [row] = await ex
    .select({ voucherId: createCommands.voucherId })
    .from(createCommands)
    .where(and(eq(createCommands.clientAccountId, clientAccountId), eq(createCommands.commandKey, commandKey)));
  return row?.voucherId;
}
