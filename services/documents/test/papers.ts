import PDFDocument from 'pdfkit';

interface Pen extends AsyncIterable<Buffer> {
  addPage(): this;
  text(text: string): this;
  end(): this;
}

/** A PDF with a text on each page. @param settings of pdfkit, such as `userPassword` */
export async function paper(texts: readonly string[], settings: object = {}): Promise<Buffer> {
  const pen = new (PDFDocument as unknown as new (options: object) => Pen)({ autoFirstPage: false, ...settings });
  for (const text of texts) pen.addPage().text(text);
  pen.end();
  return Buffer.concat(await Array.fromAsync(pen));
}
