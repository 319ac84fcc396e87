import type { Executor } from '@app/db';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { documents } from '../../schema/documents.ts';
import { files } from '../../schema/files.ts';
import { vouchers } from '../../schema/vouchers.ts';
import type { Voucher } from '../store.ts';
import type { Reading } from './reading.ts';

/**
 * What a voucher seems to be a second copy of: an earlier voucher of the same bytes, or a document of the same partner,
 * number and total. Of two that arrive together the later one is the copy.
 */
export async function findDuplicate(
  ex: Executor,
  { id, clientAccountId, sha256 }: Voucher,
  { businessPartnerId, invoice }: Reading,
): Promise<{ readonly kind: 'voucher' | 'document'; readonly id: number } | undefined> {
  const [same] = await ex
    .select({ id: files.id })
    .from(files)
    .innerJoin(vouchers, eq(vouchers.id, files.id))
    .where(
      and(
        eq(files.clientAccountId, clientAccountId),
        eq(files.sha256, sha256),
        sql`${files.id} < ${id}`,
        ne(vouchers.status, 'DELETED'),
      ),
    )
    .orderBy(desc(files.id))
    .limit(1);
  if (same) return { kind: 'voucher', id: same.id };
  if (businessPartnerId === undefined || !invoice) return undefined;
  const d = documents;
  const [document] = await ex
    .select({ id: d.id })
    .from(d)
    .where(
      and(
        eq(d.clientAccountId, clientAccountId),
        eq(d.businessPartnerId, businessPartnerId),
        eq(d.documentNumber, invoice.number),
        sql`${d.totalAmount} = ${invoice.total}::numeric`,
        ne(d.status, 'CANCELLED'),
        sql`${d.uploadedFileId} is distinct from ${id}`,
      ),
    )
    .limit(1);
  return document && { kind: 'document', id: document.id };
}
