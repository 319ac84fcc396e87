import { listReceivablePayments } from '@app/api/reconciliation/index';
import { locatePage } from '@app/contract';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import * as store from './store.ts';
import { receivablePaymentWire } from './wire.ts';

/** Advices of the bank about single payments. */
export const createReceivablePayments = ({ db }: AreaDependencies): Area => ({
  endpoints: (api) => {
    api.serve(listReceivablePayments, async ({ query, account }) => {
      const filter = {
        clientAccountId: account.clientAccountId,
        bankAccountId: query.bank_account_id,
        fromDate: query.from_date,
        toDate: query.to_date,
      };
      const { meta, offset } = locatePage(query, await store.countReceivablePayments(db.executor, filter));
      const found = await store.listReceivablePayments(db.executor, filter, { limit: query.per_page, offset });
      return { data: found.map(receivablePaymentWire), meta };
    });
  },
});
