import type { Organization, Person } from './entries.ts';
import { organizationCheckDigit } from './identifiers.ts';
import { createSeed, type Seed } from './seed.ts';
import { ADJECTIVES, ANIMALS, CITIES, FAMILY_NAMES, GIVEN_NAMES, STREETS } from './vocabulary.ts';

/**
 * People and companies that follow from their number alone (docs/contract/external-systems.md), so that every part of the sandbox says the
 * same about them, before and after a restart: the person of a number leads the organization of that number, under the same name.
 */
export function generatePerson(pid: string): Person {
  const organizationNumber = organizationNumberOf(pid);
  const [givenName, familyName] = leaderOf(organizationNumber);
  return {
    pid,
    givenName,
    familyName,
    name: `${givenName} ${familyName}`,
    memberships: [{ organizationNumber, noAccess: false, roles: ['DAGL'] }],
  };
}

/** `leader` replaces the generated general manager and chair. */
export function generateOrganization(organizationNumber: string, leader?: string): Organization {
  const seed = createSeed(`organization ${organizationNumber}`);
  const isAccountant = organizationNumber[4] === '9';
  const words = `${seed.pick(ADJECTIVES)} ${seed.pick(ANIMALS)}`;
  const [postalCode, city] = seed.pick(CITIES);
  const personName = leader ?? leaderOf(organizationNumber).join(' ');
  return {
    organizationNumber,
    name: `${words} ${isAccountant ? 'Regnskap' : 'Programvare'} AS`,
    organizationForm: 'AS',
    industryCode: isAccountant ? '69.201' : '62.010',
    countryCode: 'NO',
    isVatRegistered: true,
    isBankrupt: false,
    deletedOn: null,
    registeredOn: registrationDate(seed),
    addressLines: [`${seed.pick(STREETS)} ${1 + seed.below(98)}`],
    postalCode,
    city,
    // The domain is reserved for examples (RFC 2606) and the number cannot be dialled.
    email: `post@${organizationNumber}.example`,
    phone: `00 00 ${String(seed.below(100)).padStart(2, '0')} ${String(seed.below(100)).padStart(2, '0')}`,
    shareCapital: `${30_000 + 10_000 * seed.below(18)}.00`,
    employeeCount: seed.below(40),
    roles: ['DAGL', 'LEDE'].map((role) => ({ role, personName, organizationName: null, organizationNumber: null })),
  };
}

function leaderOf(organizationNumber: string): [givenName: string, familyName: string] {
  const seed = createSeed(`leader ${organizationNumber}`);
  return [seed.pick(GIVEN_NAMES), seed.pick(FAMILY_NAMES)];
}

/**
 * A number of the synthetic series, which begins with 2 or 3. Its fifth digit is 9 exactly when the identity number's is: "the number's
 * fifth digit" decides the industry, and so it says the same whichever of the two numbers is meant.
 */
function organizationNumberOf(pid: string): string {
  const seed = createSeed(`organization of ${pid}`);
  for (;;) {
    const series = 2 + seed.below(2);
    const fifth = pid[4] === '9' ? 9 : seed.below(9);
    const firstEight = `${series}${String(seed.below(1000)).padStart(3, '0')}${fifth}${String(seed.below(1000)).padStart(3, '0')}`;
    const check = organizationCheckDigit(firstEight);
    if (check !== null) return `${firstEight}${check}`;
  }
}

const registrationDate = (seed: Seed): string =>
  new Temporal.PlainDate(2005, 1, 3).add({ days: seed.below(15 * 365) }).toString();
