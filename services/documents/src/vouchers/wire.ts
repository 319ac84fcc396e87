import type { VoucherOut } from '@app/api/documents/index';
import type { Database } from '@app/db';
import type { z } from 'zod';
import type { AddressDependencies } from '../files/addresses.ts';
import { attachedFiles } from '../files/attached.ts';
import { fileWire } from '../files/wire.ts';
import { type Books, statusOf, type VoucherEntry } from './standing.ts';
import type { Voucher } from './store.ts';

type WireVoucher = z.input<typeof VoucherOut>;
export type VoucherRelation = 'attachments' | 'journal_entries' | 'journal_entry';

/**
 * A voucher as it is shown. Its status is asked of the books, which decide it.
 * @throws Failure 503 while the books cannot be asked
 */
export async function voucherWire(
  deps: AddressDependencies & { readonly db: Database; readonly books: Books },
  voucher: Voucher,
  relations: ReadonlySet<VoucherRelation>,
): Promise<WireVoucher> {
  const { clientAccountId, id } = voucher;
  const { entries } = await deps.books.GetVoucherEntries({
    clientAccountId,
    voucherIds: [id],
    includesCancelled: relations.has('journal_entries'),
  });
  const newestFirst = entries.toReversed();
  const live = newestFirst.find(({ isCancelled }) => !isCancelled);
  return {
    ...fileWire(deps, voucher),
    type: voucher.voucherType,
    document_date: voucher.documentDate,
    status: statusOf(voucher.status, entries),
    workflow_status: voucher.workflowStatus,
    collection_id: voucher.collectionId,
    project_id: voucher.projectId,
    ...(relations.has('attachments')
      ? {
          attachments: (await attachedFiles(deps.db, voucher)).map((file) => ({
            ...fileWire(deps, file),
            type: 'ATTACHMENT' as const,
          })),
        }
      : {}),
    ...(relations.has('journal_entries') ? { journal_entries: newestFirst.map(entryWire) } : {}),
    ...(relations.has('journal_entry') ? { journal_entry: live ? entryWire(live) : null } : {}),
  };
}

/** The relations that are asked for, without those that are not the caller's to see. */
export const relationsFor = (wanted: ReadonlySet<VoucherRelation>, seesBooks: boolean): ReadonlySet<VoucherRelation> =>
  new Set([...wanted].filter((relation) => seesBooks || !relation.startsWith('journal_entr')));

/** A journal entry as vouchers and documents show it. */
export const entryWire = ({ id, sequenceNumber, postingDate, description, isDraft, isCancelled }: VoucherEntry) => ({
  id,
  sequence_number: sequenceNumber ?? null,
  posting_date: postingDate,
  description,
  status: isCancelled ? ('CANCELLED' as const) : isDraft ? ('DRAFT' as const) : ('POSTED' as const),
  is_draft: isDraft,
});
