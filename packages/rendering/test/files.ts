import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

interface PdfSettings {
  readonly size?: readonly [width: number, height: number];
  readonly userPassword?: string;
  readonly ownerPassword?: string;
}

interface Pen extends AsyncIterable<Buffer> {
  addPage(): this;
  fontSize(size: number): this;
  text(text: string, x: number, y: number): this;
  openImage(content: Buffer): object;
  image(picture: object, x: number, y: number, options: object): this;
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

/** Pages that are a picture of noise each, so that nothing makes their images small, under a line of text. */
export async function noisyPdf(pages: number): Promise<Buffer> {
  const pen = openPen({ size: [SIDE, SIDE], margin: 0, autoFirstPage: false });
  const noise = pen.openImage(
    await noiseOf(2 * SIDE, 2 * SIDE)
      .jpeg()
      .toBuffer(),
  );
  for (let page = 1; page <= pages; page++) {
    pen.addPage().image(noise, 0, 0, { width: SIDE, height: SIDE });
    pen.fontSize(6).text(`Dette er side nummer ${page} av mange sider`, 4, 4);
  }
  return bytesOf(pen);
}

/** Points. */
const SIDE = 120;

export const noiseOf = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });

export const plain = (width: number, height: number, background: string | object = 'white') =>
  sharp({ create: { width, height, channels: 3, background: background as string } });

/** Red, green and blue of a pixel of a PNG. */
export async function colourAt(png: Uint8Array, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/**
 * 96 x 64 pixels of HEIC, the left half red and the right one blue. There is no encoder that installs from npm; libheif
 * made these 418 bytes.
 */
export const HEIC = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9j',
    'AAAAAERAAAEAAQAAAAABegABAAAAAAAAACgAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA1mlw',
    'cnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AA',
    'AAMAkAAAAwAAAwAeoDCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAA',
    'AABgAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAADBtZGF0AAAAJCgBrxmA93yFN//6t+f9+Wv+X4LtP/+F',
    'Od7Oef4l0gB7HSv/gA==',
  ].join(''),
  'base64',
);

/** An archive, as spreadsheets are. */
export async function archiveOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return Buffer.concat(await Array.fromAsync(archive.outputStream as AsyncIterable<Buffer>));
}
