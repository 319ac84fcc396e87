import type { Metadata } from '@app/api/caller-references';
import { conflict } from '@app/contract/failure';
import { parseExact } from '@app/contract/json';
import { anyOf, type Executor, type Tx } from '@app/db';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { contentOfFile, fileSelection, type StoredFile } from '../files/file.ts';
import { contents } from '../schema/contents.ts';
import { files } from '../schema/files.ts';
import { vouchers } from '../schema/vouchers.ts';

type Row = typeof vouchers.$inferSelect;

/** A voucher with its file. */
export interface Voucher extends StoredFile, Omit<Row, 'id' | 'clientAccountId' | 'metadata'> {
  readonly metadata: Metadata | null;
}

export type NewVoucher = Pick<
  Row,
  'id' | 'clientAccountId' | 'voucherType' | 'documentDate' | 'workflowStatus' | 'collectionId' | 'projectId'
> & {
  readonly sentByEmployee?: boolean;
  readonly externalId?: string | null;
  readonly metadata?: Metadata | null;
};

const selection = {
  ...fileSelection,
  voucherType: vouchers.voucherType,
  documentDate: vouchers.documentDate,
  status: vouchers.status,
  workflowStatus: vouchers.workflowStatus,
  collectionId: vouchers.collectionId,
  projectId: vouchers.projectId,
  sentByEmployee: vouchers.sentByEmployee,
  externalId: vouchers.externalId,
  // As it was written: numbers keep their digits.
  metadata: sql`${vouchers.metadata}::text`.mapWith((text: string): Metadata | null => parseExact(text) as Metadata),
  booksRevision: vouchers.booksRevision,
  version: vouchers.version,
};

const ofVoucher = and(eq(files.clientAccountId, vouchers.clientAccountId), eq(files.id, vouchers.id));

const select = (ex: Executor) =>
  ex.select(selection).from(vouchers).innerJoin(files, ofVoucher).innerJoin(contents, contentOfFile);

/** Every voucher begins as PENDING (docs/contract/vouchers.md). */
export async function insertVoucher(tx: Tx, voucher: NewVoucher): Promise<void> {
  await tx.insert(vouchers).values({ ...voucher, status: 'PENDING' });
}

/** The path of a request names a voucher by its id alone; whose it is stands in the row. */
export async function findVoucher(ex: Executor, voucherId: number): Promise<Voucher | undefined> {
  const [row] = await select(ex).where(eq(vouchers.id, voucherId));
  return row;
}

/** Vouchers of the account by their ids. */
export const findVouchers = (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly Voucher[]> =>
  select(ex)
    .where(and(eq(vouchers.clientAccountId, clientAccountId), anyOf(vouchers.id, ids)))
    .orderBy(asc(vouchers.id));

/** Vouchers by their ids, whichever accounts they are of: the caller has looked. */
export const findVouchersById = (ex: Executor, ids: readonly number[]): Promise<readonly Voucher[]> =>
  select(ex).where(anyOf(vouchers.id, ids));

export const countVouchers = (ex: Executor, clientAccountId: number): Promise<number> =>
  ex.$count(vouchers, eq(vouchers.clientAccountId, clientAccountId));

/**
 * Notes who changed a voucher, and when; its row is held until the transaction ends.
 * @returns false when there is none that is not deleted
 */
export async function touchVoucher(
  tx: Tx,
  { id, clientAccountId }: Pick<Voucher, 'id' | 'clientAccountId'>,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<boolean> {
  const live = await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.id, id), ne(vouchers.status, 'DELETED')))
    .for('update');
  if (live.length === 0) return false;
  await tx
    .update(files)
    .set({ updatedAt: now, updatedById: userId })
    .where(and(eq(files.clientAccountId, clientAccountId), eq(files.id, id)));
  return true;
}

/** A voucher as it stands, its row held until the transaction ends. */
export async function lockVoucher(tx: Tx, clientAccountId: number, id: number) {
  const [row] = await tx
    .select({
      id: vouchers.id,
      clientAccountId: vouchers.clientAccountId,
      status: vouchers.status,
      workflowStatus: vouchers.workflowStatus,
    })
    .from(vouchers)
    .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.id, id)))
    .for('update');
  return row;
}

/**
 * No other voucher of the account has the id that its caller gives it. Under the turn of the account, so that nobody
 * takes it meanwhile.
 * @param voucherId the one that may have it
 * @throws Failure 409 with the id of the other, for whoever sees it
 */
export async function requireFreeExternalId(
  tx: Tx,
  { clientAccountId, externalId }: { readonly clientAccountId: number; readonly externalId: string | null },
  { voucherId, seesOthers }: { readonly voucherId?: number; readonly seesOthers: boolean },
): Promise<void> {
  if (externalId === null) return;
  const [taken] = await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.externalId, externalId)));
  if (!taken || taken.id === voucherId) return;
  if (seesOthers)
    throw conflict(`external_id is "${externalId}", which voucher ${taken.id} has`, undefined, { id: taken.id });
  throw conflict(`external_id "${externalId}" is that of another voucher`);
}

/** What people say of a voucher: absent stays as it is, null clears. */
export interface VoucherChanges {
  readonly voucherType?: string | null | undefined;
  readonly documentDate?: string | null | undefined;
  readonly collectionId?: number | null | undefined;
  readonly projectId?: number | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
}

/** Changes a held voucher, and notes who did, and when. */
export async function changeVoucher(
  tx: Tx,
  { id, clientAccountId }: Pick<Voucher, 'id' | 'clientAccountId'>,
  changes: VoucherChanges,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<void> {
  if (Object.values(changes).some((value) => value !== undefined))
    await tx
      .update(vouchers)
      .set(changes)
      .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.id, id)));
  await tx
    .update(files)
    .set({ updatedAt: now, updatedById: userId })
    .where(and(eq(files.clientAccountId, clientAccountId), eq(files.id, id)));
}

/** Notes that something of vouchers changed: whoever follows the list by `updated_at` is shown them again. */
export async function stampVouchers(tx: Tx, clientAccountId: number, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .update(files)
    .set({ updatedAt: now })
    .where(and(eq(files.clientAccountId, clientAccountId), anyOf(files.id, ids)));
}

/** What the workflow found out about a voucher. */
export async function changeVoucherType(
  tx: Tx,
  { id, clientAccountId }: Pick<Voucher, 'id' | 'clientAccountId'>,
  voucherType: string,
): Promise<void> {
  await tx
    .update(vouchers)
    .set({ voucherType })
    .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.id, id)));
}
