import type { PdfObjects } from './pdf-objects.ts';

export interface Marks {
  readonly faults: readonly string[];
  /** Pieces of content by page and number: `12 0 R 7`. */
  readonly used: ReadonlySet<string>;
}

/** Operators that show something: text, lines and areas, pictures and forms. */
const SHOWS = /^(?:Tj|TJ|'|"|S|s|f|F|f\*|B|B\*|b|b\*|Do|sh)$/;
/** Tokens of a stream of content: words, hexadecimal and other strings, names, marks of lists and dictionaries. */
const TOKENS = /<<|>>|<[0-9a-fA-F\s]*>|\((?:\\.|[^\\()])*\)|\[|\]|\/[^\s[\]()<>/]*|[^\s[\]()<>/]+/g;

/** Points 01-003 to 01-005: what is shown is tagged or decoration, never both, and nothing of it is neither. */
export function faultsOfContent(objects: PdfObjects, pages: readonly string[]): Marks {
  const faults = new Set<string>();
  const used = new Set<string>();
  for (const [index, page] of pages.entries()) {
    const contents = objects.list(objects.dictionary(page)['/Contents']);
    // A list of streams reads as one; a stream of its own is followed to its dictionary.
    const streams = contents.every((one) => typeof one === 'string')
      ? contents
      : [objects.dictionary(page)['/Contents']!];
    const where = `on page ${index + 1}`;
    for (const open of openMarks(streams.map((stream) => objects.content(stream)).join('\n'))) {
      const piece = open.marks.findLast((mark) => mark.number !== undefined);
      const isArtifact = open.marks.some(({ tag }) => tag === '/Artifact');
      if (piece) used.add(`${page} ${piece.number}`);
      if (piece && isArtifact) faults.add(`01-003 something ${where} is tagged and decoration at once`);
      if (open.shows && !piece && !isArtifact) faults.add(`01-005 something ${where} is neither tagged nor decoration`);
    }
  }
  return { faults: [...faults], used };
}

interface Mark {
  readonly tag: string;
  readonly number: number | undefined;
}

/** The marks that are open wherever something is shown, and wherever a mark begins. */
function* openMarks(content: string): Generator<{ readonly marks: readonly Mark[]; readonly shows: boolean }> {
  const marks: Mark[] = [];
  let operands: string[] = [];
  for (const [token] of content.matchAll(TOKENS)) {
    if (token === 'BDC' || token === 'BMC') {
      const at = operands.indexOf('/MCID');
      const tag = operands.find((operand) => operand.startsWith('/')) ?? '';
      marks.push({ tag, number: at < 0 ? undefined : Number(operands[at + 1]) });
      yield { marks, shows: false };
    } else if (token === 'EMC') {
      if (marks.pop() === undefined) throw new Error('A mark ends that never began');
    } else if (SHOWS.test(token)) yield { marks, shows: true };
    else if (!/^[A-Za-z'"*\d]*[A-Za-z'"*]$/.test(token)) {
      operands.push(token);
      continue;
    }
    operands = [];
  }
  if (marks.length > 0) throw new Error('A mark never ends');
}
