import { conflict, type Failure } from '@app/contract/failure';
import { appendToOutbox, type Database, defineUseCase, outboxRow } from '@app/db';
import { internalCommitted } from '@app/events';
import { decimal, formatMoney, ZERO } from '@app/money';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { sidesOf, signedOf } from './amounts.ts';
import { differenceEntry } from './difference.ts';
import type { InternalGroups } from './groups.ts';
import { type Difference, differenceSchema } from './plan.ts';
import type { Entry } from './reconciliation.ts';
import { commitDraft, removeDraft } from './store.ts';

export interface CommittingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'ClaimLines' | 'ReleaseLines'>;
  readonly groups: InternalGroups;
}

const entrySchema = z.object({
  id: z.int(),
  journalEntryId: z.int(),
  journalEntryLineId: z.int(),
  ...{ debit: z.string(), credit: z.string(), debitFc: z.string(), creditFc: z.string(), exchangeRate: z.string() },
});

const intentSchema = z.object({
  reconciliationId: z.int(),
  /** The record is stored already, as a draft. */
  isDraft: z.boolean(),
  actorId: z.int(),
  /** A calendar day. */
  date: z.string(),
  entries: z.array(entrySchema),
  /** With the id of the entry that will claim its line. */
  difference: differenceSchema.extend({ reconciliationEntryId: z.int(), description: z.string() }).nullable(),
});

export type CommittingIntent = z.output<typeof intentSchema>;
type BookedDifference = Difference & { readonly reconciliationEntryId: number; readonly description: string };

/** The entry that is posted for the difference, and its line. */
export interface Posted {
  readonly journalEntryId: number;
  readonly journalEntryLineId: number;
}

/** Stands in the event until the statement that stores it puts the number there. */
const NUMBERED_BY_STATEMENT = 0;

const claimKey = (commandKey: string): string => `internal:${commandKey}`;

/** Nobody else changes or deletes it meanwhile. */
export const subjectOf = (id: number): string => `internal_reconciliation:${id}`;

export const busy = (id: number): Failure =>
  conflict(`Reconciliation ${id} is being approved or deleted at this moment; try again in a moment`);

export const outdated = (id: number): Failure =>
  conflict(
    `A line of reconciliation ${id} was cancelled or reconciled elsewhere; the proposal is deleted`,
    'accounting.reconciliation_proposal_outdated',
  );

/**
 * Committing a reconciliation is one use case over two services: what it takes is kept, the ledger claims it once under
 * the command key and posts the exchange difference in the same transaction, and the record gets its number. Of a
 * refusal nothing is left: neither claims nor an entry, and a late copy of the claim claims nothing (IRC-R42).
 */
export const defineCommitting = ({ db, clock, logger, ledger, groups }: CommittingDeps) =>
  defineUseCase(
    { db, logger },
    {
      name: 'commit_internal_reconciliation',
      leaseSeconds: 10,
      intent: intentSchema,
      result: z.object({ reconciliationId: z.int(), sequenceNumber: z.int(), createdAt: z.string() }),
      given: z.undefined(),
      call: async ({ commandKey, clientAccountId, intent }): Promise<Posted | null> => {
        const { reconciliationId, entries, difference } = intent;
        const { faults, differenceEntryId, differenceLineId } = await ledger.ClaimLines(
          {
            clientAccountId: clientAccountId!,
            commandKey: claimKey(commandKey),
            kind: 'CLAIM_KIND_INTERNAL',
            reconciliationId,
            claims: entries.map(claimOf),
            ...(difference === null ? {} : { difference: differenceEntry(intent, difference) }),
          },
          { deadlineMillis: 20_000 },
        );
        if (faults.length > 0) throw intent.isDraft ? outdated(reconciliationId) : raced(entries, faults);
        if (difference === null) return null;
        return { journalEntryId: differenceEntryId!, journalEntryLineId: differenceLineId! };
      },
      finish: ({ commandKey, clientAccountId, intent, said, commit, commitBy }) => {
        const id = intent.reconciliationId;
        const record = { clientAccountId: clientAccountId!, id };
        const added = addedBy(intent, said);
        const entries = [...intent.entries, ...added];
        const createdAt = new Date(clock.millis());
        const exchangeEntryId = said?.journalEntryId ?? null;
        const kept = { reconciliationId: id, createdAt: createdAt.toISOString() };
        if (intent.isDraft)
          return commit(async (tx) => {
            const from = intent.entries.length;
            const sequenceNumber = await commitDraft(tx, record, { exchangeEntryId, added, from });
            await appendToOutbox(tx, committed(record, { ...intent, sequenceNumber }, entries));
            return { ...kept, sequenceNumber };
          });
        return commitBy(async () => {
          const sequenceNumber = await groups.commit({
            ...{ ...record, entries, exchangeEntryId, note: null, commandKey, result: kept },
            ...{ reconciliationDate: intent.date, createdAt, createdById: intent.actorId },
            said: outboxRow(committed(record, { ...intent, sequenceNumber: NUMBERED_BY_STATEMENT }, entries)),
          });
          return sequenceNumber === undefined ? undefined : { ...kept, sequenceNumber };
        });
      },
      refuse: async (tx, { clientAccountId, intent, refusal }) => {
        if (refusal.code === 'accounting.reconciliation_proposal_outdated')
          await removeDraft(tx, { clientAccountId: clientAccountId!, id: intent.reconciliationId });
      },
      undo: ({ commandKey, clientAccountId, intent }) =>
        ledger.ReleaseLines({
          clientAccountId: clientAccountId!,
          commandKey: claimKey(commandKey),
          kind: 'CLAIM_KIND_INTERNAL',
          reconciliationId: intent.reconciliationId,
        }),
    },
  );

export type Committing = ReturnType<typeof defineCommitting>;

const claimOf = (entry: Entry) => {
  const { base, fc } = signedOf(entry);
  return {
    reconciliationEntryId: entry.id,
    journalLineId: entry.journalEntryLineId,
    amount: formatMoney(base),
    amountFc: formatMoney(fc),
  };
};

/** The line of the exchange difference as an entry of the reconciliation, its foreign amount zero (IRC-R45). */
const joined = ({ amount, exchangeRate, reconciliationEntryId }: BookedDifference, posted: Posted): Entry => ({
  id: reconciliationEntryId,
  ...posted,
  ...sidesOf({ base: decimal(amount), fc: ZERO }),
  exchangeRate,
});

/** The entries that a commit adds to what was planned. */
export const addedBy = ({ difference }: CommittingIntent, posted: Posted | null): readonly Entry[] =>
  posted === null ? [] : [joined(difference!, posted)];

type Faults = Awaited<ReturnType<CommittingDeps['ledger']['ClaimLines']>>['faults'];

/** Somebody was faster: the lines were open when they were looked at. */
const raced = (entries: readonly Entry[], faults: Faults): Failure => {
  const ids = faults.flatMap(({ index }) => entries[index]?.journalEntryLineId ?? []);
  return conflict(
    `Somebody else has reconciled or cancelled line ${ids.join(', ')} at this moment; read the lines and try again`,
  );
};

const committed = (
  { clientAccountId, id }: { readonly clientAccountId: number; readonly id: number },
  { sequenceNumber, date }: { readonly sequenceNumber: number; readonly date: string },
  entries: readonly Entry[],
) =>
  internalCommitted.create(
    {
      client_account_id: clientAccountId,
      reconciliation_id: id,
      sequence_number: sequenceNumber,
      reconciliation_date: date,
      journal_entry_line_ids: entries.map(({ journalEntryLineId }) => journalEntryLineId),
    },
    clientAccountId,
  );
