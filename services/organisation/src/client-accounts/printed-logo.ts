import type { Executor } from '@app/db';
import sharp from 'sharp';
import { findLogo } from './logo-store.ts';

/** Bytes that go to another service as they are: a message holds 4 MiB. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Pixels a side of what is made smaller: more than a paper shows at 300 to the inch, and never above 3 MiB. */
const SIDE = 800;

/** The logo of an account for its papers; one of many bytes is made smaller. */
export async function printedLogo(ex: Executor, clientAccountId: number): Promise<Buffer | undefined> {
  const content = await findLogo(ex, clientAccountId);
  if (!content || content.length <= MOST_BYTES) return content;
  return sharp(content).rotate().resize({ width: SIDE, height: SIDE, fit: 'inside' }).png().toBuffer();
}
