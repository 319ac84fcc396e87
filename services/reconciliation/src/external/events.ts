import type { NewEvent } from '@app/db';
import { externalRecorded, externalRetired } from '@app/events';
import type { ExternalRecord } from './record.ts';

/** Records that one event names. */
const MOST = 500;

const factOf = ({ id, subjectType, subjectId, subjectLineId }: ExternalRecord) => ({
  id,
  subject_type: subjectType,
  subject_id: subjectId,
  subject_line_id: subjectLineId === 0 ? null : subjectLineId,
});

const pieces = function* (records: readonly ExternalRecord[]): Generator<readonly ExternalRecord[]> {
  for (let start = 0; start < records.length; start += MOST) yield records.slice(start, start + MOST);
};

/** The facts that records of one client account were reconciled. */
export const recorded = (records: readonly ExternalRecord[]): NewEvent[] =>
  [...pieces(records)].map((some) =>
    externalRecorded.create(
      { client_account_id: some[0]!.clientAccountId, records: some.map(factOf) },
      some[0]!.clientAccountId,
    ),
  );

/** The facts that reconciled records of one client account were retired. */
export const retiredFacts = (records: readonly ExternalRecord[]): NewEvent[] =>
  [...pieces(records)].map((some) =>
    externalRetired.create(
      { client_account_id: some[0]!.clientAccountId, records: some.map(factOf) },
      some[0]!.clientAccountId,
    ),
  );
