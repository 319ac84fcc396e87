import type { ClientOf, Ledger } from '@app/rpc';
import type { VoucherStatus } from './voucher.ts';

/** The part of the ledger that is asked about vouchers. */
export type Books = Pick<ClientOf<typeof Ledger>, 'GetVoucherEntries' | 'ReleaseVouchers'>;

export type VoucherEntry = Awaited<ReturnType<Books['GetVoucherEntries']>>['entries'][number];

/** A journal entry or document as far as it decides the status of its voucher. */
export type Link = Pick<VoucherEntry, 'isDraft' | 'isCancelled'>;

/**
 * The status of a voucher, which what it is linked to decides while it is neither archived nor deleted
 * (docs/contract/vouchers.md, "Status"). One that was archived stays so until something of it is posted.
 */
export function statusOf(stored: VoucherStatus, links: readonly Link[]): VoucherStatus {
  if (stored === 'DELETED') return stored;
  const live = links.filter(({ isCancelled }) => !isCancelled);
  if (live.some(({ isDraft }) => !isDraft)) return 'BOOKED';
  if (stored === 'ARCHIVED') return stored;
  return live.length > 0 ? 'DRAFT' : 'PENDING';
}
