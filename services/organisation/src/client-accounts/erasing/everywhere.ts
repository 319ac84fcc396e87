import { unavailable } from '@app/contract';
import { type Database, DOCUMENT_ENTRIES, eraseRecords, platformSteps } from '@app/db';
import type { BackendName } from '@app/registry';
import type { ClientOf, Erasure } from '@app/rpc';
import { ownSteps } from './steps.ts';

/** A service that removes what it holds of a client account. */
export type Eraser = Pick<ClientOf<typeof Erasure>, 'EraseRecords'>;

export interface ErasureSources {
  readonly db: Database;
  /** Every service but this one. Asked for when something is erased. */
  readonly erasers: () => ReadonlyMap<BackendName, Eraser>;
}

export interface WholeErasure {
  readonly clientAccountId: number;
  readonly commandKey: string;
  readonly categories: readonly string[];
}

/** How long one attempt goes on; the next one goes on where it ended. */
const ATTEMPT_MILLIS = 25_000;
/** Of one call: longer than a service works on it. */
const CALL_MILLIS = 10_000;

/** What was begun is carried to its end, whoever is away now: nothing is taken back, and nobody has to ask again. */
const underWay = (cause?: unknown) =>
  unavailable('The records are being removed, and that goes on by itself until none is left', cause);

/**
 * Has every service remove its records, and removes this one's.
 * @returns how many went under the key, by category
 * @throws Failure 503 when one cannot be asked, or there is more than one attempt removes: it goes on by itself
 */
export async function eraseEverywhere(
  { db, erasers }: ErasureSources,
  whole: WholeErasure,
): Promise<Readonly<Record<string, number>>> {
  const until = performance.now() + ATTEMPT_MILLIS;
  const erasure = withEntriesOfDocuments(whole);
  const all = erasers();
  if (erasure !== whole) await eraseThere(all.get('ledger')!, erasure, until).catch(failUnderWay);
  const others = [...all.values()].map((eraser) => eraseThere(eraser, erasure, until));
  // All are waited for, so that nothing of this attempt is under way when the next one begins.
  const outcomes = await Promise.allSettled([...others, eraseHere(db, erasure, until)]);
  const total: Record<string, number> = {};
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw underWay(outcome.reason);
    for (const { category, count } of outcome.value) total[category] = (total[category] ?? 0) + count;
  }
  return total;
}

/**
 * With documents go their entries, where not all entries do. The ledger learns which they are from those who have the
 * documents and the payments, so it ends its part first; asked again under the key, it says what it has counted.
 */
function withEntriesOfDocuments(erasure: WholeErasure): WholeErasure {
  const { categories } = erasure;
  const clearsSome =
    categories.includes('DOCUMENTS') &&
    categories.includes('RECONCILIATIONS') &&
    !categories.includes('JOURNAL_ENTRIES');
  return clearsSome ? { ...erasure, categories: [...categories, DOCUMENT_ENTRIES] } : erasure;
}

const failUnderWay = (cause: unknown): never => {
  throw underWay(cause);
};

interface Count {
  readonly category: string;
  readonly count: number;
}

async function eraseThere(eraser: Eraser, erasure: WholeErasure, until: number): Promise<readonly Count[]> {
  while (performance.now() < until) {
    const { isDone, counts } = await eraser.EraseRecords(
      { ...erasure, categories: [...erasure.categories] },
      { deadlineMillis: CALL_MILLIS },
    );
    if (isDone) return counts;
  }
  throw underWay();
}

async function eraseHere(db: Database, erasure: WholeErasure, until: number): Promise<readonly Count[]> {
  const millis = Math.max(0, until - performance.now());
  const { isDone, counts } = await eraseRecords(db, [...ownSteps, ...platformSteps], erasure, millis);
  if (!isDone) throw underWay();
  return Object.entries(counts).map(([category, count]) => ({ category, count }));
}
