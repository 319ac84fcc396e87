import type { ReadInvoice } from '@app/ehf';
import type { Reading } from './reading.ts';

/** How far the platform acts by itself (docs/contract/vouchers.md, "Workflow"). */
export type Autonomy = 'NONE' | 'DRAFT' | 'FULL';

/** The voucher that a document is made for. */
export interface VoucherToBook {
  readonly id: number;
  readonly clientAccountId: number;
}

/** What turns vouchers into documents: given to the workflow, which knows no documents itself. */
export interface Booking {
  /** The level of the partner, else that of the company today. */
  autonomyOf(clientAccountId: number, ofPartner: string | undefined): Promise<Autonomy>;
  /**
   * Makes the document of an electronic invoice: posted where the company lets the platform act by itself and every
   * field came from the file and what is known of its sender, else a draft. One that cannot be posted is left as a
   * draft. Done again it makes no second one.
   * @param options.attempt another text for each attempt
   * @throws Failure 400 when not even a draft can be made of it, 503
   */
  bookInvoice(
    voucher: VoucherToBook,
    invoice: ReadInvoice,
    options: { readonly reading: Reading; readonly autonomy: Autonomy; readonly attempt: string },
  ): Promise<void>;
}
