import { Failure, type FieldFault } from '@app/contract/failure';
import type { Ground } from '../ground/ground.ts';
import { currentGround } from '../journal-entries/books.ts';
import { createAll } from '../journal-entries/create-batch.ts';
import type { EntryRequest } from '../journal-entries/write.ts';
import { noteBatch } from './booked.ts';
import type { SaftContext } from './context.ts';
import { makeAccounts } from './make-accounts.ts';
import { makePartners } from './make-partners.ts';
import { fileParties, meaningOf } from './meaning.ts';
import { proveTotals } from './prove.ts';
import { rehearseAll } from './rehearse-all.ts';
import { entryRequest, type Meaning, openingRequest } from './requests.ts';
import { createProblems, type Problem, type Report, withWishes } from './saft-import.ts';
import { ImportStopped } from './stopped.ts';
import * as store from './store.ts';

/** Entries and lines of one transaction: others of the company wait for it. */
const ENTRIES = 500;
const LINES = 2_500;

/**
 * Posts a committed import as far as there is time, from where it stopped: accounts, business partners, the opening
 * balance, the entries in their order, the proof of the totals. Each transaction posts some entries and notes how far it
 * came, so a process may end at any moment; nothing is posted twice, and nothing is left out.
 * @param mayGoOn asked between transactions
 * @throws ImportStopped, LeaseLost; Failure 4xx and 5xx as those who are asked say
 */
export async function postImport(context: SaftContext, held: store.Held, mayGoOn: () => boolean): Promise<void> {
  const { db, books, clock } = context;
  const report = { ...held.report!, accounts: withWishes(held.report!.accounts, held.wishes) };
  let latest = held;
  if (held.finishedAt === null) {
    const ground = await currentGround(books, held.clientAccountId);
    if (held.entriesPosted === 0) await judgeAnew(context, held, ground, report);
    await makeAccounts(context, held, ground, report.accounts);
    await makePartners(context, held);
    const posted = await postEntries(context, held, report, mayGoOn);
    if (posted === undefined) return store.letGo(db.executor, held, {});
    latest = posted;
    const faults = await proveTotals(context, latest, report);
    if (faults.length > 0) return store.letGo(db.executor, held, { state: 'DIFFERS', faults });
    await store.hold(db.executor, held, { finishedAt: clock.now().toString(), faults: null });
  }
  await store.clearRecords(db, held);
  await store.letGo(db.executor, held, { state: 'DONE' });
}

/**
 * Before anything is posted: where the books or the accounts are others than those of the report, everything is judged
 * once more. @throws ImportStopped
 */
async function judgeAnew(context: SaftContext, held: store.Held, ground: Ground, report: Report): Promise<void> {
  const { judgedBy } = report;
  const isAsJudged = judgedBy?.own === ground.version && judgedBy.common === ground.common.version;
  if (isAsJudged && Object.keys(held.wishes ?? {}).length === 0) return;
  const problems = createProblems();
  await rehearseAll(context, held, ground, report, { problems, notices: createProblems() });
  if (problems.count > 0) throw new ImportStopped(problems.named);
}

/** Entries of one transaction, ready to be posted. */
interface Ready {
  /** The last record among them, and those that move nothing. */
  readonly lastOrdinal: number;
  readonly entries: readonly { readonly id: string; readonly request: EntryRequest }[];
}

/** @returns how the import stands with everything posted; undefined when its time was over before */
async function postEntries(
  context: SaftContext,
  held: store.Held,
  report: Report,
  mayGoOn: () => boolean,
): Promise<store.Held | undefined> {
  const { db } = context;
  const meaning = await meaningOf(db.executor, held, report.currency!, report.accounts);
  let now = held;
  if (now.lastPosted < 0) now = await post(context, now, await opening(context, held, report, meaning));
  let next: Promise<Ready | undefined> = read(context, held, meaning, now.lastPosted);
  for (;;) {
    const ready = await next;
    if (ready === undefined) return now;
    if (!mayGoOn()) return undefined;
    // The next ones are read and judged while these are written.
    next = read(context, held, meaning, ready.lastOrdinal);
    next.catch(() => undefined);
    now = await post(context, now, ready);
  }
}

async function opening({ db }: SaftContext, held: store.Held, report: Report, meaning: Meaning): Promise<Ready> {
  const parties = (await fileParties(db.executor, held)).map(({ content }) => content);
  const request = openingRequest(report.accounts, parties, report.from!, meaning);
  return { lastOrdinal: 0, entries: request ? [{ id: 'IB', request }] : [] };
}

/** The entries behind a record, as many as one transaction takes; undefined behind the last one. */
async function read(
  { db }: SaftContext,
  held: store.Held,
  meaning: Meaning,
  after: number,
): Promise<Ready | undefined> {
  const page = await store.recordsAfter(db.executor, held, 'entry', after, ENTRIES);
  if (page.length === 0) return undefined;
  let lines = 0;
  const end = page.findIndex(({ content }, index) => {
    lines += content.lines.length;
    return lines > LINES && index > 0;
  });
  const taken = end === -1 ? page : page.slice(0, end);
  const entries = taken.flatMap(({ content }) => {
    const request = entryRequest(content, meaning);
    return request ? [{ id: content.id, request }] : [];
  });
  return { lastOrdinal: taken.at(-1)!.ordinal, entries };
}

/** Posts entries and notes how far the import is, in one transaction. @throws ImportStopped when the books refuse */
async function post({ db, books }: SaftContext, held: store.Held, ready: Ready): Promise<store.Held> {
  const { lastOrdinal, entries } = ready;
  const progress = { lastPosted: lastOrdinal, entriesPosted: held.entriesPosted + entries.length };
  const account = { clientAccountId: held.clientAccountId, actorId: held.actorId };
  try {
    await db.write(async (tx) => {
      await store.hold(tx, held, { ...progress, attempts: 0, faults: null });
      if (entries.length === 0) return;
      const created = await createAll(
        books,
        account,
        entries.map(({ request }) => request),
        false,
      );
      const [first, last] = [created[0]!, created.at(-1)!];
      await noteBatch(tx, held, { lastOrdinal, firstNumber: first.sequenceNumber!, lastNumber: last.sequenceNumber! });
    });
  } catch (error) {
    if (error instanceof Failure && error.status < 500) throw new ImportStopped(problemsOf(error, entries));
    throw error;
  }
  return { ...held, ...progress };
}

/** Every fault of a refused batch, with the entry that it is about. */
function problemsOf(failure: Failure, entries: Ready['entries']): readonly Problem[] {
  const fields = (failure.details?.fields ?? []) as readonly FieldFault[];
  if (fields.length === 0) return [{ rule: 'books', message: failure.message, entry: null, account: null }];
  const problems = createProblems();
  for (const { field, message } of fields) {
    const [, index, rest] = /^entries\.(\d+)\.(.*)$/.exec(field) ?? [];
    const entry = entries[Number(index ?? 0)];
    problems.add('books', `${rest ?? field} ${message}`, entry ? { entry: entry.id } : {});
  }
  return problems.named;
}
