import { LRUCache } from 'lru-cache';
import { GENERAL_MANAGER, type Organization, type Person } from './entries.ts';
import { generateOrganization, generatePerson } from './generated.ts';
import { isIdentityNumber, isOrganizationNumber } from './identifiers.ts';

/**
 * Everybody whom the outside systems know: who was defined, and for every other valid number who was generated from it.
 */
export interface Directory {
  findPerson(pid: string): Person | undefined;
  findOrganization(organizationNumber: string): Organization | undefined;
  /** Defined organizations whose name holds every word, whatever its case. Generated ones have no list to search. */
  searchOrganizations(name: string): readonly Organization[];
  /** Defined persons, newest first. */
  listPersons(): readonly Person[];
  definePerson(person: Person): void;
  defineOrganization(organization: Organization): void;
}

/** Definitions kept of each kind; the oldest goes first, so they are looked at by `peek`, which makes none newer. */
const LIMIT = 10_000;

export function createDirectory(): Directory {
  const persons = new LRUCache<string, Person>({ max: LIMIT });
  const organizations = new LRUCache<string, Organization>({ max: LIMIT });

  /** An organization that only a person's definition names is led by whoever manages it. */
  const generateFor = (organizationNumber: string): Organization => {
    const owner = [...persons.values()]
      .reverse()
      .find((person) =>
        person.memberships.some(
          (membership) =>
            membership.organizationNumber === organizationNumber && membership.roles.includes(GENERAL_MANAGER),
        ),
      );
    return generateOrganization(organizationNumber, owner?.name);
  };

  return {
    findPerson: (pid) => persons.peek(pid) ?? (isIdentityNumber(pid) ? generatePerson(pid) : undefined),
    findOrganization: (number) =>
      organizations.peek(number) ?? (isOrganizationNumber(number) ? generateFor(number) : undefined),
    searchOrganizations: (name) => {
      const words = name
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
      return [...organizations.values()]
        .reverse()
        .filter((one) => words.every((word) => one.name.toLowerCase().includes(word)));
    },
    listPersons: () => [...persons.values()],
    definePerson: (person) => void persons.set(person.pid, person),
    defineOrganization: (organization) => void organizations.set(organization.organizationNumber, organization),
  };
}
