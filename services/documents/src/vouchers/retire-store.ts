import { anyOf, type Tx } from '@app/db';
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { documents } from '../schema/documents.ts';
import { files } from '../schema/files.ts';
import { vouchers } from '../schema/vouchers.ts';

const ofVouchers = (clientAccountId: number, ids: readonly number[]) =>
  and(eq(vouchers.clientAccountId, clientAccountId), anyOf(vouchers.id, ids));

/** A sentence about the first document because of which vouchers cannot go; undefined when there is none. */
export async function blockingDocument(
  tx: Tx,
  clientAccountId: number,
  voucherIds: readonly number[],
): Promise<string | undefined> {
  const d = documents;
  const [found] = await tx
    .select({ id: d.id, status: d.status, isBusy: sql<boolean>`${d.busyKey} is not null` })
    .from(d)
    .where(
      and(
        eq(d.clientAccountId, clientAccountId),
        anyOf(d.uploadedFileId, voucherIds),
        ne(d.status, 'CANCELLED'),
        or(eq(d.status, 'POSTED'), d.createdInApplication, sql`${d.busyKey} is not null`),
      ),
    )
    .orderBy(asc(d.id))
    .limit(1);
  if (!found) return undefined;
  if (found.status === 'POSTED')
    return `Document ${found.id} of the voucher is posted; cancel it before the voucher is deleted`;
  if (found.isBusy) return `Document ${found.id} of the voucher is being posted; ask again in a moment`;
  return `Document ${found.id} of the voucher was made here; delete the document instead`;
}

/** From here on nothing is linked to them any more. */
export async function markDeleted(tx: Tx, clientAccountId: number, ids: readonly number[]): Promise<void> {
  await tx.update(vouchers).set({ status: 'DELETED' }).where(ofVouchers(clientAccountId, ids));
}

/** Brings back vouchers that could not go; their links say what they are then. */
export async function showVouchers(tx: Tx, clientAccountId: number, ids: readonly number[]): Promise<void> {
  await tx.update(vouchers).set({ status: 'PENDING' }).where(ofVouchers(clientAccountId, ids));
}

/** Drafts go with their vouchers. */
export async function dropDraftDocuments(
  tx: Tx,
  clientAccountId: number,
  voucherIds: readonly number[],
): Promise<void> {
  const d = documents;
  await tx
    .delete(d)
    .where(and(eq(d.clientAccountId, clientAccountId), anyOf(d.uploadedFileId, voucherIds), eq(d.status, 'DRAFT')));
}

/** Hides the files of deleted vouchers. @returns what those who refer to them hear */
export async function hideVouchers(
  tx: Tx,
  clientAccountId: number,
  ids: readonly number[],
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<readonly { readonly id: number; readonly fileName: string; readonly version: number }[]> {
  const raised = await tx
    .update(vouchers)
    .set({ version: sql`${vouchers.version} + 1` })
    .where(ofVouchers(clientAccountId, ids))
    .returning({ id: vouchers.id, version: vouchers.version });
  const versions = new Map(raised.map(({ id, version }) => [id, version]));
  const hidden = await tx
    .update(files)
    .set({ isActive: false, updatedAt: now, updatedById: userId })
    .where(and(eq(files.clientAccountId, clientAccountId), inArray(files.id, [...versions.keys()])))
    .returning({ id: files.id, fileName: files.fileName });
  return hidden.map((file) => ({ ...file, version: versions.get(file.id)! }));
}
