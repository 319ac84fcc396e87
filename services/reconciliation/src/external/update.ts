import { type Failure, invalid } from '@app/contract/failure';
import { defineCommand, type Tx } from '@app/db';
import { decimal, formatMoney } from '@app/money';
import { type Stamp, takeStamp } from '@app/records';
import { compareAgain, isItem, requireCovered } from './compare-again.ts';
import { type Caller, intentOf, methodOf, type WritingDeps } from './create.ts';
import { isOfTransaction } from './judge.ts';
import {
  alreadyReconciled,
  type Comparison,
  type ExternalEntry,
  type ExternalRecord,
  type NewEntry,
  notDraft,
  recordBusy,
  recordDeleted,
} from './record.ts';
import { finishHeld, RECORDING, type RecordingIntent, recordingResult } from './recording.ts';
import {
  changeRecord,
  deleteEntries,
  findEntries,
  findRecord,
  insertEntries,
  isTaken,
  lockRecord,
  planClaims,
} from './store.ts';

/** A part of the difference that somebody explains. */
export interface Item {
  readonly description: string;
  readonly amount: string;
}

export interface RecordChange {
  /** Undefined: it stays. */
  readonly note: string | null | undefined;
  /** Undefined: those of the draft stay. */
  readonly items: readonly Item[] | undefined;
  /** The draft is to be reconciled. */
  readonly reconciles: boolean;
}

/**
 * Changes what is sent of a record, and reconciles a draft.
 * @throws Failure 400 `period_reconciliation.not_a_draft`, `period_reconciliation.unexplained_difference`, 409
 * `external_reconciliation.deleted`, `external_reconciliation.already_reconciled`, `period_reconciliation.stale_draft`
 */
export async function updateRecord(
  deps: WritingDeps,
  caller: Caller,
  record: ExternalRecord,
  change: RecordChange,
): Promise<void> {
  const { items, reconciles } = change;
  if (items) requireItems(items, record);
  if (touchesDraft(change)) requireDraft(record, change);
  if (!reconciles || caller.dryRun) {
    await deps.db.write(async (tx) => {
      const { held } = await holdRecord(tx, deps, caller, record, change);
      await applyChange(tx, held, change);
      if (isChange(held, change)) await deps.hooks.changed(tx, held, caller.userId);
    });
    return;
  }
  await reconcileDraft(deps, caller, record, change);
}

/** Does it change what a draft alone has, or make a record of it? */
const touchesDraft = ({ items, reconciles }: RecordChange): boolean => items !== undefined || reconciles;

/** Which of the two fields of a draft was sent; `items` when both were. */
const draftField = (items: RecordChange['items']) => (items ? 'items' : 'is_draft');

/** @throws Failure 400 */
function requireItems(items: readonly Item[], record: ExternalRecord): void {
  if (items.length > 0 && isOfTransaction(record))
    throw itemFault('A bank transaction is matched without a difference: it takes no items');
  for (const [index, { description, amount }] of items.entries()) {
    if (description === '') throw itemFault('description must not be empty', index);
    if (decimal(amount).isZero()) throw itemFault('The amount of an item must not be zero', index);
  }
}

const itemFault = (message: string, index?: number): Failure =>
  invalid(message, [{ field: index === undefined ? 'items' : `items.${index}`, message }]);

/** @throws Failure 400, 409 */
function requireDraft({ id, deletedAt, isDraft }: ExternalRecord, { items }: RecordChange): void {
  if (deletedAt !== null) throw recordDeleted(id);
  if (!isDraft) throw notDraft(id, draftField(items));
}

async function holdRecord(
  tx: Tx,
  { clock }: Pick<WritingDeps, 'clock'>,
  { userId }: Caller,
  record: ExternalRecord,
  change: RecordChange,
): Promise<{ readonly held: ExternalRecord; readonly stamp: Stamp }> {
  const stamp = await takeStamp(tx, clock, record.clientAccountId, userId);
  const held = await lockRecord(tx, record);
  if (!held) throw recordDeleted(record.id);
  if (touchesDraft(change)) {
    requireDraft(held, change);
    if (held.busyKey !== null) throw recordBusy(held.id);
  }
  return { held, stamp };
}

/**
 * The same of a draft that is to be reconciled: while it was compared, somebody may have explained it anew (XRC-R36).
 * @throws Failure 400 `period_reconciliation.unexplained_difference`
 */
async function holdCovered(...[tx, deps, caller, record, change]: Parameters<typeof holdRecord>) {
  const { held, stamp } = await holdRecord(tx, deps, caller, record, change);
  const entries = (await findEntries(tx, held.clientAccountId, [held.id])).get(held.id) ?? [];
  requireCovered(held, entries, change);
  return { held, stamp };
}

/** Is something else said of a record that is not retired? */
const isChange = (record: ExternalRecord, { note, items }: RecordChange): boolean =>
  record.deletedAt === null && (items !== undefined || (note !== undefined && note !== record.note));

/** Writes note and items; a draft that somebody explains anew is no longer what the periods have prepared. */
async function applyChange(tx: Tx, record: ExternalRecord, { note, items }: RecordChange): Promise<void> {
  if (note !== undefined) await changeRecord(tx, record, { note });
  if (!items) return;
  if (record.preparedMethod !== null) await changeRecord(tx, record, { preparedMethod: null });
  await deleteEntries(tx, record, 'RECONCILING_ITEM');
  const kept = (await findEntries(tx, record.clientAccountId, [record.id])).get(record.id) ?? [];
  const exchangeRate = kept.find(({ kind }) => kind === 'EXTERNAL')!.exchangeRate;
  const next = Math.max(...kept.map(({ place }) => place)) + 1;
  await insertEntries(
    tx,
    record,
    items.map((item) => itemEntry(item, record.currencyCode, exchangeRate)),
    next,
  );
}

const itemEntry = ({ description, amount }: Item, currencyCode: string, exchangeRate: string): NewEntry => ({
  ...{ kind: 'RECONCILING_ITEM', relationType: null, relationId: null, relationLineId: null, asOfDate: null },
  ...{ secondaryRelationType: null, secondaryRelationId: null, accountCode: null, share: null },
  ...{ description, amount: formatMoney(decimal(amount)), currencyCode, exchangeRate },
});

async function reconcileDraft(
  deps: WritingDeps,
  caller: Caller,
  record: ExternalRecord,
  change: RecordChange,
): Promise<void> {
  const { db, recording } = deps;
  const { clientAccountId, id } = record;
  if (record.busyKey !== null && (await recording.carryOn({ commandKey: record.busyKey }))) {
    if (await isAsSent(deps, record, change)) return;
    throw notDraft(id, draftField(change.items));
  }
  const compareOnce = async () => {
    const entries = (await findEntries(db.executor, clientAccountId, [id])).get(id) ?? [];
    requireCovered(record, entries, change);
    if (record.scopeKey === null && (await isTaken(db.executor, clientAccountId, record)))
      throw alreadyReconciled(record);
    return compareAgain(deps, record, entries);
  };
  if (record.scopeKey !== null) {
    await reconcileHere(deps, caller, record, { change, compareOnce });
    return;
  }
  await recording.run(
    caller.commandKey,
    async (begin) => {
      const comparison = await compareOnce();
      return db.write(async (tx) => {
        const { held } = await holdCovered(tx, deps, caller, record, change);
        const before = await draftBefore(tx, held, change);
        await applyChange(tx, held, change);
        const taken = await changeRecord(tx, held, {
          ...{ busyKey: caller.commandKey, takesSubject: true },
          bankTransactionId: isOfTransaction(held) ? held.subjectId : null,
        });
        const claims = await planClaims(tx, taken, comparison.entries);
        const intent = intentOf(comparison, {
          ...{ recordId: id, actorId: caller.userId, wasDraft: true, claims },
          ...(before ? { before } : {}),
        });
        return begin(tx, { intent, subject: String(id), clientAccountId, busy: recordBusy(id) });
      });
    },
    undefined,
    { isFirstTry: caller.isFirstTry },
  );
}

// An earlier release, which asked nobody either, kept it as a use case: under a key that it began the same came of it.
const reconciling = defineCommand({ name: RECORDING, result: recordingResult });

/**
 * Reconciles a draft of the periods: it compares balances, which nobody takes, so that one transaction is all of it.
 */
const reconcileHere = (
  deps: WritingDeps,
  caller: Caller,
  record: ExternalRecord,
  { change, compareOnce }: { readonly change: RecordChange; readonly compareOnce: () => Promise<Comparison> },
): Promise<unknown> =>
  reconciling.once(
    deps.db,
    caller.commandKey,
    async (carryOut) => {
      const comparison = await compareOnce();
      return carryOut(async (tx) => {
        const { held, stamp } = await holdCovered(tx, deps, caller, record, change);
        await applyChange(tx, held, change);
        const prepared = change.items ? null : held.preparedMethod;
        const method = prepared ?? methodOf(comparison);
        await finishHeld(tx, deps, held, { stamp, actorId: caller.userId, method });
        return { recordId: held.id };
      });
    },
    caller,
  );

/** What a change replaces of a draft: a refusal brings it back. */
async function draftBefore(
  tx: Tx,
  { clientAccountId, id, note, preparedMethod }: ExternalRecord,
  change: RecordChange,
): Promise<RecordingIntent['before']> {
  if (!change.items) return change.note === undefined ? undefined : { note, preparedMethod };
  const entries = (await findEntries(tx, clientAccountId, [id])).get(id) ?? [];
  return { note, preparedMethod, items: entries.filter(isItem).map(itemKept) };
}

/** Whether a record that somebody has reconciled meanwhile is what a request for that asked for. */
async function isAsSent({ db }: WritingDeps, { clientAccountId, id }: ExternalRecord, { note, items }: RecordChange) {
  const record = await findRecord(db.executor, id);
  if (!record || record.isDraft || record.deletedAt !== null) return false;
  if (note !== undefined && note !== record.note) return false;
  if (!items) return true;
  const kept = ((await findEntries(db.executor, clientAccountId, [id])).get(id) ?? []).filter(isItem);
  return (
    kept.length === items.length &&
    items.every(({ description, amount }, index) => {
      const item = kept[index]!;
      return item.description === description && decimal(item.amount).equals(decimal(amount));
    })
  );
}

const itemKept = ({ id, place, description, amount, currencyCode, exchangeRate }: ExternalEntry) => ({
  ...{ id, place, amount, currencyCode, exchangeRate },
  description: description!,
});
