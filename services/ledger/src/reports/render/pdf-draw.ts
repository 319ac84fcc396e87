import PDFDocument, { type StructureElement } from 'pdfkit';
import { oneLine } from './format.ts';
import {
  BODY,
  bottomOf,
  HEAD_SIZE,
  type Layout,
  layOut,
  MARGIN,
  type Measure,
  type PlacedRow,
  type Weight,
  widthOf,
} from './pdf-layout.ts';
import { isFigure, type ReportTable } from './table.ts';
import { frameWords, madeLine, organizationLine } from './words.ts';

export interface Fonts {
  readonly regular: string;
  readonly bold: string;
}

/** What the caller can mend: the report is longer than a PDF may be. */
export class TooManyPages extends Error {
  readonly pages: number;

  constructor(pages: number) {
    super(`${pages} pages`);
    this.pages = pages;
  }
}

const INK = '#1b2420';
const SOFT = '#55615b';
const FAINT = '#6a756e';
const HAIR = '#e4e6e1';
const RULE = '#b6beb8';
const ACCENT = '#0f5f49';

const TOP = { first: 196, other: 92 } as const;

/**
 * The report as PDF/A-2a: fonts embedded, tagged for screen readers, the head on every page, and bytes that follow from the input and
 * its creation time alone.
 *
 * @param pageLimit throws TooManyPages above it, before anything is drawn
 */
export async function drawPdf(table: ReportTable, fonts: Fonts, pageLimit: number): Promise<Buffer> {
  const words = frameWords(table);
  const document = new PDFDocument({
    font: fonts.regular,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: words.lang === 'nb' ? 'nb-NO' : 'en',
    displayTitle: true,
    autoFirstPage: false,
    info: {
      Title: `${table.title} · ${table.company.name} · ${table.period}`,
      Author: table.madeBy,
      Creator: 'Accounting platform',
      Producer: 'pdfkit',
      CreationDate: new Date(table.madeAt),
      ModDate: new Date(table.madeAt),
    },
  });
  const layout = layOut(table, measureWith(document, fonts), { first: TOP.first + factRoom(table), other: TOP.other });
  if (layout.pages.length > pageLimit) throw new TooManyPages(layout.pages.length);
  const bytes = collect(document);
  new Drawing(document, fonts, table, layout).draw();
  document.end();
  return bytes;
}

/** The same code or figure is measured once. */
function measureWith(document: PDFDocument, fonts: Fonts): Measure {
  const known = new Map<string, number>();
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

async function collect(document: PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Facts stand four in a row below the title; more of them take more rows. */
const FACTS_PER_ROW = 4;
const factRoom = (table: ReportTable): number => Math.max(0, Math.ceil(table.facts.length / FACTS_PER_ROW) - 1) * 22;

/** The pen and where it is. */
class Drawing {
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  readonly #table: ReportTable;
  readonly #layout: Layout;
  readonly #width: number;
  #y = 0;

  constructor(document: PDFDocument, fonts: Fonts, table: ReportTable, layout: Layout) {
    this.#document = document;
    this.#fonts = fonts;
    this.#table = table;
    this.#layout = layout;
    this.#width = widthOf(layout.orientation);
  }

  draw(): void {
    const root = this.#document.struct('Document');
    this.#document.addStructure(root);
    let body: StructureElement | undefined;
    for (const [index, page] of this.#layout.pages.entries()) {
      this.#document.addPage({ size: 'A4', layout: this.#layout.orientation, margin: 0 });
      if (index === 0) this.#openingHead(root);
      else this.#runningHead();
      if (page.rows.length > 0) {
        body ??= this.#openTable(root);
        this.#columnHeads(index === 0 ? body : undefined);
        if (page.continued.length > 0) this.#continued(page.continued);
        for (const row of page.rows) this.#row(row, body);
      }
      this.#foot(index + 1);
    }
    if (this.#table.rows.length === 0) this.#tagged(root, 'P', () => this.#write(this.#table.emptyText, MARGIN, this.#y + 24, SOFT, 10));
    body?.end();
    root.end();
  }

  #openTable(root: StructureElement): StructureElement {
    const body = this.#document.struct('Table', { title: `${this.#table.title}, ${this.#table.period}` });
    root.add(body);
    return body;
  }

  #tagged(parent: StructureElement, type: string, draw: () => void): void {
    const element = this.#document.struct(type);
    parent.add(element);
    element.add(draw);
    element.end();
  }

  /** What repeats, and what only decorates, is not read aloud. */
  #artifact(draw: () => void, attached?: 'Top' | 'Bottom'): void {
    this.#document.markContent('Artifact', attached ? { type: 'Pagination', attached: [attached] } : { type: 'Layout' });
    draw();
    this.#document.endMarkedContent();
  }

  #write(text: string, x: number, y: number, color: string, size: number, weight: Weight = 'regular'): void {
    if (text === '') return;
    this.#document.font(this.#fonts[weight]).fontSize(size).fillColor(color).text(oneLine(text), x, y, { lineBreak: false });
  }

  #writeRight(text: string, right: number, y: number, color: string, size: number, weight: Weight = 'regular'): void {
    if (text === '') return;
    const width = this.#document.font(this.#fonts[weight]).fontSize(size).widthOfString(text);
    this.#write(text, right - width, y, color, size, weight);
  }

  #line(y: number, color: string, width: number, from = MARGIN, to = MARGIN + this.#width): void {
    this.#document.strokeColor(color).lineWidth(width).moveTo(from, y).lineTo(to, y).stroke();
  }

  #openingHead(root: StructureElement): void {
    const { company, title, period, facts } = this.#table;
    const organization = organizationLine(this.#table);
    this.#tagged(root, 'P', () => {
      this.#write(company.name, MARGIN, 40, INK, 9.5, 'bold');
      this.#write(organization, MARGIN, 52, SOFT, 8.6);
    });
    this.#tagged(root, 'H1', () => this.#write(title, MARGIN, 70, ACCENT, 24, 'bold'));
    this.#tagged(root, 'P', () => this.#write(period, MARGIN, 101, INK, 11));
    this.#artifact(() => this.#line(125, HAIR, 0.75));
    const step = this.#width / FACTS_PER_ROW;
    for (const [index, fact] of facts.entries()) {
      const x = MARGIN + (index % FACTS_PER_ROW) * step;
      const y = 132 + Math.floor(index / FACTS_PER_ROW) * 22;
      this.#tagged(root, 'P', () => {
        this.#write(fact.label, x, y, SOFT, 7.2);
        this.#write(this.#fitted(fact.value, step - 8, BODY), x, y + 9, INK, BODY);
      });
    }
    this.#y = TOP.first + factRoom(this.#table);
    this.#artifact(() => this.#line(157 + factRoom(this.#table), HAIR, 0.75));
  }

  #runningHead(): void {
    const { company, title, period, facts } = this.#table;
    this.#artifact(() => {
      this.#write(company.name, MARGIN, 36, INK, 8.2, 'bold');
      this.#writeRight(`${title} · ${period}`, MARGIN + this.#width, 36, INK, 8.2, 'bold');
      const organization = organizationLine(this.#table);
      const left = organization === '' ? 0 : this.#document.font(this.#fonts.regular).fontSize(7.6).widthOfString(organization) + 16;
      this.#write(organization, MARGIN, 47.5, SOFT, 7.6);
      const all = facts.map(({ label, value }) => `${label}: ${value}`).join(' · ');
      this.#writeRight(this.#fitted(all, this.#width - left, 7.6), MARGIN + this.#width, 47.5, SOFT, 7.6);
    }, 'Top');
    this.#y = TOP.other;
  }

  /** Cut with an ellipsis when a filter is longer than its place; the file's JSON and workbook hold it whole. */
  #fitted(text: string, width: number, size: number): string {
    this.#document.font(this.#fonts.regular).fontSize(size);
    if (this.#document.widthOfString(text) <= width) return text;
    let cut = text;
    while (cut.length > 1 && this.#document.widthOfString(`${cut}…`) > width) cut = cut.slice(0, -1);
    return `${cut.trimEnd()}…`;
  }

  #foot(page: number): void {
    const y = bottomOf(this.#layout.orientation) + 20;
    this.#artifact(() => {
      this.#write(`${this.#table.signRule} ${madeLine(this.#table)}`, MARGIN, y, SOFT, 7.6);
      this.#writeRight(frameWords(this.#table).page(page, this.#layout.pages.length), MARGIN + this.#width, y, SOFT, 7.6);
    }, 'Bottom');
  }

  /** Read aloud once; drawn on every page. */
  #columnHeads(body: StructureElement | undefined): void {
    const bottom = this.#y - 6;
    const draw = (column: Layout['columns'][number]) => {
      const lines = this.#headLines(column.label, column.width);
      for (const [index, line] of lines.entries()) {
        const y = bottom - 11 - (lines.length - 1 - index) * 9.2;
        if (isFigure(column.kind)) this.#writeRight(line, column.x + column.width, y, SOFT, HEAD_SIZE, 'bold');
        else this.#write(line, column.x, y, SOFT, HEAD_SIZE, 'bold');
      }
    };
    if (body === undefined) {
      this.#artifact(() => {
        for (const column of this.#layout.columns) draw(column);
      });
    } else {
      const row = this.#document.struct('TR');
      body.add(row);
      for (const column of this.#layout.columns) {
        const cell = this.#document.struct('TH', { scope: 'Column' });
        row.add(cell);
        cell.add(() => draw(column));
        cell.end();
      }
      row.end();
    }
    this.#artifact(() => this.#line(bottom, ACCENT, 1));
  }

  #headLines(label: string, width: number): readonly string[] {
    this.#document.font(this.#fonts.bold).fontSize(HEAD_SIZE);
    if (this.#document.widthOfString(label) <= width) return [label];
    const words = label.split(' ');
    return words.length === 1 ? [label] : [words.slice(0, -1).join(' '), words.at(-1)!];
  }

  #continued(headings: readonly string[]): void {
    const text = `${headings.join(' › ')} (${frameWords(this.#table).continued})`;
    this.#artifact(() => this.#write(this.#fitted(text, this.#width, 7.6), MARGIN, this.#y - 1, FAINT, 7.6));
    this.#y += 14;
  }

  #row(placed: PlacedRow, body: StructureElement): void {
    const { row, look } = placed;
    const y = this.#y + look.above;
    const element = this.#document.struct('TR');
    body.add(element);
    const cell = (type: 'TH' | 'TD', draw: () => void) => {
      const box = this.#document.struct(type, type === 'TH' ? { scope: 'Row' } : {});
      element.add(box);
      box.add(draw);
      box.end();
    };
    if (row.kind === 'heading') {
      const color = row.level === 1 ? ACCENT : row.level === 2 ? SOFT : INK;
      const x = row.level > 2 ? (this.#layout.columns.find(({ holdsLabel }) => holdsLabel)?.x ?? MARGIN) : MARGIN;
      cell('TH', () => this.#lines(placed.texts[0]!, x, y, color, look));
    } else {
      for (const [index, column] of this.#layout.columns.entries()) {
        const texts = placed.texts[index]!;
        cell(column.holdsLabel ? 'TH' : 'TD', () => this.#cell(texts, column, y, placed));
      }
    }
    element.end();
    this.#y += placed.height;
    this.#artifact(() => this.#ruleBelow(row));
  }

  #cell(texts: readonly string[], column: Layout['columns'][number], y: number, { row, look }: PlacedRow): void {
    if (isFigure(column.kind)) {
      const muted = row.kind === 'line' && /^0?[.,]?0*$/.test(texts[0]!);
      this.#writeRight(texts[0]!, column.x + column.width, y, muted ? FAINT : INK, look.size, look.weight);
      return;
    }
    const soft = row.kind === 'line' && column.kind === 'code';
    this.#lines(texts, column.x + (column.holdsLabel ? look.indent : 0), y, soft ? SOFT : INK, look);
  }

  #lines(texts: readonly string[], x: number, y: number, color: string, look: PlacedRow['look']): void {
    for (const [index, text] of texts.entries()) this.#write(text, x, y + index * look.leading, color, look.size, look.weight);
  }

  #ruleBelow(row: PlacedRow['row']): void {
    if (row.kind === 'line') this.#line(this.#y, HAIR, 0.5);
    if (row.kind !== 'total') return;
    if (row.level > 1) this.#line(this.#y, RULE, 0.6);
    if (row.level === 1) this.#line(this.#y, ACCENT, 0.9);
    if (row.level === 0) {
      this.#line(this.#y, ACCENT, 0.9);
      this.#line(this.#y + 2, ACCENT, 0.9);
    }
  }
}
