import { createGroupCommit } from '@app/db';
import { type ClientOf, type Ledger, ofMany } from '@app/rpc';

type Client = ClientOf<typeof Ledger>;
/** A call as it is made by itself. */
type Call<Method extends 'DescribeLines' | 'ClaimLines'> = Parameters<Client[Method]>;
type Answer<Method extends 'DescribeLines' | 'ClaimLines'> = Awaited<ReturnType<Client[Method]>>;

/** Who names more lines calls by themselves: all of a group wait for each of them. */
const MOST_LINES = 20;

/**
 * The ledger, asked by one call what several people ask at the same moment, and told by one call what they claim: a call
 * costs both services more than what is done for most of them. Each has their own answer. A group waits for nobody; what
 * the ledger leaves out of one is called by itself, and so is what is there alone.
 */
export function withSharedCalls(ledger: Client): Client {
  const describing = createGroupCommit<Call<'DescribeLines'>, Answer<'DescribeLines'>>({
    accountOf,
    together: (calls) => ofMany(calls, async (questions) => (await ledger.DescribeLinesOfMany({ questions })).answers),
    alone: (call) => ledger.DescribeLines(...call),
  });
  const claiming = createGroupCommit<Call<'ClaimLines'>, Answer<'ClaimLines'>>({
    accountOf,
    together: (calls) =>
      ofMany(calls, async (commands) =>
        (await ledger.ClaimLinesOfMany({ commands })).outcomes.map(({ answer }) => answer ?? undefined),
      ),
    alone: (call) => ledger.ClaimLines(...call),
  });
  return {
    ...ledger,
    DescribeLines: (...call) =>
      call[0].journalLineIds.length <= MOST_LINES ? describing.run(call) : ledger.DescribeLines(...call),
    ClaimLines: (...call) =>
      call[0].claims.length <= MOST_LINES && !call[0].difference ? claiming.run(call) : ledger.ClaimLines(...call),
  };
}

const accountOf = ([{ clientAccountId }]: readonly [{ readonly clientAccountId: number }, ...unknown[]]): number =>
  clientAccountId;
