import { escapeText } from '@app/pages';
import { formatCell } from './cell.ts';
import { REPORT_CSS } from './html-style.ts';
import { inPieces } from './rows.ts';
import {
  columnsFor,
  isFigure,
  isWide,
  type Language,
  type PlacedAt,
  type ReportFrame,
  type ReportRow,
  type ReportTable,
} from './table.ts';
import { frameWords, headLines, madeLine, organizationLine } from './words.ts';

/**
 * The report as a page, piece by piece: no script, no third party, readable by screen readers, on a phone and on paper.
 */
export const renderHtml = (table: ReportTable): AsyncGenerator<string, void> => inPieces(markupOf(table));

async function* markupOf(table: ReportTable): AsyncGenerator<string, void> {
  const columns = columnsFor(table, 'print');
  yield head(table);
  let isOpen = false;
  for await (const row of table.rows) {
    if (!isOpen) yield tableHead(table, columns);
    else if (opensSection(row)) yield '</tbody>\n<tbody role="rowgroup">\n';
    isOpen = true;
    yield `${renderRow(row, columns, table.language)}\n`;
  }
  yield isOpen ? '</tbody>\n</table>' : `<p class="empty">${escapeText(table.emptyText)}</p>`;
  yield foot(table);
}

function head(frame: ReportFrame): string {
  const facts = frame.facts
    .map(({ label, value }) => `<div><dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd></div>`)
    .join('');
  const organization = organizationLine(frame);
  const pageTitle = `${frame.title} · ${frame.company.name} · ${frame.period}`;
  return `<!doctype html>
<html lang="${frameWords(frame).lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeText(pageTitle)}</title>
<style>${REPORT_CSS}</style>
</head>
<body>
<main${isWide(frame) ? ' class="wide"' : ''}>
<header class="head">
<p class="company"><b>${escapeText(frame.company.name)}</b>${organization ? ` <span>${escapeText(organization)}</span>` : ''}</p>
<h1>${escapeText(frame.title)}</h1>
<p class="period">${escapeText(frame.period)}</p>
<dl class="facts">${facts}</dl>
</header>
`;
}

const foot = (frame: ReportFrame): string => `
<footer><p>${escapeText(frame.signRule)}</p><p>${escapeText(madeLine(frame))}</p></footer>
</main>
</body>
</html>
`;

function tableHead(frame: ReportFrame, columns: readonly PlacedAt[]): string {
  const running = headLines(frame).slice(0, 2).join(' · ');
  const heads = columns
    .map(
      ({ label, kind }) =>
        `<th scope="col" role="columnheader"${isFigure(kind) ? ' class="n"' : ''}>${escapeText(label)}</th>`,
    )
    .join('');
  return `<table role="table" aria-label="${escapeText(`${frame.title}, ${frame.period}`)}">
<thead role="rowgroup">
<tr class="running" aria-hidden="true"><td colspan="${columns.length}">${escapeText(running)}</td></tr>
<tr role="row">${heads}</tr>
</thead>
<tbody role="rowgroup">
`;
}

/** One body per group of the first level, so that each is distinct to ear and eye. */
const opensSection = (row: ReportRow): boolean =>
  (row.kind === 'heading' && row.level === 1) || (row.kind === 'total' && row.level === 0);

function renderRow(row: ReportRow, columns: readonly PlacedAt[], language: Language): string {
  if (row.kind === 'heading')
    return `<tr class="h h${row.level}" role="row"><th scope="rowgroup" role="rowheader" colspan="${columns.length}">${escapeText(row.label)}</th></tr>`;
  const cells = columns.map((column) => {
    if (row.kind === 'total' && column.holdsLabel)
      return `<th scope="row" role="rowheader">${escapeText(row.label)}</th>`;
    const cell = row.cells[column.at] ?? null;
    const shown = escapeText(formatCell(cell, column.kind, language));
    if (column.holdsLabel) return `<th scope="row" role="rowheader">${shown}</th>`;
    if (!isFigure(column.kind)) return `<td role="cell" class="${column.kind}">${shown}</td>`;
    const zero = cell !== null && /^-?0*(\.0*)?$/.test(cell) ? ' z' : '';
    return `<td role="cell" class="n${zero}" data-label="${escapeText(column.label)}">${shown}</td>`;
  });
  return `<tr class="${row.kind === 'total' ? `t t${row.level}` : `l l${row.level}`}" role="row">${cells.join('')}</tr>`;
}
