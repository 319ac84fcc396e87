import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { RenderingFailure, unreadable } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import type { DrawnPage, PageSource } from './page-source.ts';
import { shrinking } from './pixels.ts';
import { cleanText } from './text.ts';

const DOTS_PER_INCH = 150;
const POINTS_PER_INCH = 72;

let library: Promise<PDFiumLibrary> | undefined;

/** What the library says of a file that opens with a password alone, or by a scheme that nobody else knows. */
const SAYS_ENCRYPTED = /password|security/i;

/**
 * Opens a PDF. Scripts in it are not run: the library has no interpreter.
 * @throws RenderingFailure `encrypted`, `unreadable`
 */
export async function openPdf(content: Uint8Array): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init();
  const opener = await library;
  try {
    return await opener.loadDocument(content);
  } catch (error) {
    if (error instanceof Error && SAYS_ENCRYPTED.test(error.message))
      throw new RenderingFailure('encrypted', 'The PDF opens with a password alone', { cause: error });
    throw unreadable('The PDF is damaged, or is none', error);
  }
}

/** @throws RenderingFailure `encrypted`, `unreadable`, `too_many_pages` */
export async function openPages(
  content: Uint8Array,
  { pages, pagePixels }: Pick<RenderingLimits, 'pages' | 'pagePixels'>,
): Promise<PageSource> {
  const document = await openPdf(content);
  const pageCount = document.getPageCount();
  if (pageCount === 0) throw unreadable('The PDF has no page');
  if (pageCount > pages)
    throw new RenderingFailure('too_many_pages', `The file has ${pageCount} pages, and at most ${pages} are read`);
  return {
    pageCount,
    pdf: content,
    converted: null,
    draw: (index) => drawPage(document, index, pagePixels),
    close: () => document.destroy(),
  };
}

async function drawPage(document: PDFiumDocument, index: number, most: number): Promise<DrawnPage> {
  const page = document.getPage(index);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0)) throw unreadable(`Page ${index + 1} of the PDF is damaged`);
  const text = cleanText(page.getText());
  const isPicture = holdsPicture(page);
  const scale = DOTS_PER_INCH / POINTS_PER_INCH;
  const shrunk = scale * shrinking(originalWidth * scale, originalHeight * scale, most);
  const side = (points: number): number => Math.min(most, Math.max(1, Math.round(points * shrunk)));
  const { data, width, height } = await page.render({
    width: side(originalWidth),
    height: side(originalHeight),
    scale: 1,
    renderFormFields: true,
  });
  return { pixels: { data, width, height, channels: 4 }, text, isPicture };
}

/** As many shapes are letters, drawn without saying so. */
const MANY_SHAPES = 200;
/** Objects of a page that are looked at. */
const LOOKED_AT = 2_000;

/** Whether there may be letters that are no text: pictures, forms that may hold some, and many shapes. */
function holdsPicture(page: PDFiumPage): boolean {
  let shapes = 0;
  for (let index = 0; index < Math.min(LOOKED_AT, page.getObjectCount()); index++) {
    const { type } = page.getObject(index);
    if (type === 'image' || type === 'form' || (type === 'path' && ++shapes === MANY_SHAPES)) return true;
  }
  return false;
}
