import { forbidden } from '@app/access';
import { conflict, invalid, notFound } from '@app/contract';

/** What a firm asks for when it takes on a client. */
export interface EngagementRequest {
  /** Exactly one of the two. */
  readonly clientAccountId?: number | null | undefined;
  readonly organizationId?: number | null | undefined;
  readonly serviceProvided?: 'ACCOUNTING' | 'AUDITING' | 'TASK_CONTRIBUTION' | null | undefined;
  readonly invitesOwner: boolean;
  readonly ownerEmail?: string | null | undefined;
}

/** The same, complete. */
export interface Engagement {
  readonly target: { readonly clientAccountId: number } | { readonly organizationId: number };
  readonly serviceProvided: 'ACCOUNTING' | 'AUDITING' | 'TASK_CONTRIBUTION';
  /** Null when nobody is invited. */
  readonly ownerEmail: string | null;
}

/** @throws Failure 400 `client_engagement.missing_field`, `client_engagement.exactly_one_target` */
export function completeEngagement(request: EngagementRequest): Engagement {
  const { clientAccountId, organizationId, serviceProvided, invitesOwner, ownerEmail } = request;
  if (serviceProvided == null) throw missingField('service_provided');
  if (invitesOwner && !ownerEmail) throw missingField('owner_email', ' when invite_owner is true');
  if ((clientAccountId == null) === (organizationId == null))
    throw invalid(
      `Exactly one of client_account_id and organization_id names the client; ${clientAccountId == null ? 'neither was' : 'both were'} sent`,
      [{ field: 'client_account_id', message: 'send exactly one of client_account_id and organization_id' }],
      'client_engagement.exactly_one_target',
    );
  return {
    target: clientAccountId == null ? { organizationId: organizationId! } : { clientAccountId },
    serviceProvided,
    ownerEmail: invitesOwner ? ownerEmail! : null,
  };
}

const missingField = (field: string, when = '') =>
  invalid(
    `"${field}" is required${when}`,
    [{ field, message: `is required${when}` }],
    'client_engagement.missing_field',
  );

export const providerEqualsClient = () =>
  invalid(
    'A firm cannot be its own client; name another client',
    undefined,
    'client_engagement.provider_equals_client',
  );

export const contractExists = () =>
  invalid(
    'The firm and this client already have an active or pending contract for this service',
    undefined,
    'client_engagement.contract_exists',
  );

export const accountHasOwner = (id: number) =>
  conflict(
    `Client account ${id} has an active owner already, so no other is invited; engage without invite_owner, and the owner decides about the contract`,
    'client_engagement.account_has_owner',
  );

export const notProviderMember = (message: string) =>
  forbidden(message, 'account', 'client_engagement.not_provider_member');

export const clientNotFound = (id: number) =>
  notFound(`There is no client account ${id}`, 'client_engagement.account_not_found');

export const organizationNotFound = (id: number) =>
  notFound(`There is no organization ${id}; search for it by number first`, 'client_engagement.organization_not_found');
