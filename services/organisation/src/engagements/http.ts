import { createClientEngagement } from '@app/api/organisation/engagements';
import type { Api } from '@app/contract';
import type { InvitationDependencies } from '../invitations/create.ts';
import { mailLanguage } from '../invitations/mail.ts';
import { createEngagement } from './create.ts';

export function serveEngagements(api: Api, deps: InvitationDependencies): void {
  api.serve(createClientEngagement, async ({ body, account, principal, commandKey, isFirstTry, headers }) => {
    const engaging = {
      actorId: principal.userId,
      provider: account,
      language: mailLanguage(headers['accept-language']),
      ...{ commandKey, isFirstTry },
    };
    const engaged = await createEngagement(deps, engaging, {
      clientAccountId: body.client_account_id,
      organizationId: body.organization_id,
      serviceProvided: body.service_provided,
      invitesOwner: body.invite_owner ?? false,
      ownerEmail: body.owner_email,
    });
    return {
      client_account_id: engaged.clientAccountId,
      contract_id: engaged.contractId,
      contract_status: engaged.contractStatus,
      invitation_id: engaged.invitationId,
    };
  });
}
