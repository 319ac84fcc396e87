import { open, rename, rm, stat } from 'node:fs/promises';
import { CommandFailure } from './failures.ts';

/**
 * Writes a file whole or not at all: it gets its name when the last byte is there.
 * @param replaces an existing file is replaced
 * @throws CommandFailure where there is one that is not to be replaced
 */
export async function saveFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  replaces: boolean,
): Promise<{ readonly bytes: number }> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists && !replaces) throw new CommandFailure(`${path} is there already: --force replaces it`);
  const half = `${path}.part`;
  const handle = await open(half, 'w');
  let bytes = 0;
  try {
    for await (const chunk of content) {
      await handle.write(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    await handle.close();
    await rm(half, { force: true });
    throw error;
  }
  await handle.close();
  await rename(half, path);
  return { bytes };
}
