import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';

/** A logo ready to be drawn, in points. */
export interface Logo {
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Room for it, in points. */
const LOGO_ROOM = { width: 190, height: 46 } as const;
/** Pixels of a point: 300 to the inch. */
const DENSITY = 300 / 72;
/** Formats that are drawn; others, such as SVG with what it may refer to, are not. */
const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);
/** Pixels that are decoded. */
const MOST_PIXELS = 50_000_000;

/** Logos that were made ready, by the hash of their files: a company prints the same one again and again. */
const ready = new LRUCache<string, Logo>({ max: 20 });

/** The logo of a file, made ready once; null where there is none that can be read. */
export async function readLogo(content: Uint8Array | null): Promise<Logo | null> {
  if (content === null) return null;
  const key = hash('sha256', content);
  const logo = ready.get(key) ?? (await prepareLogo(content));
  if (logo !== null) ready.set(key, logo);
  return logo;
}

/**
 * A picture made as large as its room, on white and without whatever else its file holds. A picture that cannot be read
 * is left out: an invoice is not held up by its logo.
 */
async function prepareLogo(content: Uint8Array): Promise<Logo | null> {
  try {
    const picture = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format } = await picture.metadata();
    if (!FORMATS.has(format)) return null;
    const { data, info } = await picture
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize({
        width: Math.round(LOGO_ROOM.width * DENSITY),
        height: Math.round(LOGO_ROOM.height * DENSITY),
        fit: 'inside',
        withoutEnlargement: true,
      })
      .png({ palette: false, compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    // A small picture is drawn as large as its room, if not sharper.
    const scale = Math.min(LOGO_ROOM.width / info.width, LOGO_ROOM.height / info.height);
    return { content: data, width: info.width * scale, height: info.height * scale };
  } catch {
    return null;
  }
}
