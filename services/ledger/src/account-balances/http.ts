import { getAccountBalances } from '@app/api/ledger/balances';
import type { Api } from '@app/contract';
import { nameOf } from '../accounts/account.ts';
import type { ReportsContext } from '../reports/reports-context.ts';
import { balancesOn } from './store.ts';

/** Balances of accounts over HTTP (docs/contract/account-balances.md). */
export function serveAccountBalances(
  api: Api,
  { db, clock, company }: Pick<ReportsContext, 'db' | 'clock' | 'company'>,
): void {
  api.serve(getAccountBalances, async ({ query, language }) => {
    const asOf = query.as_of_date ?? clock.today();
    const relationType = query.relation_type;
    const [facts, balances] = await Promise.all([
      company(query.client_account_id),
      db.report((executor) =>
        balancesOn(executor, {
          clientAccountId: query.client_account_id,
          asOf,
          codes: query.account_code,
          relationType,
          relationId: query.relation_id,
          includeDrafts: query.include_drafts,
        }),
      ),
    ]);
    return balances.map((row) => ({
      account_id: row.accountId,
      account_code: row.code,
      description: nameOf(row, language),
      as_of_date: asOf,
      currency_code: facts.currency,
      relation_type: relationType ?? null,
      relation_id: row.relationId,
      relation_name: row.relationName,
      balance: row.balance,
      line_count: row.lineCount,
    }));
  });
}
