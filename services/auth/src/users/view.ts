import { ownPart, type User } from '../credentials/user.ts';
import { membershipsOf, type OrganisationClient } from '../memberships/memberships.ts';

/** The user object as its owner sees it, with the relations asked for. */
export async function viewUser(
  organisation: OrganisationClient,
  user: User,
  relations: ReadonlySet<string> = new Set(['accounts', 'contracts']),
) {
  const own = ownPart(user);
  if (relations.size === 0) return own;
  const { accounts, contracts } = await membershipsOf(organisation, user.id);
  return {
    ...own,
    ...(relations.has('accounts') ? { accounts } : {}),
    ...(relations.has('contracts') ? { contracts } : {}),
  };
}
