import { inflateSync } from 'node:zlib';

/** One piece of marked content: what a screen reader would read out as one cell, heading or paragraph. */
export interface MarkedText {
  /** `TD`, `TH`, `P`, `H1`, …; `Artifact` for what is not read. */
  readonly tag: string;
  readonly text: string;
  /** Counted from 1. */
  readonly page: number;
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string | undefined;
}

/**
 * Reads the text of a PDF that pdfkit has written, in the order of its pages. Knows just enough of the format for that. Hard spaces read as
 * spaces: the two are one glyph.
 */
export function readMarkedText(pdf: Buffer): readonly MarkedText[] {
  const objects = objectsOf(pdf);
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  return pages.flatMap((page, index) => {
    const contents = objects.get(referenceOf(page.dictionary, 'Contents'))!;
    const resources = objects.get(referenceOf(page.dictionary, 'Resources'))!.dictionary;
    const fonts = new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, glyphsOf(objects, Number(id))]));
    return textsOf(contents.stream ?? '', fonts).map((piece) => ({ ...piece, page: index + 1 }));
  });
}

function objectsOf(pdf: Buffer): ReadonlyMap<number, PdfObject> {
  const whole = pdf.toString('latin1');
  const found = new Map<number, PdfObject>();
  for (const match of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const body = whole.slice(start, whole.indexOf('\nendobj', start));
    const [dictionary = '', data] = body.split(/\nstream\n/, 2) as [string, string?];
    const bytes = data === undefined ? undefined : Buffer.from(data.slice(0, Number(/\/Length (\d+)/.exec(dictionary)?.[1])), 'latin1');
    const stream = bytes && (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
    found.set(Number(match[1]), { dictionary, stream });
  }
  return found;
}

const referenceOf = (dictionary: string, key: string): number => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]);

/** What each glyph stands for, from the font's own map. */
function glyphsOf(objects: ReadonlyMap<number, PdfObject>, font: number): readonly string[] {
  const map = objects.get(referenceOf(objects.get(font)!.dictionary, 'ToUnicode'))?.stream ?? '';
  return [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, entries]) =>
    [...entries!.matchAll(/<([^>]*)>/g)].map(([, hex]) => String.fromCharCode(...hex!.split(' ').map((code) => Number.parseInt(code, 16)))),
  );
}

function textsOf(stream: string, fonts: ReadonlyMap<string, readonly string[]>): { tag: string; text: string }[] {
  const found: { tag: string; text: string }[] = [];
  let glyphs: readonly string[] = [];
  for (const [, tag, font, shown] of stream.matchAll(/\/(\w+)(?: <<[^>]*>>)? B(?:DC|MC)|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (tag) found.push({ tag, text: '' });
    else if (font) glyphs = fonts.get(font) ?? [];
    else if (shown) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, part]) => part).join('');
      const text = (hex.match(/.{4}/g) ?? [])
        .map((code) => glyphs[Number.parseInt(code, 16)] ?? '\ufffd')
        .join('')
        .replaceAll('\u00a0', ' ');
      const piece = found.at(-1)!;
      piece.text += piece.text === '' ? text : `\n${text}`;
    }
  }
  return found;
}
