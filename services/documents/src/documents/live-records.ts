import { conflict, type Failure } from '@app/contract/failure';
import { anyOf, type Database, type Executor } from '@app/db';
import type { ClientOf, Reconciliations } from '@app/rpc';
import { and, asc, eq, ne } from 'drizzle-orm';
import { documents, reconciliationLines } from '../schema/documents.ts';
import type { Document } from './document.ts';

export type RecordSource = Pick<ClientOf<typeof Reconciliations>, 'GetLiveRecords'>;

/** The external reconciliation that stands for a line of a document. */
export interface LiveRecord {
  readonly id: number;
  /** It is being written at this moment: the line is open until it is. */
  readonly isPending: boolean;
  /** Undefined unless it was asked for, and while it is being written. */
  readonly standing: 'RECONCILED' | 'EXPLAINED' | 'DRIFTED' | undefined;
}

/** Subjects of one question to reconciliation. */
const MOST_SUBJECTS = 1_000;

const STANDINGS = {
  RECORD_STANDING_UNSPECIFIED: undefined,
  RECORD_STANDING_RECONCILED: 'RECONCILED',
  RECORD_STANDING_EXPLAINED: 'EXPLAINED',
  RECORD_STANDING_DRIFTED: 'DRIFTED',
} as const;

/** The records that stand for lines of some documents, by line. @throws Failure 503 */
export async function liveRecordsOf(
  source: RecordSource,
  clientAccountId: number,
  documents: readonly Pick<Document, 'id' | 'documentType'>[],
  { includesStanding }: { readonly includesStanding: boolean },
): Promise<ReadonlyMap<number, LiveRecord>> {
  const found = new Map<number, LiveRecord>();
  for (let start = 0; start < documents.length; start += MOST_SUBJECTS) {
    const subjects = documents
      .slice(start, start + MOST_SUBJECTS)
      .map(({ id, documentType }) => ({ relationType: documentType, relationId: id }));
    const { records } = await source.GetLiveRecords({ clientAccountId, subjects, includesStanding });
    for (const { id, relationLineId, isPending, standing } of records)
      if (relationLineId !== undefined)
        found.set(relationLineId, {
          id,
          isPending,
          standing: standing === undefined ? undefined : STANDINGS[standing],
        });
  }
  return found;
}

/** 409: what a record stands for neither changes nor goes (DRL-R11). */
export const hasLiveRecord = (lineId: number, recordId: number): Failure =>
  conflict(
    `Reconciliation line ${lineId} is reconciled by external reconciliation ${recordId}; delete that one first`,
    'document.has_live_reconciliation',
  );

/**
 * Why vouchers cannot be deleted: a line of one of their documents is reconciled (VOU-R32).
 * @returns a sentence about the first such line; undefined when there is none
 * @throws Failure 503
 */
export const createBlockingRecord =
  ({ db, reconciliations }: { readonly db: Database; readonly reconciliations: RecordSource }) =>
  async (clientAccountId: number, voucherIds: readonly number[]): Promise<string | undefined> => {
    const found = await documentsWithLines(db.executor, clientAccountId, voucherIds);
    if (found.length === 0) return undefined;
    const records = await liveRecordsOf(reconciliations, clientAccountId, found, { includesStanding: false });
    for (const [lineId, { id }] of records)
      return `Reconciliation line ${lineId} of a document of the voucher is reconciled by external reconciliation ${id}; delete that one first`;
    return undefined;
  };

/** Documents of vouchers that are no drafts and have lines to reconcile. */
const documentsWithLines = (ex: Executor, clientAccountId: number, voucherIds: readonly number[]) =>
  ex
    .selectDistinct({ id: documents.id, documentType: documents.documentType })
    .from(documents)
    .innerJoin(
      reconciliationLines,
      and(
        eq(reconciliationLines.clientAccountId, documents.clientAccountId),
        eq(reconciliationLines.documentId, documents.id),
      ),
    )
    .where(
      and(
        eq(documents.clientAccountId, clientAccountId),
        anyOf(documents.uploadedFileId, voucherIds),
        ne(documents.status, 'DRAFT'),
      ),
    )
    .orderBy(asc(documents.id));
