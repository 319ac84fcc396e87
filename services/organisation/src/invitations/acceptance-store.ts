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
  /** Nobody is linked by it any more; the user it may have made has to go. */
  readonly refusedAt: Date | null;
}

const selection = {
  commandKey: invitationAcceptances.commandKey,
  invitationId: invitationAcceptances.invitationId,
  startedAt: invitationAcceptances.startedAt,
  completedAt: invitationAcceptances.completedAt,
  refusedAt: invitationAcceptances.refusedAt,
};

export async function findAcceptance(ex: Executor, commandKey: string): Promise<Acceptance | undefined> {
  const [row] = await ex.select(selection).from(invitationAcceptances).where(eq(invitationAcceptances.commandKey, commandKey));
  return row;
}

export async function storeAcceptance(ex: Executor, acceptance: Omit<Acceptance, 'completedAt' | 'refusedAt'>): Promise<void> {
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

/** Remembers that it was refused, so that nothing links the user later. */
export async function refuseAcceptance(ex: Executor, commandKey: string): Promise<void> {
  await ex
    .update(invitationAcceptances)
    .set({ refusedAt: sql`clock_timestamp()` })
    .where(and(eq(invitationAcceptances.commandKey, commandKey), isNull(invitationAcceptances.completedAt)));
}

/** Intents that nobody works on any more: older than any request lives, and not tried just now. The longest untried come first. */
export async function abandonedAcceptances(ex: Executor, seconds: number): Promise<readonly Acceptance[]> {
  const lastTouched = sql`coalesce(${invitationAcceptances.triedAt}, ${invitationAcceptances.storedAt})`;
  return ex
    .select(selection)
    .from(invitationAcceptances)
    .where(and(isNull(invitationAcceptances.completedAt), lt(lastTouched, sql`clock_timestamp() - make_interval(secs => ${seconds})`)))
    .orderBy(lastTouched)
    .limit(100);
}

/** Notes that the recovery works on it now. */
export async function noteTry(ex: Executor, commandKey: string): Promise<void> {
  await ex.update(invitationAcceptances).set({ triedAt: sql`clock_timestamp()` }).where(eq(invitationAcceptances.commandKey, commandKey));
}

/** Forgets what was completed longer ago than any repeat of a request can come. */
export async function forgetCompleted(ex: Executor): Promise<void> {
  await ex.delete(invitationAcceptances).where(lt(invitationAcceptances.completedAt, sql`clock_timestamp() - interval '2 days'`));
}
