import type { Executor, Tx } from '@app/db';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { invitationAcceptances } from '../schema/invitations.ts';

/** Somebody's intent to accept: stored before auth is asked, completed with the link. */
export interface Acceptance {
  readonly commandKey: string;
  readonly invitationId: number;
  /** By the clock of the product. */
  readonly startedAt: Date;
  readonly completedAt: Date | null;
}

const selection = {
  commandKey: invitationAcceptances.commandKey,
  invitationId: invitationAcceptances.invitationId,
  startedAt: invitationAcceptances.startedAt,
  completedAt: invitationAcceptances.completedAt,
};

export async function findAcceptance(ex: Executor, commandKey: string): Promise<Acceptance | undefined> {
  const [row] = await ex.select(selection).from(invitationAcceptances).where(eq(invitationAcceptances.commandKey, commandKey));
  return row;
}

export async function storeAcceptance(ex: Executor, acceptance: Omit<Acceptance, 'completedAt'>): Promise<void> {
  await ex
    .insert(invitationAcceptances)
    .values({ ...acceptance, storedAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: invitationAcceptances.commandKey });
}

export async function completeAcceptance(tx: Tx, commandKey: string): Promise<void> {
  await tx
    .update(invitationAcceptances)
    .set({ completedAt: sql`clock_timestamp()` })
    .where(and(eq(invitationAcceptances.commandKey, commandKey), isNull(invitationAcceptances.completedAt)));
}

/** Forgets an intent that came to nothing. */
export async function dropAcceptance(ex: Executor, commandKey: string): Promise<void> {
  await ex
    .delete(invitationAcceptances)
    .where(and(eq(invitationAcceptances.commandKey, commandKey), isNull(invitationAcceptances.completedAt)));
}

/** Intents that nobody works on any more: older than any request lives. */
export async function abandonedAcceptances(ex: Executor, seconds: number): Promise<readonly Acceptance[]> {
  return ex
    .select(selection)
    .from(invitationAcceptances)
    .where(
      and(
        isNull(invitationAcceptances.completedAt),
        lt(invitationAcceptances.storedAt, sql`clock_timestamp() - make_interval(secs => ${seconds})`),
      ),
    )
    .orderBy(invitationAcceptances.storedAt)
    .limit(100);
}

/** Forgets what was completed longer ago than any repeat of a request can come. */
export async function forgetCompleted(ex: Executor): Promise<void> {
  await ex.delete(invitationAcceptances).where(lt(invitationAcceptances.completedAt, sql`clock_timestamp() - interval '2 days'`));
}
