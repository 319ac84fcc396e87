import { open, rename, rm, stat } from 'node:fs/promises';
import { CommandFailure } from './failures.ts';

/**
 * Writes a file whole or not at all: it gets its name when the last byte is there.
 * @param ask brings the content; nobody is asked where the file is there and is not to be replaced
 * @param replaces an existing file is replaced
 * @throws CommandFailure where there is one that is not to be replaced
 */
export async function saveFile(
  path: string,
  ask: () => Promise<{ readonly stream: AsyncIterable<Uint8Array> }>,
  replaces: boolean,
): Promise<{ readonly bytes: number }> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists && !replaces) throw new CommandFailure(`${path} is there already: --force replaces it`);
  const half = `${path}.part`;
  const handle = await open(half, 'w').catch((error) => unwritable(path, error));
  try {
    const { stream } = await ask();
    await handle.writeFile(stream);
    const { size } = await handle.stat();
    await handle.close();
    await rename(half, path);
    return { bytes: size };
  } catch (error) {
    await handle.close();
    await rm(half, { force: true });
    throw error;
  }
}

/** @throws CommandFailure which says why a file cannot be written */
export function unwritable(path: string, error: NodeJS.ErrnoException): never {
  throw new CommandFailure(
    error.code === 'ENOENT' ? `There is no folder for ${path}` : `${path} cannot be written: ${error.message}`,
  );
}
