import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SAFT_UNPACKED_BYTES } from '@app/api/ledger/index';
import { currentGround } from '../journal-entries/books.ts';
import { chartOf, type SaftContext } from './context.ts';
import { readSaft } from './file/read.ts';
import type { FileRecord } from './file/records.ts';
import { UnreadableFile, unreadable } from './file/unreadable.ts';
import { mapAccount } from './mapping.ts';
import { PAGE } from './meaning.ts';
import { rehearseAll } from './rehearse-all.ts';
import type { Report } from './saft-import.ts';
import * as store from './store.ts';
import { createSurvey, type Survey } from './survey.ts';

/** Slices of the file whose records are put away by one transaction. */
const TOGETHER = 8;

/**
 * Reads a file into records, and makes the report of what its import would do. What an earlier attempt left is read
 * anew. @throws LeaseLost
 */
export async function readFile(context: SaftContext, held: store.Held): Promise<void> {
  const { db } = context;
  await store.clearRecords(db, held);
  const report = await surveyed(context, held);
  const isRefused = report.problemCount > 0;
  // Nothing becomes of what was read of a file that is refused.
  if (isRefused) await store.clearRecords(db, held);
  await db.write(async (tx) => {
    await store.clearPieces(tx, held);
    await store.letGo(tx, held, { state: isRefused ? 'REFUSED' : 'READY', report });
  });
}

async function surveyed(context: SaftContext, held: store.Held): Promise<Report> {
  const { books } = context;
  const ground = await currentGround(books, held.clientAccountId);
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
    judgedBy: { own: ground.version, common: ground.common.version },
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
  const read = { bytes: 0 };
  const write = async (rows: readonly store.NewRecord[]): Promise<void> => {
    const waiting = await db.write(async (tx) => {
      await store.hold(tx, held, { unpackedBytes: read.bytes });
      for (let at = 0; at < rows.length; at += PAGE) await store.insertRecords(tx, held, rows.slice(at, at + PAGE));
      return store.waitingBytes(tx, held.clientAccountId);
    });
    if (waiting > context.waitingBytes)
      throw unreadable(
        `The files of the client account that wait to be imported have more than ${context.waitingBytes} bytes when they are unpacked; import or delete some of them first`,
      );
  };
  let rows: store.NewRecord[] = [];
  let slices = 0;
  let writing: Promise<void> = Promise.resolve();
  /** While these are written the file is read on, by no more than as much again. */
  const putAway = async (): Promise<void> => {
    await writing;
    writing = write(rows);
    writing.catch(() => undefined);
    [rows, slices] = [[], 0];
  };
  await readSaft(counted(bytesOf(context, held), read), async (records) => {
    for (const record of records) {
      survey.take(record);
      rows.push(...staged(record));
    }
    slices += 1;
    if (slices >= TOGETHER) await putAway();
  });
  await putAway();
  await writing;
}

async function* counted(chunks: AsyncIterable<Uint8Array>, read: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    read.bytes += chunk.length;
    yield chunk;
  }
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
