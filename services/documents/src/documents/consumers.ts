import type { Database } from '@app/db';
import { claimsChanged, type Handler, NOTHING_TO_DO, onMany, organisationReferenceChanged } from '@app/events';
import { lockChanges, lockChangesOfMany } from '@app/records';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Clock } from '@app/runtime';
import type { z } from 'zod';
import { renamePartner } from './partner-names.ts';
import {
  applyPayments,
  documentsOfLines,
  noteClaims,
  noteStandings,
  openLinesAfter,
  type PublishedStanding,
  versionsOf,
} from './payments.ts';

/** The platform itself, which keeps projections. */
const SYSTEM_USER = 2;

/** What documents hears: how much of its lines is reconciled, and what partners are called. */
export const createConsumers = ({ clock }: { readonly clock: Clock }): readonly Handler[] => [
  onMany(claimsChanged, async (tx, events) => {
    const published = newestOfLines(events.map(({ payload }) => payload));
    if (published.length === 0) return;
    const accounts = [...new Set(published.map(({ clientAccountId }) => clientAccountId))];
    const moments = await lockChangesOfMany(tx, accounts, new Date(clock.millis()));
    const affected = await documentsOfLines(tx, accounts, await noteClaims(tx, published));
    for (const [clientAccountId, own] of Map.groupBy(affected, (document) => document.clientAccountId))
      await applyPayments(tx, clientAccountId, own.map(idOf), {
        at: moments.get(clientAccountId)!.toISOString(),
        userId: SYSTEM_USER,
      });
  }),
  onMany(
    organisationReferenceChanged,
    async (tx, events) => {
      for (const partner of partnersOf(events)) await renamePartner(tx, partner.client_account_id, partner);
    },
    async (events) => (partnersOf(events).length > 0 ? undefined : NOTHING_TO_DO),
  ),
];

/** The business partners among the records that have changed, in the order in which everybody takes their rows. */
const partnersOf = (events: readonly { readonly payload: Renamed }[]): readonly Renamed[] =>
  events
    .map(({ payload }) => payload)
    .filter(({ type }) => type === 'businesspartner')
    .sort((a, b) => a.client_account_id - b.client_account_id || a.id - b.id);

type Renamed = z.output<typeof organisationReferenceChanged.schema>;

const idOf = ({ id }: { readonly id: number }): number => id;

type Published = z.output<typeof claimsChanged.schema>;

/** Each line once, as the newest of the events has it. */
function newestOfLines(events: readonly Published[]): readonly PublishedStanding[] {
  const newest = new Map<number, PublishedStanding>();
  for (const { client_account_id: clientAccountId, version, lines } of events)
    for (const { journal_line_id: journalLineId, amount_fc: amountFc } of lines)
      if (version > (newest.get(journalLineId)?.version ?? -1))
        newest.set(journalLineId, { clientAccountId, version, journalLineId, amountFc });
  return [...newest.values()];
}

/** Open lines that one question to the ledger names. */
const BATCH = 500;

/** Asks the ledger about every open line again: what a lost projection is rebuilt from. @returns how many lines */
export async function rebuildPayments({
  db,
  clock,
  books,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly books: Pick<ClientOf<typeof Ledger>, 'GetLineStandings'>;
}): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const page = await openLinesAfter(db.executor, after, BATCH);
    if (page.length === 0) return count;
    after = page.at(-1)!.documentId;
    for (const [clientAccountId, own] of Map.groupBy(page, (line) => line.clientAccountId)) {
      const lineIds = own.map(({ openLineId }) => openLineId);
      const seen = await versionsOf(db.executor, clientAccountId, lineIds);
      const { lines } = await books.GetLineStandings({ clientAccountId, journalLineIds: lineIds });
      await db.write(async (tx) => {
        const now = await lockChanges(tx, clientAccountId, new Date(clock.millis()));
        const standings = lines.map((line) => ({
          journalLineId: line.journalLineId,
          amountFc: line.reconciledAmountFc,
        }));
        await noteStandings(tx, clientAccountId, standings, seen);
        const affected = await documentsOfLines(tx, [clientAccountId], lineIds);
        await applyPayments(tx, clientAccountId, affected.map(idOf), { at: now.toISOString(), userId: SYSTEM_USER });
      });
      count += lines.length;
    }
  }
}
