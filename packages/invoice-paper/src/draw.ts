import { bottomOf, type Fonts, measureWith, openDocument, Pen, widthOf, written } from '@app/paper/drawing';
import { drawColumnHeads, drawContinued, drawNotes, drawRow, drawTotals } from './body.ts';
import { placeColumns } from './columns.ts';
import { drawFoot, drawHead, drawRunningHead } from './head.ts';
import type { InvoicePaper } from './invoice-paper.ts';
import { readLogo } from './logo.ts';
import { type Page, paginate } from './pages.ts';
import { type Density, rowsOf } from './rows.ts';
import { NOTE_ROW, totalsOf } from './totals.ts';
import { wordsOf } from './words.ts';

/** Where lines and totals end; the foot of the page lies below. */
const BOTTOM = bottomOf('portrait') - 4;
const FOOT = bottomOf('portrait') + 16;
/** Where lines begin on every page but the first. */
const RUNNING_TOP = 82;
/** Lines of notes on a page of their own. */
const NOTES_OF_PAGE = Math.floor((BOTTOM - RUNNING_TOP) / NOTE_ROW);

/**
 * The invoice as PDF/A, tagged for screen readers: on one page when it fits, if need be with its lines closer together.
 * Same input, same bytes.
 */
export async function drawInvoice(paper: InvoicePaper, fonts: Fonts): Promise<Uint8Array> {
  const logo = await readLogo(paper.logo);
  const words = wordsOf(paper.language);
  const title = `${words.titles[paper.kind]} ${paper.number ?? words.draft} · ${paper.seller.name}`;
  const document = openDocument(
    { language: paper.language, title, author: paper.seller.name, madeAt: paper.madeAt, isTagged: true },
    fonts,
  );
  const measure = measureWith(document, fonts);
  const pen = new Pen(document, fonts, { isTagged: true, width: widthOf('portrait') });
  const columns = placeColumns(paper, measure);
  const totals = totalsOf(paper, measure);
  const parts: Uint8Array[] = [];

  const root = pen.root();
  document.addPage({ size: 'A4', layout: 'portrait', margin: 0 });
  const top = drawHead(pen, root, paper, logo);
  const table = pen.open(root, 'Table', { title });
  const layOut = (density: Density): readonly Page[] =>
    paginate(rowsOf(paper, columns, measure, density), {
      first: BOTTOM - top,
      other: BOTTOM - RUNNING_TOP,
      totals: totals.height,
    });
  const roomy = layOut('roomy');
  const close = roomy.length === 1 ? roomy : layOut('close');
  const [pages, density]: [readonly Page[], Density] =
    close.length === 1 && roomy.length > 1 ? [close, 'close'] : [roomy, 'roomy'];

  const ofNotes = Math.ceil(totals.moreNotes.length / NOTES_OF_PAGE);
  const all = pages.length + ofNotes;
  for (const [index, page] of pages.entries()) {
    const isFirst = index === 0;
    if (!isFirst) {
      document.addPage({ size: 'A4', layout: 'portrait', margin: 0 });
      drawRunningHead(pen, paper);
    }
    let y = isFirst ? top : RUNNING_TOP;
    drawColumnHeads(pen, table, columns, y, isFirst);
    for (const row of page.rows) y = drawRow(pen, table, row, { paper, columns, density }, y);
    if (page.hasTotals) {
      table?.end();
      drawTotals(pen, root, paper, totals, y);
    } else drawContinued(pen, paper, y);
    drawFoot(pen, paper, FOOT, index + 1, all);
    parts.push(...written(document));
  }
  for (let index = 0; index < ofNotes; index++) {
    document.addPage({ size: 'A4', layout: 'portrait', margin: 0 });
    drawRunningHead(pen, paper);
    drawNotes(pen, root, totals.moreNotes.slice(index * NOTES_OF_PAGE, (index + 1) * NOTES_OF_PAGE), RUNNING_TOP - 18);
    drawFoot(pen, paper, FOOT, pages.length + index + 1, all);
    parts.push(...written(document));
  }
  root?.end();
  document.end();
  parts.push(...written(document));
  return Buffer.concat(parts);
}
