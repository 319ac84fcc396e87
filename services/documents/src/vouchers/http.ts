import { forbidden } from '@app/access';
import { downloadVoucher, getVoucher } from '@app/api/documents/index';
import type { Api } from '@app/contract';
import { type Failure, notFound } from '@app/contract/failure';
import type { FileDependencies } from '../files/http.ts';
import { sendFile } from '../files/send.ts';
import type { Books } from './standing.ts';
import { findVoucher, type Voucher } from './store.ts';
import { voucherWire } from './wire.ts';

export interface VoucherDependencies extends FileDependencies {
  readonly books: Books;
}

const voucherNotFound = (id: number): Failure => notFound(`There is no voucher ${id}`, 'voucher.not_found');

interface Request {
  readonly params: { readonly id: number };
  readonly principal: { readonly userId: number };
  requireAccount(id: number, options: { readonly denied: string }): Promise<{ readonly role: string | null }>;
}

/** Binds the endpoints of vouchers. */
export function serveVouchers(api: Api, deps: VoucherDependencies): void {
  /** The voucher of the path, once the caller may see it, and whether the books are the caller's to see. */
  const load = async ({ params, principal, requireAccount }: Request) => {
    const voucher = await findVoucher(deps.db.executor, params.id);
    if (!voucher) throw voucherNotFound(params.id);
    const { role } = await requireAccount(voucher.clientAccountId, { denied: 'voucher.access_denied' });
    const seesBooks = role !== 'EM';
    if (!seesBooks && voucher.createdById !== principal.userId)
      throw forbidden('The role EM sees the vouchers alone that it sent itself');
    return { voucher, seesBooks };
  };

  api.serve(getVoucher, {
    load,
    handle: async ({ resource: { voucher, seesBooks }, query }) => {
      const relations = new Set(
        [...query.with].filter((relation) => seesBooks || !relation.startsWith('journal_entr')),
      );
      return voucherWire(deps, voucher, relations);
    },
  });

  api.serve(downloadVoucher, {
    load,
    handle: async ({ resource: { voucher }, headers }) => sendFile(deps.store, requireFile(voucher), headers),
  });
}

/** @throws Failure 404 */
function requireFile(voucher: Voucher): Voucher {
  if (voucher.status === 'DELETED') throw voucherNotFound(voucher.id);
  return voucher;
}
