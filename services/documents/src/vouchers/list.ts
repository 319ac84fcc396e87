import { locatePage, type PageMeta } from '@app/contract';
import { invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { VoucherFilter } from './filters.ts';
import type { Likeness } from './likeness.ts';
import { comparableIds, listedIds, type VoucherListing } from './list-store.ts';
import { findVouchersById, type Voucher } from './store.ts';
import { findText } from './texts-store.ts';

interface Wanted {
  readonly page: number;
  readonly per_page: number;
}

export interface ListedVouchers {
  readonly vouchers: readonly (Voucher & { readonly similarity?: number })[];
  readonly meta: PageMeta & { readonly next_cursor: string | null };
}

/** One page of vouchers. */
export async function listVouchers(
  { db }: { readonly db: Database },
  filter: VoucherFilter,
  listing: VoucherListing,
): Promise<ListedVouchers> {
  const { rows, meta } = await listedIds(db.executor, filter, listing);
  return { vouchers: await inOrder(db, rows), meta };
}

/**
 * One page of the vouchers that are most like one, which is not among them.
 * @throws Failure 400 `voucher.source_missing_embedding`
 */
export async function listSimilar(
  { db, likeness }: { readonly db: Database; readonly likeness: Likeness },
  filter: VoucherFilter,
  sourceId: number,
  wanted: Wanted,
): Promise<ListedVouchers> {
  const source = await findText(db.executor, sourceId);
  if (!source?.embedding) {
    const message = `Too little text was read of voucher ${sourceId} to compare others with it`;
    throw invalid(message, [{ field: 'similar_to', message }], 'voucher.source_missing_embedding');
  }
  const compared = [];
  for (const { clientAccountId, ids } of await comparableIds(db.executor, filter, sourceId))
    compared.push(await likeness.compare(source.embedding, clientAccountId, ids));
  const ranked = compared.flat().sort((a, b) => b.similarity - a.similarity || b.id - a.id);
  const { meta, offset } = locatePage(wanted, ranked.length);
  const shown = ranked.slice(offset, offset + meta.per_page);
  const likenesses = new Map(shown.map(({ id, similarity }) => [id, similarity]));
  const vouchers = await inOrder(db, [...likenesses.keys()]);
  return {
    vouchers: vouchers.map((voucher) => ({
      ...voucher,
      similarity: Math.round(likenesses.get(voucher.id)! * 10_000) / 10_000,
    })),
    // Likeness is an order of the moment: there is nothing to follow.
    meta: { ...meta, next_cursor: null },
  };
}

async function inOrder(db: Database, ids: readonly number[]): Promise<readonly Voucher[]> {
  const found = new Map((await findVouchersById(db.executor, ids)).map((voucher) => [voucher.id, voucher]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
