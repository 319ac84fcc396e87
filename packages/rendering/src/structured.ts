import { SaxesParser } from 'saxes';
import { decodeText } from './decode.ts';
import { unreadable } from './failure.ts';
import { cleanText } from './text.ts';

/** A longer word is bytes in letters: an attachment. */
const LONGEST_WORD = 500;

/**
 * What XML says between its tags, a line for each element. Entities that it declares itself are an error, and nothing is
 * fetched.
 * @throws RenderingFailure `unreadable`
 */
export function textOfXml(content: Uint8Array): string {
  const lines: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw unreadable('The XML is damaged, or is none', error);
  });
  parser.on('text', (piece) => {
    const line = cleanText(piece).trim();
    if (line !== '' && !line.split(/\s/).some((word) => word.length > LONGEST_WORD)) lines.push(line);
  });
  parser.write(decodeText(content)).close();
  return lines.join('\n');
}
