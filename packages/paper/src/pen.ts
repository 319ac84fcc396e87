import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import { oneLine } from './format.ts';
import { type Fonts, MARGIN, type Weight } from './look.ts';

/** A part of the document as a screen reader knows it; none in a document without tags. */
export type Element = StructureElement | undefined;

/** What a screen reader is given besides the text: a title, what a head belongs to, what a picture shows and where. */
export interface ElementOptions {
  readonly title?: string;
  readonly scope?: 'Column' | 'Row';
  /** Of a cell: how many columns it stands over, one when left out. */
  readonly columns?: number;
  readonly alt?: string;
  /** Left, top, right and bottom. */
  readonly bbox?: readonly [number, number, number, number];
}

/** Stands for a character that the fonts lack, which a screen reader and a copy get all the same. */
const LACKING = '□';

/** Writes and tags: everything that knows how the library draws. Places in points from the top left corner. */
export class Pen {
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  readonly #isTagged: boolean;
  /** Of a line of the table. */
  readonly width: number;

  constructor(document: PDFDocument, fonts: Fonts, options: { readonly isTagged: boolean; readonly width: number }) {
    this.#document = document;
    this.#fonts = fonts;
    this.#isTagged = options.isTagged;
    this.width = options.width;
  }

  /** The outermost element. */
  root(): Element {
    if (!this.#isTagged) return undefined;
    const root = this.#document.struct('Document');
    this.#document.addStructure(root);
    return root;
  }

  /** An element that others go into; `end` it. */
  open(parent: Element, type: string, { columns = 1, ...options }: ElementOptions = {}): Element {
    if (!parent) return undefined;
    const element = this.#document.struct(type, options);
    // The library knows no spans; without one the row would be shorter than the others (ISO 14289-1 section 7.5).
    if (columns > 1) Object.assign(element.dictionary.data.A as object, { ColSpan: columns });
    parent.add(element);
    return element;
  }

  /** An element that holds what `draw` draws. */
  tagged(parent: Element, type: string, draw: () => void, options: ElementOptions = {}): void {
    const element = this.open(parent, type, options);
    if (element) element.add(draw).end();
    else draw();
  }

  /** What repeats, and what only decorates, is not read aloud. */
  artifact(draw: () => void, attached?: 'Top' | 'Bottom'): void {
    const kind = attached ? { type: 'Pagination', attached: [attached] } : { type: 'Layout' };
    if (this.#isTagged) this.#document.markContent('Artifact', kind);
    draw();
    if (this.#isTagged) this.#document.endMarkedContent();
  }

  write(text: string, x: number, y: number, color: string, size: number, weight: Weight = 'regular'): void {
    if (text === '') return;
    const words = oneLine(text);
    this.#document.font(this.#fonts[weight]).fontSize(size).fillColor(color);
    const printed = this.#printed(words);
    // Nested in what is tagged, or alone in a document without tags.
    if (printed !== words) this.#document.markContent('Span', { actual: words });
    this.#document.text(printed, x, y, { lineBreak: false });
    if (printed !== words) this.#document.endMarkedContent();
  }

  /** The words with a box for what the font lacks: no archive file shows what is no glyph (ISO 19005-2 section 6.2.11.8). */
  #printed(words: string): string {
    if (/^[ -~]*$/.test(words)) return words;
    const { font } = this.#document._font;
    return words.replace(/[^ -~]/gu, (character) =>
      font.hasGlyphForCodePoint(character.codePointAt(0)!) ? character : LACKING,
    );
  }

  writeRight(text: string, right: number, y: number, color: string, size: number, weight: Weight = 'regular'): void {
    if (text !== '') this.write(text, right - this.widthOf(text, size, weight), y, color, size, weight);
  }

  widthOf(text: string, size: number, weight: Weight = 'regular'): number {
    return this.#document.font(this.#fonts[weight]).fontSize(size).widthOfString(text);
  }

  /** A line from `x` on, as wide as the page unless said otherwise. */
  line(y: number, color: string, thickness: number, x: number = MARGIN, width: number = this.width): void {
    this.#document
      .strokeColor(color)
      .lineWidth(thickness)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  }

  /** A filled area. */
  panel(x: number, y: number, width: number, height: number, color: string): void {
    this.#document.roundedRect(x, y, width, height, 4).fill(color);
  }

  /** A picture as large as it is said to be. */
  picture(content: Buffer, x: number, y: number, size: { readonly width: number; readonly height: number }): void {
    this.#document.image(content, x, y, size);
  }

  /** Cut with an ellipsis when a filter is longer than its place; JSON and workbook hold it whole. */
  fitted(text: string, width: number, size: number): string {
    if (this.widthOf(text, size) <= width) return text;
    let cut = text;
    while (cut.length > 1 && this.widthOf(`${cut}…`, size) > width) cut = cut.slice(0, -1);
    return `${cut.trimEnd()}…`;
  }
}
