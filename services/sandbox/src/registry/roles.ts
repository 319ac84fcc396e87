import { type Code, describeRole } from '../directory/codes.ts';
import type { Organization, Role } from '../directory/entries.ts';

/** Roles that the registry lists under the board. */
const BOARD: ReadonlySet<string> = new Set(['LEDE', 'NEST', 'MEDL', 'VARA']);

/**
 * The roles of an entry in the registry's groups (`rollegrupper`), each group in the order in which its roles were
 * given.
 */
export function describeRoles(organization: Organization): object {
  const groups = new Map<string, { type: Code; sistEndret: string; roller: object[] }>();
  for (const role of organization.roles) {
    const type = describeRole(role.role);
    const group = describeRole(BOARD.has(type.kode) ? 'STYR' : type.kode);
    const entry = groups.get(group.kode) ?? { type: group, sistEndret: organization.registeredOn, roller: [] };
    entry.roller.push({ type, ...describeHolder(role), fratraadt: false, rekkefolge: entry.roller.length });
    groups.set(group.kode, entry);
  }
  return { rollegrupper: [...groups.values()] };
}

function describeHolder({ personName, organizationName, organizationNumber }: Role): object {
  if (personName !== null) {
    const words = personName.trim().split(/\s+/);
    const etternavn = words.pop()!;
    return { person: { navn: { fornavn: words.join(' '), etternavn }, erDoed: false } };
  }
  return {
    enhet: {
      ...(organizationNumber !== null && { organisasjonsnummer: organizationNumber }),
      navn: [organizationName],
      erSlettet: false,
    },
  };
}
