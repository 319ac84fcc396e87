import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { openPages } from './pdf.ts';
import { openPicture } from './picture.ts';
import type { Part } from './reading.ts';

type Opener = (content: Uint8Array, limits: RenderingLimits) => Promise<PageSource>;

/** By media type. Each kind loads what it is read with, which is much. */
const OPENERS: Readonly<Record<string, Opener>> = {
  'application/pdf': openPages,
  'image/png': (content, limits) => openPicture(content, 'png', limits),
  'image/jpeg': (content, limits) => openPicture(content, 'jpeg', limits),
  'image/tiff': (content, limits) => openPicture(content, 'tiff', limits),
};

/**
 * @returns undefined when files of that kind have no looks
 * @throws RenderingFailure when the file is not what its media type says, or more than may be read
 */
export function openFile({ content, mediaType }: Part, limits: RenderingLimits): Promise<PageSource> | undefined {
  return OPENERS[mediaType]?.(content, limits);
}
