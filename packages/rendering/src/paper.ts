import PDFDocument from 'pdfkit';

/** The part of pdfkit that is drawn with here. Lengths are points, from the upper left corner. */
export interface Paper extends AsyncIterable<Buffer> {
  addPage(options: { readonly size: readonly [width: number, height: number]; readonly margin: number }): this;
  image(content: Uint8Array, x: number, y: number, options: { readonly width: number; readonly height: number }): this;
  end(): this;
}

/** A PDF that is being drawn, without a page. Of equal drawings the bytes are equal. */
export function openPaper(): Paper {
  const Document = PDFDocument as unknown as new (options: object) => Paper;
  return new Document({ autoFirstPage: false, info: { CreationDate: new Date(0), Producer: '', Creator: '' } });
}

export const bytesOf = async (paper: Paper): Promise<Uint8Array> => Buffer.concat(await Array.fromAsync(paper));
