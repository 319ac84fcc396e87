import { conflict, invalidField } from '@app/contract';
import type { OwnRecord, RecordKind } from '../records/record.ts';

export interface ProjectFields {
  readonly name: string;
  readonly isActive: boolean;
  readonly description: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED';
  /** The customer: a business partner of the account. */
  readonly businessPartnerId: number | null;
  /** A user with access to the account. */
  readonly managerUserId: number | null;
  /** Decimal text with two decimals. */
  readonly budgetAmount: string | null;
}

export type Project = OwnRecord & ProjectFields;

export const projectKind: RecordKind = { type: 'project', word: 'project', area: 'project' };

/** Dates in their order; either may be open. */
export function assertDates({ startDate, endDate }: Pick<ProjectFields, 'startDate' | 'endDate'>): void {
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw invalidField('end_date', `is ${endDate}, before the project starts on ${startDate}`);
}

export const moduleDisabled = () =>
  conflict(
    'Projects are turned off in the settings in force today; an AA or CA can turn "project_module" on',
    'project.module_disabled',
  );

export const customerUnknown = (id: number | null | undefined) =>
  invalidField('business_partner_id', `There is no business partner ${id} on this client account`);

export const managerUnknown = (id: number) =>
  invalidField('manager_user_id', `User ${id} has no access to this client account`);
