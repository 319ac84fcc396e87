import { openAccounts, paidOver } from './bank/accounts.ts';
import { keepBank } from './bank/bank.ts';
import type { DemoEntry } from './book.ts';
import { castFor } from './cast.ts';
import { CLOSING_ENTRIES, closingOf, depreciate, profitOf } from './closing.ts';
import type { Caller } from './http.ts';
import { fillInbox } from './papers.ts';
import { sellByDocuments } from './sales.ts';
import { registerShares } from './shares.ts';
import { tellStory } from './story.ts';

/** Entries of one batch: all of them are posted or none. */
const AT_ONCE = 250;
/**
 * `relation_type` of the last entry of a batch; its `relation_id` says which batch: the number of entries of the story
 * up to it, or the day that it closes.
 */
const MARK = 'DEMO';
const FIRST_YEAR_ENDS = '2024-12-31';
const CLOSING = 20_241_231;
const JANUARY = 20_260_131;

export interface BooksOptions {
  readonly owner: Caller;
  readonly accountant: Caller;
  readonly clientAccountId: number;
  readonly say: (text: string) => void;
}

/**
 * Keeps the books of the two years: the story, the shares, the depreciation, the end of the first year, and the
 * invoices, vouchers and payments of the first weeks after the second, and what the bank says of all of it. Each part
 * goes on where an earlier try stopped. Batches are posted one after the other, and the last entry of each carries a
 * mark: what a visitor has posted, copied or cancelled since says nothing about how far it got.
 * @returns how many entries the story and the end of the year have
 */
export async function keepBooks({ owner, accountant, clientAccountId, say }: BooksOptions): Promise<number> {
  const cast = await castFor(accountant, clientAccountId);
  const house = await openAccounts(accountant, clientAccountId, cast);
  const story = tellStory(cast).map((entry) => paidOver(entry, house.id));
  for (let done = 0; done < story.length; done += AT_ONCE) {
    const entries = story.slice(done, done + AT_ONCE);
    if (done % 1000 < AT_ONCE) say(`posting the demo company's books: ${done} of ${story.length} entries`);
    await postOnce(accountant, clientAccountId, entries, done + entries.length);
  }
  await registerShares(accountant, clientAccountId, cast.shareholders);
  await depreciate(accountant, clientAccountId);
  const closing = await closeFirstYear(owner, accountant, clientAccountId, house.id);
  say('writing the invoices of the new year');
  await sellByDocuments(owner, accountant, clientAccountId, cast.customers);
  await fillInbox(accountant, clientAccountId);
  say('loading the statements of the bank');
  const post = (entries: readonly DemoEntry[]) => postOnce(accountant, clientAccountId, entries, JANUARY);
  await keepBank({ owner, api: accountant, clientAccountId, house, cast, story, post });
  return story.length + closing;
}

/** Posts a batch and its mark, unless the mark is there. */
async function postOnce(
  api: Caller,
  clientAccountId: number,
  batch: readonly DemoEntry[],
  mark: number,
): Promise<void> {
  if (await isMarked(api, clientAccountId, mark)) return;
  const entries = [...batch.slice(0, -1), { ...batch.at(-1)!, relation_type: MARK, relation_id: mark }];
  await api.send('POST', '/api/v2/journal-entries/batch', {
    client_account_id: clientAccountId,
    atomic: true,
    entries,
  });
}

async function isMarked(api: Caller, clientAccountId: number, mark: number): Promise<boolean> {
  const marked = `/api/v2/journal-entries?client_account_id=${clientAccountId}&relation_type=${MARK}&relation_id=${mark}`;
  return (await api.get<{ meta: { records: number } }>(marked)).meta.records > 0;
}

/** Books the end of the first year and locks it, unless a lock closes as much. Gives how many entries it has. */
async function closeFirstYear(
  owner: Caller,
  accountant: Caller,
  clientAccountId: number,
  bankAccountId: number,
): Promise<number> {
  const locks = await owner.get<{ data: { locked_until_date: string }[] }>(
    `/api/v2/period-locks?client_account_id=${clientAccountId}`,
  );
  if (!(await isMarked(accountant, clientAccountId, CLOSING))) {
    const closing = closingOf(await profitOf(accountant, clientAccountId));
    const entries = closing.map((entry) => paidOver(entry, bankAccountId));
    await postOnce(accountant, clientAccountId, entries, CLOSING);
  }
  if (!locks.data.some((lock) => lock.locked_until_date >= FIRST_YEAR_ENDS))
    await owner.send('POST', '/api/v2/period-locks', {
      client_account_id: clientAccountId,
      locked_until_date: FIRST_YEAR_ENDS,
      locking_comment: 'Årsregnskapet for 2024 er avlagt',
    });
  return CLOSING_ENTRIES;
}
