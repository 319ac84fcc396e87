/** What an import tells of its file: what it stored, and what it left out. */
export interface Imported {
  /** Ids of the statements, in the order of the file. */
  readonly statementIds: readonly number[];
  /** Ids of the first advices. */
  readonly adviceIds: readonly number[];
  readonly adviceCount: number;
  /** The first rows that were left out. */
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
}

/**
 * Why a row of a file was left out. `duplicate`: it is stored already; `not_booked`: it is pending, of the future or
 * only information; `zero_amount`: it moved nothing; `debit`: a notification of what went out.
 */
export type SkipReason = 'duplicate' | 'not_booked' | 'zero_amount' | 'debit';

export interface Skipped {
  /** What the bank calls the statement or the entry; null for an entry without a name. */
  readonly reference: string | null;
  readonly reason: SkipReason;
}

/** Rows that are named in an answer, of each kind; the rest is counted. */
const MOST_NAMED = 10_000;

/** Collects what an import did, within bounds whatever the file holds. */
export interface Tally {
  stored(statementId: number): void;
  advised(ids: readonly number[]): void;
  skip(reference: string | null, reason: SkipReason): void;
  readonly result: Imported;
}

export function createTally(): Tally {
  const statementIds: number[] = [];
  const adviceIds: number[] = [];
  const skipped: Skipped[] = [];
  let adviceCount = 0;
  let skippedCount = 0;
  return {
    stored: (id) => statementIds.push(id),
    advised: (ids) => {
      adviceCount += ids.length;
      adviceIds.push(...ids.slice(0, Math.max(0, MOST_NAMED - adviceIds.length)));
    },
    skip: (reference, reason) => {
      skippedCount += 1;
      if (skipped.length < MOST_NAMED) skipped.push({ reference, reason });
    },
    get result() {
      return { statementIds, adviceIds, adviceCount, skipped, skippedCount };
    },
  };
}
