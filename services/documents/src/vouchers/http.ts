import { downloadVoucher, getVoucher } from '@app/api/documents/index';
import type { Api } from '@app/contract';
import type { FileDependencies } from '../files/http.ts';
import { sendFile } from '../files/send.ts';
import { loadLiveVoucher, loadVoucher } from './loading.ts';
import type { NamedDependencies } from './named.ts';
import type { Books } from './standing.ts';
import { relationsFor, voucherWire } from './wire.ts';

export interface VoucherDependencies extends FileDependencies, NamedDependencies {
  readonly books: Books;
}

/** Binds the endpoints that read one voucher. */
export function serveVouchers(api: Api, deps: VoucherDependencies): void {
  api.serve(getVoucher, {
    load: loadVoucher(deps),
    handle: async ({ resource: { voucher, seesBooks }, query }) =>
      voucherWire(deps, voucher, relationsFor(query.with, seesBooks)),
  });

  api.serve(downloadVoucher, {
    load: loadLiveVoucher(deps),
    handle: async ({ resource: { voucher }, headers }) => sendFile(deps.store, voucher, headers),
  });
}
