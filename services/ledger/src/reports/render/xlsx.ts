import { columnsFor, type ReportTable } from './table.ts';
import { frameWords } from './words.ts';
import { sheetXml } from './xlsx-sheet.ts';
import { stylesXml } from './xlsx-styles.ts';
import { columnName, escapeXml, HEAD_ROWS } from './xlsx-text.ts';
import { zip } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * The report as an Office Open XML workbook (ECMA-376): one sheet with frozen head, filter, print titles and outline. Figures and
 * dates are numbers with a format, written from their exact decimals; words of people are string cells, never formulas or links.
 *
 * Written by hand rather than through a workbook library: amounts stay decimal text to the last byte, the same input gives the same
 * bytes, and a ledger of a hundred thousand lines is packed piece by piece (docs/decisions/0021-reports.md).
 */
export function renderXlsx(table: ReportTable): Promise<Buffer> {
  return zip(
    [
      { name: '[Content_Types].xml', pieces: [contentTypes] },
      { name: '_rels/.rels', pieces: [packageRelations] },
      { name: 'docProps/core.xml', pieces: [coreProperties(table)] },
      { name: 'xl/workbook.xml', pieces: [workbookXml(table)] },
      { name: 'xl/_rels/workbook.xml.rels', pieces: [workbookRelations] },
      { name: 'xl/styles.xml', pieces: [XML, stylesXml(table.language)] },
      { name: 'xl/worksheets/sheet1.xml', pieces: withProlog(sheetXml(table)) },
    ],
    table.madeAt,
  );
}

function* withProlog(pieces: Iterable<string>): Iterable<string> {
  yield XML;
  yield* pieces;
}

const contentTypes = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const packageRelations = `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

const workbookRelations = `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

const coreProperties = (table: ReportTable): string =>
  `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(`${table.title} · ${table.company.name}`)}</dc:title><dc:creator>${escapeXml(table.madeBy)}</dc:creator><dc:language>${frameWords(table).lang}</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${table.madeAt}</dcterms:created></cp:coreProperties>`;

/** A sheet's name: at most 31 characters, without `: \ / ? * [ ]`. */
export const sheetName = (title: string): string => title.replace(/[:\\/?*[\]']/g, ' ').slice(0, 31);

function workbookXml(table: ReportTable): string {
  const name = escapeXml(sheetName(table.title));
  const last = columnName(columnsFor(table, 'sheet').length);
  const bottom = HEAD_ROWS + Math.max(1, table.rows.filter(({ kind }) => kind !== 'heading').length);
  return `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${name}'!$A$${HEAD_ROWS}:$${last}$${bottom}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">'${name}'!$1:$${HEAD_ROWS}</definedName></definedNames></workbook>`;
}
