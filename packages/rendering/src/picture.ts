import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { RenderingFailure, tooLarge, unreadable } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { type Pixels, shrinking } from './pixels.ts';

/** Of a picture that is a page: twice an A4 at 150 dots per inch, so that small print stays readable. */
const PICTURE_PIXELS = 4_400_000;

type Format = 'png' | 'jpeg' | 'tiff';

/** By the first bytes, so that no other decoder is ever asked. */
const SIGNATURES: Readonly<Record<Format, readonly string[]>> = {
  png: ['89504e470d0a1a0a'],
  jpeg: ['ffd8ff'],
  tiff: ['49492a00', '4d4d002a', '49492b00', '4d4d002b'],
};

export type PictureLimits = Pick<RenderingLimits, 'picturePixels' | 'pages' | 'seconds'>;

/** @throws RenderingFailure `unreadable`, `too_large`, `too_many_pages` */
export async function openPicture(content: Uint8Array, format: Format, limits: PictureLimits): Promise<PageSource> {
  const hex = Buffer.from(content.subarray(0, 8)).toString('hex');
  if (!SIGNATURES[format].some((signature) => hex.startsWith(signature)))
    throw unreadable(`The file does not begin as ${format.toUpperCase()} does`);
  const { pages: pageCount = 1 } = await metadataOf(content, format, 0, limits);
  if (pageCount > limits.pages)
    throw new RenderingFailure(
      'too_many_pages',
      `The file has ${pageCount} pages, and at most ${limits.pages} are read`,
    );
  return {
    pageCount,
    pdf: null,
    converted: null,
    draw: async (index) => {
      if (index > 0) await metadataOf(content, format, index, limits);
      return { pixels: await decode(content, index, limits), text: '', isPicture: true };
    },
    close: () => {},
  };
}

/** Limits are ours, so that what is too large is distinguished from what is damaged. */
async function metadataOf(
  content: Uint8Array,
  format: Format,
  page: number,
  { picturePixels }: PictureLimits,
): Promise<Metadata> {
  const metadata = await sharp(content, { page, limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw unreadable('The picture is damaged, or is none', error);
    });
  if (metadata.format !== format) throw unreadable(`The file is no ${format.toUpperCase()}`);
  if (metadata.width * metadata.height > picturePixels)
    throw tooLarge(
      `The picture has ${metadata.width} x ${metadata.height} pixels, and at most ${picturePixels} are read`,
    );
  return metadata;
}

/**
 * Upright as its maker held it, on white, as a screen shows it.
 * @param page counted from 0
 */
async function decode(content: Uint8Array, page: number, { picturePixels, seconds }: PictureLimits): Promise<Pixels> {
  try {
    const whole = sharp(content, { page, limitInputPixels: picturePixels, failOn: 'error', sequentialRead: true });
    const { width, height } = await whole.metadata();
    return await boundedPicture(whole.timeout({ seconds }).autoOrient(), width, height);
  } catch (error) {
    if (error instanceof Error && /^timeout\b/i.test(error.message))
      throw new RenderingFailure('too_slow', `The picture takes more than ${seconds} seconds to decode`);
    throw unreadable('The picture is damaged', error);
  }
}

/** A picture as a page shows it: on white, with no more pixels than it needs. */
export async function boundedPicture(whole: Sharp, width: number, height: number): Promise<Pixels> {
  // Of the long side, which is the same before and after the picture is turned.
  const box = Math.max(1, Math.round(Math.max(width, height) * shrinking(width, height, PICTURE_PIXELS)));
  const { data, info } = await whole
    .resize(box, box, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    data: info.channels === 3 ? data : threeOf(data, info),
    width: info.width,
    height: info.height,
    channels: 3,
  };
}

/** One channel as three. */
function threeOf(data: Uint8Array, { width, height, channels }: OutputInfo): Uint8Array {
  const spread = new Uint8Array(width * height * 3);
  for (let index = 0; index < width * height; index++) spread.fill(data[index * channels]!, index * 3, index * 3 + 3);
  return spread;
}
