import sharp, { type Sharp } from 'sharp';
import type { PageImage } from './reading.ts';

/** Rows of pixels, from the top: three bytes red, green, blue, or four with one that is not looked at. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** Pixels a side. */
const THUMBNAIL = 256;

/** Libvips keeps nothing between files, and the threads are ours. */
export function prepareSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
}

export const sharpOf = ({ data, width, height, channels }: Pixels): Sharp => {
  const whole = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  return channels === 4 ? whole.removeAlpha() : whole;
};

export async function imageOf(pixels: Pixels): Promise<PageImage> {
  const png = await sharpOf(pixels).png({ compressionLevel: 6 }).toBuffer();
  return { png, width: pixels.width, height: pixels.height };
}

export const thumbnailOf = (pixels: Pixels): Promise<Uint8Array> =>
  sharpOf(pixels)
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** By which both sides are multiplied so that an area has no more pixels than allowed. */
export const shrinking = (width: number, height: number, most: number): number =>
  Math.min(1, Math.sqrt(most / Math.max(1, width * height)));

/** Clockwise, by degrees. */
export async function turned(pixels: Pixels, angle: 90 | 180 | 270): Promise<Pixels> {
  const { data, info } = await sharpOf(pixels).rotate(angle).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}
