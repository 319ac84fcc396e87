import type PDFDocument from 'pdfkit';
import type { Reference } from 'pdfkit';
import { type Fonts, SOFT } from './look.ts';

const NAME = 'Pages';

/**
 * The number of pages, which every page shows and nobody knows before the last: a form of its own (ISO 32000-1 section
 * 8.10) that each page names and that is written at the end. Pages need not be kept for it.
 */
export class PageTotal {
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  readonly #form: Reference;
  readonly #size: number;

  constructor(document: PDFDocument, fonts: Fonts, size: number) {
    this.#document = document;
    this.#fonts = fonts;
    this.#size = size;
    this.#form = document.ref({ Type: 'XObject', Subtype: 'Form', FormType: 1 });
  }

  /** Shows the number on the current page, beginning at `x`, in line with text written at `y`. */
  show(x: number, y: number): void {
    const font = this.#document.font(this.#fonts.regular)._font;
    const baseline = y + (font.ascender * this.#size) / 1000;
    this.#document.page!.xobjects[NAME] = this.#form;
    this.#document.addContent(`q 1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} cm /${NAME} Do Q`);
  }

  /** Writes the number, once, before the document ends. */
  end(pages: number): void {
    const font = this.#document.font(this.#fonts.regular)._font;
    const text = String(pages);
    const [glyphs] = font.encode(text);
    const color = [1, 3, 5].map((at) => (Number.parseInt(SOFT.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
    Object.assign(this.#form.data, {
      BBox: [0, -this.#size, Math.ceil(font.widthOfString(text, this.#size)) + 1, this.#size],
      Resources: { Font: { [font.id]: font.ref() } },
    });
    this.#form.end(`BT\n${color} rg\n/${font.id} ${this.#size} Tf\n[<${glyphs.join('')}>] TJ\nET`);
  }
}
