import {
  ACCENT,
  bottomOf,
  type Element,
  FAINT,
  type Fonts,
  HAIR,
  INK,
  MARGIN,
  PageTotal,
  Pen,
  RULE,
  SOFT,
  widthOf,
} from '@app/paper/drawing';
import type PDFDocument from 'pdfkit';
import type { PlacedColumn, Sheet } from './pdf-columns.ts';
import { BODY, HEAD_SIZE } from './pdf-look.ts';
import { CONTINUED, type PlacedPage, type PlacedRow, type Tops } from './pdf-pages.ts';
import { isFigure, type ReportFrame } from './table.ts';
import { frameWords, madeLine, organizationLine } from './words.ts';

const TOP = { first: 196, other: 92 } as const;
const FACTS_PER_ROW = 4;
const FACT_ROW = 22;
/** Size of head and foot. */
const SMALL = 7.6;

/** Facts stand four in a row below the title; more of them take more rows. */
const factRoom = ({ facts }: ReportFrame): number =>
  Math.max(0, Math.ceil(facts.length / FACTS_PER_ROW) - 1) * FACT_ROW;

/** Where the table begins. */
export const topsOf = (frame: ReportFrame): Tops => ({ first: TOP.first + factRoom(frame), other: TOP.other });

export interface DrawingOptions {
  readonly document: PDFDocument;
  readonly fonts: Fonts;
  readonly frame: ReportFrame;
  readonly sheet: Sheet;
  readonly isTagged: boolean;
}

/** Draws one page after the other and keeps none. */
export class Drawing {
  readonly #document: PDFDocument;
  readonly #frame: ReportFrame;
  readonly #sheet: Sheet;
  readonly #pen: Pen;
  readonly #total: PageTotal;
  readonly #root: Element;
  #body: Element;
  #pages = 0;
  /** Where the next thing is drawn. */
  #y = 0;

  constructor({ document, fonts, frame, sheet, isTagged }: DrawingOptions) {
    this.#document = document;
    this.#frame = frame;
    this.#sheet = sheet;
    this.#pen = new Pen(document, fonts, { isTagged, width: widthOf(sheet.orientation) });
    this.#total = new PageTotal(document, fonts, SMALL);
    this.#root = this.#pen.root();
  }

  page(page: PlacedPage): void {
    const { title, period, emptyText } = this.#frame;
    const before = this.#document.page;
    this.#document.addPage({ size: 'A4', layout: this.#sheet.orientation, margin: 0 });
    // Written by now; the document remembers where, and needs no more of it.
    if (before) before.dictionary.data = {};
    this.#pages++;
    const isFirst = this.#pages === 1;
    if (isFirst) this.#openingHead();
    else this.#runningHead();
    if (page.rows.length > 0) {
      this.#body ??= this.#pen.open(this.#root, 'Table', { title: `${title}, ${period}` });
      if (isFirst) this.#columnHeads();
      else this.#pen.artifact(() => this.#columnNames());
      this.#pen.artifact(() => this.#pen.line(this.#y - 6, ACCENT, 1));
      if (page.continued.length > 0) this.#continued(page.continued);
      for (const row of page.rows) this.#row(row);
    } else this.#pen.tagged(this.#root, 'P', () => this.#pen.write(emptyText, MARGIN, this.#y + 24, SOFT, 10));
    this.#foot();
  }

  /** After the last page. */
  end(): void {
    this.#body?.end();
    this.#root?.end();
    this.#total.end(frameWords(this.#frame).pageOf);
  }

  #openingHead(): void {
    const { company, title, period, facts } = this.#frame;
    const pen = this.#pen;
    pen.tagged(this.#root, 'P', () => {
      pen.write(company.name, MARGIN, 40, INK, 9.5, 'bold');
      pen.write(organizationLine(this.#frame), MARGIN, 52, SOFT, BODY);
    });
    pen.tagged(this.#root, 'H1', () => pen.write(title, MARGIN, 70, ACCENT, 24, 'bold'));
    pen.tagged(this.#root, 'P', () => pen.write(period, MARGIN, 101, INK, 11));
    pen.artifact(() => pen.line(125, HAIR, 0.75));
    const step = pen.width / FACTS_PER_ROW;
    for (const [index, fact] of facts.entries()) {
      const x = MARGIN + (index % FACTS_PER_ROW) * step;
      const y = 132 + Math.floor(index / FACTS_PER_ROW) * FACT_ROW;
      pen.tagged(this.#root, 'P', () => {
        pen.write(fact.label, x, y, SOFT, 7.2);
        pen.write(pen.fitted(fact.value, step - 8, BODY), x, y + 9, INK, BODY);
      });
    }
    this.#y = topsOf(this.#frame).first;
    pen.artifact(() => pen.line(157 + factRoom(this.#frame), HAIR, 0.75));
  }

  #runningHead(): void {
    const { company, title, period, facts } = this.#frame;
    const pen = this.#pen;
    const right = MARGIN + pen.width;
    pen.artifact(() => {
      const name = `${title} · ${period}`;
      pen.write(
        pen.fitted(company.name, pen.width - pen.widthOf(name, 8.2, 'bold') - 16, 8.6),
        MARGIN,
        36,
        INK,
        8.2,
        'bold',
      );
      pen.writeRight(name, right, 36, INK, 8.2, 'bold');
      const organization = organizationLine(this.#frame);
      const left = organization === '' ? 0 : pen.widthOf(organization, SMALL) + 16;
      pen.write(organization, MARGIN, 47.5, SOFT, SMALL);
      const all = facts.map(({ label, value }) => `${label}: ${value}`).join(' · ');
      pen.writeRight(pen.fitted(all, pen.width - left, SMALL), right, 47.5, SOFT, SMALL);
    }, 'Top');
    this.#y = TOP.other;
  }

  #foot(): void {
    const y = bottomOf(this.#sheet.orientation) + 20;
    this.#pen.artifact(() => {
      this.#pen.write(`${this.#frame.signRule} ${madeLine(this.#frame)}`, MARGIN, y, SOFT, SMALL);
      this.#total.show(MARGIN + this.#pen.width, y);
    }, 'Bottom');
  }

  /** Read aloud once; drawn on every page. */
  #columnHeads(): void {
    const row = this.#pen.open(this.#body, 'TR');
    for (const column of this.#sheet.columns)
      this.#pen.tagged(row, 'TH', () => this.#columnName(column), { scope: 'Column' });
    row?.end();
  }

  #columnNames(): void {
    for (const column of this.#sheet.columns) this.#columnName(column);
  }

  #columnName({ label, kind, x, width }: PlacedColumn): void {
    const lines = this.#headLines(label, width);
    for (const [index, line] of lines.entries()) {
      const y = this.#y - 17 - (lines.length - 1 - index) * 9.2;
      if (isFigure(kind)) this.#pen.writeRight(line, x + width, y, SOFT, HEAD_SIZE, 'bold');
      else this.#pen.write(line, x, y, SOFT, HEAD_SIZE, 'bold');
    }
  }

  #headLines(label: string, width: number): readonly string[] {
    const words = label.split(' ');
    const fits = words.length === 1 || this.#pen.widthOf(label, HEAD_SIZE, 'bold') <= width;
    return fits ? [label] : [words.slice(0, -1).join(' '), words.at(-1)!];
  }

  #continued(headings: readonly string[]): void {
    const text = `${headings.join(' › ')} (${frameWords(this.#frame).continued})`;
    this.#pen.artifact(() =>
      this.#pen.write(this.#pen.fitted(text, this.#pen.width, SMALL), MARGIN, this.#y - 1, FAINT, SMALL),
    );
    this.#y += CONTINUED;
  }

  #row(placed: PlacedRow): void {
    const { row, look } = placed;
    const y = this.#y + look.above;
    const element = this.#pen.open(this.#body, 'TR');
    if (row.kind === 'heading') {
      const color = row.level === 1 ? ACCENT : row.level === 2 ? SOFT : INK;
      const x = row.level > 2 ? (this.#sheet.columns.find(({ holdsLabel }) => holdsLabel)?.x ?? MARGIN) : MARGIN;
      const columns = this.#sheet.columns.length;
      this.#pen.tagged(element, 'TH', () => this.#lines(placed.texts[0]!, x, y, color, look), {
        scope: 'Row',
        columns,
      });
    } else {
      for (const [index, column] of this.#sheet.columns.entries()) {
        const draw = () => this.#cell(placed.texts[index]!, column, y, placed);
        if (column.holdsLabel) this.#pen.tagged(element, 'TH', draw, { scope: 'Row' });
        else this.#pen.tagged(element, 'TD', draw);
      }
    }
    element?.end();
    this.#y += placed.height;
    this.#pen.artifact(() => this.#ruleBelow(row));
  }

  #cell(texts: readonly string[], column: PlacedColumn, y: number, { row, look }: PlacedRow): void {
    const text = texts[0]!;
    // Wider than those that the width was taken from: set smaller, never cut, never over its neighbour.
    const usual = look.size * (isFigure(column.kind) ? this.#sheet.figureScale : 1);
    const size =
      texts.length > 1 ? usual : usual * Math.min(1, column.width / this.#pen.widthOf(text, usual, look.weight));
    const baseline = y + (look.size - size);
    if (isFigure(column.kind)) {
      const muted = row.kind === 'line' && /^0?[.,]?0*$/.test(text);
      this.#pen.writeRight(text, column.x + column.width, baseline, muted ? FAINT : INK, size, look.weight);
    } else if (column.kind === 'code' && texts.length === 1) {
      this.#pen.write(text, column.x, baseline, row.kind === 'line' ? SOFT : INK, size, look.weight);
    } else this.#lines(texts, column.x + (column.holdsLabel ? look.indent : 0), y, INK, look);
  }

  #lines(texts: readonly string[], x: number, y: number, color: string, look: PlacedRow['look']): void {
    for (const [index, text] of texts.entries())
      this.#pen.write(text, x, y + index * look.leading, color, look.size, look.weight);
  }

  #ruleBelow({ kind, ...row }: PlacedRow['row']): void {
    if (kind === 'line') this.#pen.line(this.#y, HAIR, 0.5);
    if (kind !== 'total') return;
    if (row.level > 1) this.#pen.line(this.#y, RULE, 0.6);
    else this.#pen.line(this.#y, ACCENT, 0.9);
    if (row.level === 0) this.#pen.line(this.#y + 2, ACCENT, 0.9);
  }
}
