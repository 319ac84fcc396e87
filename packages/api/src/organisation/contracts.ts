import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, Id, IdText, oneOf, Timestamp, text } from '../scalars.ts';

export const ServiceProvided = oneOf('ACCOUNTING', 'AUDITING', 'TASK_CONTRIBUTION');
export const ApprovalDecision = oneOf('APPROVED', 'REJECTED');
export const ApprovalStatus = oneOf('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED');

/** A client account as relations show it. */
export const AccountNameOut = z.object({ id: z.int(), display_name: z.string(), unique_name: z.string() });

export const ContractOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  created_by_id: z.int().nullable(),
  client_account_id: z.int(),
  provider_client_account_id: z.int(),
  service_provided: ServiceProvided,
  start_date: CalendarDate.nullable(),
  end_date: CalendarDate.nullable(),
  approval_status: ApprovalStatus,
  approved_by_id: z.int().nullable(),
  approved_at: Timestamp.nullable(),
  pending_since: Timestamp.nullable(),
  terminated_by_id: z.int().nullable(),
  terminated_at: Timestamp.nullable(),
  termination_reason: z.string().nullable(),
  is_active: z.boolean(),
  client_account: AccountNameOut.optional(),
  provider_client_account: AccountNameOut.optional(),
});

const withAccounts = relations(['client_account', 'provider_client_account']);

export const listContracts = endpoint({
  name: 'organisation.listContracts',
  summary: 'Contracts between customers and the firms that work for them',
  description:
    'By default the contracts of every client account the caller reaches. With provider_client_account_id those of a firm the caller is a direct member of.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/contracts',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'list' },
  query: z.object({
    client_account_id: list(IdText).optional(),
    provider_client_account_id: IdText.optional(),
    approval_status: ApprovalStatus.optional(),
    order_by: orderBy(['id', 'created_at', 'start_date', 'end_date', 'approval_status', 'service_provided']),
    with: withAccounts,
    ...paging(),
  }),
  status: 200,
  output: listOf(ContractOut),
  failures: ['contract.not_authorized'],
});

export const createContract = endpoint({
  name: 'organisation.createContract',
  summary: 'Offer a customer to work for it',
  description:
    'The caller is a direct, active member of the provider firm, whose own account is proven. The contract is approved at once when that firm opened the account of the customer and the customer has no active owner; otherwise it is pending.',
  service: 'organisation',
  method: 'POST',
  path: '/api/v2/contracts',
  envelope: standard,
  account: { in: 'body', field: 'provider_client_account_id', take: 'one', denied: 'contract.not_authorized' },
  query: z.object({ with: withAccounts }),
  body: z
    .object({
      client_account_id: Id,
      provider_client_account_id: Id,
      service_provided: ServiceProvided,
      start_date: CalendarDate.nullish(),
    })
    .refine((body) => body.client_account_id !== body.provider_client_account_id, {
      error: 'must be another client account than provider_client_account_id',
      path: ['client_account_id'],
    }),
  status: 201,
  output: ContractOut,
  // Auth is asked whether owners are active, and no transaction is held over that call.
  idempotency: 'steps',
  // The operation refuses an inactive account itself, after it has looked at the role.
  inactive: 'allowed',
  failures: ['contract.not_authorized', 'contract.provider_not_proven', 'contract.duplicate', 'client_account.inactive'],
});

export const updateContract = endpoint({
  name: 'organisation.updateContract',
  summary: 'Approve, reject, terminate or change a contract',
  description:
    'One of three groups of fields: approval_status (approve or reject, by an owner of the customer; while it has no active one, by an AA or CA of a firm whose contract with it is in force), end_date with termination_reason (terminate, by a member of the firm or an owner of the customer), or service_provided and start_date (change; once approved the service is fixed and the start only moves later). Rejecting and terminating work on inactive accounts too.',
  service: 'organisation',
  method: 'PATCH',
  path: '/api/v2/contracts/{id}',
  envelope: standard,
  params: z.object({ id: IdText }),
  query: z.object({ with: withAccounts }),
  body: z.object({
    approval_status: ApprovalDecision.optional(),
    end_date: CalendarDate.optional(),
    termination_reason: text().nullable().optional(),
    service_provided: ServiceProvided.optional(),
    start_date: CalendarDate.nullable().optional(),
    client_account_id: Id.optional(),
    provider_client_account_id: Id.optional(),
  }),
  status: 200,
  output: ContractOut,
  notFoundCode: 'contract.not_found',
  failures: [
    'contract.not_found',
    'contract.not_authorized',
    'contract.approval_not_authorized',
    'contract.termination_not_authorized',
    'contract.not_pending',
    'contract.not_approved',
    'contract.accounts_immutable',
    'contract.terms_immutable',
    'contract.duplicate',
    'client_account.inactive',
  ],
});
