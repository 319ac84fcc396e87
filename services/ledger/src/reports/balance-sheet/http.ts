import { getBalanceSheet } from '@app/api/ledger/statements';
import { exactNumber } from '@app/api/scalars';
import type { Api } from '@app/contract';
import { serveReport } from '@app/reports';
import { amountOf, describeAccount, describeRelation } from '../account-cells.ts';
import { dimensionsOf, relationsOf } from '../filters.ts';
import type { ReportsContext } from '../reports-context.ts';
import { askBalanceSheet } from './query.ts';
import { balanceSheetTable } from './table.ts';

/** The balance sheet over HTTP, in its four forms (docs/contract/reports.md). */
export const serveBalanceSheet = (api: Api, context: ReportsContext): void =>
  serveReport(api, getBalanceSheet, context, {
    read: async ({ query, language }, today) => {
      const request = {
        clientAccountId: query.client_account_id,
        date: query.report_date ?? today,
        dimensions: dimensionsOf(query),
        includeDrafts: query.include_drafts,
      };
      const rows = await context.db.report((executor) => askBalanceSheet(executor, request));
      const described = rows.map(({ account, balance }) => ({
        ...describeAccount(account, language),
        balance: exactNumber(balance),
      }));
      return { rows: described };
    },
    table: async (rows, { query, language }, head) => {
      const relations = await context.db.report((executor) => relationsOf(executor, query));
      const date = query.report_date ?? head.today;
      const filters = { includeDrafts: query.include_drafts, relations };
      const printed = rows.map((row) => ({ ...row, ...describeRelation(null), amounts: [amountOf(row.balance)] }));
      return balanceSheetTable(printed, { ...head, date, filters }, language);
    },
  });
