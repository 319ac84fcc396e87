import type { Database } from '@app/db';
import { type Implementation, implement, Ledger, Records } from '@app/rpc';
import { partnerBalances } from './account-balances/partner-balances.ts';
import type { EntryStore } from './journal-entries/store.ts';

/** What other services ask the ledger. */
export const createRpc = (db: Database, entries: EntryStore): readonly Implementation[] => [
  implement(Ledger, {
    HasPostings: async ({ clientAccountId }) => ({ hasPostings: await entries.hasEntries(clientAccountId) }),
    GetPartnerBalances: async (question) => ({ balances: await partnerBalances(db.executor, question) }),
  }),
  implement(Records, {
    CountRecords: async ({ clientAccountId }) => ({ counts: [{ kind: 'journal_entries', count: await entries.count(clientAccountId) }] }),
  }),
];
