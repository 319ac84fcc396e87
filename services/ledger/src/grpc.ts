import { type Implementation, implement, Ledger, Records } from '@app/rpc';
import type { EntryStore } from './journal-entries/store.ts';

/** What other services ask the ledger. */
export const createRpc = (entries: EntryStore): readonly Implementation[] => [
  implement(Ledger, {
    HasPostings: async ({ clientAccountId }) => ({ hasPostings: await entries.hasEntries(clientAccountId) }),
  }),
  implement(Records, {
    CountRecords: async ({ clientAccountId }) => ({ counts: [{ kind: 'journal_entries', count: await entries.count(clientAccountId) }] }),
  }),
];
