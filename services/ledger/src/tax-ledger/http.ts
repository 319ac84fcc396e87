import { listTaxBalances, listTaxLedgerEntries } from '@app/api/ledger/tax-ledger';
import type { Api } from '@app/contract';
import type { Database } from '@app/db';
import { formatMoney } from '@app/money';
import { taxBalances } from './balances.ts';
import { listEntries, movementsUntil } from './store.ts';

/** The tax ledger over HTTP (docs/contract/assets.md). */
export function serveTaxLedger(api: Api, { db }: { readonly db: Database }): void {
  api.serve(listTaxLedgerEntries, async ({ account, query }) => {
    const { clientAccountId } = account;
    const filter = {
      clientAccountId,
      reportingYear: query.reporting_year,
      assetId: query.asset_id,
      entryType: query.entry_type,
      group: query.saldogruppe,
    };
    const { rows, meta } = await listEntries(db.executor, filter, query);
    const data = rows.map((row) => ({
      ...row,
      id: Number(row.id),
      client_account_id: clientAccountId,
      asset_id: Number(row.asset_id),
      source_id: Number(row.source_id),
    }));
    return { data, meta };
  });

  api.serve(listTaxBalances, async ({ account, query }) => {
    const movements = await movementsUntil(db.executor, account.clientAccountId, query.reporting_year);
    return taxBalances(movements, query.reporting_year).map((one) => ({
      saldogruppe: one.group,
      opening_balance: formatMoney(one.opening),
      additions: formatMoney(one.additions),
      disposals: formatMoney(one.disposals),
      basis: formatMoney(one.basis),
      depreciation_rate: formatMoney(one.rate),
      depreciation: formatMoney(one.depreciation),
      closing_balance: formatMoney(one.closing),
    }));
  });
}
