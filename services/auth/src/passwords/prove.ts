import type { IncomingHttpHeaders } from 'node:http';
import { emailKey } from '@app/api/email-address';
import type { Tally } from '@app/audit';
import type { Database } from '@app/db';
import type { Clock, Logger, Sealer } from '@app/runtime';
import type { Cookies } from '../credentials/cookies.ts';
import { isReserved } from '../credentials/user.ts';
import {
  type Credentials,
  findCredentialsById,
  listCredentialsByEmail,
  type Proven,
} from '../credentials/user-store.ts';
import { type Settled, settleAttempt, settleOwnAttempt } from './attempts.ts';
import { findKnownBrowser } from './known-browsers.ts';
import type { PasswordHasher } from './password-hash.ts';

export interface Proving {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly cookies: Cookies;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly sealer: Pick<Sealer, 'digest'>;
  readonly tally: Pick<Tally, 'note'>;
}

/** Who shows a password. */
export interface Asker {
  /** The client's address as the gateway states it. */
  readonly address: string;
  /** With the cookie of a browser that is known; absent where another service asks. */
  readonly headers?: IncomingHttpHeaders;
}

/**
 * The active user whom address and password prove, or undefined. Unknown address, wrong password, deactivated user and
 * lock are not to be distinguished: the same work is done and the same nothing comes back. The password may be changed
 * while it is checked: whoever begins something for the user asks in the transaction of that, by `recordLogin` or
 * `keepProven`, whether it still is the user's.
 */
export async function provePassword(
  deps: Proving,
  email: string,
  password: string,
  asker: Asker,
): Promise<Proven | undefined> {
  const holders = await listCredentialsByEmail(deps.db, email);
  const ids = holders.map(({ user }) => user.id);
  const knownBrowser = asker.headers && (await findKnownBrowser(deps, ids, asker.headers));
  const settle = (isRight: boolean) => settleAttempt(deps, email, { address: asker.address, knownBrowser }, isRight);
  const about = holders.length === 0 ? { email_digest: digestOfEmail(deps.sealer, email) } : {};
  return prove(deps, { kind: 'sign_in', details: about }, holders, password, settle);
}

/**
 * By which attempts on one address that is nobody's can be told to be that, and the address by nobody who has not the
 * key.
 */
const digestOfEmail = (sealer: Pick<Sealer, 'digest'>, email: string): string =>
  sealer.digest(`email ${emailKey(email)}`).toString('hex');

/**
 * The same for a user who is known already, such as the caller of a password change. It counts by itself and never
 * locks a login.
 * @param clientId the client that asks; null for the user's own session
 */
export async function proveOwnPassword(
  deps: Proving,
  userId: number,
  clientId: string | null,
  password: string,
): Promise<Proven | undefined> {
  const found = await findCredentialsById(deps.db, userId);
  const settle = (isRight: boolean) => settleOwnAttempt(deps, userId, clientId, isRight);
  return found && prove(deps, { kind: 'password_proof', details: {} }, [found], password, settle);
}

async function prove(
  deps: Proving,
  attempt: { readonly kind: 'sign_in' | 'password_proof'; readonly details: { readonly email_digest?: string } },
  holders: readonly Credentials[],
  password: string,
  settle: (isRight: boolean) => Promise<Settled>,
): Promise<Proven | undefined> {
  const { found, matches } = await compare(deps.passwords, holders, password);
  const isRight = matches && found?.user.isActive === true && !isReserved(found.user.id);
  const { isAccepted, isLocked } = await settle(isRight);
  if (isLocked)
    deps.logger.warn(
      { audit: 'password_locked', user: found?.user.id },
      'a password was refused: too many failures before it',
    );
  if (isAccepted && found?.passwordHash) return { user: found.user, passwordHash: found.passwordHash };
  deps.tally.note({ ...attempt, result: isLocked ? 'locked' : 'refused', targetUserId: found?.user.id ?? null });
  return undefined;
}

/** Several only where nobody has proven the address: then the password says which of them it is. */
async function compare(passwords: PasswordHasher, [first, ...others]: readonly Credentials[], password: string) {
  if (await passwords.verify(first?.passwordHash ?? null, password)) return { found: first, matches: true };
  for (const other of others)
    if (await passwords.verify(other.passwordHash, password)) return { found: other, matches: true };
  return { found: first, matches: false };
}
