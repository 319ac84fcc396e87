import type { Booking } from '../vouchers/workflow/booking.ts';
import type { BookingDependencies } from './drafts.ts';
import { bookInvoice } from './invoices.ts';
import { bookPaper } from './papers.ts';

/** Books what the workflow of vouchers has read. */
export const createBooking = (deps: BookingDependencies): Booking => ({
  bookInvoice: (voucher, invoice, options) => bookInvoice(deps, voucher, invoice, options),
  bookPaper: (voucher, options) => bookPaper(deps, voucher, options),
});
