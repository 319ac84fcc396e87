import { z } from 'zod';
import { Id, IdText, Switch, Timestamp } from './scalars.ts';

// Fields that many records and calls share, each described once. One that means more in its place is described there.

/** The id of a record. */
export const RecordId = z.int().describe('Id of the record, unique among records of its kind and never used again.');
/** The client account of a record. */
export const ClientAccountId = z.int().describe('Client account whose books the record belongs to.');
/** The number of a record within its client account. */
export const SequenceNumber = z
  .int()
  .describe('Number within the client account, counted from 1 and never used again.');
export const CreatedAt = Timestamp.describe('When the record was created, in UTC.');
export const UpdatedAt = Timestamp.describe(
  'When the record last changed, in UTC; lists are polled by it with `updated_from`.',
);
/** Who made a record that a person always makes. */
export const CreatorId = z.int().describe('User who created the record.');
export const CreatedById = z.int().nullable().describe('User who created the record; null when the platform did.');
export const UpdatedById = z.int().nullable().describe('User who last changed the record; null when the platform did.');
export const IsActive = z
  .boolean()
  .describe('False once the record is deactivated: it stays where it is used and takes nothing new.');

/** The client account that a body names. */
export const ClientAccountIdIn = Id.describe('Client account to work in; the caller needs access to it.');
/** The client account that a query names. */
export const ClientAccountIdText = IdText.describe(
  'Client account whose records are asked for; the caller needs access to it.',
);

export const IsActiveIn = Switch.describe('False deactivates the record, true makes it active again.');

/** The one parameter of a path that ends in the id of a record: `{id}`. */
export const pathId = (what: string) => z.object({ id: IdText.describe(`Id of the ${what}.`) });
