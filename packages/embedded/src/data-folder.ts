import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, giveTo, isReachable } from './account.ts';
import { diskFull, StartFailure } from './failure.ts';
import { findOpenPlace } from './open-place.ts';
import { identifyProcess, isAlive, type ProcessId, signalProcess, waitForEnd } from './process-id.ts';

type Holder = { readonly supervisor: ProcessId; readonly server: ProcessId };

const HOLDER_FILE = 'holder.json';

/**
 * Makes a server's data folder (mode 0700, owned by the account) and returns where it really is. A server that runs
 * under another account cannot reach a folder below, say, root's home; then the data lies below /var/lib or /var/tmp
 * and `dir` is a link to it. A temporary folder is opened for passing through instead: who made it will remove it, and
 * not the other.
 */
export function prepareDataFolder(dir: string, account: Account | undefined): string {
  const wanted = resolve(dir);
  try {
    // One by one: with `recursive`, the mode would close the new parents as well.
    mkdirSync(dirname(wanted), { recursive: true });
    if (account && dirname(dirname(wanted)) === tmpdir()) openForPassing(dirname(wanted));
    if (!existsSync(wanted)) makeDataFolder(wanted, account);
  } catch (error) {
    throw explainFileError(error, wanted);
  }
  const real = realpathSync(wanted);
  giveTo(account, real);
  chmodSync(real, 0o700);
  return real;
}

function openForPassing(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(folder, (mode & 0o7777) | 0o011);
}

function makeDataFolder(wanted: string, account: Account | undefined): void {
  if (!account || isReachable(dirname(wanted))) {
    mkdirSync(wanted, { mode: 0o700 });
    return;
  }
  if (lstatSync(wanted, { throwIfNoEntry: false })) rmSync(wanted); // a link whose target was removed
  const name = `${basename(wanted)}-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  const place = join(findOpenPlace(), name);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  symlinkSync(place, wanted);
}

/**
 * Removes a data folder, and what a link in its place points to. Files of a server that still runs are never touched.
 */
export function removeDataFolder(dir: string): void {
  if (!lstatSync(dir, { throwIfNoEntry: false })) return;
  if (existsSync(dir)) {
    const real = realpathSync(dir);
    refuseWhenHeld(real, readHolder(real));
    rmSync(real, { recursive: true, force: true });
  }
  rmSync(dir, { recursive: true, force: true });
}

function readHolder(folder: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    return undefined; // none, or cut off by a full disk
  }
}

function refuseWhenHeld(folder: string, holder: Holder | undefined): void {
  if (!holder || !isAlive(holder.supervisor) || !isAlive(holder.server)) return;
  throw new StartFailure(
    `The data in ${folder} is in use by process ${holder.server.pid}, started by process ${holder.supervisor.pid}. ` +
      `Stop that one first (kill ${holder.supervisor.pid}), or set DATA_DIR to another folder.`,
  );
}

/**
 * Makes sure that no other server writes to the folder. One whose supervisor still lives is left alone and named in the
 * failure; one left over by a supervisor that crashed is ended here.
 */
export async function requireUnusedFolder(folder: string, stopSignal: NodeJS.Signals): Promise<void> {
  const holder = readHolder(folder);
  refuseWhenHeld(folder, holder);
  if (!holder || !isAlive(holder.server)) return;
  // The kernel has already signalled it to stop (see tieToThisProcess); a large checkpoint may take a while.
  signalProcess(holder.server, stopSignal);
  if (await waitForEnd(holder.server, 20_000)) return;
  signalProcess(holder.server, 'SIGKILL');
  if (await waitForEnd(holder.server, 5_000)) return;
  throw new StartFailure(
    `Process ${holder.server.pid}, left over by an earlier run, still uses ${folder} and cannot be stopped. End it and run the command again.`,
  );
}

/** Notes who uses the folder, for {@link requireUnusedFolder} of a later start. */
export function holdFolder(folder: string, serverPid: number, account?: Account): void {
  const holder: Holder = { supervisor: identifyProcess(process.pid), server: identifyProcess(serverPid) };
  writeFileSync(join(folder, HOLDER_FILE), JSON.stringify(holder), { mode: 0o600 });
  giveTo(account, join(folder, HOLDER_FILE));
}

/** Turns what the file system says into sentences; other errors come back unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull('ENOSPC', folder);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartFailure(
      `${folder} cannot be written by this user. Give it to the user, or set DATA_DIR to a folder that can be written.`,
    );
  }
  return error;
}
