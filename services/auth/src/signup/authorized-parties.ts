import { createUpstreamWithToken, type MachineToken } from '@app/machine-token';
import { z } from 'zod';

export interface Party {
  readonly organizationNumber: string;
  readonly name: string;
}

/** Whom a person may act for (EXT-R03). */
export interface AuthorizedParties {
  /**
   * Organizations that are neither deleted nor out of reach and in which the person holds a role that counts, each
   * once. @throws UpstreamError
   */
  of(pid: string): Promise<readonly Party[]>;
}

const Answer = z.array(
  z.object({
    name: z.string().nullish(),
    organizationNumber: z.string().nullish(),
    type: z.string(),
    isDeleted: z.boolean().nullish(),
    onlyHierarchyElementWithNoAccess: z.boolean().nullish(),
    authorizedRoles: z.array(z.string()).nullish(),
  }),
);

type Entry = z.output<typeof Answer>[number];

interface Options {
  readonly url: string;
  readonly token: MachineToken;
  /** Codes of the roles that entitle somebody to register an organization (CTL-R20). */
  readonly roles: ReadonlySet<string>;
}

export function createAuthorizedParties({ url, token, roles }: Options): AuthorizedParties {
  const upstream = createUpstreamWithToken({ name: 'parties', baseUrl: url, token });
  return {
    async of(pid) {
      const response = await upstream.request({
        method: 'POST',
        path: '/accessmanagement/api/v1/resourceowner/authorizedparties',
        json: { type: 'urn:altinn:person:identifier-no', value: pid },
        isRepeatable: true,
      });
      if (response.status !== 200) throw new Error(`The authorized parties answered ${response.status}`);
      const parties = Answer.parse(response.json()).flatMap((entry) => partyOf(entry, roles));
      return [...new Map(parties.map((party) => [party.organizationNumber, party])).values()];
    },
  };
}

function partyOf(entry: Entry, roles: ReadonlySet<string>): readonly Party[] {
  const { type, isDeleted, onlyHierarchyElementWithNoAccess, authorizedRoles, organizationNumber, name } = entry;
  if (type !== 'Organization' || isDeleted || onlyHierarchyElementWithNoAccess || !organizationNumber) return [];
  if (!authorizedRoles?.some((role) => roles.has(role.toUpperCase()))) return [];
  return [{ organizationNumber, name: name || organizationNumber }];
}
