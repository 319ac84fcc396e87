import type { VoucherRelation } from '@app/api/documents/index';
import type { AddressDependencies } from '../files/addresses.ts';
import { fileWire } from '../files/wire.ts';
import { entriesKnown } from './links-store.ts';
import { pictureWire } from './page-addresses.ts';
import { pagesOf } from './pages-store.ts';
import { relationsWire } from './relations.ts';
import { documentsOfVouchers } from './relations-store.ts';
import { statusOf, type VoucherEntry } from './standing.ts';
import type { Voucher } from './store.ts';
import type { WireDependencies, WireVoucher } from './wire-shapes.ts';

/**
 * A voucher as it is shown. Its status is asked of the books, which decide it.
 * @throws Failure 503 while the books cannot be asked
 */
export async function voucherWire(
  deps: WireDependencies,
  voucher: Voucher,
  relations: ReadonlySet<VoucherRelation>,
): Promise<WireVoucher> {
  const { clientAccountId, id } = voucher;
  const { entries } = await deps.books.GetVoucherEntries({
    clientAccountId,
    voucherIds: [id],
    includesCancelled: relations.has('journal_entries'),
    includesLines: false,
  });
  const [wire] = await present(deps, [voucher], relations, entries.toReversed());
  return wire!;
}

/** A voucher that was stored just now as it is shown: nothing is linked to it, and no page was made of it. */
export const newVoucherWire = (deps: AddressDependencies, voucher: Voucher): WireVoucher =>
  plainWire(deps, voucher, { pages: [], documentDate: null, status: voucher.status });

/** Vouchers of a list as they are shown, by what events have said of the books. */
export const voucherWires = async (
  deps: WireDependencies,
  vouchers: readonly Voucher[],
  relations: ReadonlySet<VoucherRelation>,
): Promise<readonly WireVoucher[]> => present(deps, vouchers, relations, undefined);

/**
 * A few statements for all of them, none for each.
 * @param asked their entries, newest first, as the ledger gave them just now; the status follows from them then
 */
async function present(
  deps: WireDependencies,
  vouchers: readonly Voucher[],
  relations: ReadonlySet<VoucherRelation>,
  asked: readonly VoucherEntry[] | undefined,
): Promise<readonly WireVoucher[]> {
  if (vouchers.length === 0) return [];
  const ids = vouchers.map(({ id }) => id);
  const ex = deps.db.executor;
  const byAccount = Map.groupBy(vouchers, ({ clientAccountId }) => clientAccountId);
  const accounts = [...byAccount.keys()];
  const pages = Map.groupBy(await pagesOf(ex, ids), ({ voucherId }) => voucherId);
  const documents = Map.groupBy(await documentsOfVouchers(ex, accounts, ids), ({ voucherId }) => voucherId);
  const wantsEntries = relations.has('journal_entries') || relations.has('journal_entry');
  const known =
    asked ??
    (wantsEntries
      ? (
          await Promise.all(
            [...byAccount].map(([account, of]) =>
              entriesKnown(
                ex,
                account,
                of.map(({ id }) => id),
              ),
            ),
          )
        ).flat()
      : []);
  const entries = Map.groupBy(known, ({ voucherId }) => voucherId);
  const embedded = await relationsWire(deps, vouchers, relations, { documents, entries });
  return vouchers.map((voucher, index) => {
    const papers = documents.get(voucher.id) ?? [];
    const links = [
      ...(entries.get(voucher.id) ?? []),
      ...papers.map(({ status }) => ({ isDraft: status === 'DRAFT', isCancelled: status === 'CANCELLED' })),
    ];
    const shown = {
      pages: pages.get(voucher.id) ?? [],
      documentDate: papers.find(({ status }) => status !== 'CANCELLED')?.documentDate ?? null,
      status: asked ? statusOf(voucher.status, links) : voucher.status,
    };
    return { ...plainWire(deps, voucher, shown), ...embedded[index] };
  });
}

interface Shown {
  readonly pages: Parameters<typeof pictureWire>[2];
  /** Of its newest document. */
  readonly documentDate: string | null;
  readonly status: Voucher['status'];
}

const plainWire = (
  deps: AddressDependencies,
  voucher: Voucher,
  { pages, documentDate, status }: Shown,
): WireVoucher => ({
  ...fileWire(deps, voucher),
  ...pictureWire(deps, voucher, pages),
  type: voucher.voucherType,
  document_date: voucher.documentDate ?? documentDate,
  status,
  workflow_status: voucher.workflowStatus,
  collection_id: voucher.collectionId,
  project_id: voucher.projectId,
  external_id: voucher.externalId,
  metadata: voucher.metadata,
});

const OF_BOOKS: readonly VoucherRelation[] = [
  ...(['journal_entries', 'journal_entry', 'documents', 'document', 'tasks', 'payment_matches'] as const),
];

/** The relations that are asked for, without those that are not the caller's to see. */
export const relationsFor = (wanted: ReadonlySet<VoucherRelation>, seesBooks: boolean): ReadonlySet<VoucherRelation> =>
  new Set([...wanted].filter((relation) => seesBooks || !OF_BOOKS.includes(relation)));
