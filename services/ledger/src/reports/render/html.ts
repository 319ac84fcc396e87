import { html, type Reply } from '@app/contract';
import { contentSecurityPolicy, escapeText, pageHeaders } from '@app/pages';
import { formatCell } from './format.ts';
import { REPORT_CSS } from './html-style.ts';
import { columnsFor, isFigure, type ReportColumn, type ReportRow, type ReportTable } from './table.ts';
import { frameWords, headLines, madeLine, organizationLine } from './words.ts';

type PrintColumn = ReportColumn & { readonly at: number };

/** Nothing but the page's own style may load, and nothing may run, frame the page or be sent from it. */
const POLICY = contentSecurityPolicy({ styles: [REPORT_CSS], forms: 'none' });

/** The report as a page, shown in place: no script, no third party, readable by screen readers, on a phone and on paper. */
export const htmlReply = (table: ReportTable): Reply =>
  html(200, renderHtml(table), {
    ...pageHeaders(POLICY),
    'Content-Disposition': `inline; filename="${table.fileName}.html"`,
    'Content-Language': frameWords(table).lang,
    Vary: 'Accept, Accept-Language',
  });

export function renderHtml(table: ReportTable): string {
  const words = frameWords(table);
  const columns = columnsFor(table, 'print');
  const facts = table.facts.map(({ label, value }) => `<div><dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd></div>`).join('');
  const organization = organizationLine(table);
  const pageTitle = `${table.title} · ${table.company.name} · ${table.period}`;
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeText(pageTitle)}</title>
<style>${REPORT_CSS}</style>
</head>
<body>
<main>
<header class="head">
<p class="company"><b>${escapeText(table.company.name)}</b>${organization ? ` <span>${escapeText(organization)}</span>` : ''}</p>
<h1>${escapeText(table.title)}</h1>
<p class="period">${escapeText(table.period)}</p>
<dl class="facts">${facts}</dl>
</header>
${table.rows.length === 0 ? `<p class="empty">${escapeText(table.emptyText)}</p>` : renderTable(table, columns)}
<footer><p>${escapeText(table.signRule)}</p><p>${escapeText(madeLine(table))}</p></footer>
</main>
</body>
</html>
`;
}

function renderTable(table: ReportTable, columns: readonly PrintColumn[]): string {
  const running = headLines(table).slice(0, 2).join(' · ');
  const heads = columns
    .map(({ label, kind }) => `<th scope="col" role="columnheader"${isFigure(kind) ? ' class="n"' : ''}>${escapeText(label)}</th>`)
    .join('');
  return `<table role="table" aria-label="${escapeText(`${table.title}, ${table.period}`)}">
<thead role="rowgroup">
<tr class="running" aria-hidden="true"><td colspan="${columns.length}">${escapeText(running)}</td></tr>
<tr role="row">${heads}</tr>
</thead>
${sections(table.rows)
  .map((rows) => `<tbody role="rowgroup">\n${rows.map((row) => renderRow(row, columns, table.language)).join('\n')}\n</tbody>`)
  .join('\n')}
</table>`;
}

/** One body per group of the first level, so that each can be told apart by ear and by eye. */
function sections(rows: readonly ReportRow[]): readonly (readonly ReportRow[])[] {
  const found: ReportRow[][] = [];
  for (const row of rows) {
    const opens = (row.kind === 'heading' && row.level === 1) || (row.kind === 'total' && row.level === 0);
    if (opens || found.length === 0) found.push([]);
    found.at(-1)!.push(row);
  }
  return found;
}

function renderRow(row: ReportRow, columns: readonly PrintColumn[], language: ReportTable['language']): string {
  if (row.kind === 'heading')
    return `<tr class="h h${row.level}" role="row"><th scope="rowgroup" role="rowheader" colspan="${columns.length}">${escapeText(row.label)}</th></tr>`;
  const cells = columns.map((column) => {
    if (row.kind === 'total' && column.holdsLabel) return `<th scope="row" role="rowheader">${escapeText(row.label)}</th>`;
    const cell = row.cells[column.at] ?? null;
    const shown = escapeText(formatCell(cell, column.kind, language));
    if (column.holdsLabel) return `<th scope="row" role="rowheader">${shown}</th>`;
    if (!isFigure(column.kind)) return `<td role="cell" class="${column.kind}">${shown}</td>`;
    const zero = cell !== null && /^-?0*(\.0*)?$/.test(cell) ? ' z' : '';
    return `<td role="cell" class="n${zero}" data-label="${escapeText(column.label)}">${shown}</td>`;
  });
  return `<tr class="${row.kind === 'total' ? `t t${row.level}` : `l l${row.level}`}" role="row">${cells.join('')}</tr>`;
}
