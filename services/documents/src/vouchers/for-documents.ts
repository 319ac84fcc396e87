import { anyOf, appendToOutbox, type Executor, type Tx } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { addFile, type HeldContent } from '../files/keep.ts';
import { files } from '../schema/files.ts';
import { vouchers } from '../schema/vouchers.ts';
import { findCommandVoucher } from './commands-store.ts';
import { type Books, statusOf } from './standing.ts';
import { findVouchers, insertVoucher, type Voucher } from './store.ts';
import { VOUCHER_TYPES, voucherChanged } from './voucher.ts';

// What documents need of vouchers.

/** Whether a voucher is one that the records of its client account can name. */
export async function isActiveVoucher(ex: Executor, clientAccountId: number, voucherId: number): Promise<boolean> {
  const [voucher] = await findVouchers(ex, clientAccountId, [voucherId]);
  return voucher !== undefined && voucher.status !== 'DELETED';
}

/** Where the bytes of a voucher are; undefined where the client account has no such voucher. */
export async function fileOfVoucher(
  ex: Executor,
  clientAccountId: number,
  voucherId: number,
): Promise<Pick<Voucher, 'storeKey'> | undefined> {
  return (await findVouchers(ex, clientAccountId, [voucherId]))[0];
}

/** Vouchers by their ids, with the status that people see. @throws Failure 503 while the books cannot be asked */
export async function vouchersWithStatus(
  { db, books }: { readonly db: { readonly executor: Executor }; readonly books: Pick<Books, 'GetVoucherEntries'> },
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly (Voucher & { readonly shownStatus: string })[]> {
  if (ids.length === 0) return [];
  const found = await findVouchers(db.executor, clientAccountId, ids);
  const { entries } = await books.GetVoucherEntries({
    clientAccountId,
    voucherIds: [...ids],
    includesCancelled: false,
    includesLines: false,
  });
  const byVoucher = Map.groupBy(entries, ({ voucherId }) => voucherId);
  return found.map((voucher) => ({
    ...voucher,
    shownStatus: statusOf(voucher.status, byVoucher.get(voucher.id) ?? []),
  }));
}

/** Makes a voucher of a file that came with a document: nothing is read from it. @returns its id */
export async function addVoucher(
  tx: Tx,
  held: HeldContent,
  file: {
    readonly clientAccountId: number;
    readonly fileName: string;
    readonly contentType: string;
    readonly userId: number;
  },
  document: { readonly documentType: string; readonly documentDate: string | null },
  now: Date,
): Promise<number> {
  const { clientAccountId, fileName, contentType, userId: createdById } = file;
  const id = await addFile(
    tx,
    held,
    { clientAccountId, fileName, contentType, createdById, type: 'VOUCHER', channel: 'API', processingTrack: 'MANUAL' },
    now,
  );
  await insertVoucher(tx, {
    ...{ id, clientAccountId, documentDate: document.documentDate, workflowStatus: 'COMPLETED' },
    ...{ voucherType: typeOf(document.documentType), collectionId: null, projectId: null },
  });
  await appendToOutbox(tx, voucherChanged({ clientAccountId, id, fileName, status: 'PENDING', version: 1 }));
  return id;
}

/** The type of a voucher that a document has; null where a voucher has no such type. */
export const typeOf = (documentType: string) => VOUCHER_TYPES.find((type) => type === documentType) ?? null;

/** The voucher that a command made, if it came that far. */
export const voucherOfCommand = (
  ex: Executor,
  clientAccountId: number,
  commandKey: string,
): Promise<number | undefined> => findCommandVoucher(ex, clientAccountId, commandKey);

/** Takes vouchers away that were made for a document that was refused: nobody has seen them. */
export async function discardVouchers(
  tx: Tx,
  clientAccountId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx
    .update(vouchers)
    .set({ status: 'DELETED', workflowStatus: 'CANCELLED', version: sql`${vouchers.version} + 1` })
    .where(and(eq(vouchers.clientAccountId, clientAccountId), anyOf(vouchers.id, ids)))
    .returning({ id: vouchers.id, version: vouchers.version });
  const names = await tx
    .update(files)
    .set({ isActive: false, updatedAt: now })
    .where(and(eq(files.clientAccountId, clientAccountId), anyOf(files.id, ids)))
    .returning({ id: files.id, fileName: files.fileName });
  const nameOf = new Map(names.map(({ id, fileName }) => [id, fileName]));
  await appendToOutbox(
    tx,
    ...gone.map(({ id, version }) =>
      voucherChanged({ clientAccountId, id, fileName: nameOf.get(id) ?? '', status: 'DELETED', version }),
    ),
  );
}
