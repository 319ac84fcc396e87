import {
  cancelJournalEntry,
  createJournalEntry,
  deleteJournalEntry,
  getJournalEntry,
  listJournalEntries,
  updateJournalEntry,
} from './journal-entries.ts';
import { listJournalEntryLines } from './journal-entry-lines.ts';
import { createPeriodLock, listPeriodLocks } from './period-locks.ts';

export * from './dimensions.ts';
export * from './journal-entries.ts';
export * from './journal-entry-lines.ts';
export * from './journal-lines.ts';
export * from './period-locks.ts';

export const ledgerEndpoints = [
  listJournalEntries,
  createJournalEntry,
  getJournalEntry,
  updateJournalEntry,
  cancelJournalEntry,
  deleteJournalEntry,
  listJournalEntryLines,
  listPeriodLocks,
  createPeriodLock,
];
