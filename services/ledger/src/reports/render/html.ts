import { createHash } from 'node:crypto';
import { html, type Reply } from '@app/contract';
import { formatCell } from './format.ts';
import { REPORT_CSS } from './html-style.ts';
import { columnsFor, isFigure, type ReportColumn, type ReportRow, type ReportTable } from './table.ts';
import { frameWords, headLines, madeLine, organizationLine } from './words.ts';

type PrintColumn = ReportColumn & { readonly at: number };

/** Nothing but the page's own style may load, and nothing may run, frame the page or be sent from it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(REPORT_CSS).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : c === '"' ? '&quot;' : '&#39;'));

/** The report as a page, shown in place: no script, no third party, readable by screen readers, on a phone and on paper. */
export const htmlReply = (table: ReportTable): Reply =>
  html(200, renderHtml(table), {
    'Content-Disposition': `inline; filename="${table.fileName}.html"`,
    'Content-Security-Policy': POLICY,
    'Content-Language': frameWords(table).lang,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    Vary: 'Accept, Accept-Language',
  });

export function renderHtml(table: ReportTable): string {
  const words = frameWords(table);
  const columns = columnsFor(table, 'print');
  const facts = table.facts.map(({ label, value }) => `<div><dt>${escape(label)}</dt><dd>${escape(value)}</dd></div>`).join('');
  const organization = organizationLine(table);
  const pageTitle = `${table.title} · ${table.company.name} · ${table.period}`;
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(pageTitle)}</title>
<style>${REPORT_CSS}</style>
</head>
<body>
<main>
<header class="head">
<p class="company"><b>${escape(table.company.name)}</b>${organization ? ` <span>${escape(organization)}</span>` : ''}</p>
<h1>${escape(table.title)}</h1>
<p class="period">${escape(table.period)}</p>
<dl class="facts">${facts}</dl>
</header>
${table.rows.length === 0 ? `<p class="empty">${escape(table.emptyText)}</p>` : renderTable(table, columns)}
<footer><p>${escape(table.signRule)}</p><p>${escape(madeLine(table))}</p></footer>
</main>
</body>
</html>
`;
}

function renderTable(table: ReportTable, columns: readonly PrintColumn[]): string {
  const running = headLines(table).slice(0, 2).join(' · ');
  const heads = columns
    .map(({ label, kind }) => `<th scope="col" role="columnheader"${isFigure(kind) ? ' class="n"' : ''}>${escape(label)}</th>`)
    .join('');
  return `<table role="table" aria-label="${escape(`${table.title}, ${table.period}`)}">
<thead role="rowgroup">
<tr class="running" aria-hidden="true"><td colspan="${columns.length}">${escape(running)}</td></tr>
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
    return `<tr class="h h${row.level}" role="row"><th scope="rowgroup" role="rowheader" colspan="${columns.length}">${escape(row.label)}</th></tr>`;
  const cells = columns.map((column) => {
    if (row.kind === 'total' && column.holdsLabel) return `<th scope="row" role="rowheader">${escape(row.label)}</th>`;
    const cell = row.cells[column.at] ?? null;
    const shown = escape(formatCell(cell, column.kind, language));
    if (column.holdsLabel) return `<th scope="row" role="rowheader">${shown}</th>`;
    if (!isFigure(column.kind)) return `<td role="cell" class="${column.kind}">${shown}</td>`;
    const zero = cell !== null && /^-?0*(\.0*)?$/.test(cell) ? ' z' : '';
    return `<td role="cell" class="n${zero}" data-label="${escape(column.label)}">${shown}</td>`;
  });
  return `<tr class="${row.kind === 'total' ? `t t${row.level}` : `l l${row.level}`}" role="row">${cells.join('')}</tr>`;
}
