import type { Tx } from '@app/db';
import type { Wish } from './amounts.ts';
import {
  addedBy,
  busy,
  type Committing,
  type CommittingDeps,
  type CommittingIntent,
  outdated,
  subjectOf,
} from './commit.ts';
import { isGain } from './difference.ts';
import { describedLines, type Lines, lineOf } from './lines.ts';
import { type Difference, type Plan, planOf, requireEachOnce } from './plan.ts';
import { isBeingCommitted } from './proposals.ts';
import { type Entry, isDraft, type Reconciliation } from './reconciliation.ts';
import { reconciliationDeleted, reconciliationNotFound } from './refusals.ts';
import { entriesOf, lockReconciliation, removeDraft } from './store.ts';
import { type Accounts, wordsOf } from './words.ts';

export interface MatchingDeps extends CommittingDeps {
  readonly ledger: CommittingDeps['ledger'] & Lines;
  readonly organisation: Accounts;
  readonly committing: Committing;
}

export interface Caller {
  readonly userId: number;
  /** The same for every try of one request. */
  readonly commandKey: string;
  /** The key was made for this very request: nothing can have been begun under it. */
  readonly isFirstTry?: boolean;
  /** The call is judged, and nobody claims or books anything. */
  readonly dryRun?: boolean;
}

/** Somebody else has approved the draft meanwhile: nothing is left to do. */
class ApprovedAlready extends Error {}

/** What was stored; undefined for what an earlier try of the request has stored. */
export interface Created {
  readonly id: number;
  readonly stored: { readonly record: Reconciliation; readonly entries: readonly Entry[] } | undefined;
}

/**
 * Matches lines with each other, once under the command key of its caller.
 * @throws Failure 400 that names the entries at fault, 409 when somebody else was faster, or the date of an exchange
 * difference is locked
 */
export async function createReconciliation(
  deps: MatchingDeps,
  caller: Caller,
  wanted: { readonly clientAccountId: number; readonly date: string; readonly wishes: readonly Wish[] },
): Promise<Created> {
  const { clientAccountId } = wanted;
  if (caller.dryRun) return rehearsed(deps, caller, wanted);
  let intent: CommittingIntent | undefined;
  const { result, said } = await deps.committing.run(
    caller.commandKey,
    async (_, beginShared) => {
      intent = await intentOf(deps, caller, wanted);
      return beginShared({ intent, clientAccountId });
    },
    undefined,
    { isFirstTry: caller.isFirstTry },
  );
  const id = result.reconciliationId;
  if (intent === undefined || said === undefined) return { id, stored: undefined };
  const { sequenceNumber, createdAt } = result;
  return {
    id,
    stored: {
      record: {
        ...{ id, clientAccountId, sequenceNumber, reconciliationDate: wanted.date, note: null },
        exchangeEntryId: said?.journalEntryId ?? null,
        ...{ createdAt: new Date(createdAt), createdById: caller.userId, deletedAt: null, deletedById: null },
      },
      entries: [...intent.entries, ...addedBy(intent, said)],
    },
  };
}

/**
 * What would be stored, judged by the lines as the ledger says that they stand. The exchange entry is posted with the
 * claims alone, so there is none here.
 */
async function rehearsed(
  deps: MatchingDeps,
  caller: Caller,
  wanted: Parameters<typeof createReconciliation>[2],
): Promise<Created> {
  const { reconciliationId: id, entries } = await intentOf(deps, caller, wanted);
  const { clientAccountId, date: reconciliationDate } = wanted;
  return {
    id,
    stored: {
      record: {
        // A number that nobody has: what is matched is no draft, and no number is drawn for a dry run.
        ...{ id, clientAccountId, sequenceNumber: 0, reconciliationDate, note: null, exchangeEntryId: null },
        ...{ createdAt: new Date(deps.clock.millis()), createdById: caller.userId, deletedAt: null, deletedById: null },
      },
      entries,
    },
  };
}

async function intentOf(
  deps: MatchingDeps,
  { userId }: Caller,
  { clientAccountId, date, wishes }: Parameters<typeof createReconciliation>[2],
): Promise<CommittingIntent> {
  requireEachOnce(wishes);
  const [lines, { id, entryIds }] = await Promise.all([
    linesOf(deps, clientAccountId, wishes),
    deps.groups.draw({ clientAccountId, count: wishes.length + 1 }),
  ]);
  const plan = planOf(wishes, lines);
  return {
    ...{ reconciliationId: id, isDraft: false, actorId: userId, date },
    entries: plan.taken.map((taken, index) => ({ ...taken, id: entryIds[index]! })),
    difference: await booked(deps, clientAccountId, plan, entryIds.at(-1)!),
  };
}

/**
 * Commits a draft, as far as its lines stand as they did when it was proposed; else the draft is deleted (IRC-R21,
 * IRC-R27). One that somebody else has committed meanwhile is left as it is, and an approval that was cut short is
 * carried to its end.
 * @throws Failure 404, 409
 */
export async function commitReconciliation(deps: MatchingDeps, caller: Caller, draft: Reconciliation): Promise<void> {
  if (await deps.committing.carryOn({ subject: subjectOf(draft.id) })) return;
  try {
    await deps.committing.run(caller.commandKey, (begin) => beginCommitting(deps, caller, draft, begin), undefined);
  } catch (error) {
    if (!(error instanceof ApprovedAlready)) throw error;
  }
}

async function beginCommitting(
  deps: MatchingDeps,
  { userId }: Caller,
  draft: Reconciliation,
  begin: Parameters<Parameters<Committing['run']>[1]>[0],
) {
  const { db } = deps;
  const { clientAccountId, id } = draft;
  const entries = (await entriesOf(db.executor, clientAccountId, [id])).get(id) ?? [];
  const plan = await planOfDraft(deps, clientAccountId, entries);
  const { entryIds } = await deps.groups.draw({ clientAccountId, count: 1 });
  const difference = plan && (await booked(deps, clientAccountId, plan, entryIds[0]!));
  const run = await db.write(async (tx) => {
    await holdDraft(tx, draft);
    if (!plan) return removeOutdated(tx, draft);
    const intent: CommittingIntent = {
      ...{ reconciliationId: id, isDraft: true, actorId: userId, date: draft.reconciliationDate },
      entries: plan.taken.map((taken, index) => ({ ...taken, id: entries[index]!.id })),
      difference: difference ?? null,
    };
    return begin(tx, { intent, ...{ subject: subjectOf(id), clientAccountId, busy: busy(id) } });
  });
  if (!run) throw outdated(id);
  return run;
}

/** Holds a draft that is one still. @throws Failure 404, 409 when it was deleted, or somebody is approving it */
async function holdDraft(tx: Tx, draft: Reconciliation): Promise<void> {
  const record = await lockReconciliation(tx, draft);
  if (!record) throw reconciliationNotFound(draft.id);
  if (record.deletedAt !== null) throw reconciliationDeleted(draft.id);
  if (!isDraft(record)) throw new ApprovedAlready();
  // The lines may look reconciled because it is this very draft that is reconciling them.
  if (await isBeingCommitted(tx, draft.id)) throw busy(draft.id);
}

async function removeOutdated(tx: Tx, draft: Reconciliation): Promise<undefined> {
  await removeDraft(tx, draft);
}

/** What a draft comes to by now; undefined when its lines no longer allow it. @throws Failure 503 */
async function planOfDraft(
  deps: MatchingDeps,
  clientAccountId: number,
  entries: readonly Wish[],
): Promise<Plan | undefined> {
  const lines = await linesOf(deps, clientAccountId, entries);
  try {
    return planOf(entries, lines);
  } catch (error) {
    if ((error as { readonly status?: number }).status === 400) return undefined;
    throw error;
  }
}

async function linesOf(deps: MatchingDeps, clientAccountId: number, wishes: readonly Wish[]) {
  const ids = wishes.map(({ journalEntryLineId }) => journalEntryLineId);
  const found = await describedLines(deps.ledger, clientAccountId, ids);
  return new Map([...found].map(([id, line]) => [id, lineOf(line)]));
}

async function booked(
  { organisation }: MatchingDeps,
  clientAccountId: number,
  { difference }: Plan,
  reconciliationEntryId: number,
): Promise<(Difference & { readonly reconciliationEntryId: number; readonly description: string }) | null> {
  if (difference === null) return null;
  const words = await wordsOf(organisation, clientAccountId);
  return { ...difference, reconciliationEntryId, description: isGain(difference) ? words.gain : words.loss };
}
