import { LIMITS, type RenderingLimits } from './limits.ts';
import { createPool } from './pool.ts';
import type { PageImage, PageSize, Part, Reading } from './reading.ts';
import type { PageRange } from './thread-messages.ts';

export type { PageRange } from './thread-messages.ts';

export interface ReadOptions {
  /**
   * Takes the pages, one after the other, as they are made: then the reading has their sizes alone, and no more than two
   * of them are in memory. What it throws ends the reading, and is thrown.
   * @param index counted from 0
   */
  readonly onPage?: (image: PageImage, index: number) => Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * What files look like and say, made on threads of its own. Nothing is fetched or executed, whatever a file asks for. All
 * of it throws RenderingFailure when the file is at fault, and RenderingBusy when too many calls wait already.
 */
export interface Rendering {
  /** @param mediaType as it was decided by the content; a kind that has no looks gives a reading without pages */
  read(
    content: Uint8Array,
    mediaType: string,
    options: ReadOptions & { readonly onPage: NonNullable<ReadOptions['onPage']> },
  ): Promise<Reading<PageSize>>;
  read(content: Uint8Array, mediaType: string, options?: Omit<ReadOptions, 'onPage'>): Promise<Reading>;
  pageCount(pdf: Uint8Array): Promise<number>;
  /** One PDF of PDFs and of whatever else has looks, in the order given. */
  combine(parts: readonly Part[]): Promise<Uint8Array>;
  /**
   * A PDF of each range of pages; ranges may overlap.
   * @throws RangeError when a range begins before page 1, ends before it begins, or ends after the last page
   */
  cut(pdf: Uint8Array, ranges: readonly PageRange[]): Promise<readonly Uint8Array[]>;
  close(): Promise<void>;
}

/** Threads are started when they are needed; idle, they keep no process alive. */
export function openRendering(limits: Partial<RenderingLimits> = {}): Rendering {
  const all = { ...LIMITS, ...limits };
  const readers = createPool(all.threads, all, { isPatient: true });
  // Somebody waits for these, and reading may take minutes.
  const quick = createPool(1, all);

  async function read(content: Uint8Array, mediaType: string, { onPage, signal }: ReadOptions = {}) {
    if (onPage) return readers.run({ kind: 'read', content, mediaType }, onPage, signal);
    const pages: PageImage[] = [];
    const reading = await readers.run(
      { kind: 'read', content, mediaType },
      (image) => {
        pages.push(image);
      },
      signal,
    );
    return { ...reading, pages };
  }

  return {
    read: read as Rendering['read'],
    pageCount: (content) => quick.run({ kind: 'pageCount', content }),
    combine: (parts) => quick.run({ kind: 'combine', parts }),
    cut: (content, ranges) => quick.run({ kind: 'cut', content, ranges }),
    close: async () => {
      await Promise.all([readers.close(), quick.close()]);
    },
  };
}
