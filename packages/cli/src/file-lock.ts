import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A lock of a file that this command holds. */
export interface FileLock {
  /** False once another command has taken it over, since this one seemed dead. */
  isStillHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** A lock that nobody has touched for so long was left by a command that died. */
const STALE_MILLIS = 120_000;
/** How often a command that lives touches its own. */
const TOUCH_MILLIS = 15_000;

/**
 * Takes a lock when it is free, or was left behind. Of several who find it left behind one takes it over: the right to that
 * is a lock of its own, and whoever gets it looks again first.
 */
export async function lockFile(file: string): Promise<FileLock> {
  const owner = randomUUID();
  while (!(await make(file, owner)) && !((await isStale(file)) && (await takeOver(file, owner)))) await pause(50);
  const touching = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), TOUCH_MILLIS);
  touching.unref();
  const isStillHeld = async (): Promise<boolean> => (await readFile(file, 'utf8').catch(ifAbsent)) === owner;
  return {
    isStillHeld,
    async release() {
      clearInterval(touching);
      if (await isStillHeld()) await rm(file, { force: true });
    },
  };
}

async function make(file: string, owner: string): Promise<boolean> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(owner);
  } finally {
    await handle.close();
  }
  return true;
}

async function isStale(file: string): Promise<boolean> {
  const held = await stat(file).catch(ifAbsent);
  return held !== undefined && Date.now() - held.mtimeMs > STALE_MILLIS;
}

/** Puts its own in the place of one that was left behind: at no moment is there none. */
async function takeOver(file: string, owner: string): Promise<boolean> {
  const right = await lockFile(`${file}.stale`);
  try {
    if (!(await isStale(file)) || !(await right.isStillHeld())) return false;
    const own = `${file}.${owner}`;
    await writeFile(own, owner, { mode: 0o600 });
    await rename(own, file);
    return true;
  } finally {
    await right.release();
  }
}

function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
