import { accessSync, chownSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user and group a server runs under instead of ours. */
export type Account = { readonly uid: number; readonly gid: number };

/** `nobody` and `nogroup`: the ids exist everywhere, also in images without a passwd entry for them. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root: as root it runs as the owner of the data folder, or as nobody when root owns it or
 * it is new. Otherwise it runs as ourselves (undefined).
 */
export function databaseAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** Gives a file or folder to the account; nothing happens when the server runs as ourselves. */
export function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Whether others may pass through every folder above `path` and read (and search) `path` itself. */
export function isOpenToOthers(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    const wanted = statSync(path).isDirectory() ? 0o005 : 0o004;
    if ((statSync(path).mode & wanted) !== wanted) return false;
    return isReachable(dirname(path));
  } catch {
    return false;
  }
}

/** Whether others may pass through this folder and every one above it. */
export function isReachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isReachable(dirname(folder));
}
