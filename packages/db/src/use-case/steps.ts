import type { Failure } from '@app/contract/failure';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Executor, Tx } from '../database.ts';
import type { CarryOut } from './command.ts';
import type { Run, Shapes } from './run.ts';
import type { BeginColumns, Wanted } from './store.ts';

/** What a call gives when it has found out that nothing was done and nothing will be: the run is forgotten. */
export const WITHDRAWN = Symbol('withdrawn');

/** What every step knows. */
export interface Step<Intent> {
  /** The same for every attempt. Calls to others carry it, or `<key>:<word>` where a use case makes several. */
  readonly commandKey: string;
  readonly intent: Intent;
  readonly clientAccountId: number | null;
}

/**
 * The steps of a use case over services; the rest is the same for all of them
 * (docs/decisions/0087-use-cases-over-services.md). Every step may run again, on another replica and at the same time
 * as a late attempt: what it does elsewhere it does under the command key, what it does here it does in the transaction
 * it is given.
 *
 * `Intent` and `Result` are kept as JSON. `Said` is what the others answered. `Given` is what only the caller at hand
 * has, such as a password: it is stored nowhere, and absent when somebody else goes on.
 */
export interface UseCaseDefinition<Intent, Result, Said, Given> extends Shapes<Intent, Result> {
  /** Says the type of what only the caller has; nothing is parsed by it. */
  readonly given?: z.ZodType<Given>;
  /** As it stands in the table: `accept_invitation`. */
  readonly name: string;
  /** How long others wait for a process that died before they go on; an attempt that lasts longer extends it. */
  readonly leaseSeconds: number;
  /**
   * How long after an attempt without an outcome the next one begins; at once by default, and slower from the fourth
   * on.
   */
  readonly pauseSeconds?: number;
  /**
   * Asks the other services, outside any transaction. What it throws is a refusal when `refusalOf` says so; after
   * anything else nobody knows what they did, and it is called again with the same key.
   */
  call(step: Step<Intent> & { readonly given: Given | undefined }): Promise<Said | typeof WITHDRAWN>;
  /** Ends it here: what is done in `commit` or `commitBy` is there exactly once, with the result and the end of the intent. */
  finish(
    step: Step<Intent> & {
      readonly given: Given | undefined;
      readonly said: Said;
      readonly commit: CarryOut<Result>;
      readonly commitBy: CommitBy;
    },
  ): Promise<Result>;
  /** Takes back what was reserved with the intent, in the transaction that notes the refusal. */
  refuse?(
    tx: Tx,
    step: Step<Intent> & { readonly refusal: Failure; readonly said: Said | undefined },
  ): Promise<unknown>;
  /**
   * Has the others take back what they did, after a refusal; called until it succeeds. With it `finish` may refuse as
   * well, and `call` may ask several; without it a refusal counts from a single call alone.
   */
  undo?(step: Step<Intent>): Promise<unknown>;
  /**
   * Which errors are a final no, and what the caller gets; a `Failure` of 4xx, save 408, 425 and 429, by default.
   */
  refusalOf?(error: unknown, step: Step<Intent>): Failure | undefined;
  /**
   * Moves what an earlier release keeps in tables of its own: the one that is looked for, else all that nobody works
   * on.
   */
  adopt?(wanted?: Wanted): Promise<unknown>;
}

/**
 * As `commit`, for an effect that commits by itself, maybe together with those of other runs: a statement with both
 * parts of `endParts` in it. It gives undefined where the run was not open any more; then it has done nothing.
 */
export type CommitBy = <Result>(effect: () => Promise<Result | undefined>) => Promise<Result>;

export interface Wishes<Intent> {
  readonly intent: Intent;
  /** At most one of a subject is under way. */
  readonly subject?: string;
  readonly clientAccountId?: number;
  /** What is said when another one is under way for the subject. */
  readonly busy?: Failure;
}

/**
 * Stores the intent in the transaction that reserves what belongs to it. It is the first statement of that transaction,
 * or comes after a lock that a second one with the same key waits for: the second is rolled back here and joins the
 * first.
 * @throws Failure `busy`
 */
export type Begin<Intent, Result> = (tx: Tx, wishes: Wishes<Intent>) => Promise<Run<Intent, Result>>;

/**
 * Stores an intent with which nothing else is reserved, and which stands for no subject; what is begun at the
 * same moment shares its commit.
 */
export type BeginShared<Intent, Result> = (
  wishes: Pick<Wishes<Intent>, 'intent'> & { readonly clientAccountId: number },
) => Promise<Run<Intent, Result>>;

/** `said` is what the others answered to this very attempt; undefined when it had ended before. */
export interface Outcome<Result, Said> {
  readonly result: Result;
  readonly said: Said | undefined;
}

export interface UseCase<Intent, Result, Said, Given> {
  readonly name: string;
  /**
   * Drives the use case of a key to its end: begins it, goes on with what an earlier attempt left, or answers what it
   * came to.
   * @param intend checks and reserves, and stores the intent by one of the two that it gets; not called when the key was begun
   * before. Instead of beginning it may give another run that it has claimed, and that is driven then
   * @param options.isFirstTry spares the look whether the key was begun before; a second beginning is found all the same
   * @throws Failure the refusal, the same for every repeat; whatever `call` threw when the outcome is unknown
   */
  run(
    commandKey: string,
    intend: (begin: Begin<Intent, Result>, beginShared: BeginShared<Intent, Result>) => Promise<Run<Intent, Result>>,
    given: Given,
    options?: { readonly isFirstTry?: boolean | undefined },
  ): Promise<Outcome<Result, Said>>;
  /**
   * Stores the intents of several keys in the transaction that reserves what belongs to them, as `Begin` does for one: for
   * those that are there together. Where one of them is taken, none may be kept.
   * @throws Failure `busy` of that one
   */
  beginAll(
    tx: Tx,
    all: readonly (Wishes<Intent> & { readonly commandKey: string })[],
  ): Promise<readonly Run<Intent, Result>[]>;
  /**
   * The part of a statement that stores intents for the rows of another part, together with what is reserved for them;
   * gives `command_key` and `subject` of those that were free. Nothing may be stored for the others; the runs of the rest
   * are made by `openRun`.
   */
  beginPart(columns: BeginColumns, from: SQL): SQL;
  find(wanted: Wanted, ex?: Executor): Promise<Run<Intent, Result> | undefined>;
  /** Drives a run on. Undefined when it turned out that nothing was done. @throws Failure as `run` does */
  resume(run: Run<Intent, Result>, given?: Given): Promise<Outcome<Result, Said> | undefined>;
  /** Takes a run that nobody works on. Undefined when somebody does, or it has ended. */
  claim(ex: Executor, run: Pick<Run<Intent, Result>, 'commandKey'>): Promise<Run<Intent, Result> | undefined>;
  /**
   * Carries on what is under way under a key, or for a subject, when nobody works on it: for somebody who asks for the
   * same as whoever began it.
   * @returns whether it came to its end here; false when nothing is under way, or somebody works on it
   * @throws Failure the refusal that it came to
   */
  carryOn(wanted: Wanted): Promise<boolean>;
  /** Carries on what nobody works on any more; gives how many came to an end. Safe on several replicas at once. */
  recover(): Promise<number>;
}
