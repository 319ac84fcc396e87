import { conflict, type FieldFault, invalid } from '@app/contract/failure';
import { type Database, type Executor, violatedConstraint } from '@app/db';
import { type Clock, currentContext, type Metrics } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { Grounds } from '../ground/grounds.ts';
import { findFaults, inactiveCompany } from './check.ts';
import { type WriteOutcome, writeRequests } from './entry-writer.ts';
import type { Refusal } from './fault.ts';
import { createGroups } from './groups.ts';
import type { NewEntry } from './journal-entry.ts';
import { type Metadata, metadataText } from './metadata-text.ts';
import { rewriteDraft } from './rewrite-draft.ts';
import type { WriteRequest } from './rows.ts';
import type { DraftRewrite, Writing } from './writing.ts';
import { countPosted, type Outcome, type Written } from './written.ts';

export interface CancelOutcome {
  readonly state:
    | 'missing'
    | 'removed'
    | 'reason_missing'
    | 'cancelled_before'
    | 'reversal'
    | 'locked'
    | 'reconciled'
    | 'cancelled';
  readonly cancellation_entry_id?: number;
  readonly reverses?: number;
  readonly locked_until?: string;
  readonly posting_date?: string;
}

/** The texts that a reversal's description begins with, per accounting language. */
export interface ReversalTitles {
  readonly nob: string;
  readonly eng: string;
}

export interface PostingStore {
  /** Whether what is stored here becomes final together with more: else each call commits by itself. */
  readonly isJoined: boolean;
  /**
   * Stores new entries, all or none. Of two that name one voucher the later is refused, however close the two come.
   * @param options.waits false throws `LeftOut` in place of waiting for whoever holds the company
   */
  save(writing: Writing, entries: readonly NewEntry[], options?: { readonly waits?: boolean }): Promise<Outcome>;
  /**
   * Every fault that saving would find, without writing; undefined when the ground is another one by now.
   * @param replacing the draft that is replaced by the entry
   */
  check(writing: Writing, entries: readonly NewEntry[], replacing?: number): Promise<Refusal | undefined>;
  /** Replaces a draft's lines and the header fields given, and posts it unless it stays a draft. */
  replaceDraft(writing: Writing, entryId: number, changes: DraftRewrite): Promise<Outcome>;
  /** Changes what the caller keeps with an entry, posted or not. */
  changeMetadata(
    writing: Omit<Writing, 'ground'>,
    entryId: number,
    metadata: Metadata | null,
  ): Promise<'missing' | 'unchanged' | 'changed'>;
  removeDraft(clientAccountId: number, entryId: number, now: string): Promise<'missing' | 'posted' | 'removed'>;
  cancel(
    writing: Omit<Writing, 'ground'> & { readonly today: string },
    entryId: number,
    reason: string | null,
    titles: ReversalTitles,
  ): Promise<CancelOutcome>;
}

/** Calls the functions of `sql/`: one statement each, which commits by itself unless a transaction is joined. */
export function createPostingStore(
  { db, clock, metrics }: { readonly db: Database; readonly clock: Clock; readonly metrics: Pick<Metrics, 'postings'> },
  grounds: Pick<Grounds, 'isCurrent'>,
): PostingStore {
  const posted = (written: Pick<Written, 'entries'>): void => metrics.postings.inc(countPosted(written));
  const groups = createGroups({ db, clock, posted });
  /** In a joined transaction it counts once that has committed. */
  const counted = (outcome: Outcome): Outcome => {
    if ('written' in outcome) db.afterCommit(() => posted(outcome.written));
    return outcome;
  };
  const run = async <T>(clientAccountId: number, statement: (executor: Executor) => Promise<T>): Promise<T> => {
    try {
      const result = await db.alone(clientAccountId, statement);
      db.committed();
      return result;
    } catch (error) {
      throw failureOf(error);
    }
  };
  const call = <T>(name: keyof typeof statements, command: Command): Promise<T> => {
    const context = currentContext();
    const text = JSON.stringify({ ...command, request_id: context?.requestId, traceparent: context?.traceparent });
    return run(
      command.client_account_id,
      async (executor) => (await executor.execute<{ result: T }>(statements[name](text)))[0]!.result,
    );
  };
  /**
   * What a joined transaction has not written it must not hold either: others would wait for it while their owners are
   * asked.
   */
  const inSavepoint = (work: (executor: Executor) => Promise<Outcome>): Promise<Outcome> =>
    db.attempt(async (executor) => {
      const outcome = await work(executor);
      return { result: outcome, keep: 'written' in outcome };
    });
  return {
    get isJoined() {
      return db.isJoined;
    },
    save: async (writing, entries, options) => {
      const request = requestOf(writing, entries);
      try {
        if (!db.isJoined) return outcomeOf(await groups.write(request, options));
        return counted(outcomeOf((await writeRequests(db.executor, [request], 'joined'))[0]!));
      } catch (error) {
        throw failureOf(error);
      }
    },
    check: async ({ clientAccountId, ground }, entries, replacing) => {
      const faults = ground.isActive
        ? await findFaults(db, clientAccountId, entries, replacing ?? null)
        : inactiveCompany.faults;
      return (await grounds.isCurrent(ground)) ? { faults, lockedUntil: ground.lockedUntil } : undefined;
    },
    replaceDraft: async (writing, entryId, changes) => {
      const write = (executor: Executor) => rewriteDraft(executor, writing, entryId, changes);
      return counted(
        await run(writing.clientAccountId, (executor) => (db.isJoined ? inSavepoint(write) : write(executor))),
      );
    },
    changeMetadata: async ({ clientAccountId, actorId, now }, entryId, metadata) => {
      const command = {
        client_account_id: clientAccountId,
        actor_id: actorId,
        now,
        entry_id: entryId,
        metadata: metadataText(metadata),
      };
      return (await call<{ state: 'missing' | 'unchanged' | 'changed' }>('metadata', command)).state;
    },
    removeDraft: async (clientAccountId, entryId, now) => {
      const command = { client_account_id: clientAccountId, entry_id: entryId, now };
      return (await call<{ state: 'missing' | 'posted' | 'removed' }>('remove', command)).state;
    },
    cancel: async ({ clientAccountId, actorId, now, today }, entryId, reason, titles) => {
      const outcome = await call<CancelOutcome>('cancel', {
        client_account_id: clientAccountId,
        actor_id: actorId,
        now,
        today,
        entry_id: entryId,
        reason,
        titles,
      });
      if (outcome.state === 'cancelled') db.afterCommit(() => metrics.postings.inc());
      return outcome;
    },
  };
}

/** What a posting function is given; its comment says what more it takes. */
type Command = { readonly client_account_id: number } & Readonly<Record<string, unknown>>;

/** Raw: a call of a function selects from no table. */
const statements = {
  metadata: (command: string) => sql`select change_metadata(${command}::text::jsonb) as result`,
  remove: (command: string) => sql`select remove_draft(${command}::text::jsonb) as result`,
  cancel: (command: string) => sql`select cancel_entry(${command}::text::jsonb) as result`,
};

function requestOf({ clientAccountId, actorId, now, ground }: Writing, entries: readonly NewEntry[]): WriteRequest {
  const context = currentContext();
  return {
    clientAccountId,
    groundVersion: ground.version,
    commonVersion: ground.common.version,
    currency: ground.currency,
    actorId,
    now,
    requestId: context?.requestId,
    traceparent: context?.traceparent,
    entries,
  };
}

function outcomeOf(outcome: WriteOutcome): Outcome {
  if (outcome === 'busy') throw new Error('Whoever waits cannot be answered busy');
  return typeof outcome === 'string' ? { state: outcome } : { written: outcome };
}

/**
 * What only the database sees: races for a voucher, references that one batch names twice, and an entry that does not
 * balance on each date.
 */
function failureOf(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'journal_entries_voucher_key')
    return conflict('Another journal entry of the same voucher was stored at the same moment');
  if (constraint === 'journal_entries_external_key') return conflict('Two journal entries have the same external_id');
  if (constraint === 'journal_entries_balance_check') {
    const fault: FieldFault = {
      field: 'lines',
      message: 'are out of balance; a posted entry balances on each posting date',
    };
    return invalid(`${fault.field} ${fault.message}`, [fault]);
  }
  return error;
}
