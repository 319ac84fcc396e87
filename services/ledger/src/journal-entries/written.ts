import type { Dimension, EntryHeader } from './journal-entry.ts';

/** What the books added to an entry. */
export interface WrittenEntry {
  readonly id: number;
  readonly sequenceNumber: number | null;
  /** In the order of its lines. */
  readonly lines: readonly { readonly id: number; readonly dimensions: readonly Dimension[] }[];
}

/** What was written of a request. Moments are ISO 8601. */
export interface Written {
  readonly entries: readonly WrittenEntry[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of a draft that was replaced: what was sent together with what it kept. */
  readonly replaced?: { readonly header: EntryHeader; readonly createdById: number; readonly postedAt: string | null };
}

/** How many of them are posted: those have a number. */
export const countPosted = ({ entries }: Pick<Written, 'entries'>): number =>
  entries.filter(({ sequenceNumber }) => sequenceNumber !== null).length;

/**
 * What a write came to. `missing`, `posted`, `changed`: the draft was not what the caller took it for. `stale`: what
 * the entries were judged by has changed, so they are to be judged again. `refused`: the books know why; `header` is
 * that of the draft by then.
 */
export type Outcome =
  | { readonly written: Written }
  | { readonly state: 'missing' | 'posted' | 'changed' | 'stale' }
  | { readonly state: 'refused'; readonly header?: EntryHeader };
