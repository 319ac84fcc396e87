import { type Fonts, measureWith, openDocument, written } from '@app/paper/drawing';
import { placeColumns } from './pdf-columns.ts';
import { Drawing, topsOf } from './pdf-page.ts';
import { paginate } from './pdf-pages.ts';
import { allOf, type FirstRows } from './rows.ts';
import type { ReportFrame, ReportRow } from './table.ts';
import { TooManyPages } from './too-many-pages.ts';

/**
 * The report as PDF/A, page by page: fonts embedded, the head on every page, and bytes that follow from the input and
 * its creation time alone. Tagged for screen readers (PDF/A-2a and PDF/UA-1) when all rows are at hand; the tags of longer reports
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
  const document = openDocument(
    {
      language: frame.language,
      title: `${frame.title} · ${frame.company.name} · ${frame.period}`,
      author: frame.madeBy,
      madeAt: frame.madeAt,
      isTagged,
    },
    fonts,
  );
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
