import { conflict, Failure, type FieldFault } from '@app/contract/failure';
import type { Fault, Refusal } from './fault.ts';
import type { NewEntry } from './journal-entry.ts';
import { explainRefusal } from './refusal.ts';
import type { CompletedEntry } from './write.ts';

/**
 * The failure of each refused entry of a batch, as it would get it alone.
 * @param indexes the place in the batch of each entry that was shown to the books
 * @throws Failure when it is the client account that takes no entries
 */
export function failuresOf(
  refusal: Refusal,
  indexes: readonly number[],
  pending: ReadonlyMap<number, CompletedEntry>,
): ReadonlyMap<number, Failure> {
  const { lockedUntil } = refusal;
  const perEntry = new Map<number, Fault[]>();
  for (const fault of refusal.faults) {
    if (fault.field === 'client_account_id')
      throw explainRefusal({ faults: [fault], lockedUntil }, [pending.get(indexes[0]!)!.entry]);
    const index = indexes[fault.entry]!;
    const found = perEntry.get(index) ?? [];
    found.push({ ...fault, entry: 0 });
    perEntry.set(index, found);
  }
  const failures = new Map<number, Failure>();
  for (const index of indexes) {
    const { entry, faults: mistakes } = pending.get(index)!;
    const faults = perEntry.get(index) ?? [];
    if (faults.length + mistakes.length > 0)
      failures.set(index, explainRefusal({ faults, lockedUntil }, [entry], mistakes));
  }
  return failures;
}

/** What no two entries of a client account may share. */
export type UniqueField = 'voucher_id' | 'external_id';

/** An earlier entry of the same batch names the voucher, or has the caller's reference. */
export function takenInBatch({ header }: NewEntry, field: UniqueField): Failure {
  const message =
    field === 'voucher_id'
      ? `is ${header.voucherId}, which an earlier entry of the batch has; a voucher has at most one journal entry`
      : `is "${header.externalId}", which an earlier entry of the batch has`;
  return conflict(`${field} ${message}`, undefined, { fields: [{ field, message }] });
}

/**
 * One failure for a batch that is all or none (docs/contract/journal-entries.md, "Creating"): 400 with the place of the
 * first faulty entry, what the single call would have answered to it, and every fault of every entry by the place of
 * its entry.
 */
export function combineFailures(failures: ReadonlyMap<number, Failure>): Failure {
  const inOrder = [...failures].sort(([a], [b]) => a - b);
  const [index, first] = inOrder[0]!;
  const { fields: _own, ...details } = first.details ?? {};
  const [fault] = fieldsOf(inOrder[0]!);
  const rest =
    inOrder.length > 1
      ? ` (and ${inOrder.length - 1} more ${inOrder.length > 2 ? 'entries are' : 'entry is'} faulty)`
      : '';
  const message =
    first.status === 400 && fault
      ? `${fault.field} ${fault.message}`
      : `entries.${index} cannot be stored: ${first.message}`;
  return new Failure('common.validation_error', 400, `${message}${rest}`, {
    details: { ...details, index, status: first.status, code: first.code, fields: inOrder.flatMap(fieldsOf) },
  });
}

function fieldsOf([index, { details }]: readonly [number, Failure]): FieldFault[] {
  const fields = (details?.fields ?? []) as readonly FieldFault[];
  return fields.map(({ field, message }) => ({
    field: field === '' ? `entries.${index}` : `entries.${index}.${field}`,
    message,
  }));
}
