import { SaxesParser } from 'saxes';
import { unfold } from './archive.ts';
import { tooLarge, unreadable } from './failure.ts';
import type { Block } from './layout/blocks.ts';
import { openPrinted } from './layout/printed.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { cleanText } from './text.ts';

/** What a cell or a row may say that it stands for. Empty ones stand for as many as a sheet has, and are none here. */
const MOST_REPEATED = 1_000;
const MOST_CELLS = 2_000_000;
/** Filled cells that are not written, because others stand for them: else some hundred bytes are hundreds of pages. */
const MOST_STOOD_FOR = 50_000;

/** A spreadsheet of OpenDocument (ISO/IEC 26300-3, 9): sheet by sheet, with what its cells show. */
export async function openOpenDocument(content: Uint8Array, limits: RenderingLimits): Promise<PageSource> {
  const entries = await unfold(content, limits.unfoldedBytes, (name) => name === 'content.xml');
  const xml = entries.get('content.xml');
  if (!xml) throw unreadable('The spreadsheet has no content');
  try {
    return await openPrinted(blocksOf(xml.toString('utf8')), limits);
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable('The spreadsheet is damaged', error);
    throw error;
  }
}

function blocksOf(xml: string): readonly Block[] {
  const blocks: Block[] = [];
  let rows: string[][] = [];
  let row: string[] = [];
  let cell: string[] = [];
  let text: string | undefined;
  let repeated = { row: 1, cell: 1 };
  let cells = 0;
  let stoodFor = 0;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new SyntaxError(error.message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const times = (of: string): number => Math.max(1, Number(attributes[`table:number-${of}-repeated`] ?? 1) || 1);
    if (name === 'table:table') {
      blocks.push({ kind: 'heading', text: cleanText(String(attributes['table:name'] ?? '')) });
      rows = [];
    } else if (name === 'table:table-row') {
      row = [];
      repeated = { ...repeated, row: times('rows') };
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      cell = [];
      repeated = { ...repeated, cell: times('columns') };
    } else if (name === 'text:p') text = '';
    else if (name === 'text:s' && text !== undefined) text += ' ';
  });
  parser.on('text', (piece) => {
    if (text !== undefined) text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'text:p') {
      cell.push(text ?? '');
      text = undefined;
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      const shown = cleanText(cell.join('\n')).trim();
      const times = Math.min(MOST_REPEATED, repeated.cell);
      cells += times;
      if (shown !== '') stoodFor += times - 1;
      for (let index = 0; index < times; index++) row.push(shown);
    } else if (name === 'table:table-row') {
      while (row.at(-1) === '') row.pop();
      const times = row.length === 0 ? 0 : Math.min(MOST_REPEATED, repeated.row);
      cells += row.length * times;
      stoodFor += row.filter((shown) => shown !== '').length * Math.max(0, times - 1);
      for (let index = 0; index < times; index++) rows.push(row);
    } else if (name === 'table:table') blocks.push({ kind: 'table', rows });
    if (stoodFor > MOST_STOOD_FOR)
      throw tooLarge(`The spreadsheet has cells that stand for more than ${MOST_STOOD_FOR} others`);
    if (cells > MOST_CELLS) throw tooLarge(`The spreadsheet has more than ${MOST_CELLS} cells`);
  });
  parser.write(xml).close();
  return blocks;
}
