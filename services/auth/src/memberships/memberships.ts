import type { ClientOf, Organisation } from '@app/rpc';
import { type Logger, shownName } from '@app/runtime';

/** What `organisation` says of a user's client accounts. */
export type OrganisationClient = Pick<ClientOf<typeof Organisation>, 'GetUserMemberships' | 'ListAccess'>;

const DEADLINE = { deadlineMillis: 3_000 };

/** The relations of the user object (SGN-R33). */
export async function membershipsOf(organisation: OrganisationClient, userId: number) {
  const { accounts, contracts } = await organisation.GetUserMemberships({ userId }, { ...DEADLINE, userId });
  return {
    accounts: accounts.map(({ id, account, role }) => ({
      id,
      account: {
        id: account?.id ?? 0,
        unique_name: account?.uniqueName ?? '',
        display_name: account?.displayName ?? '',
      },
      role: { id: role?.id ?? 0, name: role?.name ?? '' },
    })),
    contracts: contracts.map((contract) => ({
      id: contract.id,
      client_account_id: contract.clientAccountId,
      provider_client_account_id: contract.providerClientAccountId,
      service_provided: contract.serviceProvided,
      approval_status: contract.approvalStatus,
      is_active: contract.isActive,
    })),
  };
}

/** What a page says of whose books somebody reaches. */
export interface Companies {
  /** Those with a role of their own. */
  readonly names: readonly string[];
  /** How many more by a contract of their firm. */
  readonly byContract: number;
}

/** For a page: undefined when it does not come in time. */
export async function companiesOf(
  { organisation, logger }: { readonly organisation: OrganisationClient; readonly logger: Logger },
  userId: number,
): Promise<Companies | undefined> {
  try {
    const [{ accounts }, { access }] = await Promise.all([
      membershipsOf(organisation, userId),
      organisation.ListAccess({ userId, all: false }, DEADLINE),
    ]);
    return {
      names: accounts.map(({ account }) => shownName(account.display_name)),
      byContract: access.filter(({ role, directRole }) => role !== undefined && directRole === undefined).length,
    };
  } catch (error) {
    logger.warn({ err: error }, 'a page could not name the companies');
    return undefined;
  }
}

/** Do two users reach a common client account, directly or by contract? */
export async function shareAccount(
  organisation: OrganisationClient,
  userId: number,
  otherId: number,
): Promise<boolean> {
  const [own, others] = await Promise.all(
    [userId, otherId].map(async (id) => (await organisation.ListAccess({ userId: id, all: false }, DEADLINE)).access),
  );
  const reached = new Set(own!.map((access) => access.clientAccountId));
  return others!.some((access) => reached.has(access.clientAccountId));
}
