import { openHouse, openSuppliers, paidOver, partnerNumbers } from './bank/accounts.ts';
import { type Books, loadBank, matchCustomers, matchFirstYear, paySuppliers } from './bank/bank.ts';
import { matchInBooks } from './bank/matched.ts';
import { arePeriodsKept, compareFirstTerms, keepPeriods } from './bank/periods.ts';
import { bookBills } from './bills.ts';
import type { Cast } from './cast.ts';
import { CLOSING_ENTRIES, closeYears, depreciate, lockUntil } from './closing.ts';
import type { Caller } from './http.ts';
import { fillInbox } from './papers.ts';
import { demoUsers } from './people.ts';
import { billInEuro, paymentInEuro } from './plan/exchange.ts';
import { postAfter, postedOf } from './posting.ts';
import { sellByDocuments } from './sales.ts';
import { registerShares } from './shares.ts';
import { tellStory } from './story.ts';
import { after, allEnded } from './together.ts';

type Items = ReadonlyMap<string, number>;

export interface BooksOptions {
  readonly owner: Caller;
  readonly accountant: Caller;
  readonly clientAccountId: number;
  /** What lines point at, and the ids of what is sold, by its number. */
  readonly prepared: Promise<readonly [Cast, Items]>;
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
  const { owner, accountant: api, clientAccountId, prepared, until, say } = options;
  const [house, isReconciled, [cast, items]] = await allEnded([
    openHouse(api, clientAccountId),
    arePeriodsKept({ owner, api, clientAccountId }),
    prepared,
    addAccount(api, clientAccountId),
  ]);
  const story = tellStory(cast, until);
  const books: Books = { owner, api, clientAccountId, house, cast, story, until };
  say(`posting the demo company's books: ${story.entries.length} entries, ${story.invoices.length} invoices`);
  const before = await postedOf(api, clientAccountId, story.entries);
  const posted = postEntries(books, before);
  const known = openSuppliers(api, clientAccountId, cast);
  const invoices = sellByDocuments(owner, api, clientAccountId, story.invoices, items, until);
  const numbers = partnerNumbers(cast);
  const bills = bookBills(api, clientAccountId, story.bills, (supplier) => numbers.get(supplier)!);
  const papers = allEnded([invoices, bills]);
  const matched = after(posted, async () => {
    await matchExchange(books);
    await matchFirstYear(books);
  });
  const compare = async () => isReconciled || compareFirstTerms(api, clientAccountId, house);
  const loaded = after(allEnded([posted, known]), () => loadBank(books, compare));
  await allEnded([
    registerShares(api, clientAccountId, cast.shareholders),
    after(posted, async () => say(usable(until))),
    // Nothing of the first terms was a document.
    after(allEnded([matched, loaded]), async () => isReconciled || keepPeriods({ owner, api, clientAccountId }, say)),
    after(allEnded([matched, loaded, bills]), () => paySuppliers(books)),
    after(allEnded([matched, invoices]), () => matchCustomers(books)),
    after(allEnded([matched, papers]), () => closeYears(api, clientAccountId, story.closed)),
    after(papers, () => fillInbox(api, clientAccountId, until)),
  ]);
  await lockUntil(owner, clientAccountId, story.closed.at(-1)?.year);
  const credits = story.invoices.filter(({ credit }) => credit && credit.date <= until).length;
  const papersAndYears = story.invoices.length + credits + story.bills.length + story.closed.length * CLOSING_ENTRIES;
  return story.entries.length + papersAndYears;
}

const usable = (until: string): string =>
  `the demo company's entries are there up to ${until}, and its owner (${demoUsers.owner.email}) can sign in; ` +
  "its documents, its bank and the firm's other customers follow";

async function postEntries({ api, clientAccountId, story, house, until }: Books, before: number): Promise<void> {
  const entries = story.entries.map((entry) => paidOver(entry, house));
  await postAfter(api, clientAccountId, entries, before);
  await depreciate(api, clientAccountId, until);
}

/** Matches the bill in euro with its payment, once both are there: what it was paid too dear is a loss. */
async function matchExchange({ api, clientAccountId, story }: Books): Promise<void> {
  const [bill, payment] = [billInEuro(story.booked), paymentInEuro(story.booked)];
  if (bill && payment) await matchInBooks(api, clientAccountId, bill, payment);
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
