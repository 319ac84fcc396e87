import { forbidden } from '@app/access';
import type { CallerContext } from '@app/contract/access-types';
import { type Failure, notFound } from '@app/contract/failure';
import type { Database } from '@app/db';
import { findVoucher, type Voucher } from './store.ts';

/** The voucher of a path, for a caller who may see it. */
export interface LoadedVoucher {
  readonly voucher: Voucher;
  /** Whether the books are the caller's to see. */
  readonly seesBooks: boolean;
}

export const voucherNotFound = (id: number): Failure => notFound(`There is no voucher ${id}`, 'voucher.not_found');

interface Request extends CallerContext {
  readonly params: { readonly id: number };
}

/** The voucher of the path, once the caller may see it. @throws Failure 403, 404 */
export const loadVoucher =
  ({ db }: { readonly db: Database }) =>
  async ({ params, principal, requireAccount }: Request): Promise<LoadedVoucher> => {
    const voucher = await findVoucher(db.executor, params.id);
    if (!voucher) throw voucherNotFound(params.id);
    const { role } = await requireAccount(voucher.clientAccountId, { denied: 'voucher.access_denied' });
    const seesBooks = role !== 'EM';
    if (!seesBooks && voucher.createdById !== principal.userId)
      throw forbidden('The role EM sees the vouchers alone that it sent itself');
    return { voucher, seesBooks };
  };

/** As `loadVoucher`, for writes: a deleted voucher takes none. @throws Failure 403, 404 */
export const loadLiveVoucher = (deps: { readonly db: Database }) => {
  const load = loadVoucher(deps);
  return async (request: Request): Promise<LoadedVoucher> => {
    const loaded = await load(request);
    if (loaded.voucher.status === 'DELETED') throw voucherNotFound(loaded.voucher.id);
    return loaded;
  };
};

/** Which client account guards it. */
export const accountOfVoucher = ({ voucher }: LoadedVoucher): number => voucher.clientAccountId;
