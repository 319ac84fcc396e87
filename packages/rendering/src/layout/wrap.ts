import type { Typeface } from './typefaces.ts';

/** The lines that a text takes within a width: broken between words, and within those that are longer than a line. */
export function wrap(text: string, face: Typeface, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, face, width));
}

function wrapLine(line: string, face: Typeface, width: number): readonly string[] {
  if (face.widthOf(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  let used = 0;
  // Blanks stay with the word before them, so that what is typed keeps its columns.
  for (const word of line.match(/^\s+|\S+\s*/g) ?? []) {
    const length = face.widthOf(word);
    if (used + face.widthOf(word.trimEnd()) <= width) {
      current += word;
      used += length;
      continue;
    }
    if (current.trim() !== '') lines.push(current.trimEnd());
    const pieces = length <= width ? [word] : broken(word, face, width);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1)!;
    used = face.widthOf(current);
  }
  lines.push(current.trimEnd());
  return lines;
}

/** Pieces of a word, each as long as a line. */
function broken(word: string, face: Typeface, width: number): readonly string[] {
  const pieces: string[] = [''];
  let used = 0;
  for (const character of word) {
    const length = face.widthOf(character);
    if (used > 0 && used + length > width) {
      pieces.push('');
      used = 0;
    }
    pieces[pieces.length - 1] += character;
    used += length;
  }
  return pieces;
}
