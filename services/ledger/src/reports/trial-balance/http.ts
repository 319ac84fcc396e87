import type { DimensionType } from '@app/api/ledger/dimensions';
import { getTrialBalance } from '@app/api/ledger/reports';
import { exactNumber } from '@app/api/scalars';
import type { Api, Call } from '@app/contract';
import { decimal, formatMoney } from '@app/money';
import { serveReport } from '@app/reports';
import type { Language } from '@app/runtime';
import { nameOf } from '../../accounts/account.ts';
import { namedRelations } from '../relation-names.ts';
import type { ReportsContext } from '../reports-context.ts';
import { askTrialBalance, type TrialBalanceRequest } from './query.ts';
import { type PrintedRow, trialBalanceTable } from './table.ts';
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
      const relations = await context.db.report((executor) =>
        namedRelations(executor, query.client_account_id, query.dimensions ?? []),
      );
      const filters = {
        includeDrafts: query.include_drafts,
        includeCancelled: query.include_cancelled,
        accountCodes: query.account_codes,
        freeText: query.free_text,
        groupBy: query.group_by_dimension,
        relations: [...relations.values()],
      };
      const isPartial =
        query.account_codes !== undefined ||
        relations.size > 0 ||
        Boolean(query.free_text) ||
        !query.include_zero_movement;
      const printed = { from: query.date_from, to: query.date_to, filters, isPartial, splitBy: splitsIn(rows) };
      return trialBalanceTable(rows.map(printedRow), { ...head, ...printed }, language);
    },
  });

const requestOf = (query: Query): TrialBalanceRequest => ({
  clientAccountId: query.client_account_id,
  from: query.date_from,
  to: query.date_to,
  codes: query.account_codes,
  dimensions: dimensionsOf(query),
  words: (query.free_text ?? '').split(/\s+/).filter((word) => word !== ''),
  includeDrafts: query.include_drafts,
  includeDimensions: query.include_dimensions,
  includeZeroMovement: query.include_zero_movement,
  includeCancelled: query.include_cancelled,
  groupBy: query.group_by_dimension,
});

function dimensionsOf(query: Query): ReadonlyMap<DimensionType, readonly number[]> {
  const byType = new Map<DimensionType, number[]>();
  for (const { type, id } of query.dimensions ?? []) byType.set(type, [...(byType.get(type) ?? []), id]);
  return byType;
}

/** Under which type an account is split; its row without a value is named after that. */
function splitsIn(rows: readonly { readonly account_code: string; readonly relation_type: DimensionType | null }[]) {
  return new Map(
    rows.flatMap(({ account_code, relation_type }) =>
      relation_type === null ? [] : [[account_code, relation_type] as const],
    ),
  );
}

function describeRow({ account, relation, incoming, debit, credit, outgoing }: TrialBalanceRow, language: Language) {
  const [first, second, third] = account.categories;
  return {
    grouping: {
      level_1_code: first.code,
      level_1_name: first[language],
      level_2_code: second.code,
      level_2_name: second[language],
      level_3_code: third.code,
      level_3_name: third[language],
    },
    account_id: account.id,
    account_code: account.code,
    account_name: nameOf(account, language),
    incoming_balance: exactNumber(incoming),
    debit: exactNumber(debit),
    credit: exactNumber(credit),
    outgoing_balance: exactNumber(outgoing),
    relation_type: relation?.type ?? null,
    relation_id: relation?.id ?? null,
    relation_name: relation?.name ?? null,
  };
}

/** The exact text of a number of the answer, with its two decimals. */
const amountOf = (cell: unknown): string => formatMoney(decimal((cell as { readonly rawJSON: string }).rawJSON));

const printedRow = ({
  incoming_balance,
  debit,
  credit,
  outgoing_balance,
  ...row
}: ReturnType<typeof describeRow>): PrintedRow => ({
  ...row,
  incoming: amountOf(incoming_balance),
  debit: amountOf(debit),
  credit: amountOf(credit),
  outgoing: amountOf(outgoing_balance),
});
