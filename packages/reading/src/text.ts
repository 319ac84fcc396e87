/** A line of a page: as it stands there, and as labels are looked for in it. */
export interface Line {
  /** From 0 over all pages. */
  readonly number: number;
  readonly text: string;
  /** Small letters without marks: `Å betale` as `a betale`. As long as the text, letter by letter. */
  readonly folded: string;
}

const PLAIN: Readonly<Record<string, string>> = {
  æ: 'a',
  ø: 'o',
  å: 'a',
  ö: 'o',
  ä: 'a',
  é: 'e',
  è: 'e',
  ó: 'o',
  á: 'a',
  à: 'a',
  ü: 'u',
};

/** Characters of a line that are looked at: more than any print has. What is looked for takes time by their square. */
const LONGEST_LINE = 400;
/** Lines that are looked at, half of them from each end: numbers stand at the beginning, sums at the end. */
const MOST_LINES = 4_000;

/** The lines of some pages that have anything on them. */
export function linesOf(pages: readonly string[]): readonly Line[] {
  const texts = pages
    .flatMap((page) => page.split('\n'))
    .map((text) => text.slice(0, LONGEST_LINE).replace(/\s+/gu, ' ').trim())
    .filter((text) => text !== '');
  const half = MOST_LINES / 2;
  return (texts.length > MOST_LINES ? [...texts.slice(0, half), ...texts.slice(-half)] : texts).map((text, number) => ({
    number,
    text,
    folded: fold(text),
  }));
}

/** Letter by letter, so that a place in the one is the same place in the other. */
const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => {
    const small = text[i]!.toLowerCase();
    return small.length === 1 ? (PLAIN[small] ?? small) : text[i]!;
  }).join('');
