import { z } from 'zod';
import { GENERAL_MANAGER } from '../directory/entries.ts';

/**
 * Bodies of the control interface (docs/contract/external-systems.md). What is left out of an organization is generated
 * from its number.
 */

const OrganizationNumber = z
  .union([z.string(), z.int().transform(String)])
  .pipe(z.string().regex(/^\d{9}$/, 'must have 9 digits'));
const Text = z.string().trim().min(1).max(200);
const OptionalText = Text.nullish();

const RoleCode = z.string().regex(/^[A-Z]{2,8}$/, 'must be a code such as DAGL');
const asManager = { no_access: false, roles: [GENERAL_MANAGER] };

/**
 * A number alone stands for its general manager; `roles` may be empty, for somebody with rights that come from no role.
 */
const Membership = z.union([
  OrganizationNumber.transform((number) => ({ ...asManager, number })),
  z
    .object({
      number: OrganizationNumber.optional(),
      organization_number: OrganizationNumber.optional(),
      no_access: z.boolean().default(asManager.no_access),
      roles: z.array(RoleCode).max(50).default(asManager.roles),
    })
    .refine((one) => (one.number === undefined) !== (one.organization_number === undefined), {
      error: 'send number, once',
    })
    .transform(({ number, organization_number, ...rest }) => ({ ...rest, number: (number ?? organization_number)! })),
]);

export const PersonBody = z
  .object({
    given_name: Text.optional(),
    family_name: Text.optional(),
    /** Instead of the two: a person whose provider only knows the whole name. */
    name: Text.optional(),
    organizations: z.array(Membership).max(500).default([]),
  })
  .refine(
    (body) =>
      (body.given_name === undefined) === (body.family_name === undefined) &&
      (body.given_name ?? body.name) !== undefined,
    {
      error: 'send given_name and family_name, or name alone',
    },
  );

const Address = z.union([
  z
    .string()
    .trim()
    .max(500)
    .transform((street) => ({ lines: [street], postal_code: undefined, city: undefined })),
  z
    .object({
      street_address: OptionalText,
      street: OptionalText,
      lines: z.array(z.string().max(200)).max(10).optional(),
      postal_code: OptionalText,
      city: OptionalText,
    })
    .transform(({ street_address, street, lines, postal_code, city }) => ({
      lines: lines ?? [street_address ?? street].filter((line) => typeof line === 'string'),
      postal_code,
      city,
    })),
]);

const Role = z
  .object({
    role: Text,
    person_name: OptionalText,
    organization_name: OptionalText,
    organization_number: OrganizationNumber.nullish(),
  })
  .refine((role) => Boolean(role.person_name ?? role.organization_name), {
    error: 'send person_name or organization_name',
  });

export const OrganizationBody = z.object({
  name: Text.optional(),
  organization_form: z
    .string()
    .regex(/^[A-Z]{2,8}$/, 'must be a code such as AS or ENK')
    .optional(),
  industry_code: z
    .string()
    .regex(/^\d{2}(\.\d{1,3})?$/, 'must look like 62.010')
    .optional(),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional(),
  is_vat_registered: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
  is_bankrupt: z.boolean().optional(),
  address: Address.nullish(),
  email: z.string().max(254).nullish(),
  phone: z.string().max(40).nullish(),
  share_capital: z
    .string()
    .regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be a decimal in a string')
    .nullish(),
  employee_count: z.int().min(0).max(1_000_000).optional(),
  registered_at: z.iso.date().optional(),
  roles: z.array(Role).max(200).optional(),
});

/** Without `status` the call is only late, unless there is no delay either; then it is 503. */
export const FaultBody = z.object({
  status: z.int().min(400).max(599).optional(),
  count: z.int().min(0).max(1_000_000).default(1),
  delay_ms: z.int().min(0).max(120_000).default(0),
});

export const ClockBody = z.object({ now: z.iso.datetime({ offset: true }).nullable() });
