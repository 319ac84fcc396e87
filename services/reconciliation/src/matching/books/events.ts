import { claimsChanged, type Handler, journalEntryCancelled, journalEntryPosted, onMany } from '@app/events';
import { byAccount } from '../../by-account.ts';
import { want } from './turns-store.ts';

/** Balance-sheet accounts: those of partners are among them. What else changes the hourly job finds. */
const ofBalance = (code: string): boolean => code.startsWith('1') || code.startsWith('2');

/** Books whose lines may match otherwise than before: something was posted, cancelled, reconciled or released. */
export const matchingEvents = (): readonly Handler[] => [
  ...[journalEntryPosted, journalEntryCancelled].map((event) =>
    onMany(event, async (tx, events) => {
      const ofBooks = events.filter(({ payload }) => payload.account_codes.some(ofBalance));
      const revisions = byAccount(ofBooks, ({ payload }) => payload.version);
      await want(
        tx,
        revisions.map(([clientAccountId, own]) => ({ clientAccountId, revision: Math.max(...own) })),
      );
    }),
  ),
  onMany(claimsChanged, async (tx, events) => {
    const accounts = new Set(events.map(({ payload }) => payload.client_account_id));
    await want(
      tx,
      [...accounts].map((clientAccountId) => ({ clientAccountId, revision: 0 })),
    );
  }),
];
