import type { FieldFault } from '@app/contract/failure';
import type { Ground } from '../ground/ground.ts';
import { findImbalance } from './balance.ts';
import { ATTEMPTS, type Books, keepsChanging, openBooks } from './books.ts';
import type { EntryHeader, LineRequest, NewEntry } from './journal-entry.ts';
import { judge } from './judge.ts';
import { LeftOut } from './left-out.ts';
import { completeLines } from './lines.ts';
import { refreshRefused } from './refresh-refused.ts';
import { explainFaults, explainRefusal } from './refusal.ts';
import { relationFaults } from './relation.ts';
import type { Writing } from './writing.ts';
import type { Outcome, Written } from './written.ts';

/** An entry as somebody wants it. */
export interface EntryRequest {
  readonly header: EntryHeader;
  readonly lines: readonly LineRequest[];
  /** That the amounts were worked out in, where that was before; else they are in that of the books, whichever it is. */
  readonly accountingCurrency?: string | undefined;
  /** The draft of an annual allocation may be out of balance (JEX-R09). */
  readonly isPartial?: boolean;
}

/** What was written, and with which lines. */
export interface Completed {
  readonly written: Written;
  readonly entries: readonly NewEntry[];
}

/**
 * An entry after the pure rules and the ground: complete even where there are faults, so that all of them can be named
 * at once.
 */
export interface CompletedEntry {
  readonly entry: NewEntry;
  /** The pure rules that it breaks. */
  readonly faults: readonly FieldFault[];
}

/** How entries without a fault are written, and which draft they replace. */
export interface Attempt {
  save(writing: Writing, entries: readonly NewEntry[]): Promise<Outcome>;
  readonly replacing?: number;
  /** False where others wait for it: then nobody is asked about what has a fault. @throws LeftOut */
  readonly waits?: boolean;
}

/**
 * The phases of every write of lines: (1) the pure rules and those of the ground; (2) the write, by one statement,
 * which takes effect under that ground alone; (3) where there are faults the books are asked for all of them, and their
 * owners about what may be behind, once about each thing, and the write is tried again. So the caller learns of every
 * fault at once.
 * @throws Failure 400 with every fault, 409, 503; nothing was written
 */
export async function writeEntries(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  requests: readonly EntryRequest[],
  attempt: Attempt,
): Promise<Completed | 'missing' | 'posted' | 'changed'> {
  const asked = new Set<string>();
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    const writing = await openBooks(books, account.clientAccountId, account.actorId);
    const { entries, faults } = complete(requests, writing.ground);
    let refused = entries;
    if (faults.length === 0 && mayStand(writing.ground, entries)) {
      const outcome = await attempt.save(writing, entries);
      if ('written' in outcome) return { written: outcome.written, entries };
      if (outcome.state === 'stale') {
        await books.grounds.isCurrent(writing.ground);
        continue;
      }
      if (outcome.state !== 'refused') return outcome.state;
      const { header } = outcome;
      if (header) refused = entries.map((entry) => ({ ...entry, header }));
    }
    if (attempt.waits === false) throw new LeftOut();
    const refusal = await books.posting.check(writing, refused, attempt.replacing);
    if (!refusal || (await refreshRefused(books, account.clientAccountId, refusal, refused, asked))) continue;
    if (refusal.faults.length > 0) throw explainRefusal(refusal, refused, faults);
    // Whoever had the voucher has let it go by now: another try.
    if (faults.length > 0) throw explainFaults(faults);
  }
  throw keepsChanging();
}

/** Whether the ground has nothing against the entries. */
export const mayStand = ({ isActive }: Ground, entries: readonly NewEntry[]): boolean =>
  isActive && entries.every(({ faults }) => faults.length === 0);

function complete(
  requests: readonly EntryRequest[],
  ground: Ground,
): { readonly entries: readonly NewEntry[]; readonly faults: readonly FieldFault[] } {
  const faults: FieldFault[] = [];
  const entries = requests.map((request, index) => {
    const completed = completeEntry(request, ground);
    const prefix = requests.length > 1 ? `entries.${index}.` : '';
    faults.push(...completed.faults.map(({ field, message }) => ({ field: `${prefix}${field}`, message })));
    return completed.entry;
  });
  return { entries, faults };
}

/** An entry ready to be written, and every rule that it breaks. */
export function completeEntry(
  { header, lines, accountingCurrency, isPartial }: EntryRequest,
  ground: Ground,
): CompletedEntry {
  const completed = completeLines(lines, ground.currency);
  const imbalance = isPartial && header.isDraft ? [] : findImbalance(lines, header.isDraft);
  return {
    entry: { header, lines: completed.lines, ...judge(completed.lines, header.isDraft, ground) },
    faults: [
      ...currencyFaults(accountingCurrency, ground),
      ...relationFaults(header),
      ...completed.faults,
      ...imbalance,
    ],
  };
}

/** Books without an entry may change their currency after somebody worked out the amounts of their first one. */
const currencyFaults = (workedOutIn: string | undefined, { currency }: Ground): readonly FieldFault[] =>
  workedOutIn === undefined || workedOutIn === currency
    ? []
    : [{ field: 'accounting_currency', message: `is ${workedOutIn}, but the books are in ${currency}` }];
