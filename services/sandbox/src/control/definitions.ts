import type { z } from 'zod';
import { GENERAL_MANAGER, type Membership, type Organization, type Person } from '../directory/entries.ts';
import { generateOrganization } from '../directory/generated.ts';
import type { OrganizationBody, PersonBody } from './bodies.ts';

export function personFrom(pid: string, body: z.output<typeof PersonBody>): Person {
  const { given_name: givenName = '', family_name: familyName = '', organizations } = body;
  const name = body.name ?? `${givenName} ${familyName}`;
  const memberships = organizations.map(({ number: organizationNumber, no_access: noAccess, roles }) => ({
    organizationNumber,
    noAccess,
    roles: noAccess ? [] : roles,
  }));
  return { pid, givenName, familyName, name, memberships };
}

export const describePerson = ({ pid, givenName, familyName, name, memberships }: Person) => ({
  pid,
  ...(givenName === '' ? { name } : { given_name: givenName, family_name: familyName }),
  organizations: memberships.map(describeMembership),
});

/** In the shortest form that says all. */
function describeMembership({ organizationNumber, noAccess, roles }: Membership) {
  if (noAccess) return { organization_number: organizationNumber, no_access: true };
  return roles.length === 1 && roles[0] === GENERAL_MANAGER
    ? organizationNumber
    : { number: organizationNumber, roles };
}

/**
 * A definition replaces the one before it; what it leaves out comes from the generated entry of the number.
 * @param today Oslo's date, the date of deletion
 */
export function organizationFrom(
  organizationNumber: string,
  body: z.output<typeof OrganizationBody>,
  today: string,
): Organization {
  const generated = generateOrganization(organizationNumber);
  const form = body.organization_form ?? generated.organizationForm;
  const generatedCapital = form === 'AS' || form === 'ASA' ? generated.shareCapital : null;
  return {
    organizationNumber,
    name: body.name ?? generated.name,
    organizationForm: form,
    industryCode: body.industry_code ?? generated.industryCode,
    countryCode: body.country_code ?? generated.countryCode,
    isVatRegistered: body.is_vat_registered ?? generated.isVatRegistered,
    isBankrupt: body.is_bankrupt ?? false,
    deletedOn: body.is_deleted ? today : null,
    registeredOn: body.registered_at ?? generated.registeredOn,
    ...addressFrom(generated, body.address),
    email: orGenerated(body.email, generated.email),
    phone: orGenerated(body.phone, generated.phone),
    shareCapital: orGenerated(body.share_capital, generatedCapital),
    employeeCount: body.employee_count ?? generated.employeeCount,
    roles: body.roles?.map(roleFrom) ?? generated.roles,
  };
}

function addressFrom(generated: Organization, address: z.output<typeof OrganizationBody>['address']) {
  if (address === undefined)
    return { addressLines: generated.addressLines, postalCode: generated.postalCode, city: generated.city };
  return { addressLines: address?.lines ?? [], postalCode: address?.postal_code ?? null, city: address?.city ?? null };
}

type RoleBody = NonNullable<z.output<typeof OrganizationBody>['roles']>[number];
const roleFrom = (role: RoleBody) => ({
  role: role.role,
  personName: role.person_name ?? null,
  organizationName: role.organization_name ?? null,
  organizationNumber: role.organization_number ?? null,
});

/** Null says that there is none; absent asks for the generated value. */
const orGenerated = (sent: string | null | undefined, generated: string | null): string | null =>
  sent === undefined ? generated : sent;

export const describeOrganization = (organization: Organization) => ({
  organization_number: organization.organizationNumber,
  name: organization.name,
  organization_form: organization.organizationForm,
  industry_code: organization.industryCode,
  country_code: organization.countryCode,
  is_vat_registered: organization.isVatRegistered,
  is_deleted: organization.deletedOn !== null,
  is_bankrupt: organization.isBankrupt,
  address: { lines: organization.addressLines, postal_code: organization.postalCode, city: organization.city },
  email: organization.email,
  phone: organization.phone,
  share_capital: organization.shareCapital,
  employee_count: organization.employeeCount,
  registered_at: organization.registeredOn,
  roles: organization.roles.map((role) => ({
    role: role.role,
    person_name: role.personName,
    organization_name: role.organizationName,
    organization_number: role.organizationNumber,
  })),
});
