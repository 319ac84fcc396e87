import { unavailable } from '@app/contract/failure';
import type { ClientOf, Ledger, Periods } from '@app/rpc';
import { type PeriodBooks, VAT_CODES, VAT_SETTLEMENT_CODE } from './engine/books.ts';
import type { Span } from './engine/calendar.ts';
import type { ReconcilingItem } from './engine/judge.ts';

/** What is asked of the ledger. */
export interface BookSources {
  readonly figures: ClientOf<typeof Periods>;
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'DescribeBalances'>;
}

type Figures = Awaited<ReturnType<ClientOf<typeof Periods>['DescribePeriod']>>;

/** Where a part stands in the order of parts. */
interface Place {
  readonly accountCode: string;
  readonly relationId?: number;
}

/** A large company takes the ledger longer than an ordinary call. */
const DEADLINE = { deadlineMillis: 20_000 };

/**
 * The books of a span, page by page. Somebody may post between two pages: each part is at least as new as the oldest of
 * the pages says, and what was posted since has the period prepared again.
 * @param accountCodes accounts beside those of VAT that are described whatever is posted on them
 * @throws Failure 503
 */
export async function askBooks(
  { figures }: BookSources,
  clientAccountId: number,
  span: Span,
  accountCodes: readonly string[],
): Promise<PeriodBooks> {
  const codes = [...new Set([...VAT_CODES, VAT_SETTLEMENT_CODE, ...accountCodes])];
  const question = { clientAccountId, from: span.start, to: span.end, accountCodes: codes, offset: 0 };
  let last = await figures.DescribePeriod(question, DEADLINE);
  const pages = [last];
  while (last.hasMore) {
    const after = placeOfLast(last);
    last = await figures.DescribePeriod({ ...question, after }, DEADLINE);
    requireProgress(after, last);
    pages.push(last);
  }
  return joined(pages);
}

/** Where a page ends that is not the last one. */
const placeOfLast = (page: Figures): Place => placeOf(page, page.parts.at(-1)!);

function placeOf({ accounts }: Figures, { accountId, relationId }: Figures['parts'][number]): Place {
  const { code: accountCode } = accounts.find(({ id }) => id === accountId)!;
  return { accountCode, ...(relationId === undefined ? {} : { relationId }) };
}

/**
 * A ledger of the release before does not know places and begins anew, for ever: books of several pages wait until it
 * has been replaced.
 * @throws Failure 503
 */
function requireProgress(after: Place, page: Figures): void {
  const [first] = page.parts;
  if (first && !isBehind(placeOf(page, first), after))
    throw unavailable('The ledger is being upgraded; try again in a moment');
}

/** By account code, then by value, lines without one last. */
const isBehind = (one: Place, other: Place): boolean =>
  one.accountCode === other.accountCode
    ? (one.relationId ?? Number.POSITIVE_INFINITY) > (other.relationId ?? Number.POSITIVE_INFINITY)
    : one.accountCode > other.accountCode;

function joined(pages: readonly Figures[]): PeriodBooks {
  const { currencyCode } = pages[0]!;
  const revision = Math.min(...pages.map((page) => page.revision));
  const accounts = new Map(pages.flatMap(({ accounts: of }) => of).map((account) => [account.id, account]));
  return {
    revision,
    currencyCode,
    accounts: [...accounts.values()].map(({ id, code, descriptionNob, descriptionEng, relationType }) => ({
      ...{ id, code, nob: descriptionNob, eng: descriptionEng },
      relationType: relationType ?? null,
    })),
    parts: pages.flatMap(({ parts }) =>
      parts.map((part) => ({
        ...part,
        relationId: part.relationId ?? null,
        relationName: part.relationName ?? null,
      })),
    ),
  };
}

/** The first day with a posting; null in empty books. @throws Failure 503 */
export async function firstPosting({ figures }: BookSources, clientAccountId: number): Promise<string | null> {
  const { firstPostingDate } = await figures.GetFirstPosting({ clientAccountId });
  return firstPostingDate ?? null;
}

/** Balances that one question to the ledger names. */
const BATCH = 1_000;

/** What stands on a part of an account at the end of a day, in a currency that is not that of the books. */
export interface ForeignQuestion {
  readonly accountId: number;
  readonly bankAccountId: number;
  readonly asOfDate: string;
  readonly currencyCode: string;
}

/** Amounts by `<bank account>:<date>`. @throws Failure 503 */
export async function foreignBalances(
  { ledger }: BookSources,
  clientAccountId: number,
  questions: readonly ForeignQuestion[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < questions.length; start += BATCH) {
    const batch = questions.slice(start, start + BATCH);
    const queries = batch.map(({ bankAccountId, ...query }) => ({
      ...{ ...query, relationType: 'bankacc', relationId: bankAccountId },
    }));
    const { balances } = await ledger.DescribeBalances({ clientAccountId, queries });
    for (const [place, { bankAccountId, asOfDate }] of batch.entries())
      found.set(`${bankAccountId}:${asOfDate}`, balances[place]!.balance);
  }
  return found;
}

/** Partners that one question names, and items that a record lists at most. */
const PARTNERS = 200;
const MOST_ITEMS = 500;

/** An account and a business partner on it. */
export interface PartnerPart {
  readonly accountId: number;
  readonly businessPartnerId: number;
}

export const partnerKey = ({ accountId, businessPartnerId }: PartnerPart): string =>
  `${accountId}:${businessPartnerId}`;

/**
 * What was open of partners at the end of a day, by account and partner; those with more items than a record lists are
 * left out.
 * @throws Failure 503
 */
export async function askOpenItems(
  { figures }: BookSources,
  clientAccountId: number,
  asOfDate: string,
  partners: readonly PartnerPart[],
): Promise<ReadonlyMap<string, readonly ReconcilingItem[]>> {
  const found = new Map<string, readonly ReconcilingItem[]>();
  const ask = async (of: readonly PartnerPart[]): Promise<void> => {
    const { items, isCutOff } = await figures.ListOpenItems({ clientAccountId, asOfDate, of: [...of] }, DEADLINE);
    if (isCutOff) {
      const half = Math.floor(of.length / 2);
      if (half > 0) for (const part of [of.slice(0, half), of.slice(half)]) await ask(part);
      return;
    }
    for (const [key, own] of Map.groupBy(items, partnerKey))
      if (own.length <= MOST_ITEMS) found.set(key, own.map(itemOf));
  };
  for (let start = 0; start < partners.length; start += PARTNERS) await ask(partners.slice(start, start + PARTNERS));
  return found;
}

type Item = Awaited<ReturnType<ClientOf<typeof Periods>['ListOpenItems']>>['items'][number];

const itemOf = ({ sequenceNumber, postingDate, description, amount }: Item): ReconcilingItem => ({
  description: `${sequenceNumber} ${postingDate} ${description}`.trim().slice(0, 1_000),
  amount,
});
