import { tooLarge } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import { openFile } from './open.ts';
import type { PageSource } from './page-source.ts';
import { imageOf, thumbnailOf } from './pixels.ts';
import type { PageImage, PageSize, Part, Reading } from './reading.ts';

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
  if (!source) return NOTHING;
  try {
    return await readPages(source, limits, onPage);
  } finally {
    source.close();
  }
}

async function readPages(
  source: PageSource,
  limits: RenderingLimits,
  onPage: (image: PageImage, index: number) => Promise<void>,
): Promise<Reading<PageSize>> {
  const pages: PageSize[] = [];
  const textPages: string[] = [];
  let thumbnail: Uint8Array | null = null;
  let preview: Uint8Array | null = null;
  let length = 0;
  for (let index = 0; index < source.pageCount; index++) {
    const { pixels, text } = await source.draw(index);
    length += text.length;
    if (length > limits.textLength) throw tooLarge(`The file has more than ${limits.textLength} characters of text`);
    textPages.push(text);
    const image = await imageOf(pixels);
    if (index === 0) {
      thumbnail = await thumbnailOf(pixels);
      preview = image.png;
    }
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
    textSource: text === '' ? 'NONE' : 'FILE',
    converted: source.converted,
  };
}
