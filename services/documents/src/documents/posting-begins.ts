import { createGroupCommit, type Database, type Executor, openRun, type Run, type Tx } from '@app/db';
import { lockChanges, takeFreeTurns } from '@app/records';
import type { Clock } from '@app/runtime';
import { insertionOfPostings } from './new-document-store.ts';
import { busy, type Posting, type PostingIntent } from './posting.ts';
import { type Prepared, plainPosting, takesNothing, type Writing, writeDocuments } from './write.ts';

/** A document that is to be posted, under a key of its own. */
export interface PostingToBegin {
  readonly commandKey: string;
  readonly userId: number;
  readonly made: Prepared;
}

type Begun = Run<PostingIntent, { documentId: number }>;

/** Writes a document and the intent to post it: those that are there together, in one transaction. @throws Failure 409, 503 */
export type BeginPosting = (posting: PostingToBegin) => Promise<Begun>;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly posting: Posting;
}

/** A group of documents that take numbers waits for the numbers of all. */
const MOST_IN_GROUP = 16;
/** What has more lines is written and read by itself: everybody in a group waits for all of it. */
export const MOST_LINES_TOGETHER = 100;

/** The begin of a posting, as `createPostingEnds` is its end (docs/decisions/0246-an-invoice-in-fewer-statements.md). */
export function createPostingBegins(deps: Deps): BeginPosting {
  const { db } = deps;
  const beginAtOnce = atOnce(deps);
  const alone = async (one: PostingToBegin): Promise<Begun> =>
    (await db.write((tx) => beginPostings(deps, tx, [one], { waits: true })))[0]!;
  const groups = createGroupCommit<PostingToBegin, Begun>(
    {
      accountOf,
      together: async (all) => {
        const begun = all.every(({ made }) => takesNothing(made))
          ? await db.alone(undefined, (ex) => beginAtOnce(ex, all))
          : await db.together(undefined, (tx) => beginPostings(deps, tx, all, { waits: false }));
        db.committed();
        return begun;
      },
      alone,
    },
    { most: MOST_IN_GROUP },
  );
  return (one) => (isShared(db, one) ? groups.run(one) : alone(one));
}

const accountOf = ({ made }: PostingToBegin): number => made.wanted.input.clientAccountId;

/** What may wait for a draft, a voucher or another document goes by itself, and so does what is long. */
const isShared = (db: Database, { made: { wanted, document, files, completed } }: PostingToBegin): boolean =>
  document === undefined &&
  files.length === 0 &&
  wanted.statementLines === undefined &&
  wanted.assertStill === undefined &&
  wanted.input.uploadedFileId === null &&
  wanted.input.creditedDocumentId === null &&
  completed.lines.length <= MOST_LINES_TOGETHER &&
  !db.isJoined;

/**
 * Writes documents and what is left for the ledger to do by one statement, in the turns that nobody has.
 * @returns gives undefined of what would have to wait, and whose key somebody has begun
 */
function atOnce({
  clock,
  posting,
}: Deps): (ex: Executor, all: readonly PostingToBegin[]) => Promise<readonly (Begun | undefined)[]> {
  const insert = insertionOfPostings(posting);
  return async (ex, all) => {
    const rows = all.map(({ commandKey, userId, made }) => ({
      commandKey,
      ...plainPosting({ caller: { userId }, made }),
    }));
    const ids = await insert(ex, rows, new Date(clock.millis()));
    return rows.map(({ commandKey, intent, document: { clientAccountId } }, index) => {
      const documentId = ids[index];
      return documentId === undefined
        ? undefined
        : openRun({ commandKey, clientAccountId, intent: { ...intent, documentId } });
    });
  };
}

/**
 * Writes documents, and stores what is left for the ledger to do.
 * @param options.waits for the turn of an account; else whoever has none is left out
 * @returns undefined of what was left out
 */
async function beginPostings(
  { clock, posting }: Deps,
  tx: Tx,
  all: readonly PostingToBegin[],
  { waits }: { readonly waits: boolean },
): Promise<readonly (Begun | undefined)[]> {
  const now = new Date(clock.millis());
  const accounts = all.map(accountOf);
  const moments = waits ? [await lockChanges(tx, accounts[0]!, now)] : await takeFreeTurns(tx, accounts, now);
  const mine = all.flatMap((one, index) => (moments[index] ? [{ ...one, moment: moments[index] }] : []));
  const written = await writeDocuments(
    tx,
    mine.map(({ userId, made, moment }): Writing => ({ caller: { userId }, made, moment })),
  );
  const begun = await posting.beginAll(
    tx,
    written.map(({ documentId, intent }, index) => ({
      ...{ commandKey: mine[index]!.commandKey, intent: intent!, subject: String(documentId), busy: busy(documentId) },
      clientAccountId: accountOf(mine[index]!),
    })),
  );
  let next = 0;
  return all.map((_, index) => (moments[index] ? begun[next++] : undefined));
}
