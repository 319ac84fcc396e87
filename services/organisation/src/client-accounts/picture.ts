import { invalid } from '@app/contract';
import sharp from 'sharp';
import type { clientAccounts } from '../schema/client-accounts.ts';

/** A picture that was decoded whole. */
export interface Picture {
  readonly content: Buffer;
  readonly mediaType: NonNullable<typeof clientAccounts.$inferSelect.logoMediaType>;
}

const MEDIA_TYPES: Readonly<Record<string, Picture['mediaType']>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Pixels a side. */
const LEAST = 16;
const MOST = 8192;
/** Of the whole picture: a file of some kilobytes may stand for as many as it likes. */
const MOST_PIXELS = 32 * 1024 * 1024;

/**
 * Reads a picture to its last pixel: what only begins as one is none, and neither is one that is cut short. Drawings with
 * scripts (SVG) are not taken, nor is anything else that is more than pixels.
 * @throws Failure 400 `client_account.invalid_logo`
 */
export async function readPicture(content: Buffer): Promise<Picture> {
  const mediaType = MEDIA_TYPES[formatOf(content) ?? ''];
  if (!mediaType) throw invalidLogo('The file is no PNG, JPEG or WEBP picture');
  try {
    const picture = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'warning', sequentialRead: true });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < LEAST || Math.max(width, height) > MOST)
      throw invalidLogo(`The picture is ${width} x ${height} pixels; a logo has ${LEAST} to ${MOST} pixels a side`);
    await picture.resize(1, 1).raw().toBuffer();
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') throw error;
    throw invalidLogo('The picture is damaged, or larger than a logo may be');
  }
  return { content, mediaType };
}

/** By the first bytes, so that no other reader is ever asked (the three formats' own specifications). */
function formatOf(content: Buffer): string | undefined {
  const begins = (hex: string, at = 0) => content.subarray(at, at + hex.length / 2).toString('hex') === hex;
  if (begins('89504e470d0a1a0a')) return 'png';
  if (begins('ffd8ff')) return 'jpeg';
  return begins('52494646') && begins('57454250', 8) ? 'webp' : undefined;
}

const invalidLogo = (message: string) => invalid(message, undefined, 'client_account.invalid_logo');
