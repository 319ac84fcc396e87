import { getIncomeStatement } from '@app/api/ledger/statements';
import { exactNumber } from '@app/api/scalars';
import type { Api, Call } from '@app/contract';
import { serveReport } from '@app/reports';
import type { Language } from '@app/runtime';
import { amountOf, describeAccount, describeRelation } from '../account-cells.ts';
import { dimensionsOf, relationsOf, wordsOf } from '../filters.ts';
import type { ReportsContext } from '../reports-context.ts';
import { MONTHS, type Month } from './period.ts';
import { askIncomeStatement, type IncomeStatementRow } from './query.ts';
import { incomeStatementTable } from './table.ts';

type Query = Call<typeof getIncomeStatement>['query'];

/** The income statement over HTTP, in its four forms (docs/contract/reports.md). */
export const serveIncomeStatement = (api: Api, context: ReportsContext): void =>
  serveReport(api, getIncomeStatement, context, {
    read: async ({ query, language }, today) => {
      const request = {
        clientAccountId: query.client_account_id,
        ...spanOf(query, today),
        dimensions: dimensionsOf(query),
        words: wordsOf(query),
        includeDrafts: query.include_drafts,
        groupBy: query.group_by_dimension,
      };
      const rows = await context.db.report((executor) => askIncomeStatement(executor, request));
      return { rows: rows.map((row) => describeRow(row, query.group_by_dimension !== undefined, language)) };
    },
    table: async (rows, { query, language }, head) => {
      const filters = {
        includeDrafts: query.include_drafts,
        freeText: query.free_text,
        groupBy: query.group_by_dimension,
        relations: await context.db.report((executor) => relationsOf(executor, query)),
      };
      const printed = rows.map(({ period_debit_movements, ...row }) => ({
        ...describeRelation(null),
        ...row,
        movements: byMonth((month) => amountOf(period_debit_movements[month])),
      }));
      return incomeStatementTable(printed, { ...head, ...spanOf(query, head.today), filters }, language);
    },
  });

/** From 1 January of this year to today unless asked otherwise (REP-R10). */
const spanOf = (query: Query, today: string) => ({
  from: query.date_from ?? `${today.slice(0, 4)}-01-01`,
  to: query.date_to ?? today,
});

const byMonth = <T>(amountIn: (month: Month) => T): Record<Month, T> =>
  Object.fromEntries(MONTHS.map((month) => [month, amountIn(month)])) as Record<Month, T>;

const describeRow = ({ account, relation, movements }: IncomeStatementRow, isSplit: boolean, language: Language) => ({
  ...describeAccount(account, language),
  period_debit_movements: byMonth((month) => exactNumber(movements[month])),
  ...(isSplit ? describeRelation(relation) : {}),
});
