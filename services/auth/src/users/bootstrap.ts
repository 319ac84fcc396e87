import { type Database, lockName } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { ADMINISTRATOR_ID } from '../credentials/user.ts';
import { findUser, insertUser } from '../credentials/user-store.ts';
import type { PasswordHasher } from '../passwords/password-hash.ts';

/**
 * Makes the administrator, user 1, on the first start that names one (JOB-R01). Later starts change nothing, whatever
 * the environment says. Safe on several replicas.
 */
export async function bootstrapAdministrator(
  deps: { readonly db: Database; readonly clock: Clock; readonly passwords: PasswordHasher; readonly logger: Logger },
  account: { readonly email: string | undefined; readonly password: string | undefined },
): Promise<void> {
  const { email, password } = account;
  if (email === undefined || password === undefined) return;
  if (await findUser(deps.db, ADMINISTRATOR_ID)) return;
  const passwordHash = await deps.passwords.hash(password);
  const made = await deps.db.write(async (tx) => {
    await lockName(tx, 'bootstrap-administrator');
    if (await findUser({ executor: tx }, ADMINISTRATOR_ID)) return false;
    const person = {
      id: ADMINISTRATOR_ID,
      email,
      emailVerified: true,
      firstName: 'System',
      lastName: 'Administrator',
      language: 'eng',
    } as const;
    await insertUser(tx, { ...person, passwordHash, isAdmin: true }, new Date(deps.clock.millis()));
    return true;
  });
  if (made) deps.logger.info({ user: ADMINISTRATOR_ID }, 'the administrator was created');
}
