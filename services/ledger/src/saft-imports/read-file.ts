import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SAFT_UNPACKED_BYTES } from '@app/api/ledger/index';
import type { Ground } from '../ground/ground.ts';
import { openBooks } from '../journal-entries/books.ts';
import { chartOf, type SaftContext } from './context.ts';
import { readSaft } from './file/read.ts';
import type { FileParty, FileRecord } from './file/records.ts';
import { UnreadableFile, unreadable } from './file/unreadable.ts';
import { type Mapped, mapAccount } from './mapping.ts';
import { rehearse, withAccounts } from './rehearse.ts';
import { entryRequest, type Meaning, openingRequest } from './requests.ts';
import type { Report } from './saft-import.ts';
import * as store from './store.ts';
import { createSurvey, type Survey } from './survey.ts';

/** Entries that are read back at once. */
const PAGE = 500;

/**
 * Reads a file into records, and makes the report of what its import would do. What an earlier attempt left is read
 * anew. @throws LeaseLost
 */
export async function readFile(context: SaftContext, held: store.Held): Promise<void> {
  const { db } = context;
  await db.write((tx) => store.clearRecords(tx, held));
  const report = await surveyed(context, held);
  await db.write(async (tx) => {
    await store.clearPieces(tx, held);
    await store.letGo(tx, held, {
      state: report.problemCount === 0 ? 'READY' : 'REFUSED',
      report,
    });
  });
}

async function surveyed(context: SaftContext, held: store.Held): Promise<Report> {
  const { books } = context;
  const { ground } = await openBooks(books, held.clientAccountId, held.createdById);
  const facts = await books.facts.get(held.clientAccountId);
  const company = { organizationNumber: facts.organizationNumber, currency: ground.currency };
  const survey = createSurvey();
  try {
    await readRecords(context, held, survey);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    survey.problems.add('unreadable', error.message);
    const found = { problemCount: survey.problems.count, problems: [...survey.problems.named] };
    // What a part of a file adds up to says nothing about the file.
    return { ...survey.report(company, new Map()), ...found };
  }
  const chart = await chartOf(context, ground);
  const mapped = new Map(survey.accounts.map((account) => [account.id, mapAccount(account, chart)]));
  const first = survey.report(company, mapped);
  if (first.problemCount > 0) return first;
  for (const name of await store.repeatedEntries(context.db.executor, held))
    survey.problems.add('entry_twice', `Entry ${name} stands more than once in the file`, { entry: name });
  await rehearseAll(context, held, ground, first, survey);
  return {
    ...first,
    problemCount: survey.problems.count,
    problems: survey.problems.named,
    notices: survey.notices.named,
  };
}

async function readRecords(context: SaftContext, held: store.Held, survey: Survey): Promise<void> {
  const { db } = context;
  const ordinals = { account: 0, party: 0, tax_code: 0, entry: 0 };
  const staged = (record: FileRecord): store.NewRecord[] => {
    if (record.kind === 'header' || record.kind === 'totals') return [];
    ordinals[record.kind] += 1;
    return [{ kind: record.kind, ordinal: ordinals[record.kind], name: nameOf(record), content: record.record }];
  };
  await readSaft(bytesOf(context, held), async (records) => {
    for (const record of records) survey.take(record);
    const rows = records.flatMap(staged);
    await db.write(async (tx) => {
      await store.hold(tx, held);
      for (let at = 0; at < rows.length; at += PAGE) await store.insertRecords(tx, held, rows.slice(at, at + PAGE));
    });
  });
}

function nameOf(found: Exclude<FileRecord, { readonly kind: 'header' | 'totals' }>): string {
  switch (found.kind) {
    case 'party':
      return `${found.record.kind} ${found.record.id}`;
    case 'tax_code':
      return found.record.code;
    case 'account':
    case 'entry':
      return found.record.id;
  }
}

/** The bytes of the XML, unpacked where it was sent packed, up to a limit that is looked at while it is unpacked. */
async function* bytesOf({ db }: SaftContext, held: store.Held): AsyncGenerator<Uint8Array> {
  const pieces = store.piecesOf(db.executor, held);
  if (held.mediaType !== 'application/gzip') return yield* pieces;
  const unpacked = Readable.from(pieces).pipe(createGunzip());
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > SAFT_UNPACKED_BYTES)
        throw unreadable(`The file has more than ${SAFT_UNPACKED_BYTES} bytes when it is unpacked`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw unreadable('The file cannot be unpacked: it is no gzip file, or broke off before its end');
    throw error;
  }
}

/** What the words of the file stand for, before any partner was made. */
async function meaningOf(
  { db }: Pick<SaftContext, 'db'>,
  held: store.Key,
  ground: Ground,
  mapped: ReadonlyMap<string, Pick<Mapped, 'code'>>,
): Promise<Meaning> {
  const codes = new Map<string, string>();
  for (let after = 0; ; ) {
    const page = await store.recordsAfter(db.executor, held, 'tax_code', after, PAGE);
    for (const { content } of page) codes.set(content.code, content.standard ?? content.code);
    if (page.length < PAGE) break;
    after = page.at(-1)!.ordinal;
  }
  return {
    importId: held.id,
    currency: ground.currency,
    code: (accountId) => mapped.get(accountId)?.code ?? undefined,
    taxCode: (code) => codes.get(code) ?? code,
    partner: () => undefined,
  };
}

/** Judges the opening balance and every entry by the rules that they will be posted under. */
async function rehearseAll(
  context: SaftContext,
  held: store.Held,
  ground: Ground,
  report: Pick<Report, 'accounts' | 'from'>,
  { problems, notices }: Pick<Survey, 'problems' | 'notices'>,
): Promise<void> {
  const { db } = context;
  const mapped = new Map(report.accounts.map(({ id, code }) => [id, { code }]));
  const meaning = await meaningOf(context, held, ground, mapped);
  const future = withAccounts(
    ground,
    report.accounts.flatMap(({ id, code }) => code ?? standIn(id)),
  );
  // Lines on accounts without a counterpart are judged by everything else.
  const judged: Meaning = { ...meaning, code: (id) => meaning.code(id) ?? standIn(id)[0] };
  const parties = await allParties(context, held);
  rehearse('IB', () => openingRequest(report.accounts, parties, report.from!, judged), future, problems);
  let still = 0;
  for (let after = 0; ; ) {
    const page = await store.recordsAfter(db.executor, held, 'entry', after, PAGE);
    for (const { content } of page) {
      const before = problems.count;
      const request = rehearse(content.id, () => entryRequest(content, judged), future, problems);
      if (!request && problems.count === before) still += 1;
    }
    await store.hold(db.executor, held);
    if (page.length < PAGE) break;
    after = page.at(-1)!.ordinal;
  }
  if (still > 0) notices.add('still_entries', `${still} entries move nothing and are left out`);
}

/** A code for an account that has none yet; the real ones begin with 1 to 8. */
const standIn = (id: string): readonly [string] => [`1999${id.length % 10}0`];

/** Customers and suppliers, with the partner that each became. */
async function allParties({ db }: Pick<SaftContext, 'db'>, held: store.Key): Promise<readonly FileParty[]> {
  const all: FileParty[] = [];
  for (let after = 0; ; ) {
    const page = await store.recordsAfter(db.executor, held, 'party', after, PAGE);
    all.push(...page.map(({ content }) => content));
    if (page.length < PAGE) return all;
    after = page.at(-1)!.ordinal;
  }
}
