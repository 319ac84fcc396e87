import type { Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import { subjectOf } from './commit.ts';
import type { Reconciliation, Taken } from './reconciliation.ts';
import { drawIds, insertDraft, lockReconciliation, removeDraft } from './store.ts';

/** The user that jobs work as. */
const SYSTEM = 2;

/** A proposal of the matching job: what it would take of each line, and why. */
export interface Proposal {
  readonly clientAccountId: number;
  /** A calendar day. */
  readonly reconciliationDate: string;
  /** Which reference, amount and partner made it, for the person who approves it. */
  readonly note: string;
  readonly createdAt: Date;
  /** At least two, no line twice. */
  readonly taken: readonly Taken[];
}

/** Stores a draft that a person approves or deletes. Nothing is claimed by it. @returns its id */
export async function proposeDraft(tx: Tx, { taken, ...proposal }: Proposal): Promise<number> {
  const { id, entryIds } = (await drawIds(tx, [taken.length]))[0]!;
  const entries = taken.map((each, index) => ({ ...each, id: entryIds[index]! }));
  await insertDraft(tx, { ...proposal, id, createdById: SYSTEM, entries });
  return id;
}

/**
 * Takes a draft back whose lines no longer stand as they did, unless somebody approves it at this moment.
 * @returns whether it is gone
 */
export async function withdrawDraft(tx: Tx, draft: Pick<Reconciliation, 'clientAccountId' | 'id'>): Promise<boolean> {
  if (!(await lockReconciliation(tx, draft))) return true;
  return !(await isBeingCommitted(tx, draft.id)) && removeDraft(tx, draft);
}

/**
 * Whether somebody is approving it; asked under its lock, which is taken before that is begun. Raw: the runs of use
 * cases are a table of the platform.
 */
export async function isBeingCommitted(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.execute(sql`
    select 1 from use_cases where name = 'commit_internal_reconciliation' and subject = ${subjectOf(id)}
      and state in ('open', 'undoing')`);
  return rows.length > 0;
}
