import { type House, openAccounts, paidOver, partnerNumbers } from './bank/accounts.ts';
import { keepBank } from './bank/bank.ts';
import { keepPeriods, lateEntries } from './bank/periods.ts';
import { billInEuro, FOREIGN_DAY, paidInEuro } from './bank/surprises.ts';
import { bookBills } from './bills.ts';
import type { DemoEntry } from './book.ts';
import type { Cast } from './cast.ts';
import { CLOSING_ENTRIES, closedYears, closingOf, closingPayments, depreciate, profitOf } from './closing.ts';
import type { Caller } from './http.ts';
import { fillInbox } from './papers.ts';
import { postAfter, postOnce } from './posting.ts';
import { sellByDocuments } from './sales.ts';
import { registerShares } from './shares.ts';
import { tellStory } from './story.ts';
import { allEnded } from './together.ts';

const JANUARY = 20_260_131;
const LATE = 20_240_422;

export interface BooksOptions {
  readonly owner: Caller;
  readonly accountant: Caller;
  readonly clientAccountId: number;
  readonly cast: Cast;
  /** The last day that something has happened on. */
  readonly until: string;
  readonly say: (text: string) => void;
}

/**
 * Keeps the books from the foundation to a day: entries, the documents of sales and purchases, shares, depreciation,
 * the ends of the years that are over, and what the bank says of all of it. What does not need one another is made at
 * the same time. Each part goes on where an earlier try, or an earlier day, stopped: what a visitor has posted, copied
 * or cancelled since says nothing about how far it got.
 * @returns how many entries the story, its documents and the ends of years have
 */
export async function keepBooks(options: BooksOptions): Promise<number> {
  const { owner, accountant, clientAccountId, cast, until, say } = options;
  const [house] = await allEnded([
    openAccounts(accountant, clientAccountId, cast),
    addAccount(accountant, clientAccountId),
  ]);
  const story = tellStory(cast, until);
  const numbers = partnerNumbers(cast);
  say(`posting the demo company's books: ${story.entries.length} entries, ${story.invoices.length} invoices`);
  await allEnded([
    postAfter(
      accountant,
      clientAccountId,
      story.entries.map((entry) => paidOver(entry, house)),
    ),
    sellByDocuments(owner, accountant, clientAccountId, story.invoices, until),
    bookBills(accountant, clientAccountId, story.bills, (supplier) => numbers.get(supplier)!),
    registerShares(accountant, clientAccountId, cast.shareholders),
  ]);
  await depreciate(accountant, clientAccountId, until);
  const years = closedYears(until);
  for (const year of years) await closeYear({ accountant, clientAccountId, house, year });
  say('loading the statements of the bank');
  const bill = until < FOREIGN_DAY ? undefined : billInEuro(story);
  const foreign = bill && { bill, payment: paidInEuro(bill) };
  if (foreign) await postOnce(accountant, clientAccountId, [paidOver(foreign.payment, house)], JANUARY);
  const closing = years.flatMap(closingPayments);
  await allEnded([
    fillInbox(accountant, clientAccountId, until),
    keepBank({ owner, api: accountant, clientAccountId, house, cast, story, until, foreign, closing }),
  ]);
  say('reconciling the first periods');
  const postLate = () => postOnce(accountant, clientAccountId, lateEntries(), LATE);
  await keepPeriods({ owner, api: accountant, clientAccountId, house, postLate });
  await lockUntil(owner, clientAccountId, years);
  const credits = story.invoices.filter(({ credit }) => credit && credit.date <= until).length;
  return story.entries.length + story.invoices.length + credits + story.bills.length + years.length * CLOSING_ENTRIES;
}

/** Raw coffee has an account of its own: food that is bought to be made into something. */
async function addAccount(api: Caller, clientAccountId: number): Promise<void> {
  const { data } = await api.get<{ data: readonly unknown[] }>(
    `/api/v2/general-ledger-accounts?client_account_id=${clientAccountId}&account_code=4010`,
  );
  if (data.length > 0) return;
  await api.send('POST', '/api/v2/general-ledger-accounts', {
    ...{ client_account_id: clientAccountId, account_code: '4010' },
    ...{ description_nob: 'Innkjøp av råkaffe, middels sats', description_eng: 'Purchase of raw coffee, middle rate' },
  });
}

interface Closing {
  readonly accountant: Caller;
  readonly clientAccountId: number;
  readonly house: House;
  readonly year: number;
}

/** Books the end of a year once. */
async function closeYear({ accountant, clientAccountId, house, year }: Closing): Promise<void> {
  const closing = async (): Promise<readonly DemoEntry[]> =>
    closingOf(year, await profitOf(accountant, clientAccountId, year)).map((entry) => paidOver(entry, house));
  await postOnce(accountant, clientAccountId, closing, Number(`${year}1231`));
}

/** Locks the years that are closed, unless a lock closes as much. */
async function lockUntil(owner: Caller, clientAccountId: number, years: readonly number[]): Promise<void> {
  const last = years.at(-1);
  if (last === undefined) return;
  const locks = await owner.get<{ data: { locked_until_date: string }[] }>(
    `/api/v2/period-locks?client_account_id=${clientAccountId}`,
  );
  if (locks.data.some((lock) => lock.locked_until_date >= `${last}-12-31`)) return;
  await owner.send('POST', '/api/v2/period-locks', {
    ...{ client_account_id: clientAccountId, locked_until_date: `${last}-12-31` },
    locking_comment: `Årsregnskapet for ${last} er avlagt`,
  });
}
