/// <reference path="./pdfkit.d.ts" />
import { LRUCache } from 'lru-cache';
import PDFDocument, { type ParsedFont } from 'pdfkit';
import { layOutByPairs, type Pairs, type Placed, pairsOf } from './glyphs.ts';

/** Pairs of one font that are remembered; a page has some hundred. */
const REMEMBERED = 10_000;

interface SharedFont {
  /** The font as it was read, before anything was laid out with it. */
  open(): ParsedFont;
  readonly pairs: Pairs;
}

/** By their files; of a thread there are two or three. */
const shared = new Map<string, SharedFont>();

/**
 * Gives a document the font of a file. Reading it, with the tables that say how glyphs stand beside each other, takes ten
 * times as long as drawing a page: that is done once for all documents of the thread
 * (docs/decisions/0163-papers-share-fonts.md).
 */
export function useFont(document: PDFDocument, file: string): void {
  const { open, pairs } = sharedFont(file);
  document.registerFont(file, open());
  layOutByPairs(document.font(file)._font, pairs);
}

function sharedFont(file: string): SharedFont {
  const known = shared.get(file);
  if (known) return known;
  // A document of which nothing is ever drawn: it holds what lays out pairs.
  const { _font: font } = new PDFDocument({ font: file, autoFirstPage: false });
  const made = {
    open: opener(font.font),
    pairs: pairsOf(font, new LRUCache<number, Placed>({ max: REMEMBERED })),
  };
  shared.set(file, made);
  return made;
}

/**
 * Gives the font again and again, with the same tables and glyphs of its own. The library remembers in a glyph for which
 * character it was met first: what is copied from one document must not follow from what others were drawn before it.
 */
function opener(font: ParsedFont): () => ParsedFont {
  const asRead = Object.getOwnPropertyDescriptors(font);
  const kind = Object.getPrototypeOf(font) as object;
  return () => Object.create(kind, { ...asRead, _glyphs: { value: {} } }) as ParsedFont;
}
