import { emailKey } from '@app/api/email-address';
import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import type { Language } from '@app/runtime';
import { takeAddress } from '../credentials/addresses.ts';
import { userChanged } from '../credentials/events.ts';
import type { User } from '../credentials/user.ts';
import {
  type Credentials,
  findCommand,
  findProvenCredentials,
  findUser,
  insertCommand,
  keepProven,
  listCredentialsByEmail,
  lockCommand,
  lockUser,
  type Proven,
  updateUser,
} from '../credentials/user-store.ts';
import type { Proving } from '../passwords/prove.ts';
import { provePassword } from '../passwords/prove.ts';
import { type RefreshSession, startRefreshSession } from '../sessions/session.ts';
import { createUser, hashNewPassword } from './create.ts';

export interface InvitedPerson {
  /** One per acceptance; a repeat finds the same user. */
  readonly commandKey: string;
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** The client's address, as failures are counted. */
  readonly address: string;
}

interface Registered {
  readonly user: User;
  readonly created: boolean;
  /**
   * Began in the transaction that found the password to be the user's, or made the user; absent for what was done
   * before.
   */
  readonly session?: RefreshSession;
}

interface Entered extends Registered {
  readonly session: RefreshSession;
}

/**
 * Makes the user of an accepted invitation, or finds the one the address belongs to by its password (INV-R38, INV-R39).
 * The address is verified: the invitation reached it. Who only named it before is that user when the password says so,
 * and otherwise loses it (PPL-R02). A session begins for it; a repeat of the command, too, has to show the password
 * that the user has by then.
 * @throws Failure 400 `user.weak_password` for a new user, `user.invalid_password` for an existing one
 */
export async function registerInvitedUser(deps: Proving, person: InvitedPerson): Promise<Entered> {
  const registered = (await findDone(deps.db, person.commandKey)) ?? (await register(deps, person));
  const { session } = registered;
  return session ? { ...registered, session } : enterAgain(deps, person, registered);
}

async function register(deps: Proving, person: InvitedPerson): Promise<Registered> {
  const holders = await listCredentialsByEmail(deps.db, person.email);
  const known = holders[0]?.user.emailVerified
    ? await proveExisting(deps, person)
    : await proveNamed(deps, person, holders);
  if (known) return known;
  try {
    return await createInvited(deps, person);
  } catch (error) {
    // Somebody made a user with this address between the look and the insert.
    const meanwhile =
      error instanceof Failure && error.code === 'user.email_taken' ? await proveExisting(deps, person) : undefined;
    if (meanwhile) return meanwhile;
    throw error;
  }
}

async function findDone(db: Pick<Database, 'executor'>, commandKey: string): Promise<Registered | undefined> {
  const done = await findCommand(db, commandKey);
  return done && { user: (await findUser(db, done.userId))!, created: done.created };
}

async function enterAgain(
  deps: Proving,
  { email, password, address }: InvitedPerson,
  done: Registered,
): Promise<Entered> {
  const proven = await provePassword(deps, email, password, { address });
  if (proven?.user.id !== done.user.id) throw wrongPassword();
  return deps.db.write(async (tx) => {
    if (!(await keepProven(tx, proven))) throw wrongPassword();
    return { ...done, session: await enter(tx, deps, done.user.id) };
  });
}

/** Undefined when the user was taken back while its password was being proven: then there is none again. */
async function proveExisting(
  deps: Proving,
  { commandKey, email, password, address }: InvitedPerson,
): Promise<Registered | undefined> {
  const proven = await provePassword(deps, email, password, { address });
  const registered = proven && (await once(deps, commandKey, (tx) => enterProven(tx, proven)));
  if (!registered && (await findProvenCredentials(deps.db, email))) throw wrongPassword();
  return registered;
}

const enterProven = async (tx: Tx, proven: Proven): Promise<Registered | undefined> =>
  (await keepProven(tx, proven)) ? { user: proven.user, created: false } : undefined;

/**
 * The user who named the address before and whose password it is; undefined when there is none. The one guess at such a
 * password is not counted: another than the right one makes a user, which is the end of the invitation.
 */
async function proveNamed(
  deps: Proving,
  { commandKey, email, password }: InvitedPerson,
  holders: readonly Credentials[],
): Promise<Registered | undefined> {
  for (const { user: holder, passwordHash } of holders) {
    if (!holder.isActive || passwordHash === null || !(await deps.passwords.verify(passwordHash, password))) continue;
    return once(deps, commandKey, async (tx) => {
      const now = new Date(deps.clock.millis());
      await takeAddress(tx, email, holder.id, now);
      const named = await lockUser(tx, holder.id);
      if (!named || emailKey(named.email ?? '') !== emailKey(email)) return undefined;
      if (!(await keepProven(tx, { user: named, passwordHash }))) return undefined;
      const user = (await updateUser(tx, holder.id, { emailVerified: true }, now))!;
      await appendToOutbox(tx, userChanged(user));
      return { user, created: false };
    });
  }
  return undefined;
}

async function createInvited(deps: Proving, person: InvitedPerson): Promise<Registered> {
  const { email, firstName, lastName, language } = person;
  const passwordHash = await hashNewPassword(deps.passwords, person.password, email, 'user.weak_password');
  return once(deps, person.commandKey, async (tx) => ({
    user: await createUser(tx, deps.clock, { email, emailVerified: true, firstName, lastName, language }, passwordHash),
    created: true,
  }));
}

/**
 * Runs the effect of a command once and begins the session; who comes second with the same key waits and gets the first
 * one's result, without one.
 */
const once = <R extends Registered | undefined>(
  { db, clock }: Proving,
  commandKey: string,
  work: (tx: Tx) => Promise<R>,
): Promise<Registered | R> =>
  db.write(async (tx) => {
    await lockCommand(tx, commandKey);
    const done = await findDone({ executor: tx }, commandKey);
    if (done) return done;
    const registered = await work(tx);
    if (!registered) return registered;
    const { user, created } = registered;
    await insertCommand(tx, commandKey, { userId: user.id, created }, new Date(clock.millis()));
    return { user, created, session: await enter(tx, { clock }, user.id) };
  });

async function enter(tx: Tx, { clock }: Pick<Proving, 'clock'>, userId: number): Promise<RefreshSession> {
  await record(tx, { kind: 'sign_in', userId });
  return startRefreshSession(tx, clock, userId);
}

const wrongPassword = (): Failure =>
  new Failure('user.invalid_password', 400, 'The password is not the one of the existing user');
