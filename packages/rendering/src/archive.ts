import { fromBufferPromise } from 'yauzl';
import { tooLarge, unreadable } from './failure.ts';

/** More than a workbook has: sheets, drawings, styles. */
const MOST_ENTRIES = 5_000;

/**
 * Unfolds an archive to the last byte, so that no library after this one meets more than is allowed, whatever the archive
 * says of its sizes.
 * @param most bytes of all entries together
 * @param isWanted of which entries, by their names, the content is given
 * @throws RenderingFailure `unreadable`, `too_large`
 */
export async function unfold(
  content: Uint8Array,
  most: number,
  isWanted: (name: string) => boolean = () => false,
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = new Map<string, Buffer>();
  let bytes = 0;
  let entries = 0;
  try {
    const archive = await fromBufferPromise(Buffer.from(content));
    for await (const entry of archive.eachEntry()) {
      if (++entries > MOST_ENTRIES) throw tooLarge(`The archive has more than ${MOST_ENTRIES} entries`);
      if (bytes + entry.uncompressedSize > most) throw tooLarge(`The archive unfolds to more than ${most} bytes`);
      const pieces: Buffer[] = [];
      for await (const piece of await archive.openReadStreamPromise(entry)) {
        bytes += piece.length;
        if (bytes > most) throw tooLarge(`The archive unfolds to more than ${most} bytes`);
        if (isWanted(entry.fileName)) pieces.push(piece);
      }
      if (isWanted(entry.fileName)) wanted.set(entry.fileName, Buffer.concat(pieces));
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'RenderingFailure') throw error;
    throw unreadable('The archive is damaged, or is none', error);
  }
  return wanted;
}
