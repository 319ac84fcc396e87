import {
  createBankStatement,
  deleteBankStatement,
  getBankStatement,
  listBankStatements,
} from '@app/api/reconciliation/index';
import { type Api, empty, locatePage } from '@app/contract';
import type { AreaDependencies } from '../deps.ts';
import { createStatement } from './create.ts';
import { presentStatements, withTransactions } from './present.ts';
import { deleteStatement } from './remove.ts';
import { type BankStatement, statementNotFound } from './statement.ts';
import * as store from './store.ts';

/** Bank statements over HTTP (docs/contract/bank-statements.md). */
export function serveBankStatements(api: Api, deps: AreaDependencies): void {
  const { db } = deps;
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<BankStatement> => {
      const statement = await store.findStatement(db.executor, params.id);
      if (!statement) throw statementNotFound(params.id);
      return statement;
    },
    accountOf: ({ clientAccountId }: BankStatement) => clientAccountId,
  };

  api.serve(listBankStatements, async ({ query, account: { clientAccountId } }) => {
    const filter = {
      clientAccountId,
      bankAccountId: query.bank_account_id,
      fromDate: query.from_date,
      toDate: query.to_date,
    };
    const { meta, offset } = locatePage(query, await store.countStatements(db.executor, filter));
    const found = await store.listStatements(db.executor, filter, { limit: query.per_page, offset });
    return { data: await presentStatements(deps, clientAccountId, found, query.with), meta };
  });

  api.serve(getBankStatement, {
    ...guarded,
    handle: async ({ resource, query }) =>
      (await presentStatements(deps, resource.clientAccountId, [resource], query.with))[0]!,
  });

  api.serve(createBankStatement, async ({ body, account, principal }) => {
    const placed = await createStatement(deps, principal.userId, account.clientAccountId, body);
    return {
      ...(await withTransactions(deps, placed.statement, placed.transactions)),
      skipped: placed.skipped.map(({ bankReference }) => ({ reference: bankReference ?? null, reason: 'duplicate' })),
    };
  });

  api.serve(deleteBankStatement, {
    ...guarded,
    handle: async ({ resource, principal }) => {
      await deleteStatement(deps, principal.userId, resource);
      return empty();
    },
  });
}
