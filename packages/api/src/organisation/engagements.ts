import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { Id, Switch, text } from '../scalars.ts';
import { ApprovalStatus, ServiceProvided } from './contracts.ts';
import { client } from './examples.ts';

export const EngagementOut = z.object({
  client_account_id: z.int().describe('Client account of the customer, opened if there was none.'),
  contract_id: z.int().describe('The contract between the firm and the customer.'),
  contract_status: ApprovalStatus.describe('Whether the contract is approved at once, or waits for the customer.'),
  invitation_id: z.int().nullable().describe('The invitation of the owner; null when nobody was invited.'),
});

export const createClientEngagement = endpoint({
  name: 'organisation.createClientEngagement',
  summary: 'Take on a client: account, contract and invitation of the owner in one step',
  description:
    "The caller is a direct, active member of the provider firm. With organization_id the client account is opened when there is none, in the firm's currency and billed through the firm. The firm's own account is proven. The contract is approved at once for the firm that opened the account while it has no active owner. With invite_owner, which takes a client without an active owner, a mail asks owner_email to become owner (CA). All of it happens, or nothing.",
  service: 'organisation',
  method: 'POST',
  path: '/api/v2/client-engagements',
  envelope: standard,
  account: {
    in: 'body',
    field: 'provider_client_account_id',
    take: 'one',
    missing: { status: 400, code: 'client_engagement.missing_field' },
    denied: 'client_engagement.not_provider_member',
    refused: 'client_engagement.not_provider_member',
    unknown: { status: 404, code: 'client_engagement.account_not_found' },
  },
  body: z.object({
    provider_client_account_id: Id.describe('Client account of the firm, which the caller is a direct member of.'),
    client_account_id: Id.nullish().describe('Client account of the customer; or the organization instead.'),
    organization_id: Id.nullish().describe(
      'Organization of the customer, whose client account is opened when there is none.',
    ),
    // What is missing has codes of its own.
    service_provided: ServiceProvided.nullish().describe('What the firm is to do for the customer. Required.'),
    invite_owner: Switch.nullish().describe('True invites the owner of the customer by mail. False by default.'),
    owner_email: text().nullish().describe('Address of the owner; required with invite_owner.'),
  }),
  status: 201,
  output: EngagementOut,
  example: {
    sender: 'accountant',
    body: {
      provider_client_account_id: demo.firm.id,
      client_account_id: client.id,
      service_provided: 'TASK_CONTRIBUTION',
      invite_owner: true,
      owner_email: 'line@raskbever.example',
    },
    answer: { client_account_id: client.id, contract_id: 4, contract_status: 'APPROVED', invitation_id: 4 },
  },
  // Auth is asked who has access already, and no transaction is held over that call.
  idempotency: 'steps',
  // The operation refuses an inactive account itself, after it has looked at the role.
  inactive: 'allowed',
  failures: [
    'client_account.inactive',
    'client_engagement.provider_not_proven',
    'client_engagement.account_has_owner',
    'client_engagement.exactly_one_target',
    'client_engagement.provider_equals_client',
    'client_engagement.contract_exists',
    'client_engagement.organization_not_found',
    'invitation.invalid_email',
    'invitation.already_has_access',
    'common.rate_limited',
  ],
});
