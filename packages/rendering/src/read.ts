import { giveBack } from '@app/runtime/give-back';
import { tooLarge } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import { openFile } from './open.ts';
import type { PageSource } from './page-source.ts';
import { imageOf, thumbnailOf } from './pixels.ts';
import type { PageImage, PageSize, Part, Reading } from './reading.ts';
import { startRecognition } from './recognise.ts';
import { countLetters } from './text.ts';

/** A page with fewer is a picture with a stamp or a page number on it. */
const FEW_LETTERS = 20;

const NOTHING: Reading<PageSize> = {
  pageCount: 0,
  pages: [],
  thumbnail: null,
  preview: null,
  text: '',
  textPages: [],
  textSource: 'NONE',
  converted: null,
};

/** @param onPage takes an image before the one after the next is made */
export async function readFile(
  part: Part,
  limits: RenderingLimits,
  onPage: (image: PageImage, index: number) => Promise<void>,
): Promise<Reading<PageSize>> {
  const source = await openFile(part, limits);
  if (!source) return part.mediaType === 'application/xml' ? sayingOnly(await textOf(part.content)) : NOTHING;
  try {
    return await readPages(source, limits, onPage);
  } finally {
    source.close();
  }
}

const textOf = async (content: Uint8Array) => (await import('./structured.ts')).textOfXml(content);

const sayingOnly = (text: string): Reading<PageSize> => ({
  ...NOTHING,
  text,
  textSource: text === '' ? 'NONE' : 'FILE',
});

async function readPages(
  source: PageSource,
  limits: RenderingLimits,
  onPage: (image: PageImage, index: number) => Promise<void>,
): Promise<Reading<PageSize>> {
  const pages: PageSize[] = [];
  const textPages: string[] = [];
  let thumbnail: Uint8Array | null = null;
  let preview: Uint8Array | null = null;
  const recognition = startRecognition(limits.recognitionSeconds);
  let length = 0;
  let recognised = 0;
  for (let index = 0; index < source.pageCount; index++) {
    const { pixels, text: written, isPicture } = await source.draw(index);
    const needsReading = isPicture && countLetters(written) < FEW_LETTERS && recognised < limits.recognisedPages;
    const seen = needsReading ? await recognition.textOf(pixels) : '';
    if (seen !== '') recognised++;
    const text = seen === '' ? written : seen;
    length += text.length;
    if (length > limits.textLength) throw tooLarge(`The file has more than ${limits.textLength} characters of text`);
    textPages.push(text);
    const image = await imageOf(pixels);
    if (index === 0) {
      thumbnail = await thumbnailOf(pixels);
      preview = image.png;
    }
    // 8.7 MB of an A4: V8 looked through all of this thread's heap for every second page.
    giveBack(pixels.data);
    pages.push({ width: image.width, height: image.height });
    await onPage(image, index);
  }
  const text = textPages.join('\n').trim();
  return {
    pageCount: source.pageCount,
    pages,
    thumbnail,
    preview,
    text,
    textPages,
    textSource: recognised > 0 ? 'OCR' : text === '' ? 'NONE' : 'FILE',
    converted: source.converted,
  };
}
