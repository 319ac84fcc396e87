import { Failure } from '@app/contract/failure';
import { appendToOutbox, type Tx } from '@app/db';
import { mailVerification } from '../../email-verification/request.ts';
import { userChanged } from '../../users/events.ts';
import { updateUser } from '../../users/store.ts';
import type { SignupDeps } from '../deps.ts';
import { notAuthorized } from '../failures.ts';
import { deleteSession } from '../store.ts';
import { finishRegistration, insertTouches, type Registration, releaseRegistration, removeRegistration } from './store.ts';

/**
 * Drives a stored completion to its end. May be called again, and by several at once: the command key makes one client account, one
 * transaction lets the user in.
 * @throws Failure 400 `signup.organization_already_registered`, after which nothing is left of the completion; 503 and others, after which it
 * waits for the next driver
 */
export async function driveRegistration(deps: SignupDeps, registration: Registration): Promise<void> {
  const { db, clock } = deps;
  const { commandKey, tokenDigest } = registration;
  const clientAccountId = await openAccount(deps, registration);
  const now = new Date(clock.millis());
  await db.write(async (tx) => {
    if (!(await finishRegistration(tx, commandKey, clientAccountId))) return;
    if (registration.isNewUser) await letIn(tx, deps, registration.userId, now);
    await deleteSession(tx, tokenDigest);
    await storeTouches(deps, registration);
  });
}

/** From now on the user is there; the address it named is proven when the link that is mailed to it is opened. */
async function letIn(tx: Tx, deps: SignupDeps, userId: number, now: Date): Promise<void> {
  const user = await updateUser(tx, userId, { isActive: true }, now);
  if (!user) return;
  await appendToOutbox(tx, userChanged(user));
  if (user.email !== null && !user.emailVerified) await mailVerification(tx, deps, user, user.email, null);
}

async function openAccount(deps: SignupDeps, registration: Registration): Promise<number> {
  const { db, registrations, logger } = deps;
  const { commandKey, userId, organizationId } = registration;
  try {
    const { clientAccountId } = await registrations.RegisterFromSignup({ commandKey, userId, organizationId });
    return clientAccountId;
  } catch (error) {
    if (isRefusal(error)) {
      await db.write((tx) => removeRegistration(tx, registration));
      throw asSignupFailure(error, organizationId);
    }
    await releaseRegistration(db, commandKey).catch((cause: unknown) => logger.warn({ err: cause }, 'a signup waits for its lease to end'));
    throw error;
  }
}

/** Said no, so nothing was made; a lost race or a busy database (409, 429, 5xx) says nothing. */
const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.status < 500 && error.status !== 409 && error.status !== 429;

function asSignupFailure(refusal: Failure, organizationId: number): Error {
  if (refusal.code.startsWith('signup.')) return refusal;
  if (refusal.status === 404) return notAuthorized(organizationId);
  return new Error(`Registering from a signup was refused: ${refusal.code}`, { cause: refusal });
}

/** Attribution never fails a signup (ATT-R10): it has a savepoint of its own. */
async function storeTouches({ db, clock, logger }: SignupDeps, { userId, touches }: Registration): Promise<void> {
  try {
    if (touches.length > 0) await db.write((tx) => insertTouches(tx, userId, touches, clock.millis()));
  } catch (error) {
    logger.warn({ err: error }, 'marketing touches were not stored');
  }
}
