import {
  createBankTransaction,
  createTransactionStatement,
  getBankTransaction,
  listBankTransactions,
  listTransactionStatements,
} from '@app/api/reconciliation/index';
import type { Api } from '@app/contract';
import { listingOf } from '@app/records';
import type { AreaDependencies } from '../deps.ts';
import { createTransaction } from './create.ts';
import { explainTransaction } from './explain.ts';
import { findExplanations } from './explanations-store.ts';
import { explanationWire, presentExplanations } from './explanations-wire.ts';
import { listTransactions } from './list.ts';
import { presentTransactions } from './present.ts';
import { findTransaction } from './store.ts';
import { type BankTransaction, transactionNotFound } from './transaction.ts';
import { transactionWire } from './wire.ts';

/** Bank transactions and what is said about them over HTTP (docs/contract/bank-transactions.md). */
export function serveBankTransactions(api: Api, deps: AreaDependencies): void {
  const { db } = deps;
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<BankTransaction> => {
      const transaction = await findTransaction(db.executor, params.id);
      if (!transaction) throw transactionNotFound(params.id);
      return transaction;
    },
    accountOf: ({ clientAccountId }: BankTransaction) => clientAccountId,
  };

  api.serve(listBankTransactions, async ({ query, accounts, following }) => {
    const listing = listingOf(accounts, query, following);
    const { rows, meta } = await listTransactions(db.executor, listing, {
      bankAccountId: query.bank_account_id,
      fromDate: query.from_date,
      toDate: query.to_date,
      isOpen: !query.include_externally_reconciled,
    });
    return { data: await presentTransactions(deps, rows, query.with), meta };
  });

  api.serve(getBankTransaction, {
    ...guarded,
    handle: async ({ resource, query }) => (await presentTransactions(deps, [resource], query.with))[0]!,
  });

  api.serve(createBankTransaction, async ({ body, account, principal }) =>
    transactionWire(await createTransaction(deps, principal.userId, account.clientAccountId, body)),
  );

  api.serve(listTransactionStatements, {
    ...guarded,
    handle: async ({ resource, query }) => {
      const found = await findExplanations(db.executor, resource.clientAccountId, [resource.id]);
      return presentExplanations(deps, resource, found, query.with);
    },
  });

  api.serve(createTransactionStatement, {
    ...guarded,
    handle: async ({ resource, body, principal }) =>
      explanationWire(
        await explainTransaction(deps, principal.userId, resource, {
          category: body.category ?? null,
          businessPartnerId: body.business_partner_id ?? null,
          voucherId: body.voucher_id ?? null,
          comment: body.comment || null,
        }),
      ),
  });
}
