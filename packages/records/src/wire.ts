import { timestamp } from '@app/runtime';

/** A moment as it leaves the house: UTC, whole seconds. */
export const instantOut = (moment: Date): string => timestamp(Temporal.Instant.fromEpochMilliseconds(moment.getTime()));

export const instantOrNull = (moment: Date | null): string | null => (moment === null ? null : instantOut(moment));

/** What every record of a client account shows. */
export const recordWire = (record: {
  readonly id: number;
  readonly clientAccountId: number;
  readonly createdAt: Date;
  readonly createdById: number | null;
  readonly updatedAt: Date;
  readonly updatedById: number | null;
}) => ({
  id: record.id,
  created_at: instantOut(record.createdAt),
  created_by_id: record.createdById,
  updated_at: instantOut(record.updatedAt),
  updated_by_id: record.updatedById,
  client_account_id: record.clientAccountId,
});
