import { inflateSync } from 'node:zlib';

/**
 * One piece of marked content: what a screen reader would read out as one cell, heading or paragraph. Without tags one
 * piece of text.
 */
export interface MarkedText {
  /** `TD`, `TH`, `P`, `H1`, …; `Artifact` for what is not read; `Text` in a document without tags. */
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
 * Reads the text of a PDF that pdfkit has written, in the order of its pages. Knows just enough of the format for that.
 * Hard spaces read as spaces: the two are one glyph.
 */
export function readMarkedText(pdf: Buffer): readonly MarkedText[] {
  const objects = objectsOf(pdf);
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  return pages.flatMap((page, index) => {
    const contents = objects.get(referenceOf(page.dictionary, 'Contents'))!;
    const resources = objects.get(referenceOf(page.dictionary, 'Resources'))!.dictionary;
    const form = objects.get(referenceOf(resources, 'Pages'));
    const pages = form ? textsOf(form.stream ?? '', fontsOf(objects, form.dictionary), '') : [];
    const total = pages.map(({ text }) => text).join('');
    return textsOf(contents.stream ?? '', fontsOf(objects, resources), total).map((piece) => ({
      ...piece,
      page: index + 1,
    }));
  });
}

function objectsOf(pdf: Buffer): ReadonlyMap<number, PdfObject> {
  const whole = pdf.toString('latin1');
  const found = new Map<number, PdfObject>();
  for (const match of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const body = whole.slice(start, whole.indexOf('\nendobj', start));
    const [dictionary = '', data] = body.split(/\nstream\n/, 2) as [string, string?];
    const bytes =
      data === undefined
        ? undefined
        : Buffer.from(data.slice(0, Number(/\/Length (\d+)/.exec(dictionary)?.[1])), 'latin1');
    const stream = bytes && (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
    found.set(Number(match[1]), { dictionary, stream });
  }
  return found;
}

const referenceOf = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]);

type Fonts = ReadonlyMap<string, readonly string[]>;

const known = new WeakMap<ReadonlyMap<number, PdfObject>, Map<number, readonly string[]>>();

/** The fonts that resources name. */
function fontsOf(objects: ReadonlyMap<number, PdfObject>, resources: string): Fonts {
  const read = known.get(objects) ?? new Map<number, readonly string[]>();
  known.set(objects, read);
  const glyphs = (id: number) => read.get(id) ?? glyphsOf(objects, id);
  return new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      read.set(Number(id), glyphs(Number(id)));
      return [name!, glyphs(Number(id))];
    }),
  );
}

/** What each glyph stands for, from the font's own map. */
function glyphsOf(objects: ReadonlyMap<number, PdfObject>, font: number): readonly string[] {
  const map = objects.get(referenceOf(objects.get(font)!.dictionary, 'ToUnicode'))?.stream ?? '';
  return [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, entries]) =>
    [...entries!.matchAll(/<([^>]*)>/g)].map(([, hex]) =>
      String.fromCharCode(...hex!.split(' ').map((code) => Number.parseInt(code, 16))),
    ),
  );
}

/** @param total the number of pages, which stands in a form of its own */
function textsOf(stream: string, fonts: Fonts, total: string): { tag: string; text: string }[] {
  const found: { tag: string; text: string }[] = [];
  let glyphs: readonly string[] = [];
  let isMarked = false;
  const parts = /\/(\w+)(?: <<[^>]*>>)? B(?:DC|MC)|\b(EMC|BT)\b|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|(\/Pages Do)/g;
  for (const [, tag, mark, font, shown, form] of stream.matchAll(parts)) {
    if (tag) {
      found.push({ tag, text: '' });
      isMarked = true;
    } else if (mark === 'EMC') isMarked = false;
    else if (mark === 'BT') {
      if (!isMarked) found.push({ tag: 'Text', text: '' });
    } else if (font) glyphs = fonts.get(font) ?? [];
    else if (form) found.at(-1)!.text += total;
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
