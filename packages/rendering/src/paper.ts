import PDFDocument from 'pdfkit';

/** Glyphs in their order; measures in thousandths of the size. */
interface GlyphRun {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** A font, as pdfkit keeps it within a document. */
export interface EmbeddedFace {
  layoutRun(text: string): GlyphRun;
  layout: (text: string) => GlyphRun;
}

/** The part of pdfkit that is drawn with here. Lengths are points, from the upper left corner. */
export interface Paper extends AsyncIterable<Buffer> {
  readonly _font: EmbeddedFace;
  addPage(options: { readonly size: readonly [width: number, height: number]; readonly margin: number }): this;
  image(content: Uint8Array, x: number, y: number, options: { readonly width: number; readonly height: number }): this;
  /** By the path of its file. */
  font(file: string): this;
  fontSize(size: number): this;
  widthOfString(text: string): number;
  text(text: string, x: number, y: number, options: { readonly lineBreak: false }): this;
  lineWidth(width: number): this;
  strokeColor(colour: string): this;
  moveTo(x: number, y: number): this;
  lineTo(x: number, y: number): this;
  stroke(): this;
  end(): this;
}

/** A4, in points. */
export const SHORT = 595.28;
export const LONG = 841.89;

/** A PDF that is being drawn, without a page. Of equal drawings the bytes are equal. */
export function openPaper(): Paper {
  const Document = PDFDocument as unknown as new (options: object) => Paper;
  return new Document({ autoFirstPage: false, info: { CreationDate: new Date(0), Producer: '', Creator: '' } });
}

export const bytesOf = async (paper: Paper): Promise<Uint8Array> => Buffer.concat(await Array.fromAsync(paper));
