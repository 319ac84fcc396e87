import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { type Asker, type Proving, provePassword } from '../passwords/prove.ts';
import { recordLogin } from '../users/store.ts';
import type { User } from '../users/user.ts';

/**
 * Logs a person in by address and password, whichever way the session is kept.
 * @throws Failure 401 `invalid_grant`, the same for an unknown address, a wrong password, a deactivated user and a lock
 */
export async function logIn(deps: Proving, email: string, password: string, asker: Asker): Promise<User> {
  const proven = await provePassword(deps, email, password, asker);
  const user =
    proven &&
    (await deps.db.write(async (tx) => {
      await record(tx, { kind: 'sign_in', userId: proven.id });
      return recordLogin({ executor: tx }, proven.id, new Date(deps.clock.millis()));
    }));
  if (!user) {
    deps.logger.info({ audit: 'login_refused' }, 'a login was refused');
    throw new Failure('invalid_grant', 401, 'Invalid email or password');
  }
  deps.logger.info({ audit: 'login', user: user.id }, 'a user logged in');
  return user;
}
