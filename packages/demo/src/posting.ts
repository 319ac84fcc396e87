import type { DemoEntry } from './book.ts';
import type { Caller } from './http.ts';

/** Entries of one batch: all of them are posted or none. */
const AT_ONCE = 250;
/**
 * `relation_type` of the last entry of a batch; its `relation_id` says which batch: the number of entries of the story
 * up to it, or a day.
 */
const MARK = 'DEMO-4';
/** What earlier versions marked: a story that says otherwise what it has said already gets another mark. */
const EARLIER_MARKS = ['DEMO', 'DEMO-2', 'DEMO-3'];
/** The story has fewer entries than the number of any day. */
const FIRST_DAY = 20_000_000;

/**
 * Posts the entries of the story after those that are there, batch by batch; the last of each carries a mark.
 * @param posted how many are there
 */
export async function postAfter(
  api: Caller,
  clientAccountId: number,
  story: readonly DemoEntry[],
  posted: number,
): Promise<void> {
  for (let done = posted; done < story.length; done += AT_ONCE) {
    const entries = story.slice(done, done + AT_ONCE);
    await post(api, clientAccountId, entries, done + entries.length);
  }
}

/**
 * How many entries of the story are posted: what the highest mark says that stands on the entry which the story has
 * there. Where none does, an earlier version has begun the books, and nothing is put on top of them.
 * @throws Error when the books were begun with another story
 */
export async function postedOf(api: Caller, clientAccountId: number, story: readonly DemoEntry[]): Promise<number> {
  const marked = await markedOf(api, clientAccountId, MARK);
  const numbers = marked.map(({ relation_id, description }) =>
    story[relation_id - 1]?.description === description ? relation_id : 0,
  );
  const highest = Math.max(0, ...numbers);
  if (highest > 0) return highest;
  const earlier = await Promise.all(EARLIER_MARKS.map((mark) => markedOf(api, clientAccountId, mark)));
  if ([marked, ...earlier].some(({ length }) => length > 0))
    throw new Error('The books of the demo company were begun by another version; "npm run reset" begins anew');
  return 0;
}

interface Marked {
  readonly relation_id: number;
  readonly description: string;
}

/** The entries that carry a mark of the story; those of days are left out. */
async function markedOf(api: Caller, clientAccountId: number, mark: string): Promise<readonly Marked[]> {
  const path = `/api/v2/journal-entries?client_account_id=${clientAccountId}&relation_type=${mark}`;
  const found: Marked[] = [];
  for (let cursor: string | null | undefined = ''; cursor != null; ) {
    const page: { data: readonly Marked[]; meta: { next_cursor?: string | null } } = await api.get(
      cursor === '' ? path : `${path}&cursor=${encodeURIComponent(cursor)}`,
    );
    found.push(...page.data.filter(({ relation_id }) => relation_id < FIRST_DAY));
    cursor = page.meta.next_cursor;
  }
  return found;
}

/** Posts entries under the mark of a day, unless it is there. */
export async function postOnce(
  api: Caller,
  clientAccountId: number,
  entries: readonly DemoEntry[] | (() => Promise<readonly DemoEntry[]>),
  day: number,
): Promise<void> {
  const marked = `/api/v2/journal-entries?client_account_id=${clientAccountId}&relation_type=${MARK}&relation_id=${day}`;
  if ((await api.get<{ meta: { records: number } }>(marked)).meta.records > 0) return;
  await post(api, clientAccountId, typeof entries === 'function' ? await entries() : entries, day);
}

async function post(api: Caller, clientAccountId: number, batch: readonly DemoEntry[], mark: number): Promise<void> {
  const entries = [...batch.slice(0, -1), { ...batch.at(-1)!, relation_type: MARK, relation_id: mark }];
  await api.send('POST', '/api/v2/journal-entries/batch', {
    ...{ client_account_id: clientAccountId, atomic: true, entries },
  });
}
