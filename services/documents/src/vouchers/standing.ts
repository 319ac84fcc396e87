import type { ClientOf, Ledger } from '@app/rpc';
import type { VoucherStatus } from './voucher.ts';

/** The part of the ledger that is asked about vouchers. */
export type Books = Pick<ClientOf<typeof Ledger>, 'GetVoucherEntries'>;

export type VoucherEntry = Awaited<ReturnType<Books['GetVoucherEntries']>>['entries'][number];

/**
 * The status of a voucher, which the books decide while it is neither archived nor deleted
 * (docs/contract/vouchers.md, "Status").
 * @param entries those of the voucher
 */
export function statusOf(stored: VoucherStatus, entries: readonly VoucherEntry[]): VoucherStatus {
  if (stored === 'DELETED') return stored;
  const live = entries.filter(({ isCancelled }) => !isCancelled);
  if (live.some(({ isDraft }) => !isDraft)) return 'BOOKED';
  if (stored === 'ARCHIVED') return stored;
  return live.length > 0 ? 'DRAFT' : 'PENDING';
}
