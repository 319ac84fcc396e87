import { claimsChanged, type Handler, journalEntryCancelled, journalEntryPosted, on } from '@app/events';
import { want } from './turns-store.ts';

/** Balance-sheet accounts: those of partners are among them. What else changes the hourly job finds. */
const ofBalance = (code: string): boolean => code.startsWith('1') || code.startsWith('2');

/** Books whose lines may match otherwise than before: something was posted, cancelled, reconciled or released. */
export const matchingEvents = (): readonly Handler[] => [
  ...[journalEntryPosted, journalEntryCancelled].map((event) =>
    on(event, async (tx, { payload }) => {
      if (payload.account_codes.some(ofBalance)) await want(tx, payload.client_account_id, payload.version);
    }),
  ),
  on(claimsChanged, (tx, { payload }) => want(tx, payload.client_account_id)),
];
