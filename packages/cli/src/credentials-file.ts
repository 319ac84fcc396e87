import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure } from './failures.ts';
import { lockFile } from './file-lock.ts';
import type { Surroundings } from './surroundings.ts';

/** An access token that still lives, kept so that not every command asks for one. */
interface KeptToken {
  readonly accessToken?: string;
  /** Unix milliseconds until which it is used. */
  readonly usedUntil?: number;
}

/** A program with credentials of its own. */
export interface ClientProfile extends KeptToken {
  readonly kind: 'client';
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What was asked for; absent for all that the client may do. */
  readonly scope?: string;
}

/** A person who let this command line act for them. */
export interface PersonProfile extends KeptToken {
  readonly kind: 'person';
  readonly url: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The newest one: it works once. */
  readonly refreshToken: string;
  /** Key of the exchange of that token, the same for every try. */
  readonly refreshKey: string;
}

export type Profile = ClientProfile | PersonProfile;
export type Profiles = Readonly<Record<string, Profile>>;

/** Where credentials are: `bilag/credentials.json` below the configuration folder of the XDG specification. */
export function credentialsFileOf({ env }: Pick<Surroundings, 'env'>): string {
  const configured = env.XDG_CONFIG_HOME;
  // What is not absolute is to be ignored, says the specification.
  const base = configured?.startsWith('/') ? configured : join(env.HOME ?? homedir(), '.config');
  return join(base, 'bilag', 'credentials.json');
}

/** The profiles of a file; none where there is no file. @throws CommandFailure where others may read it */
export async function readProfiles(file: string): Promise<Profiles> {
  const found = await stat(file).catch(ignoreAbsence);
  if (found === undefined) return {};
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new CommandFailure(`Others may read ${file}. Take that right away first: chmod 600 ${file}`);
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { readonly profiles: Profiles }).profiles;
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Changes the profiles of a file while no other command does. The file is there whole, before and after, and for its
 * owner alone.
 * @throws CommandFailure when another command took over meanwhile
 * @param change gives the profiles as they are to be; undefined leaves them
 */
export async function changeProfiles(
  file: string,
  change: (profiles: Profiles, store: (profiles: Profiles) => Promise<void>) => Promise<Profiles | undefined>,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const lock = await lockFile(`${file}.lock`);
  const store = async (profiles: Profiles): Promise<void> => {
    // What it read is older than what the other one has stored since.
    if (!(await lock.isStillHeld()))
      throw new CommandFailure(`Another command has changed ${file} while this one stood still. Run this one again`);
    await writeWhole(file, `${JSON.stringify({ profiles }, null, 2)}\n`);
  };
  try {
    const changed = await change(await readProfiles(file), store);
    if (changed) await store(changed);
  } finally {
    await lock.release();
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const half = `${file}.${process.pid}`;
  await rm(half, { force: true });
  const handle = await open(half, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, file);
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
