import { type JournalEntryLineOut, listJournalEntryLines } from '@app/api/ledger/index';
import type { Api } from '@app/contract';
import type { z } from 'zod';
import type { LineAccounts } from '../journal-entries/accounts.ts';
import { presentLine, type Shown } from '../journal-entries/present.ts';
import type { LedgerLine, LineStore } from './store.ts';

/** Binds the list of journal entry lines. */
export function serveJournalEntryLines(api: Api, store: LineStore, accounts: LineAccounts): void {
  api.serve(listJournalEntryLines, async (call) => {
    const { query } = call;
    const { clientAccountId } = call.account;
    const { lines, meta } = await store.list(
      {
        clientAccountId,
        accountIds: await accountsOf(store, clientAccountId, query.account_code, query.account_id),
        dateFrom: query.from_date,
        dateTo: query.to_date,
        relationType: query.relation_type,
        relationId: query.relation_id,
        journalEntryId: query.journal_entry_id,
        taxCodes: query.tax_code ? [query.tax_code] : undefined,
        includeExternallyReconciled: query.include_externally_reconciled,
        includeReconciled: query.include_reconciled,
        includeDrafts: query.include_drafts,
        includeCancelled: query.include_cancelled,
      },
      query.order_by,
      query,
    );
    const described = query.with.has('account')
      ? await accounts.describe(lines.map(({ accountId }) => accountId))
      : undefined;
    return {
      data: lines.map((line) => presentLedgerLine(line, { language: call.language, accounts: described })),
      meta,
    };
  });
}

/** Both filters at once: the accounts that satisfy both. */
async function accountsOf(
  store: LineStore,
  clientAccountId: number,
  codes: readonly string[] | undefined,
  id: number | undefined,
): Promise<readonly number[] | undefined> {
  if (codes === undefined) return id === undefined ? undefined : [id];
  const ids = await store.accountIds(clientAccountId, codes);
  return id === undefined ? ids : ids.filter((found) => found === id);
}

const presentLedgerLine = (line: LedgerLine, shown: Shown): z.input<typeof JournalEntryLineOut> => ({
  ...presentLine(line, shown),
  remaining_amount: line.remainingAmount,
  external_remaining_amount: line.externalRemainingAmount,
  journal_entry: {
    id: line.journalEntry.id,
    sequence_number: line.journalEntry.sequenceNumber,
    description: line.journalEntry.description,
    is_draft: line.journalEntry.isDraft,
    cancelled: line.journalEntry.cancelled,
    voucher_id: line.journalEntry.voucherId,
  },
});
