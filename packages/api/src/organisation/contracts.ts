import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { accountName, demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { CreatedAt, CreatedById, pathId, RecordId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, Id, IdText, oneOf, Timestamp, text } from '../scalars.ts';
import { accountingContract, offeredContract } from './examples.ts';

export const ServiceProvided = oneOf('ACCOUNTING', 'AUDITING', 'TASK_CONTRIBUTION');
export const ApprovalDecision = oneOf('APPROVED', 'REJECTED');
export const ApprovalStatus = oneOf('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED');

/** A client account as relations show it. */
export const AccountNameOut = z.object({
  id: z.int().describe('Id of the client account.'),
  display_name: z.string().describe('Name that people see.'),
  unique_name: z.string().describe('Name in addresses: unique, and never changed.'),
});

export const ContractOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  client_account_id: z.int().describe('Client account of the customer.'),
  provider_client_account_id: z.int().describe('Client account of the firm.'),
  service_provided: ServiceProvided.describe('What the firm does for the customer.'),
  start_date: CalendarDate.nullable().describe('First day on which the contract gives access.'),
  end_date: CalendarDate.nullable().describe(
    'Last day on which it gives access; null while it has not been terminated.',
  ),
  approval_status: ApprovalStatus.describe('What the customer decided. EXPIRED after 90 days without a decision.'),
  approved_by_id: z.int().nullable().describe('User who approved it.'),
  approved_at: Timestamp.nullable().describe('When it was approved, in UTC.'),
  pending_since: Timestamp.nullable().describe('Since when a decision is waited for, in UTC.'),
  terminated_by_id: z.int().nullable().describe('User who terminated it.'),
  terminated_at: Timestamp.nullable().describe('When it was terminated, in UTC.'),
  termination_reason: z.string().nullable().describe('Why it was terminated.'),
  is_active: z.boolean().describe('Whether it gives access today: approved, begun and not ended.'),
  client_account: AccountNameOut.optional().describe('The customer, embedded.'),
  provider_client_account: AccountNameOut.optional().describe('The firm, embedded.'),
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
    client_account_id: list(IdText, 'Contracts of these customers.').optional(),
    provider_client_account_id: IdText.optional().describe('Contracts of this firm.'),
    approval_status: ApprovalStatus.optional().describe('Contracts with this decision.'),
    order_by: orderBy(['id', 'created_at', 'start_date', 'end_date', 'approval_status', 'service_provided']),
    with: withAccounts,
    ...paging(),
  }),
  status: 200,
  output: listOf(ContractOut),
  example: {
    query: { client_account_id: demo.company.id, with: 'client_account,provider_client_account' },
    answer: onePageOf({
      ...accountingContract,
      client_account: accountName(demo.company),
      provider_client_account: accountName(demo.firm),
    }),
  },
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
      client_account_id: Id.describe('Client account of the customer.'),
      provider_client_account_id: Id.describe('Client account of the firm, which the caller is a direct member of.'),
      service_provided: ServiceProvided.describe('What the firm is to do for the customer.'),
      start_date: CalendarDate.nullish().describe('First day; the day of approval when it is left out.'),
    })
    .refine((body) => body.client_account_id !== body.provider_client_account_id, {
      error: 'must be another client account than provider_client_account_id',
      path: ['client_account_id'],
    }),
  status: 201,
  output: ContractOut,
  example: {
    sender: 'accountant',
    body: {
      client_account_id: demo.company.id,
      provider_client_account_id: demo.firm.id,
      service_provided: 'TASK_CONTRIBUTION',
      start_date: '2026-02-01',
    },
    answer: offeredContract,
  },
  // Auth is asked whether owners are active, and no transaction is held over that call.
  idempotency: 'steps',
  // The operation refuses an inactive account itself, after it has looked at the role.
  inactive: 'allowed',
  failures: [
    'contract.not_authorized',
    'contract.provider_not_proven',
    'contract.duplicate',
    'client_account.inactive',
  ],
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
  params: pathId('contract'),
  query: z.object({ with: withAccounts }),
  body: z.object({
    approval_status: ApprovalDecision.optional().describe('Approves or rejects a contract that is pending.'),
    end_date: CalendarDate.optional().describe('Terminates an approved contract after this day.'),
    termination_reason: text().nullable().optional().describe('Why it is terminated.'),
    service_provided: ServiceProvided.optional().describe(
      'What the firm is to do; fixed once the contract is approved.',
    ),
    start_date: CalendarDate.nullable()
      .optional()
      .describe('First day; once the contract is approved it only moves later.'),
    client_account_id: Id.optional().describe('The customer, which never changes: anything but its own id is refused.'),
    provider_client_account_id: Id.optional().describe(
      'The firm, which never changes: anything but its own id is refused.',
    ),
  }),
  status: 200,
  output: ContractOut,
  example: {
    params: { id: offeredContract.id },
    body: { approval_status: 'APPROVED' },
    answer: {
      ...offeredContract,
      approval_status: 'APPROVED',
      approved_by_id: demo.users.owner,
      approved_at: demo.now,
    },
  },
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
