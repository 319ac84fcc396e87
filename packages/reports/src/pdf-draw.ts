import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import { placeColumns } from './pdf-columns.ts';
import { layOutByPairs } from './pdf-glyphs.ts';
import type { Fonts, Measure } from './pdf-look.ts';
import { Drawing, topsOf } from './pdf-page.ts';
import { paginate } from './pdf-pages.ts';
import { allOf, type FirstRows } from './rows.ts';
import type { ReportFrame, ReportRow } from './table.ts';
import { TooManyPages } from './too-many-pages.ts';
import { frameWords } from './words.ts';

/**
 * The report as PDF/A, page by page: fonts embedded, the head on every page, and bytes that follow from the input and
 * its creation time alone. Tagged for screen readers (PDF/A-2a) when all rows are at hand; the tags of longer reports
 * would have to be kept until the end (PDF/A-2b).
 *
 * @param rows column widths follow from the first of them
 * @throws TooManyPages when a page after the last allowed one would begin
 */
export async function* drawPdf(
  frame: ReportFrame,
  rows: FirstRows<ReportRow>,
  fonts: Fonts,
  pageLimit: number,
): AsyncGenerator<Uint8Array, void> {
  const isTagged = rows.rest === undefined;
  const document = openDocument(frame, fonts, isTagged);
  for (const font of [fonts.regular, fonts.bold]) layOutByPairs(document.font(font)._font);
  const measure = measureWith(document, fonts);
  const sheet = placeColumns(frame, rows, measure);
  const drawing = new Drawing({ document, fonts, frame, sheet, isTagged });
  let pages = 0;
  for await (const page of paginate(allOf(rows), sheet, topsOf(frame), { language: frame.language, measure })) {
    if (++pages > pageLimit) throw new TooManyPages(pageLimit);
    drawing.page(page);
    yield* written(document);
  }
  drawing.end();
  document.end();
  yield* written(document);
}

/** What the library has written since the last look, which is many small parts. */
function* written(document: PDFDocument): Iterable<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let part = document.read(); part !== null; part = document.read()) parts.push(part);
  if (parts.length > 0) yield Buffer.concat(parts);
}

function openDocument(frame: ReportFrame, fonts: Fonts, isTagged: boolean): PDFDocument {
  return new PDFDocument({
    font: fonts.regular,
    pdfVersion: '1.7',
    subset: isTagged ? 'PDF/A-2a' : 'PDF/A-2b',
    tagged: isTagged,
    // Every text ever drawn would stay in it.
    fontLayoutCache: false,
    lang: frameWords(frame).lang === 'nb' ? 'nb-NO' : 'en',
    displayTitle: true,
    autoFirstPage: false,
    info: {
      Title: `${frame.title} · ${frame.company.name} · ${frame.period}`,
      Author: frame.madeBy,
      Creator: 'Accounting platform',
      Producer: 'pdfkit',
      CreationDate: new Date(frame.madeAt),
      ModDate: new Date(frame.madeAt),
    },
  });
}

/** Texts whose widths are remembered. */
const REMEMBERED = 5_000;

/** The same code or figure is measured once. */
function measureWith(document: PDFDocument, fonts: Fonts): Measure {
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
