import PDFDocument from 'pdfkit';
import sharp from 'sharp';

interface PdfSettings {
  readonly size?: readonly [width: number, height: number];
  readonly userPassword?: string;
  readonly ownerPassword?: string;
}

interface Pen extends AsyncIterable<Buffer> {
  addPage(): this;
  fontSize(size: number): this;
  text(text: string, x: number, y: number): this;
  image(content: Buffer, x: number, y: number, options: object): this;
  end(): this;
}

const openPen = (settings: object): Pen => new (PDFDocument as unknown as new (options: object) => Pen)(settings);

/** A PDF with a text on each page. */
export async function pdfOf(texts: readonly string[], settings: PdfSettings = {}): Promise<Buffer> {
  const pen = openPen({ size: 'A4', autoFirstPage: false, ...settings });
  for (const text of texts) pen.addPage().fontSize(14).text(text, 72, 72);
  return bytesOf(pen);
}

async function bytesOf(pen: Pen): Promise<Buffer> {
  pen.end();
  return Buffer.concat(await Array.fromAsync(pen));
}

export const plain = (width: number, height: number, background: string | object = 'white') =>
  sharp({ create: { width, height, channels: 3, background: background as string } });
