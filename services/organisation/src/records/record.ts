import { conflict, type Failure, notFound } from '@app/contract';
import type { NewEvent } from '@app/db';
import { organisationReferenceChanged } from '@app/events';

/**
 * What business partners, projects, departments and tags have in common: records of a client account that others refer
 * to.
 */
export interface OwnRecord {
  readonly id: number;
  readonly clientAccountId: number;
  /** From 1, without gaps, per client account and kind. */
  readonly sequenceNumber: number;
  readonly name: string;
  readonly isActive: boolean;
  /** Rises with every change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly createdById: number | null;
  readonly updatedAt: Date;
  readonly updatedById: number | null;
}

/** As references write it. */
export type RecordType = 'businesspartner' | 'project' | 'department' | 'tag';

/** What sets one kind apart from the others. */
export interface RecordKind {
  readonly type: RecordType;
  /** For people: `business partner`. */
  readonly word: string;
  /** Beginning of its error codes: `business_partner`. */
  readonly area: string;
}

export const recordNotFound = (kind: RecordKind, id: number): Failure =>
  notFound(`There is no ${kind.word} ${id}`, `${kind.area}.not_found`);

/** The fact that others may know the record by another name or state than before, or that it is new. */
export const referenceChanged = (kind: RecordKind, record: OwnRecord): NewEvent =>
  organisationReferenceChanged.create(
    {
      client_account_id: record.clientAccountId,
      type: kind.type,
      id: record.id,
      name: record.name,
      is_active: record.isActive,
      version: record.version,
    },
    record.clientAccountId,
  );

/** Names of active dimensions are unique in an account, whatever their case (DIM-R04 to DIM-R06). */
export const nameTaken =
  ({ word, area }: RecordKind) =>
  ({ name }: { readonly name?: string }): Failure =>
    conflict(
      name === undefined
        ? `Another active ${word} of this client account has the same name by now; rename one of the two first`
        : `An active ${word} of this client account is called "${name}" already; choose another name`,
      `${area}.name_taken`,
    );
