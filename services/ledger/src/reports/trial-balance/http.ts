import { getTrialBalance } from '@app/api/ledger/reports';
import { exactNumber } from '@app/api/scalars';
import type { Api, Call } from '@app/contract';
import { serveReport } from '@app/reports';
import type { Language } from '@app/runtime';
import { amountOf, describeAccount, describeRelation } from '../account-cells.ts';
import type { AccountRow } from '../account-table.ts';
import { dimensionsOf, relationsOf, wordsOf } from '../filters.ts';
import type { ReportsContext } from '../reports-context.ts';
import { askTrialBalance, type TrialBalanceRequest } from './query.ts';
import { trialBalanceTable } from './table.ts';
import type { TrialBalanceRow } from './trial-balance.ts';

type Query = Call<typeof getTrialBalance>['query'];

/** The trial balance over HTTP, in its four forms (docs/contract/reports.md). */
export const serveTrialBalance = (api: Api, context: ReportsContext): void =>
  serveReport(api, getTrialBalance, context, {
    read: async ({ query, language }) => {
      const rows = await context.db.report((executor) => askTrialBalance(executor, requestOf(query)));
      return { rows: rows.map((row) => describeRow(row, language)) };
    },
    table: async (rows, { query, language }, head) => {
      const relations = await context.db.report((executor) => relationsOf(executor, query));
      const filters = {
        includeDrafts: query.include_drafts,
        includeCancelled: query.include_cancelled,
        accountCodes: query.account_codes ?? [],
        freeText: query.free_text,
        groupBy: query.group_by_dimension,
        relations,
      };
      const isPartial =
        query.account_codes !== undefined ||
        relations.length > 0 ||
        Boolean(query.free_text) ||
        !query.include_zero_movement;
      const printed = { from: query.date_from, to: query.date_to, filters, isPartial };
      return trialBalanceTable(rows.map(printedRow), { ...head, ...printed }, language);
    },
  });

const requestOf = (query: Query): TrialBalanceRequest => ({
  clientAccountId: query.client_account_id,
  from: query.date_from,
  to: query.date_to,
  codes: query.account_codes,
  dimensions: dimensionsOf(query),
  words: wordsOf(query),
  includeDrafts: query.include_drafts,
  includeDimensions: query.include_dimensions,
  includeZeroMovement: query.include_zero_movement,
  includeCancelled: query.include_cancelled,
  groupBy: query.group_by_dimension,
});

const describeRow = (row: TrialBalanceRow, language: Language) => ({
  ...describeAccount(row.account, language),
  account_id: row.account.id,
  incoming_balance: exactNumber(row.incoming),
  debit: exactNumber(row.debit),
  credit: exactNumber(row.credit),
  outgoing_balance: exactNumber(row.outgoing),
  ...describeRelation(row.relation),
});

const printedRow = (row: ReturnType<typeof describeRow>): AccountRow => ({
  ...row,
  amounts: [row.incoming_balance, row.debit, row.credit, row.outgoing_balance].map(amountOf),
});
