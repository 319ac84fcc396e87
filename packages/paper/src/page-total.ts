import type PDFDocument from 'pdfkit';
import type { Reference } from 'pdfkit';
import { type Fonts, SOFT } from './look.ts';

const NAME = 'Pages';

/**
 * What every page says with the number of pages, which nobody knows before the last: a form of its own (ISO 32000-1
 * section 8.10) that the page names and that is written at the end, so that it ends where it should however many pages
 * there are. Of a page nothing else is kept for it.
 */
export class PageTotal {
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  readonly #size: number;
  /** One for each page, in their order. */
  readonly #forms: Reference[] = [];

  constructor(document: PDFDocument, fonts: Fonts, size: number) {
    this.#document = document;
    this.#fonts = fonts;
    this.#size = size;
  }

  /** Keeps a place on the current page that ends at `right`, in line with text written at `y`. */
  show(right: number, y: number): void {
    const font = this.#document.font(this.#fonts.regular)._font;
    const baseline = y + (font.ascender * this.#size) / 1000;
    const form = this.#document.ref({ Type: 'XObject', Subtype: 'Form', FormType: 1 });
    this.#forms.push(form);
    this.#document.page!.xobjects[NAME] = form;
    this.#document.addContent(`q 1 0 0 -1 ${right.toFixed(2)} ${baseline.toFixed(2)} cm /${NAME} Do Q`);
  }

  /** Writes what the pages say, once, before the document ends. */
  end(textOf: (page: number, pages: number) => string): void {
    const font = this.#document.font(this.#fonts.regular)._font;
    const color = [1, 3, 5].map((at) => (Number.parseInt(SOFT.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
    const resources = { Font: { [font.id]: font.ref() } };
    for (const [index, form] of this.#forms.entries()) {
      const text = textOf(index + 1, this.#forms.length);
      const width = font.widthOfString(text, this.#size);
      const [glyphs, positions] = font.encode(text);
      const kerned = glyphs.map((glyph, at) => {
        const { advanceWidth, xAdvance } = positions[at]!;
        return `<${glyph}> ${(advanceWidth - xAdvance).toFixed(0)}`;
      });
      Object.assign(form.data, {
        BBox: [-Math.ceil(width) - 1, -this.#size, 1, this.#size],
        Resources: resources,
      });
      form.end(
        `BT\n${color} rg\n/${font.id} ${this.#size} Tf\n${(-width).toFixed(2)} 0 Td\n[${kerned.join(' ')}] TJ\nET`,
      );
    }
  }
}
