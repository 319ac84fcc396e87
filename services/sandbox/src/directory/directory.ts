import { LRUCache } from 'lru-cache';
import { generateOrganization, generatePerson } from './generated.ts';
import { isIdentityNumber, isOrganizationNumber } from './identifiers.ts';

/** A person of the identity provider, and the organizations that person may act for. */
export interface Person {
  readonly pid: string;
  /** Empty when the person was defined by `name` alone. */
  readonly givenName: string;
  readonly familyName: string;
  readonly name: string;
  readonly memberships: readonly Membership[];
}

export interface Membership {
  readonly organizationNumber: string;
  /** The person sees the organization only as a step in a hierarchy and may not act for it. */
  readonly noAccess: boolean;
  /** Codes of what the person is in the organization; none without access. */
  readonly roles: readonly string[];
}

/** What a person is where nothing else was said: the general manager. */
export const GENERAL_MANAGER = 'DAGL';

/** One entry of the business registry. */
export interface Organization {
  readonly organizationNumber: string;
  readonly name: string;
  readonly organizationForm: string;
  readonly industryCode: string;
  readonly countryCode: string;
  readonly isVatRegistered: boolean;
  readonly isBankrupt: boolean;
  /** `YYYY-MM-DD`, null while the organization exists. */
  readonly deletedOn: string | null;
  readonly registeredOn: string;
  readonly addressLines: readonly string[];
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Decimal text in NOK, null where the form has no capital. */
  readonly shareCapital: string | null;
  readonly employeeCount: number;
  readonly roles: readonly Role[];
}

/** Held by a person or by another organization; `role` is a code (`DAGL`) or its description. */
export interface Role {
  readonly role: string;
  readonly personName: string | null;
  readonly organizationName: string | null;
  readonly organizationNumber: string | null;
}

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
