import type { Failure, FieldFault } from '@app/contract/failure';
import { refreshRefused } from '../projections/refresh.ts';
import { findImbalance } from './balance.ts';
import { type Books, openBooks } from './books.ts';
import type { EntryHeader, LineRequest } from './journal-entry.ts';
import { completeLines } from './lines.ts';
import type { NewEntry, Outcome, Writing, Written } from './posting-store.ts';
import { explainFaults, explainRefusal, type Refusal } from './refusal.ts';
import { relationFaults } from './relation.ts';

/** An entry as somebody wants it. */
export interface EntryRequest {
  readonly header: EntryHeader;
  readonly lines: readonly LineRequest[];
  /** The draft of an annual allocation may be out of balance (JEX-R09). */
  readonly isPartial?: boolean;
}

/** What was written, and with which lines. */
export interface Completed {
  readonly written: Written;
  readonly entries: readonly NewEntry[];
}

/** An entry after the pure rules: complete even where there are faults, so that the books can be asked for theirs. */
export interface CompletedEntry {
  readonly entry: NewEntry;
  readonly faults: readonly FieldFault[];
}

/** How the books are asked: to write, or only for their faults. */
export interface Attempt {
  save(writing: Writing, entries: readonly NewEntry[]): Promise<Outcome>;
  check(writing: Writing, entries: readonly NewEntry[]): Promise<Refusal>;
}

/**
 * The phases of every write of lines: (1) the pure rules; (2) the books' own checks and the write, in one statement; (3) on a refusal that may
 * stem from a projection that is behind, its owner is asked, once about each thing, and the write is tried again. A request that breaks a pure rule is still
 * shown to the books, so that the caller learns of every fault at once.
 * @throws Failure 400 with every fault, 409, 503; nothing was written
 */
export async function writeEntries(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  requests: readonly EntryRequest[],
  attempt: Attempt,
): Promise<Completed | 'missing' | 'posted'> {
  const asked = new Set<string>();
  for (;;) {
    const writing = await openBooks(books, account.clientAccountId, account.actorId);
    const { entries, faults } = complete(requests, writing.currency);
    const outcome = faults.length > 0 ? { refusal: await attempt.check(writing, entries) } : await attempt.save(writing, entries);
    if ('written' in outcome) return { written: outcome.written, entries };
    if ('state' in outcome) return outcome.state;
    const { refusal } = outcome;
    if (await refreshRefused(books, account.clientAccountId, refusal, entries, asked)) continue;
    throw refusal.faults.length > 0 ? explainRefusal(refusal, entries, faults) : refused(faults);
  }
}

function refused(faults: readonly FieldFault[]): Failure {
  if (faults.length === 0) throw new Error('The books refuse and name no fault');
  return explainFaults(faults);
}

function complete(
  requests: readonly EntryRequest[],
  currency: string,
): { readonly entries: readonly NewEntry[]; readonly faults: readonly FieldFault[] } {
  const faults: FieldFault[] = [];
  const entries = requests.map((request, index) => {
    const completed = completeEntry(request, currency);
    const prefix = requests.length > 1 ? `entries.${index}.` : '';
    faults.push(...completed.faults.map(({ field, message }) => ({ field: `${prefix}${field}`, message })));
    return completed.entry;
  });
  return { entries, faults };
}

/** An entry ready for the books, and every pure rule that it breaks. */
export function completeEntry({ header, lines, isPartial }: EntryRequest, currency: string): CompletedEntry {
  const completed = completeLines(lines, currency);
  const imbalance = isPartial && header.isDraft ? [] : findImbalance(lines, header.isDraft);
  return { entry: { header, lines: completed.lines }, faults: [...relationFaults(header), ...completed.faults, ...imbalance] };
}
