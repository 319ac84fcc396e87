import { decodeText } from './decode.ts';
import { openPrinted } from './layout/printed.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { cleanText } from './text.ts';

/** A text, in letters of equal width, as it is typed. */
export const openText = (content: Uint8Array, limits: RenderingLimits): Promise<PageSource> =>
  openPrinted([{ kind: 'typed', text: cleanText(decodeText(content)) }], limits);
