import { createHash } from 'node:crypto';
import type { Tx } from '@app/db';
import { applyUpdate } from './apply.ts';
import { deleteLogo, putLogo } from './logo-store.ts';
import type { Picture } from './picture.ts';
import { type Actor, lockForUpdate, type UpdateDependencies } from './update.ts';

type Dependencies = Pick<UpdateDependencies, 'db' | 'clock'>;

/**
 * Sets the logo of an account, or takes it away: the bytes and what the account says of them in one transaction.
 * @throws Failure 403 when the role ended meanwhile, 404
 */
export async function changeLogo(
  deps: Dependencies,
  id: number,
  picture: Picture | undefined,
  actor: Actor,
): Promise<void> {
  await deps.db.write(async (tx) => {
    const account = await lockForUpdate(tx, deps, id, {}, actor);
    const logoSha256 = picture ? createHash('sha256').update(picture.content).digest() : null;
    if (sameBytes(account.logoSha256, logoSha256)) return;
    await storeBytes(tx, id, picture);
    const changes = { logoSha256, logoMediaType: picture?.mediaType ?? null };
    await applyUpdate(tx, deps, account, changes, actor.userId);
  });
}

const sameBytes = (a: Buffer | null, b: Buffer | null): boolean => (a && b ? a.equals(b) : a === b);

const storeBytes = (tx: Tx, id: number, picture: Picture | undefined): Promise<void> =>
  picture ? putLogo(tx, id, picture.content) : deleteLogo(tx, id);
