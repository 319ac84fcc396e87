import { createGroupCommit } from '@app/db';
import { type ClientOf, type Ledger, ofMany, type Partners } from '@app/rpc';
import { currentContext } from '@app/runtime';

type Books = ClientOf<typeof Ledger>;
type PartnerSource = ClientOf<typeof Partners>;
type Method = (...call: never[]) => Promise<unknown>;
type Call<M extends Method> = Parameters<M>;
type Answer<M extends Method> = Awaited<ReturnType<M>>;
type Describing = Call<Books['DescribeBooks']>;
type Described = Answer<Books['DescribeBooks']>;
type Posting = Call<Books['PostEntry']>;
type Asking = Call<PartnerSource['GetPartners']>;

/** Who names more calls by themselves: all of a group wait for each of them. */
const MOST = 50;
/** As long as a posting may take that is called by itself. */
const POSTING_MILLIS = 20_000;

/**
 * The ledger, asked by one call what several documents ask at the same moment, and told by one call what they post: a
 * call costs both services more than what is done for most of them (docs/decisions/0216-shared-calls.md). Whoever
 * calls sees no difference. A group waits for nobody; what the ledger leaves out of one is called by itself, and so is
 * what is there alone.
 */
export function withSharedPostings(ledger: Books): Books {
  const describing = createGroupCommit<Describing, Described>({
    accountOf,
    together: (calls) =>
      ofMany(calls, async (questions) => withTaxCodes(questions, await ledger.DescribeBooksOfMany({ questions }))),
    alone: (call) => ledger.DescribeBooks(...call),
  });
  const posting = createGroupCommit<Posted, Answer<Books['PostEntry']>>({
    accountOf: ({ call }) => accountOf(call),
    together: (all) =>
      ofMany(
        all.map(({ call: [command], requestId }) => [{ command, requestId }] as const),
        async (commands) =>
          (await ledger.PostEntriesOfMany({ commands }, { deadlineMillis: POSTING_MILLIS })).outcomes.map(
            ({ answer }) => answer ?? undefined,
          ),
      ),
    alone: ({ call }) => ledger.PostEntry(...call),
  });
  return {
    ...ledger,
    DescribeBooks: (...call) => (isShort(call[0]) ? describing.run(call) : ledger.DescribeBooks(...call)),
    // The ledger asks for a voucher that was just made, which it has not heard of yet.
    PostEntry: (...call) =>
      call[0].lines.length <= MOST && call[0].voucherId === undefined
        ? posting.run({ call, requestId: currentContext()?.requestId ?? '' })
        : ledger.PostEntry(...call),
  };
}

/** Partners, asked for by one call where several ask at the same moment. */
export function withSharedQuestions(partners: PartnerSource): PartnerSource {
  const asking = createGroupCommit<Asking, Answer<PartnerSource['GetPartners']>>({
    accountOf,
    together: (calls) => ofMany(calls, async (questions) => (await partners.GetPartnersOfMany({ questions })).answers),
    alone: (call) => partners.GetPartners(...call),
  });
  return {
    ...partners,
    GetPartners: (...call) => (call[0].ids.length <= MOST ? asking.run(call) : partners.GetPartners(...call)),
  };
}

interface Posted {
  readonly call: Posting;
  /** Of the request that posts: the events of the entry name it. */
  readonly requestId: string;
}

const accountOf = ([{ clientAccountId }]: readonly [{ readonly clientAccountId: number }, ...unknown[]]): number =>
  clientAccountId;

const isShort = ({ accountCodes, accountIds, references }: Describing[0]): boolean =>
  accountCodes.length + accountIds.length + references.length <= MOST;

/** The tax codes of a day come once, whoever asked about it. */
function withTaxCodes(
  questions: readonly Describing[0][],
  { outcomes, dates }: Answer<Books['DescribeBooksOfMany']>,
): readonly (Described | undefined)[] {
  const codes = new Map(dates.map(({ date, taxCodes }) => [date, taxCodes]));
  return outcomes.map(({ answer }, index) =>
    answer ? { ...answer, taxCodes: codes.get(questions[index]!.date)! } : undefined,
  );
}
