import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '@app/contract/failure';
import { createQueueWorker, type Database, type QueueWorker } from '@app/db';
import type { FileStore } from '@app/files';
import { enqueueMail } from '@app/mail';
import { type Clock, type Logger, runInContext, timestamp } from '@app/runtime';
import { type ExportDependencies, openExport } from '../saft/export.ts';
import { archiveOf } from './archive.ts';
import { archiveContents, type ContentsDependencies } from './contents.ts';
import type { Readers } from './readers.ts';
import { endExport, keepExport, releaseExport, type TakenExport, takeExport } from './store.ts';

export interface WorkerDependencies extends ExportDependencies, ContentsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: FileStore;
  readonly readers: Readers;
  /** Has the mails looked at that were queued just now. */
  readonly wake: () => void;
}

/** How long an export stays with a process that says nothing any more. */
const LEASE_SECONDS = 60;
/** What is begun so often without an end is given up. */
const ATTEMPTS = 5;
const FIRST_WAIT_SECONDS = 5;
/** An archive that S3 takes in parts of 5 MiB has at most ten thousand of them. */
const LARGEST_ARCHIVE = 50_000_000_000;

/** Somebody else works on it by now, or this process stops. */
class NoLongerOurs extends Error {}

/** What the status says of an export that came to nothing. */
const GIVEN_UP = 'The export could not be made; ask for it again';
const NO_LONGER_ALLOWED = 'The one who asked for the export has no longer access to the client account';

/**
 * Makes the archives that were asked for, one at a time on every replica. Each is taken with a lease that is renewed
 * while it is made: what a process leaves when it is killed, another one begins anew, under another key of the file
 * store. It is READY, and its mail is on its way, by one transaction of the one who holds it: there is one mail,
 * whatever was killed.
 */
export const createExportWorker = (deps: WorkerDependencies): QueueWorker =>
  createQueueWorker({
    db: deps.db,
    take: () => takeExport(deps.db, LEASE_SECONDS),
    work: (taken, stopping) => work(deps, taken, stopping),
    onFault: (error) => deps.logger.warn({ err: error }, 'the exports cannot be read; trying again'),
  });

/** One attempt. Its long reads count as those of the user who asked. */
const work = (deps: WorkerDependencies, taken: TakenExport, stopping: AbortSignal): Promise<void> =>
  runInContext({ requestId: `export-${taken.id}-${taken.attempts}`, userId: taken.userId }, async () => {
    const { db, clock, logger, store } = deps;
    const left = new AbortController();
    const signal = AbortSignal.any([stopping, left.signal]);
    const beat = keepHolding(deps, taken, left);
    try {
      if (taken.formerKey !== null) await store.remove(taken.formerKey);
      if (!(await deps.readers.mayRead(taken.userId, taken.clientAccountId)))
        return await fail(deps, taken, NO_LONGER_ALLOWED);
      const archive = await makeArchive(deps, taken, signal);
      const at = timestamp(clock.now());
      const isOurs = await db.write(async (tx) => {
        if (!(await endExport(tx, taken, { status: 'READY', archive, at }))) return false;
        const { id, language, clientAccountId } = taken;
        await enqueueMail(tx, { kind: 'data_export', reference: { export_id: id }, language, clientAccountId });
        return true;
      });
      if (isOurs) deps.wake();
      else await store.remove(taken.fileKey);
    } catch (error) {
      await giveBack(deps, taken, error, signal.aborted).catch((err: unknown) =>
        logger.warn({ err, export: taken.id }, 'an export waits for its lease to end'),
      );
    } finally {
      beat.stop();
    }
  });

/** Renews the lease while the export is made; when it is lost, the work is stopped. */
function keepHolding({ db, logger }: WorkerDependencies, taken: TakenExport, left: AbortController) {
  const ended = new AbortController();
  const beat = async (): Promise<void> => {
    for (;;) {
      await wait((LEASE_SECONDS / 3) * 1_000, undefined, { signal: ended.signal, ref: false });
      const isOurs = await keepExport(db, taken, LEASE_SECONDS).catch((err: unknown) => {
        logger.warn({ err, export: taken.id }, 'the lease of an export could not be renewed');
        return true;
      });
      if (!isOurs) left.abort();
    }
  };
  beat().catch(() => undefined);
  return { stop: () => ended.abort() };
}

async function makeArchive(deps: WorkerDependencies, taken: TakenExport, signal: AbortSignal) {
  const { clock, store } = deps;
  const { clientAccountId, userId, dateFrom: from, dateTo: to, fileKey } = taken;
  const now = clock.now();
  const sources = await openExport(deps, { clientAccountId, userId, today: clock.today(), from, to });
  const content = unlessStopped(archiveOf(archiveContents(deps, sources, now)), signal);
  const { size } = await store.put(fileKey, content, { maximumBytes: LARGEST_ARCHIVE });
  return { fileName: `${sources.company.organizationNumber} ${from} ${to}.zip`, fileSize: size };
}

async function* unlessStopped<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  for await (const piece of pieces) {
    if (signal.aborted) throw new NoLongerOurs('an export is left to whoever holds it');
    yield piece;
  }
}

/** Lets it be tried again, at once when this process stops, more and more slowly otherwise; or gives it up. */
async function giveBack(
  deps: WorkerDependencies,
  taken: TakenExport,
  error: unknown,
  isStopped: boolean,
): Promise<void> {
  const { db, logger } = deps;
  if (isStopped) return releaseExport(db, taken, 0);
  const isFinal = error instanceof Failure && error.status < 500;
  logger.warn({ err: error, export: taken.id, attempts: taken.attempts }, 'an export could not be made');
  if (isFinal) return fail(deps, taken, error.message);
  if (taken.attempts >= ATTEMPTS) return fail(deps, taken, GIVEN_UP);
  return releaseExport(db, taken, FIRST_WAIT_SECONDS * 2 ** (taken.attempts - 1));
}

async function fail({ db, clock }: WorkerDependencies, taken: TakenExport, errorMessage: string): Promise<void> {
  await db.write((tx) => endExport(tx, taken, { status: 'FAILED', errorMessage, at: timestamp(clock.now()) }));
}
