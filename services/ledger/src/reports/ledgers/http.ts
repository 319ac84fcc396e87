import { getAccountsPayable, getAccountsReceivable, getGeneralLedger } from '@app/api/ledger/ledgers';
import type { Api, Call } from '@app/contract';
import { type ReportHead, serveLongReport } from '@app/reports';
import { accountIdsOf } from '../../accounts/described-accounts.ts';
import type { LineFilter } from '../../journal-entry-lines/filter.ts';
import { dimensionsOf, relationsOf, type SharedFilters, wordsOf } from '../filters.ts';
import type { ReportsContext } from '../reports-context.ts';
import { ledgerItems } from './items.ts';
import { describeLines } from './rows.ts';
import { readLedger } from './store.ts';
import { type LedgerKind, ledgerTable } from './table.ts';

type GeneralQuery = Call<typeof getGeneralLedger>['query'];
type SubledgerQuery = Call<typeof getAccountsPayable>['query'];
/** What each of the three may be asked for. */
type Query = Omit<GeneralQuery & SubledgerQuery, 'business_partner_id'>;

const generalLedger: LedgerKind = {
  name: 'general-ledger',
  title: { nob: 'Hovedbok', eng: 'General ledger' },
  division: 'account',
};
const accountsPayable: LedgerKind = {
  name: 'accounts-payable',
  title: { nob: 'Leverandørreskontro', eng: 'Accounts payable' },
  division: 'partner',
};
const accountsReceivable: LedgerKind = {
  name: 'accounts-receivable',
  title: { nob: 'Kundereskontro', eng: 'Accounts receivable' },
  division: 'partner',
};

/** The general ledger and the two subledgers over HTTP, in their four forms (docs/contract/reports.md, "Ledgers"). */
export function serveLedgers(api: Api, context: ReportsContext): void {
  serveLongReport(
    api,
    getGeneralLedger,
    context,
    ledgerReport(context, generalLedger, (query) => query),
  );
  const asked = (code: string) => (query: SubledgerQuery) => subledgerQuery(query, code);
  serveLongReport(api, getAccountsPayable, context, ledgerReport(context, accountsPayable, asked('2400')));
  serveLongReport(api, getAccountsReceivable, context, ledgerReport(context, accountsReceivable, asked('1500')));
}

/** A subledger is the general ledger of one account, maybe of one partner. */
const subledgerQuery = ({ business_partner_id: id, ...query }: SubledgerQuery, code: string): Query => ({
  ...query,
  account_codes: [code],
  dimensions: id === undefined ? undefined : [{ type: 'businesspartner', id }],
  tax_codes: undefined,
});

interface LedgerCall<Q> {
  readonly query: Q;
  readonly language: 'nob' | 'eng';
}

function ledgerReport<Q>(context: ReportsContext, kind: LedgerKind, asked: (query: Q) => Query) {
  const { db } = context;
  return {
    read: async (call: LedgerCall<Q>) => {
      const query = asked(call.query);
      const { meta, pieces, isWhole } = await readLedger(db, await filterOf(context, query), query);
      const rows = describeLines(query.client_account_id, pieces, context);
      return { meta, rows: isWhole ? await Array.fromAsync(rows) : rows };
    },
    table: async (call: LedgerCall<Q>, head: ReportHead) => {
      const query = asked(call.query);
      const { language } = call;
      const filter = await filterOf(context, query);
      const relations = await db.report((executor) => relationsOf(executor, query as SharedFilters));
      const filters = {
        includeDrafts: query.include_drafts,
        includeCancelled: query.include_cancelled,
        includeReconciled: query.include_reconciled,
        asOf: query.as_of_date ?? null,
        ...(kind.division === 'account' && { accountCodes: query.account_codes ?? [] }),
        taxCodes: query.tax_codes,
        freeText: query.free_text,
        relations,
      };
      const days = { from: filter.dateFrom, to: filter.dateTo };
      return ledgerTable(ledgerItems(db, filter, kind.division), kind, { ...head, days, filters }, language);
    },
  };
}

async function filterOf({ db }: ReportsContext, query: Query): Promise<LineFilter> {
  const codes = query.account_codes;
  return {
    clientAccountId: query.client_account_id,
    accountIds: codes && (await accountIdsOf(db.executor, query.client_account_id, codes)),
    dateFrom: query.date_from,
    dateTo: [query.date_to, query.as_of_date].filter((day) => day !== undefined).sort()[0],
    asOf: query.as_of_date,
    dimensions: dimensionsOf(query),
    words: wordsOf(query),
    taxCodes: query.tax_codes,
    includeExternallyReconciled: true,
    includeReconciled: query.include_reconciled,
    includeDrafts: query.include_drafts,
    includeCancelled: query.include_cancelled,
  };
}
