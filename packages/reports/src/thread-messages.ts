import type { ReportFrame, ReportRow } from './table.ts';

/** Forms that a thread of its own makes. */
export type ThreadForm = 'xlsx' | 'pdf';

/** A report to be made: its first rows at once, the others when the thread asks. */
export interface RenderOrder {
  readonly kind: 'order';
  readonly form: ThreadForm;
  readonly frame: ReportFrame;
  readonly first: readonly ReportRow[];
  readonly hasMore: boolean;
  readonly pageLimit: number;
}

export type ToThread =
  | RenderOrder
  | { readonly kind: 'rows'; readonly rows: readonly ReportRow[]; readonly isLast: boolean }
  /** A piece was taken by the reader; only said of orders with more rows. */
  | { readonly kind: 'taken' };

export type FromThread =
  | { readonly kind: 'wants' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'done' }
  | { readonly kind: 'tooLong' | 'failed'; readonly error: string };
