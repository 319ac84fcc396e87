import type { Tx } from '@app/db';
import type { ReadInvoice } from '@app/ehf';
import type { Reading } from './reading.ts';

/** The voucher that a document is made for. */
export interface VoucherToBook {
  readonly id: number;
  readonly clientAccountId: number;
  /** Type of its document, as far as it is known. */
  readonly voucherType: string | null;
  /** The day that people set on it. */
  readonly documentDate: string | null;
}

export interface BookingOptions {
  readonly reading: Reading;
  /** Another text for each attempt. */
  readonly attempt: string;
  /**
   * The voucher is still the worker's who books it, until the transaction ends: nothing is made of one that was stopped,
   * put aside, deleted or taken by somebody else meanwhile. @throws Overtaken
   */
  readonly holdLease: (tx: Tx) => Promise<void>;
}

/** What turns vouchers into documents: given to the workflow, which knows no documents itself. */
export interface Booking {
  /**
   * Makes the document of an electronic invoice, as far as the partner, else the company, lets the platform act by itself
   * (docs/contract/vouchers.md, "Workflow"): posted where it may and every field came from the file and what is known of
   * its sender, the invoice is to this company and its total is met; else a draft. One that cannot be posted is left as
   * a draft. Done again it makes no second one.
   * @returns false where nothing is to be made
   * @throws Failure 400 when not even a draft can be made of it, 503; Overtaken
   */
  bookInvoice(voucher: VoucherToBook, invoice: ReadInvoice, options: BookingOptions): Promise<boolean>;
  /**
   * Makes the draft of what was read of a paper, unless the platform is to make none; it is never posted here. Done
   * again it makes no second one.
   * @returns false where nothing is to be made
   * @throws Failure 400 when no draft can be made of it, 503; Overtaken
   */
  bookPaper(voucher: VoucherToBook, options: BookingOptions): Promise<boolean>;
}
