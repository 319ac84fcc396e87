import type { RenderingLimits } from '../limits.ts';
import type { PageSource } from '../page-source.ts';
import { openPages } from '../pdf.ts';
import { cleanText } from '../text.ts';
import type { Block } from './blocks.ts';
import { layOut } from './lay-out.ts';

/** A file without pages of its own, printed. */
export async function openPrinted(blocks: readonly Block[], limits: RenderingLimits): Promise<PageSource> {
  const { pdf, textPages } = await layOut(blocks, limits.pages);
  const source = await openPages(pdf, limits);
  return {
    ...source,
    draw: async (index) => {
      const { pixels } = await source.draw(index);
      return { pixels, text: cleanText(textPages[index] ?? ''), isPicture: false };
    },
  };
}
