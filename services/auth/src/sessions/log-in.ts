import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import type { User } from '../credentials/user.ts';
import { type Proven, recordLogin } from '../credentials/user-store.ts';
import { type Asker, type Proving, provePassword } from '../passwords/prove.ts';

/**
 * The first half of a login by address and password, whichever way the session is kept.
 * @throws Failure 401 `invalid_grant`, the same for an unknown address, a wrong password, a deactivated user and a lock
 */
export async function proveLogin(deps: Proving, email: string, password: string, asker: Asker): Promise<Proven> {
  return (await provePassword(deps, email, password, asker)) ?? refuse(deps);
}

/**
 * The second half: begins what the login is for, in one transaction with the question whether the password is still the
 * one that was proven. A change of it, or a deactivation, ends what is there before it and lets nothing begin after it.
 * @param begin what it writes joins the transaction
 * @throws Failure 401 `invalid_grant`, as for a wrong password
 */
export async function beginLogin<T>(
  deps: Proving,
  { user: { id }, passwordHash }: Proven,
  begin: (user: User) => Promise<T>,
): Promise<{ readonly user: User; readonly begun: T }> {
  const login = await deps.db.write(async (tx) => {
    const user = await recordLogin(tx, id, new Date(deps.clock.millis()), passwordHash);
    if (!user) return undefined;
    await record(tx, { kind: 'sign_in', userId: id });
    return { user, begun: await begin(user) };
  });
  if (!login) {
    deps.tally.note({ kind: 'sign_in', details: {}, result: 'refused', targetUserId: id });
    return refuse(deps);
  }
  deps.logger.info({ audit: 'login', user: id }, 'a user logged in');
  return login;
}

function refuse({ logger }: Proving): never {
  logger.info({ audit: 'login_refused' }, 'a login was refused');
  throw new Failure('invalid_grant', 401, 'Invalid email or password');
}
