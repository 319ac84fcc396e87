import libheif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { tooLarge, unreadable } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { boundedPicture } from './picture.ts';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Upright, as its maker held it. */
  display(target: HeifTarget, done: (drawn: HeifTarget | null) => void): void;
  free(): void;
}

interface HeifTarget {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

interface Heif {
  readonly HeifDecoder: new () => { decode(content: Uint8Array): readonly HeifImage[] };
}

/** @throws RenderingFailure `unreadable`, `too_large` */
export async function openHeic(
  content: Uint8Array,
  { picturePixels }: Pick<RenderingLimits, 'picturePixels'>,
): Promise<PageSource> {
  const { HeifDecoder } = libheif as Heif;
  const images = new HeifDecoder().decode(content);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw unreadable('The picture is damaged, or is no HEIC');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > picturePixels)
    throw tooLarge(`The picture has ${width} x ${height} pixels, and at most ${picturePixels} are read`);
  const whole = sharp(await draw(image, width, height), {
    raw: { width, height, channels: 4 },
    limitInputPixels: false,
  });
  for (const each of images) each.free();
  const converted = await whole.clone().flatten({ background: 'white' }).jpeg({ quality: 90 }).toBuffer();
  const pixels = await boundedPicture(whole, width, height);
  return {
    pageCount: 1,
    pdf: null,
    converted: { content: converted, mediaType: 'image/jpeg' },
    draw: async () => ({ pixels, text: '', isPicture: true }),
    close: () => {},
  };
}

async function draw(image: HeifImage, width: number, height: number): Promise<Uint8Array> {
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const drawn = await new Promise<HeifTarget | null>((resolve) => {
    image.display(target, resolve);
  });
  if (!drawn) throw unreadable('The picture is damaged');
  return new Uint8Array(drawn.data.buffer);
}
