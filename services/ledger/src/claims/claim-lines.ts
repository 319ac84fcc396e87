import { invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
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

/**
 * Claims amounts of posted lines, all or none. Claims of one client account come after each other, so that of many who
 * want the last amount of a line one gets it; which command comes first is not said.
 * @param kept what the answer holds besides, also for a command that comes again
 * @returns faults when one cannot be claimed, and nothing was; for a command that comes again what it came to
 * @throws Failure 400 for a command that no books could carry out, 503
 */
export async function claimLines(
  deps: Deps,
  command: Reconciliation,
  claims: readonly Claim[],
  kept: Pick<ClaimOutcome, 'difference_entry_id' | 'difference_line_id'> = {},
): Promise<ClaimOutcome> {
  if (claims.length === 0 || claims.length > MAX_CLAIMS)
    throw invalid(`A command claims 1 to ${MAX_CLAIMS} amounts, not ${claims.length}`);
  for (const claim of claims) requireAmounts(claim);
  return run(deps, 'claim_lines', command, {
    claims: claims.map(({ reconciliationEntryId, journalLineId, amount, amountFc }) => ({
      entry_id: reconciliationEntryId,
      line_id: journalLineId,
      amount,
      amount_fc: amountFc,
    })),
    kept,
  });
}

/**
 * Releases all that a reconciliation has claimed.
 * @returns the lines; none when nothing was claimed
 * @throws Failure 503
 */
export const releaseLines = (deps: Deps, command: Reconciliation): Promise<Pick<ClaimOutcome, 'lines'>> =>
  run(deps, 'release_lines', command, {});

async function run<Outcome>(
  { db, clock }: Deps,
  operation: 'claim_lines' | 'release_lines',
  { clientAccountId, commandKey, kind, reconciliationId }: Reconciliation,
  more: object,
): Promise<Outcome> {
  if (commandKey === '') throw invalid('A command key is required');
  const command = JSON.stringify({
    client_account_id: clientAccountId,
    command_key: commandKey,
    kind,
    reconciliation_id: reconciliationId,
    now: clock.now().toString(),
    ...more,
  });
  const rows = await db.alone(clientAccountId, (executor) =>
    executor.execute<{ outcome: Outcome } & Record<string, unknown>>(
      sql`select ${sql.raw(operation)}(${command}::text::jsonb) as outcome`,
    ),
  );
  db.committed();
  return rows[0]!.outcome;
}
