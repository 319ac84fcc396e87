import { unreadable } from './failure.ts';

const MARKS: readonly (readonly [mark: string, label: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/**
 * Text of bytes: by their mark, by what they say of themselves, as UTF-8, or else as the code page of Western Windows.
 * @param named a label of the Encoding Standard, where the file names one
 * @throws RenderingFailure `unreadable` when bytes are no text by their own mark
 */
export function decodeText(content: Uint8Array, named?: string): string {
  const hex = Buffer.from(content.subarray(0, 3)).toString('hex');
  const marked = MARKS.find(([mark]) => hex.startsWith(mark))?.[1];
  const labels = marked ? [marked] : [...(named ? [named] : []), 'utf-8', 'windows-1252'];
  for (const label of labels) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(content);
    } catch {
      // An unknown label, or not what it says: the next one.
    }
  }
  throw unreadable('The file is no text');
}
