import { once } from 'node:events';
import PDFDocument from 'pdfkit';

/** What the papers use of pdfkit's document, which draws in any size. */
export interface Drawing extends NodeJS.EventEmitter {
  font(name: string): Drawing;
  fontSize(size: number): Drawing;
  fillColor(color: string): Drawing;
  strokeColor(color: string): Drawing;
  lineWidth(width: number): Drawing;
  rect(x: number, y: number, width: number, height: number): Drawing;
  stroke(): Drawing;
  save(): Drawing;
  restore(): Drawing;
  rotate(angle: number, options: { readonly origin: readonly [number, number] }): Drawing;
  text(text: string, x: number, y: number, options: { readonly lineBreak: false }): Drawing;
  widthOfString(text: string): number;
  end(): void;
}
const Document = PDFDocument as unknown as new (options: {
  readonly size: readonly [number, number];
  readonly margin: number;
}) => Drawing;

/** A PDF of one page in points. */
export async function drawn(size: readonly [number, number], draw: (document: Drawing) => void): Promise<Uint8Array> {
  const document = new Document({ size, margin: 0 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, 'end');
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** What is drawn on, with a place to go on from. */
export interface Page {
  readonly document: Drawing;
  readonly fonts: { readonly regular: string; readonly bold: string };
  readonly left: number;
  readonly width: number;
  y: number;
}

interface Cell {
  readonly text: string;
  /** From the left edge of the print, or of its right end. */
  readonly x: number;
  readonly right?: boolean;
}

const LEADING = 1.45;

/** A line of text from the left. */
export const write = (page: Page, size: number, text: string, more: { readonly bold?: boolean } = {}): void =>
  row(page, size, [{ text, x: 0 }], more);

/** Texts beside each other. */
export function row(
  page: Page,
  size: number,
  cells: readonly Cell[],
  { bold = false }: { readonly bold?: boolean } = {},
): void {
  page.document.font(bold ? page.fonts.bold : page.fonts.regular).fontSize(size);
  for (const { text, x, right } of cells) {
    const from = page.left + x - (right ? page.document.widthOfString(text) : 0);
    page.document.text(text, from, page.y, { lineBreak: false });
  }
  page.y += size * LEADING;
}
