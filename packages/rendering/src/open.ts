import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { openPages } from './pdf.ts';
import { openPicture } from './picture.ts';
import type { Part } from './reading.ts';

type Opener = (content: Uint8Array, limits: RenderingLimits) => Promise<PageSource>;

/** By media type, as `services/documents/src/files/media-type.ts` names them. Each kind loads what it is read with. */
const OPENERS: Readonly<Record<string, Opener>> = {
  'application/pdf': openPages,
  'image/png': (content, limits) => openPicture(content, 'png', limits),
  'image/jpeg': (content, limits) => openPicture(content, 'jpeg', limits),
  'image/tiff': (content, limits) => openPicture(content, 'tiff', limits),
  'image/heic': async (content, limits) => (await import('./heic.ts')).openHeic(content, limits),
  'text/html': async (content, limits) => (await import('./html/open.ts')).openHtml(content, limits),
  'text/plain': async (content, limits) => (await import('./plain-text.ts')).openText(content, limits),
  'text/csv': async (content, limits) => (await import('./separated.ts')).openSeparated(content, limits),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async (content, limits) =>
    (await import('./workbook.ts')).openWorkbook(content, limits),
  'application/vnd.oasis.opendocument.spreadsheet': async (content, limits) =>
    (await import('./open-document.ts')).openOpenDocument(content, limits),
};

/**
 * @returns undefined when files of that kind have no looks
 * @throws RenderingFailure when the file is not what its media type says, or more than may be read
 */
export function openFile({ content, mediaType }: Part, limits: RenderingLimits): Promise<PageSource> | undefined {
  return OPENERS[mediaType]?.(content, limits);
}
