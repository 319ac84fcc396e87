/// <reference path="./pdfkit.d.ts" />
import type { Language } from '@app/pages';
import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import { useFont } from './fonts.ts';
import type { Fonts, Measure } from './look.ts';
import { describe } from './metadata.ts';

/** What a document says of itself. */
export interface DocumentFacts {
  readonly language: Language;
  readonly title: string;
  readonly author: string;
  /** An instant. */
  readonly madeAt: string;
  /** For screen readers (PDF/A-2a and PDF/UA-1); the tags are kept until the end. */
  readonly isTagged: boolean;
}

const CREATOR = 'Accounting platform';
const PRODUCER = 'pdfkit';

/** A document as PDF/A with both fonts embedded; its bytes follow from what is drawn and its creation time alone. */
export function openDocument(facts: DocumentFacts, fonts: Fonts): PDFDocument {
  const madeAt = new Date(facts.madeAt);
  const document = new PDFDocument({
    font: null,
    pdfVersion: '1.7',
    subset: facts.isTagged ? 'PDF/A-2a' : 'PDF/A-2b',
    tagged: facts.isTagged,
    // Every text ever drawn would stay in it.
    fontLayoutCache: false,
    lang: facts.language === 'nob' ? 'nb-NO' : 'en',
    displayTitle: true,
    autoFirstPage: false,
    info: {
      Title: facts.title,
      Author: facts.author,
      Creator: CREATOR,
      Producer: PRODUCER,
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  describe(document, { ...facts, creator: CREATOR, producer: PRODUCER, madeAt });
  for (const file of [fonts.regular, fonts.bold]) useFont(document, file);
  return document;
}

/** What the library has written since the last look, which is many small parts. */
export function* written(document: PDFDocument): Iterable<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let part = document.read(); part !== null; part = document.read()) parts.push(part);
  if (parts.length > 0) yield Buffer.concat(parts);
}

/** Texts whose widths are remembered. */
const REMEMBERED = 5_000;

/** The same code or figure is measured once. */
export function measureWith(document: PDFDocument, fonts: Fonts): Measure {
  const known = new LRUCache<string, number>({ max: REMEMBERED });
  return (text, weight, size) => {
    const key = `${weight} ${text}`;
    let width = known.get(key);
    if (width === undefined) {
      width = document.font(fonts[weight]).fontSize(1000).widthOfString(text);
      known.set(key, width);
    }
    return (width * size) / 1000;
  };
}
