import type { Tx } from '@app/db';
import {
  bankStatementDeleted,
  bankStatementRecorded,
  bankTransactionRecorded,
  type Handler,
  journalEntryPosted,
  on,
  onMany,
  settingsChanged,
} from '@app/events';
import { byAccount } from '../by-account.ts';
import { findPreparedCompany } from './company.ts';
import type { PreparationDeps } from './prepare.ts';
import { EVERY_PERIOD, follow, markAllDue, unfollow } from './queue-store.ts';

interface Dated {
  readonly payload: { readonly client_account_id: number; readonly date_from: string };
}

/** Of each company: its periods from the first day on that one of the events is about. */
async function markFirstDays(tx: Tx, events: readonly Dated[]): Promise<void> {
  const days = byAccount(events, ({ payload }) => payload.date_from);
  await markAllDue(
    tx,
    days.map(([clientAccountId, own]) => [clientAccountId, own.sort()[0]!]),
  );
}

/**
 * What periods hear: postings and what the bank says, after which they are prepared again (RPD-R30), and settings, which
 * say whose are prepared and how long they are. None is waited for: the nightly run finds the same.
 */
export const createConsumers = (deps: Pick<PreparationDeps, 'organisation' | 'clock'>): readonly Handler[] => [
  onMany(journalEntryPosted, markFirstDays),
  onMany(bankTransactionRecorded, markFirstDays),
  ...[bankStatementRecorded, bankStatementDeleted].map((event) => onMany(event, markFirstDays)),
  on(
    settingsChanged,
    async (tx, { payload }, isPrepared: boolean) => {
      if (isPrepared) await follow(tx, payload.client_account_id, EVERY_PERIOD);
      else await unfollow(tx, payload.client_account_id);
    },
    async ({ payload }) =>
      (await findPreparedCompany(deps.organisation, payload.client_account_id, deps.clock.today())) !== undefined,
  ),
];
