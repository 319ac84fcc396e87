import { anyOf, type Executor, type Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, asc, eq } from 'drizzle-orm';
import { voucherCategories, voucherStatements } from '../schema/voucher-statements.ts';
import type { StatementFields, VoucherCategory, VoucherStatement } from './statement.ts';

const s = voucherStatements;

const selection = {
  id: s.id,
  clientAccountId: s.clientAccountId,
  voucherId: s.voucherId,
  userId: s.userId,
  createdAt: s.createdAt,
  createdById: s.createdById,
  voucherCategoryId: s.voucherCategoryId,
  purpose: s.purpose,
  participants: s.participants,
  paymentMethod: s.paymentMethod,
  payorId: s.payorId,
  projectId: s.projectId,
  collectionId: s.collectionId,
  tagIds: s.tagIds,
  comment: s.comment,
};

/** A voucher, and whose it is. */
export interface OfVoucher {
  readonly clientAccountId: number;
  readonly voucherId: number;
}

const ofVoucher = ({ clientAccountId, voucherId }: OfVoucher) =>
  and(eq(s.clientAccountId, clientAccountId), eq(s.voucherId, voucherId));

export const countStatements = (ex: Executor, of: OfVoucher): Promise<number> => ex.$count(s, ofVoucher(of));

/** Statements about a voucher, oldest first. */
export const listStatements = (
  ex: Executor,
  of: OfVoucher,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly VoucherStatement[]> =>
  ex.select(selection).from(s).where(ofVoucher(of)).orderBy(asc(s.id)).limit(limit).offset(offset);

export async function insertStatement(
  tx: Tx,
  of: OfVoucher,
  fields: StatementFields,
  { moment, actorId }: Stamp & { readonly actorId: number },
): Promise<VoucherStatement> {
  const said = { ...of, userId: actorId, createdById: actorId, createdAt: moment };
  const [row] = await tx
    .insert(s)
    .values({ ...fields, ...said })
    .returning(selection);
  return row!;
}

const categorySelection = {
  id: voucherCategories.id,
  code: voucherCategories.code,
  nameNob: voucherCategories.nameNob,
  nameEng: voucherCategories.nameEng,
  requiresPurpose: voucherCategories.requiresPurpose,
  requiresParticipants: voucherCategories.requiresParticipants,
};

export const listCategories = (ex: Executor): Promise<readonly VoucherCategory[]> =>
  ex.select(categorySelection).from(voucherCategories).orderBy(asc(voucherCategories.id));

export const findCategories = (ex: Executor, ids: readonly number[]): Promise<readonly VoucherCategory[]> =>
  ex.select(categorySelection).from(voucherCategories).where(anyOf(voucherCategories.id, ids));
