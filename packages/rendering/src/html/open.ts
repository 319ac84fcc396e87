import { decodeText } from '../decode.ts';
import { openPrinted } from '../layout/printed.ts';
import type { RenderingLimits } from '../limits.ts';
import type { PageSource } from '../page-source.ts';
import { blocksOf } from './blocks.ts';

/** How much of a page is looked at for the name of its encoding (the HTML standard's own measure). */
const HEAD = 1024;

/**
 * A page of HTML as the text that it shows, printed; its PDF is what it is converted to. It is neither styled nor run, and
 * nothing it names is fetched.
 */
export async function openHtml(content: Uint8Array, limits: RenderingLimits): Promise<PageSource> {
  const head = Buffer.from(content.subarray(0, HEAD)).toString('latin1');
  const named = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1];
  const source = await openPrinted(blocksOf(decodeText(content, named)), limits);
  return { ...source, converted: { content: source.pdf!, mediaType: 'application/pdf' } };
}
