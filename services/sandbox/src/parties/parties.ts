import { createHash } from 'node:crypto';
import type { Directory } from '../directory/directory.ts';
import type { Membership, Organization, Person } from '../directory/entries.ts';
import { createSeed } from '../directory/seed.ts';

/** One element of the answer: a party that the person may act for. */
export interface AuthorizedParty {
  readonly partyUuid: string;
  readonly partyId: number;
  readonly name: string;
  readonly organizationNumber: string | null;
  readonly type: 'Organization' | 'Person';
  readonly isDeleted: boolean;
  readonly onlyHierarchyElementWithNoAccess: boolean;
  readonly authorizedRoles: readonly string[];
  readonly subunits: readonly never[];
}

/**
 * Whom the person may act for: himself or herself first, as everybody may, then the organizations in the order they
 * were defined.
 */
export function listAuthorizedParties(person: Person, directory: Directory): AuthorizedParty[] {
  const organizations = person.memberships.flatMap((membership) => {
    const organization = directory.findOrganization(membership.organizationNumber);
    return organization === undefined ? [] : [describeOrganization(organization, membership)];
  });
  return [describePerson(person), ...organizations];
}

const describePerson = (person: Person): AuthorizedParty => ({
  ...identify(person.pid),
  name: person.name,
  organizationNumber: null,
  type: 'Person',
  isDeleted: false,
  onlyHierarchyElementWithNoAccess: false,
  authorizedRoles: ['PRIV'],
  subunits: [],
});

const describeOrganization = (organization: Organization, { noAccess, roles }: Membership): AuthorizedParty => ({
  ...identify(organization.organizationNumber),
  name: organization.name,
  organizationNumber: organization.organizationNumber,
  type: 'Organization',
  isDeleted: organization.deletedOn !== null,
  onlyHierarchyElementWithNoAccess: noAccess,
  authorizedRoles: roles,
  subunits: [],
});

/** Both follow from the number, so that every system of the sandbox names a party alike. */
function identify(number: string): { partyUuid: string; partyId: number } {
  const hex = createHash('sha256').update(`party ${number}`).digest('hex');
  // Version 8 and the RFC 9562 variant: a UUID of one's own making.
  const partyUuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { partyUuid, partyId: 50_000_000 + createSeed(`party id ${number}`).below(10_000_000) };
}
