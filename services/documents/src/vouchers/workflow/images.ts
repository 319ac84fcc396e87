import { lockChanges } from '@app/records';
import { type Rendering, RenderingBusy, RenderingFailure } from '@app/rendering';
import { addContent, dropContent, type HeldContent, holdContent, type KeepDependencies } from '../../files/keep.ts';
import { bytesOf } from '../../files/read.ts';
import { embeddingOf } from '../embedding.ts';
import { type PageKind, replacePages } from '../pages-store.ts';
import type { Voucher } from '../store.ts';
import { statementTexts, storeText } from '../texts-store.ts';
import { endStep, type Outcome, type Taken } from './queue.ts';
import type { WorkflowStatus } from './state.ts';

export interface ImageDependencies extends KeepDependencies {
  readonly rendering: Rendering;
}

interface HeldPage {
  readonly kind: PageKind;
  readonly pageNumber: number;
  readonly contentType: string;
  readonly held: HeldContent;
}

/**
 * Draws the pages of a voucher, its thumbnail and preview, and reads its text. Pictures are in the store before a row
 * says so; a repeat draws the same ones.
 * @throws RenderingFailure for a file that cannot be read, RenderingBusy, Failure 503, Overtaken
 */
export async function processImages(
  deps: ImageDependencies,
  taken: Taken,
  voucher: Voucher,
  from: WorkflowStatus,
  outcome: Outcome,
): Promise<void> {
  const { db, clock, rendering } = deps;
  const pages: HeldPage[] = [];
  let kept: ReadonlySet<HeldContent> = new Set();
  const hold = async (kind: PageKind, pageNumber: number, contentType: string, content: Uint8Array) => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    pages.push({ kind, pageNumber, contentType, held: await holdContent(deps, voucher.clientAccountId, bytes) });
  };
  try {
    const read = await rendering.read(await bytesOf(deps, voucher), voucher.contentType, {
      onPage: ({ png }, index) => hold('PAGE', index + 1, 'image/png', png),
    });
    if (read.thumbnail) await hold('THUMBNAIL', 0, 'image/png', read.thumbnail);
    if (read.preview) await hold('PREVIEW', 0, 'image/png', read.preview);
    if (read.converted) await hold('CONVERTED', 0, read.converted.mediaType, read.converted.content);
    const { clientAccountId, id: voucherId } = voucher;
    const others = [
      ...(await statementTexts(db.executor, clientAccountId, voucherId)),
      voucher.fileName.replace(/\.[^.]*$/, ''),
    ];
    const body = read.text;
    kept = await db.write(async (tx) => {
      const now = await lockChanges(tx, clientAccountId, new Date(clock.millis()));
      const added = new Set<HeldContent>();
      for (const { held } of pages) if (await addContent(tx, held, now)) added.add(held);
      await replacePages(
        tx,
        { clientAccountId, voucherId },
        pages.map(({ held, ...page }) => ({ ...page, sha256: held.sha256 })),
      );
      await storeText(tx, { clientAccountId, voucherId, body, embedding: embeddingOf(body, others) }, now);
      await endStep(tx, taken, { ...outcome, from }, now);
      return added;
    });
  } finally {
    // Bytes that a row names are no longer on their way.
    await Promise.allSettled(pages.flatMap(({ held }) => (kept.has(held) ? [] : [dropContent(deps, held)])));
  }
}

/** The file itself is at fault: it fails again whoever reads it. */
export const isUnreadable = (error: unknown): boolean => error instanceof RenderingFailure;

/** Too much waits to be read at this moment: nothing is at fault. */
export const isBusy = (error: unknown): boolean => error instanceof RenderingBusy;
