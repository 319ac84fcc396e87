import type { ClientOf, Vouchers as VouchersContract } from '@app/rpc';

/** A voucher as relations show it. */
export interface WireVoucher {
  readonly id: number;
  readonly created_at: string;
  readonly created_by_id: number | null;
  readonly voucher_type: string | null;
  readonly status: string;
  readonly file_name: string;
  readonly content_type: string;
  readonly size: number;
  readonly document_date: string | null;
}

/** Vouchers of a client account, as documents shows them. */
export interface Vouchers {
  /** By id; those that are gone are left out. @throws Failure 503 */
  find(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, WireVoucher>>;
}

/** Vouchers that are asked about in one call. */
const BATCH = 1_000;

export const createVouchers = (documents: Pick<ClientOf<typeof VouchersContract>, 'GetVouchers'>): Vouchers => ({
  find: async (clientAccountId, ids) => {
    const distinct = [...new Set(ids)];
    const found = new Map<number, WireVoucher>();
    for (let start = 0; start < distinct.length; start += BATCH) {
      const { vouchers } = await documents.GetVouchers({ clientAccountId, ids: distinct.slice(start, start + BATCH) });
      for (const voucher of vouchers) found.set(voucher.id, wireOf(voucher));
    }
    return found;
  },
});

type Voucher = Awaited<ReturnType<ClientOf<typeof VouchersContract>['GetVouchers']>>['vouchers'][number];

const wireOf = (voucher: Voucher): WireVoucher => ({
  id: voucher.id,
  created_at: voucher.createdAt,
  created_by_id: voucher.createdById ?? null,
  voucher_type: voucher.voucherType ?? null,
  status: voucher.status,
  file_name: voucher.fileName,
  content_type: voucher.mediaType,
  size: voucher.size,
  document_date: voucher.documentDate ?? null,
});
