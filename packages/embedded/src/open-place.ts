import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isReachable } from './account.ts';
import { StartFailure } from './failure.ts';

const PARENTS = ['/var/lib', '/var/tmp'];

/**
 * A folder of root's that other users may enter, for what the database's account must reach when root's checkout is
 * closed to it. Nobody but root may have made it or may write to it: programs are started from there.
 */
export function findOpenPlace(): string {
  const parent = PARENTS.find((folder) => isReachable(folder) && isWritable(folder));
  if (!parent)
    throw new StartFailure(
      `Neither of ${PARENTS.join(' and ')} can be used for the database, and the checkout is closed to other users than root. Set DATA_DIR to a folder that is open.`,
    );
  const place = join(parent, 'accounting-platform');
  makeOpenFolder(place);
  const { uid, mode } = statSync(place);
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new StartFailure(
      `${place} belongs to another user or may be written by others. Remove it and run the command again.`,
    );
  return place;
}

/** Open to others whatever the umask is. */
function makeOpenFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
