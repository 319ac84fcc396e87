import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@app/access';
import { isEmailAddress } from '@app/api/email-address';
import { Failure, invalidField } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import type { Language, Sealer } from '@app/runtime';
import { assertAddressFree } from '../credentials/addresses.ts';
import { userChanged } from '../credentials/events.ts';
import { endFamiliesOfUser, findSessionFamily } from '../credentials/families.ts';
import { digestOf } from '../credentials/opaque.ts';
import type { User } from '../credentials/user.ts';
import { keepProven, lockUser, type Proven, type UserChange, updateUser } from '../credentials/user-store.ts';
import { forgetBrowsersOfUser } from '../passwords/known-browsers.ts';
import { type Proving, proveOwnPassword } from '../passwords/prove.ts';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import { deleteOpenCodes } from '../tokens/codes.ts';
import { endEarlierWishes, wishForAddress } from './change-address.ts';
import { hashNewPassword } from './create.ts';

export interface Wishes {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly language?: Language | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly current_password?: string | undefined;
}

type Deps = Proving & { readonly sealer: Sealer };

/**
 * A user changes its own profile (docs/contract/users.md). Address and password need the current password. A new
 * address waits for its link (PPL-R01); a new password ends every other session and refresh token, and codes not yet
 * redeemed: the one of the token that asks, and the browser's whose cookie came along, stay.
 * @throws Failure 400 `user.invalid_password`, `user.weak_password`; 409 `user.email_taken`; 429 `common.rate_limited`
 * for too many links
 */
export async function updateOwnProfile(
  deps: Deps,
  principal: Principal,
  wishes: Wishes,
  headers: IncomingHttpHeaders,
): Promise<User> {
  const { userId } = principal;
  const { db, clock, passwords } = deps;
  const { email, password, language } = wishes;
  if (email !== undefined && !isEmailAddress(email))
    throw invalidField('email', 'must be an e-mail address such as kari@example.no');
  const proven = await assertCurrentPassword(deps, principal, wishes);
  const address = email ?? proven?.user.email ?? '';
  const passwordHash =
    password === undefined ? undefined : await hashNewPassword(passwords, password, address, 'user.weak_password');
  const change: UserChange = {
    ...(wishes.first_name === undefined ? {} : { firstName: wishes.first_name }),
    ...(wishes.last_name === undefined ? {} : { lastName: wishes.last_name }),
    ...(language === undefined ? {} : { language }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  };
  const kept = passwordHash === undefined ? undefined : await findOwnSessions(deps, principal, headers);
  return db.write(async (tx) => {
    const now = clock.millis();
    if (email !== undefined) await assertAddressFree(tx, email, userId);
    const before = (await lockUser(tx, userId))!;
    // Changed, or the user deactivated, while it was compared: who knows only the former password would set the next
    // one.
    if (proven && !(await keepProven(tx, proven))) throw wrongPassword();
    const ended = passwordHash === undefined ? {} : await endEarlierWishes(tx, deps, before);
    const wish =
      email === undefined
        ? {}
        : await wishForAddress(tx, deps, { ...before, language: language ?? before.language }, email);
    const user = (await updateUser(tx, userId, { ...change, ...ended, ...wish }, new Date(now)))!;
    if (kept) {
      // Codes first: a family that is being made from one is waited for, and ends with the others.
      await deleteOpenCodes(tx, userId);
      await endFamiliesOfUser(tx, userId, 'password_changed', now, kept.familyId);
      await deleteSessionsOfUser(tx, userId, kept.sessionDigest);
      await forgetBrowsersOfUser(tx, deps.cookies, userId, headers);
    }
    await appendToOutbox(tx, userChanged(user));
    return user;
  });
}

/** Without a wish that needs it no password is looked at. */
async function assertCurrentPassword(
  deps: Deps,
  { userId, clientId }: Principal,
  wishes: Wishes,
): Promise<Proven | undefined> {
  if (wishes.email === undefined && wishes.password === undefined) return undefined;
  const current = wishes.current_password;
  const proven = current === undefined ? undefined : await proveOwnPassword(deps, userId, clientId, current);
  if (!proven) throw wrongPassword();
  return proven;
}

function wrongPassword(): Failure {
  const message = 'A new e-mail address or password needs the current password, and the one sent is missing or wrong';
  return new Failure('user.invalid_password', 400, message, {
    details: { fields: [{ field: 'current_password', message: 'is missing or wrong' }] },
  });
}

/** The sessions that the request itself came from stay. */
async function findOwnSessions({ db, cookies }: Deps, { userId, sessionId }: Principal, headers: IncomingHttpHeaders) {
  const session = cookies.readSession(headers);
  const familyId = sessionId === undefined ? undefined : await findSessionFamily(db, userId, sessionId);
  return { sessionDigest: session === undefined ? undefined : digestOf(session), familyId: familyId ?? null };
}
