import { anyOf, type Executor, type Tx } from '@app/db';
import { and, asc, eq } from 'drizzle-orm';
import { contents } from '../schema/contents.ts';
import { voucherPages } from '../schema/voucher-readings.ts';

export type PageKind = (typeof voucherPages.$inferSelect)['kind'];

/** A picture of a voucher, or what it was converted to, with where its bytes are. */
export interface VoucherPage {
  readonly voucherId: number;
  readonly kind: PageKind;
  /** Counted from 1; 0 for what is no page. */
  readonly pageNumber: number;
  readonly contentType: string;
  readonly size: number;
  readonly storeKey: string;
}

const select = (ex: Executor) =>
  ex
    .select({
      voucherId: voucherPages.voucherId,
      kind: voucherPages.kind,
      pageNumber: voucherPages.pageNumber,
      contentType: voucherPages.contentType,
      size: contents.size,
      storeKey: contents.storeKey,
    })
    .from(voucherPages)
    .innerJoin(
      contents,
      and(eq(contents.clientAccountId, voucherPages.clientAccountId), eq(contents.sha256, voucherPages.sha256)),
    );

/** What vouchers look like, page by page. */
export const pagesOf = (ex: Executor, voucherIds: readonly number[]): Promise<readonly VoucherPage[]> =>
  select(ex)
    .where(anyOf(voucherPages.voucherId, voucherIds))
    .orderBy(asc(voucherPages.voucherId), asc(voucherPages.kind), asc(voucherPages.pageNumber));

/** One picture of a voucher. */
export async function findPage(
  ex: Executor,
  voucherId: number,
  { kind, pageNumber }: Pick<VoucherPage, 'kind' | 'pageNumber'>,
): Promise<VoucherPage | undefined> {
  const [row] = await select(ex).where(
    and(eq(voucherPages.voucherId, voucherId), eq(voucherPages.kind, kind), eq(voucherPages.pageNumber, pageNumber)),
  );
  return row;
}

/** Notes what a voucher looks like, instead of what was noted before. Its bytes are contents of the account. */
export async function replacePages(
  tx: Tx,
  of: { readonly clientAccountId: number; readonly voucherId: number },
  pages: readonly (Pick<VoucherPage, 'kind' | 'pageNumber' | 'contentType'> & { readonly sha256: Buffer })[],
): Promise<void> {
  await tx
    .delete(voucherPages)
    .where(and(eq(voucherPages.clientAccountId, of.clientAccountId), eq(voucherPages.voucherId, of.voucherId)));
  if (pages.length > 0) await tx.insert(voucherPages).values(pages.map((page) => ({ ...page, ...of })));
}
