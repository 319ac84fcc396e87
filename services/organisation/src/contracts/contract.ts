import { forbidden } from '@app/access';
import { conflict, invalid, invalidField, notFound } from '@app/contract';
import type { Clock } from '@app/runtime';

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';
export type ServiceProvided = 'ACCOUNTING' | 'AUDITING' | 'TASK_CONTRIBUTION';

/** By which a provider firm works for a customer. */
export interface Contract {
  readonly id: number;
  /** The customer. */
  readonly clientAccountId: number;
  readonly providerClientAccountId: number;
  readonly serviceProvided: ServiceProvided;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly approvalStatus: ApprovalStatus;
  readonly approvedById: number | null;
  readonly approvedAt: Date | null;
  readonly pendingSince: Date | null;
  readonly terminatedById: number | null;
  readonly terminatedAt: Date | null;
  readonly terminationReason: string | null;
  readonly createdAt: Date;
  readonly createdById: number | null;
}

/** In force on a day: approved, begun, and not past its end (CON-R17). */
export const isInForce = (
  contract: Pick<Contract, 'approvalStatus' | 'startDate' | 'endDate'>,
  today: string,
): boolean =>
  contract.approvalStatus === 'APPROVED' &&
  contract.startDate !== null &&
  contract.startDate <= today &&
  (contract.endDate === null || today <= contract.endDate);

/**
 * Stands in the way of another for the same pair and service: waiting for an answer, or approved and not past its end.
 */
export const isOpen = (contract: Pick<Contract, 'approvalStatus' | 'endDate'>, today: string): boolean =>
  contract.approvalStatus === 'PENDING' ||
  (contract.approvalStatus === 'APPROVED' && (contract.endDate === null || today <= contract.endDate));

/** Days a contract may wait for an answer before it expires (CON-R27). */
export const PENDING_DAYS = 90;

/** What approving changes; the contract begins today when nothing else was said. */
export const approvalOf = (contract: Contract, approvedById: number, clock: Clock): Partial<Contract> => ({
  approvalStatus: 'APPROVED',
  approvedById,
  approvedAt: new Date(clock.millis()),
  startDate: contract.startDate ?? clock.today(),
});

export interface ContractPatch {
  readonly approvalStatus?: 'APPROVED' | 'REJECTED' | undefined;
  readonly endDate?: string | undefined;
  readonly terminationReason?: string | null | undefined;
  readonly serviceProvided?: ServiceProvided | undefined;
  readonly startDate?: string | null | undefined;
}

export type ContractStep =
  | { readonly kind: 'decide'; readonly status: 'APPROVED' | 'REJECTED' }
  | { readonly kind: 'terminate'; readonly endDate: string; readonly reason: string | null | undefined }
  | {
      readonly kind: 'change';
      readonly serviceProvided?: ServiceProvided | undefined;
      readonly startDate?: string | null | undefined;
    };

/** Which of the three things a PATCH asks for; mixing them is 400 (CON-R26). */
export function stepOf(patch: ContractPatch): ContractStep {
  const { approvalStatus, endDate, terminationReason, serviceProvided, startDate } = patch;
  const decides = approvalStatus !== undefined;
  const terminates = endDate !== undefined || terminationReason !== undefined;
  const changes = serviceProvided !== undefined || startDate !== undefined;
  if ([decides, terminates, changes].filter(Boolean).length > 1) {
    throw invalid(
      'One PATCH does one thing: send approval_status, or end_date with termination_reason, or service_provided and start_date, each in a call of its own',
    );
  }
  if (approvalStatus !== undefined) return { kind: 'decide', status: approvalStatus };
  if (!terminates) return { kind: 'change', serviceProvided, startDate };
  if (endDate === undefined)
    throw invalidField('end_date', 'is required to terminate the contract; termination_reason alone does not');
  return { kind: 'terminate', endDate, reason: terminationReason };
}

/** Dates of a contract in their order. */
export function assertDates(startDate: string | null, endDate: string | null): void {
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw invalidField('end_date', `is ${endDate}, before the contract begins on ${startDate}`);
}

export const contractNotFound = (id: number) => notFound(`There is no contract ${id}`, 'contract.not_found');

export const notAuthorized = (message: string, missing: 'account' | 'role' = 'role') =>
  forbidden(message, missing, 'contract.not_authorized');

export const duplicateContract = () =>
  conflict('The two accounts already have an active or pending contract for this service', 'contract.duplicate');

export const notPending = (contract: Contract) =>
  invalid(
    `Contract ${contract.id} is ${contract.approvalStatus}; only a PENDING one can be approved or rejected`,
    undefined,
    'contract.not_pending',
  );

export const notApproved = (contract: Contract) =>
  invalid(
    `Contract ${contract.id} is ${contract.approvalStatus}; only an APPROVED one can be terminated`,
    undefined,
    'contract.not_approved',
  );

export const termsImmutable = (field: 'service_provided' | 'start_date', message: string) =>
  invalid(`"${field}" ${message}`, [{ field, message }], 'contract.terms_immutable');
