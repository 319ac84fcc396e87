import type { RenderingReason } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageImage, PageSize, Part, Reading } from './reading.ts';

/** First and last page, counted from 1. */
export type PageRange = readonly [start: number, end: number];

/** What a thread is asked for, by kind, and what it answers. */
export interface Orders {
  read: { readonly asks: Part; readonly gives: Reading<PageSize> };
  pageCount: { readonly asks: { readonly content: Uint8Array }; readonly gives: number };
  combine: { readonly asks: { readonly parts: readonly Part[] }; readonly gives: Uint8Array };
  cut: {
    readonly asks: { readonly content: Uint8Array; readonly ranges: readonly PageRange[] };
    readonly gives: readonly Uint8Array[];
  };
}

export type OrderKind = keyof Orders;

export type OrderOf<Kind extends OrderKind> = { readonly kind: Kind } & Orders[Kind]['asks'];

export type Order = { [Kind in OrderKind]: OrderOf<Kind> }[OrderKind];

export type ToThread =
  | Order
  /** A page was taken: the next one may come. */
  | { readonly kind: 'taken' };

export type FromThread =
  | { readonly kind: 'page'; readonly image: PageImage; readonly index: number }
  | { readonly kind: 'done'; readonly result: Orders[OrderKind]['gives']; readonly isWorn: boolean }
  /** The file is at fault. */
  | { readonly kind: 'refused'; readonly reason: RenderingReason; readonly message: string; readonly isWorn: boolean }
  /** The caller is. */
  | { readonly kind: 'outOfRange'; readonly error: string }
  /** We are, or the libraries. */
  | { readonly kind: 'failed'; readonly error: string };

/** Known to a thread from its beginning. */
export interface ThreadSurroundings {
  /** Nobody waits for its files: whatever else the machine does goes first. */
  readonly isPatient: boolean;
  readonly limits: RenderingLimits;
}
