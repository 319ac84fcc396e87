import { type Failure, invalid } from '@app/contract/failure';
import { createGroupCommit, type Database, isForEach, type KeptRefusal, keptRefusal, refusalFrom } from '@app/db';
import type { Clock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { type Claim, type ClaimKind, requireAmounts } from './claim.ts';

/** A reconciliation takes part in the books by its id alone; its record is another service's. */
export interface Reconciliation {
  readonly clientAccountId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  readonly kind: ClaimKind;
  readonly reconciliationId: number;
}

/** What is still open on a line for a kind of claim, as decimals signed like debit minus credit. */
export interface ClaimedLine {
  readonly line_id: number;
  readonly open_amount: string;
  readonly open_amount_fc: string;
}

/** Why a claim was refused, and what was open when it was. */
export interface ClaimFault {
  /** Place in the claims of the command, from 0. */
  readonly index: number;
  readonly rule: 'line_unknown' | 'line_not_standing' | 'entry_claimed' | 'exceeds_open' | 'given_up';
  readonly open_amount: string;
  readonly open_amount_fc: string;
}

export interface ClaimOutcome {
  readonly faults: readonly ClaimFault[];
  readonly lines: readonly ClaimedLine[];
  /** The entry of the exchange difference that was posted with the claims, and its line among them. */
  readonly difference_entry_id?: number;
  readonly difference_line_id?: number;
}

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

/** In one transaction, and in one statement to the database: a reconciliation of more is several. */
const MAX_CLAIMS = 10_000;
/** What takes more lines is claimed by itself: all of a group wait for each of them. */
const MAX_CLAIMS_IN_GROUP = 20;

/** What the functions of `sql/claims.sql` take. */
interface Command {
  readonly client_account_id: number;
  readonly claims?: readonly object[];
  readonly kept?: Kept;
  readonly refusal?: KeptRefusal;
}
type Kept = Pick<ClaimOutcome, 'difference_entry_id' | 'difference_line_id'>;

/**
 * Claims amounts of posted lines, all or none. Claims of one client account come after each other, so that of many who
 * want the last amount of a line one gets it; which command comes first is not said.
 * @param kept what the answer holds besides, also for a command that comes again
 * @returns faults when one cannot be claimed, and nothing was; for a command that comes again what it came to
 * @throws Failure 400 for a command that no books could carry out, 503
 */
export const claimLines = async (
  deps: Deps,
  command: Reconciliation,
  claims: readonly Claim[],
  kept: Kept = {},
): Promise<ClaimOutcome> => run(deps, 'claim_lines', claimingOf(deps, command, claims, kept));

/**
 * Claims as `claimLines` does; commands that are there together share a transaction, each with its own outcome. Joins
 * no transaction.
 */
export function createClaiming(
  deps: Deps,
): (command: Reconciliation, claims: readonly Claim[]) => Promise<ClaimOutcome> {
  const alone = (command: Command) => run<ClaimOutcome>(deps, 'claim_lines', command);
  const groups = createGroupCommit<Command, ClaimOutcome>({
    accountOf: ({ client_account_id }) => client_account_id,
    together: (commands) => together(deps, commands),
    alone,
  });
  return async (command, claims) => {
    const claiming = claimingOf(deps, command, claims, {});
    return claims.length > MAX_CLAIMS_IN_GROUP ? alone(claiming) : groups.run(claiming);
  };
}

/**
 * Claims for several reconciliations that are there together, each as `claimLines` does, in one transaction that waits
 * for nobody.
 * @returns their outcomes; undefined of one that was left out, and of all where one of them broke the statement: nothing
 * was claimed then
 * @throws Failure 503
 */
export async function claimLinesOfMany(
  deps: Deps,
  all: readonly { readonly command: Reconciliation; readonly claims: readonly Claim[] }[],
): Promise<readonly (ClaimOutcome | undefined)[]> {
  try {
    const commands = all.map(({ command, claims }) => claimingOf(deps, command, claims, {}));
    return await together(deps, commands);
  } catch (error) {
    if (isForEach(error)) return all.map(() => undefined);
    throw error;
  }
}

/** Undefined for a command whose account somebody else holds. */
async function together(
  { db }: Pick<Deps, 'db'>,
  commands: readonly Command[],
): Promise<readonly (ClaimOutcome | undefined)[]> {
  const rows = await db.alone(undefined, (executor) =>
    executor.execute<{ outcome: ClaimOutcome | null }>(
      sql`select unnest(claim_lines_of_many(${JSON.stringify(commands)}::text::jsonb)) as outcome`,
    ),
  );
  db.committed();
  return rows.map(({ outcome }) => outcome ?? undefined);
}

/** What a release came to: the lines, or why it was refused. */
type ReleaseOutcome = Pick<ClaimOutcome, 'lines'> | { readonly refusal: KeptRefusal };

/**
 * Releases all that a reconciliation has claimed.
 * @returns the lines; none when nothing was claimed
 * @throws Failure 503; the refusal of a command that was refused before
 */
export const releaseLines = async (deps: Deps, command: Reconciliation): Promise<Pick<ClaimOutcome, 'lines'>> =>
  released(await run<ReleaseOutcome>(deps, 'release_lines', commandOf(deps, command)));

/**
 * Keeps that a release was refused, so that no copy of it that comes late releases anything: who sent it goes by the
 * refusal.
 * @returns the lines, where a copy has released them meanwhile
 * @throws Failure the refusal; 503
 */
export const refuseRelease = async (
  deps: Deps,
  command: Reconciliation,
  refusal: Failure,
): Promise<Pick<ClaimOutcome, 'lines'>> =>
  released(
    await run<ReleaseOutcome>(deps, 'refuse_release', { ...commandOf(deps, command), refusal: keptRefusal(refusal) }),
  );

function released(outcome: ReleaseOutcome): Pick<ClaimOutcome, 'lines'> {
  if ('refusal' in outcome) throw refusalFrom(outcome.refusal);
  return outcome;
}

/** @throws Failure 400 */
function claimingOf(deps: Deps, command: Reconciliation, claims: readonly Claim[], kept: Kept): Command {
  if (claims.length === 0 || claims.length > MAX_CLAIMS)
    throw invalid(`A command claims 1 to ${MAX_CLAIMS} amounts, not ${claims.length}`);
  for (const claim of claims) requireAmounts(claim);
  return {
    ...commandOf(deps, command),
    claims: claims.map(({ reconciliationEntryId, journalLineId, amount, amountFc }) => ({
      entry_id: reconciliationEntryId,
      line_id: journalLineId,
      amount,
      amount_fc: amountFc,
    })),
    kept,
  };
}

/** @throws Failure 400 */
function commandOf({ clock }: Deps, { clientAccountId, commandKey, kind, reconciliationId }: Reconciliation) {
  if (commandKey === '') throw invalid('A command key is required');
  return {
    client_account_id: clientAccountId,
    command_key: commandKey,
    kind,
    reconciliation_id: reconciliationId,
    now: clock.now().toString(),
  };
}

async function run<Outcome>(
  { db }: Pick<Deps, 'db'>,
  operation: 'claim_lines' | 'release_lines' | 'refuse_release',
  command: Command,
): Promise<Outcome> {
  const rows = await db.alone(command.client_account_id, (executor) =>
    executor.execute<{ outcome: Outcome } & Record<string, unknown>>(
      sql`select ${sql.raw(operation)}(${JSON.stringify(command)}::text::jsonb) as outcome`,
    ),
  );
  db.committed();
  return rows[0]!.outcome;
}
