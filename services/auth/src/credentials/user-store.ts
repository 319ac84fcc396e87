import { emailKey } from '@app/api/email-address';
import { record } from '@app/audit';
import { builtOnce, type Database, lockName, type Tx, type Value, violatedConstraint } from '@app/db';
import type { Language } from '@app/runtime';
import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { clients } from '../schema/clients.ts';
import { browserSessions, refreshFamilies } from '../schema/tokens.ts';
import { identityLinks, userCommands, users } from '../schema/users.ts';
import { assertAddressFree, emailTaken, takeAddress } from './addresses.ts';
import type { User } from './user.ts';

type Reads = Pick<Database, 'executor'>;

/** A user with what login compares. */
export interface Credentials {
  readonly user: User;
  readonly passwordHash: string | null;
}

/**
 * A user whose password was shown a moment ago, with the stored form it was compared with: until a transaction has
 * asked, it may be the former one.
 */
export interface Proven {
  readonly user: User;
  readonly passwordHash: string;
}

const hasIdentityLink = sql<boolean>`exists (select 1 from ${identityLinks} where ${identityLinks.userId} = ${users.id})`;

const columns = {
  id: users.id,
  email: users.email,
  emailVerified: users.emailVerified,
  pendingEmail: users.pendingEmail,
  firstName: users.firstName,
  lastName: users.lastName,
  language: users.language,
  profileImageUrl: users.profileImageUrl,
  isActive: users.isActive,
  isAdmin: users.isAdmin,
  hasIdentityLink,
  createdAt: users.createdAt,
  lastLogin: users.lastLogin,
};

/**
 * Of users who name one address without a proof, so many are asked about; each has an identity of its own, so there are
 * hardly ever two.
 */
const MAX_HOLDERS = 3;

async function listCredentials(db: Reads, condition: SQL): Promise<readonly Credentials[]> {
  const rows = await db.executor
    .select({ ...columns, passwordHash: users.passwordHash })
    .from(users)
    .where(condition)
    .orderBy(desc(users.emailVerified), desc(users.id))
    .limit(MAX_HOLDERS);
  return rows.map(({ passwordHash, ...user }) => ({ user, passwordHash }));
}

/** Whom an address means: the user who has proven it alone, else those who name it, the newest first. */
export async function listCredentialsByEmail(db: Reads, email: string): Promise<readonly Credentials[]> {
  // PostgreSQL takes no NUL, so no stored address has one.
  if (email.includes('\0')) return [];
  const found = await listCredentials(db, eq(users.emailKey, emailKey(email)));
  return found[0]?.user.emailVerified ? found.slice(0, 1) : found;
}

/** The user who has proven an address. */
export async function findProvenCredentials(db: Reads, email: string): Promise<Credentials | undefined> {
  const [found] = await listCredentialsByEmail(db, email);
  return found?.user.emailVerified ? found : undefined;
}

export async function findCredentialsById(db: Reads, id: number): Promise<Credentials | undefined> {
  const [found] = await listCredentials(db, eq(users.id, id));
  return found;
}

export async function findUser(db: Reads, id: number): Promise<User | undefined> {
  const [row] = await db.executor.select(columns).from(users).where(eq(users.id, id));
  return row;
}

/** A user whom nobody else changes until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<User | undefined> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  // A statement of its own: it sees what was committed while the lock was waited for.
  return findUser({ executor: tx }, id);
}

/** Users by id, in order of id; unknown ones are left out. */
export async function listUsers(db: Reads, ids: readonly number[]): Promise<readonly User[]> {
  if (ids.length === 0) return [];
  return db.executor
    .select(columns)
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
    .orderBy(users.id);
}

export interface NewUser {
  /** Only for the reserved ids; otherwise the database gives one. */
  readonly id?: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly isAdmin?: boolean;
}

/**
 * A proven address is taken from those who only named it; one that is not proven yet may be named by several.
 * @throws Failure 409 `user.email_taken` when somebody else has proven it
 */
export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<User> {
  const { id, ...rest } = user;
  await (user.emailVerified ? takeAddress(tx, user.email, null, now) : assertAddressFree(tx, user.email, null));
  const values = {
    ...rest,
    ...(id === undefined ? {} : { id }),
    emailKey: emailKey(user.email),
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await tx.insert(users).values(values).returning(columns).catch(asFailure);
  await record(tx, { kind: user.isAdmin ? 'administrator_created' : 'user_created', targetUserId: row!.id });
  return row!;
}

export interface UserChange {
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly pendingEmail?: string | null;
  readonly passwordHash?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly language?: Language;
  readonly isActive?: boolean;
}

/** @throws Failure 409 `user.email_taken` */
export async function updateUser(tx: Tx, id: number, change: UserChange, now: Date): Promise<User | undefined> {
  const set = {
    ...change,
    ...(change.email === undefined ? {} : { emailKey: emailKey(change.email) }),
    updatedAt: now,
  };
  const [row] = await tx.update(users).set(set).where(eq(users.id, id)).returning(columns).catch(asFailure);
  if (row) await record(tx, ...recordsOf(change).map((kind) => ({ kind, targetUserId: id })));
  return row;
}

/**
 * What of a change is about how somebody gets in. Whether a user is active changes for several reasons: who changes it
 * tells.
 */
const recordsOf = ({ email, emailVerified, pendingEmail, passwordHash }: UserChange) => [
  ...(passwordHash === undefined ? [] : (['password_changed'] as const)),
  ...(email === undefined ? [] : (['email_changed'] as const)),
  ...(emailVerified ? (['email_proven'] as const) : []),
  ...(pendingEmail ? (['email_change_requested'] as const) : []),
];

/**
 * The active user with this login noted, whom nobody else changes until the transaction ends; undefined when it is gone
 * or deactivated. What the transaction begins for it is therefore there before another change ends it, or never begins.
 * @param passwordHash of the password that was proven, where one was: undefined comes back when the user has another by
 * now
 */
export async function recordLogin(tx: Tx, id: number, now: Date, passwordHash?: string): Promise<User | undefined> {
  const isSame = passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash);
  const [row] = await tx
    .update(users)
    .set({ lastLogin: now })
    .where(and(eq(users.id, id), eq(users.isActive, true), isSame))
    .returning(columns);
  return row;
}

/**
 * The active administrators in order of id, locked until the transaction ends: read once more after the locks were
 * waited for.
 */
export async function lockActiveAdministrators(tx: Tx): Promise<readonly number[]> {
  await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).orderBy(users.id).for('no key update');
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.isActive, true)))
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}

export interface Standing {
  readonly userActive: boolean;
  readonly clientActive: boolean;
  /** False when no session is asked about. */
  readonly sessionEnded: boolean;
  readonly isAdmin: boolean;
}

const standingOf = builtOnce(
  (ex, userId: Value<number>, clientId: Value<string | null>, sessionId: Value<string | null>) =>
    ex
      .select({
        isActive: users.isActive,
        isAdmin: users.isAdmin,
        clientId: clients.clientId,
        sessionId: refreshFamilies.sessionId,
      })
      .from(users)
      .leftJoin(clients, eq(clients.clientId, clientId))
      .leftJoin(refreshFamilies, isLiveSession(sessionId))
      .where(eq(users.id, userId)),
);

/** Whether tokens of a user, issued to a client or in a session, are still good; unknown ones are not. */
export async function findStanding(
  db: Reads,
  userId: number,
  clientId: string | null,
  sessionId: string | null,
): Promise<Standing> {
  const session = sessionId !== null && uuid.test(sessionId) ? sessionId : null;
  const [row] = await standingOf(db.executor, userId, clientId, session);
  return {
    userActive: row?.isActive ?? false,
    clientActive: row !== undefined && (clientId === null || row.clientId !== null),
    sessionEnded: sessionId !== null && !row?.sessionId,
    isAdmin: row?.isAdmin ?? false,
  };
}

/** The session, of the user whose row it is joined to, which nobody has ended. */
const isLiveSession = (sessionId: Value<string | null>): SQL | undefined =>
  and(
    eq(refreshFamilies.sessionId, sessionId),
    eq(refreshFamilies.userId, users.id),
    isNull(refreshFamilies.clientId),
    isNull(refreshFamilies.endedAt),
  );

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface IdentityLink {
  readonly provider: string;
  /** The keyed digest of the national identity number; the number itself is never stored. */
  readonly digest: Buffer;
  readonly keyVersion: number;
  readonly userId: number;
}

export async function findUserByIdentity(db: Reads, provider: string, digest: Buffer): Promise<User | undefined> {
  const [row] = await db.executor
    .select(columns)
    .from(users)
    .innerJoin(identityLinks, eq(identityLinks.userId, users.id))
    .where(and(eq(identityLinks.provider, provider), eq(identityLinks.digest, digest)));
  return row;
}

/** False when the identity belongs to a user already, or the user to an identity. */
export async function insertIdentityLink(tx: Tx, link: IdentityLink, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(identityLinks)
    .values({ ...link, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: identityLinks.userId });
  if (rows.length === 1) await record(tx, { kind: 'identity_linked', targetUserId: link.userId });
  return rows.length === 1;
}

/** Takes back a link that was made for what came to nothing. */
export async function deleteIdentityLink(tx: Tx, userId: number): Promise<void> {
  const rows = await tx
    .delete(identityLinks)
    .where(and(eq(identityLinks.userId, userId), eq(identityLinks.provider, 'idp')))
    .returning({ userId: identityLinks.userId });
  if (rows.length > 0) await record(tx, { kind: 'identity_unlinked', targetUserId: userId });
}

/** Takes back a user who was made for what came to nothing, and has never been active. */
export async function deleteInactiveUser(tx: Tx, userId: number): Promise<void> {
  const rows = await tx
    .delete(users)
    .where(and(eq(users.id, userId), eq(users.isActive, false)))
    .returning({ id: users.id });
  if (rows.length > 0) await record(tx, { kind: 'user_forgotten', targetUserId: userId });
}

export interface UserCommand {
  readonly userId: number;
  readonly created: boolean;
}

export async function findCommand(db: Reads, commandKey: string): Promise<UserCommand | undefined> {
  const [row] = await db.executor
    .select({ userId: userCommands.userId, created: userCommands.created })
    .from(userCommands)
    .where(eq(userCommands.commandKey, commandKey));
  return row;
}

/** One at a time per command key, until the transaction ends. */
export async function lockCommand(tx: Tx, commandKey: string): Promise<void> {
  await lockName(tx, commandKey, 1);
}

export async function insertCommand(tx: Tx, commandKey: string, command: UserCommand, now: Date): Promise<void> {
  await tx.insert(userCommands).values({ commandKey, ...command, createdAt: now });
}

function asFailure(error: unknown): never {
  if (violatedConstraint(error) === 'users_email_key') throw emailTaken();
  throw error;
}

/**
 * Deletes a user that a command made and nobody has used, with its command and the session that was begun for it;
 * undefined when it stays. Whoever is about to refer to it waits for the end of this transaction, or is waited for.
 */
export async function deleteUnusedUser(tx: Tx, id: number, commandKey: string): Promise<User | undefined> {
  const [user] = await tx.select(columns).from(users).where(eq(users.id, id)).for('update', { of: users });
  if (!user || user.lastLogin !== null || user.hasIdentityLink) return undefined;
  const others = [
    await tx.$count(userCommands, and(eq(userCommands.userId, id), ne(userCommands.commandKey, commandKey))),
    await tx.$count(browserSessions, eq(browserSessions.userId, id)),
    await tx.$count(clients, eq(clients.ownerId, id)),
  ];
  if (others.some((count) => count > 0)) return undefined;
  await tx.delete(userCommands).where(eq(userCommands.commandKey, commandKey));
  await tx.delete(refreshFamilies).where(and(eq(refreshFamilies.userId, id), isNull(refreshFamilies.clientId)));
  await tx.delete(users).where(eq(users.id, id));
  return user;
}

/** Is the proven password still that of an active user? Keeps it so until this transaction ends. */
export async function keepProven(tx: Tx, { user, passwordHash }: Proven): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), eq(users.isActive, true), eq(users.passwordHash, passwordHash)))
    .for('share');
  return rows.length === 1;
}
