import { z } from 'zod';
import { CADASTRAL_PARTS, type CadastralUnit, type Property } from '../tax/property.ts';

const Part = z.int().min(0).max(999_999).nullish();

/** `{gaardsnummer, bruksnummer, festenummer, seksjonsnummer}`, or as it is written: `164/12`, `4601-164/12/0/3`. */
const CadastralUnitIn = z.union([
  z
    .object({ gaardsnummer: Part, bruksnummer: Part, festenummer: Part, seksjonsnummer: Part })
    .transform((unit) => unitOf(CADASTRAL_PARTS.map((part) => unit[part] ?? 0))),
  z
    .string()
    .regex(/^(\d{4}-)?\d{1,6}(\/\d{1,6}){1,3}$/, 'must look like 164/12 or 4601-164/12/0/3')
    .transform((text) =>
      unitOf(
        text
          .replace(/^\d{4}-/, '')
          .split('/')
          .map(Number),
      ),
    ),
]);

const unitOf = ([gaardsnummer = 0, bruksnummer = 0, festenummer = 0, seksjonsnummer = 0]: readonly number[]) => ({
  ...{ gaardsnummer, bruksnummer, festenummer, seksjonsnummer },
});

const PropertyIn = z
  .object({
    external_id: z.string().min(1).max(100),
    owner_organization_number: z
      .string()
      .regex(/^\d{9}$/, 'must have 9 digits')
      .nullish(),
    address: z.string().max(500).nullish(),
    municipality_number: z
      .string()
      .regex(/^\d{4}$/, 'must have 4 digits')
      .nullish(),
    cadastral_unit: CadastralUnitIn.nullish(),
    property_type: z.string().max(100).nullish(),
    tax_value: z
      .union([z.int().min(0).transform(String), z.string()])
      .pipe(z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be a decimal'))
      .nullish(),
  })
  .transform(
    (one): Property => ({
      externalId: one.external_id,
      ownerOrganizationNumber: one.owner_organization_number ?? null,
      address: one.address ?? null,
      municipalityNumber: one.municipality_number ?? null,
      cadastralUnit: one.cadastral_unit ?? unitOf([]),
      propertyType: one.property_type ?? null,
      taxValue: one.tax_value ?? null,
    }),
  );

/** Every property of an income year, each of an id of its own (docs/contract/external-systems.md). */
export const PropertiesBody = z
  .array(PropertyIn)
  .max(10_000)
  .refine((list) => new Set(list.map(({ externalId }) => externalId)).size === list.length, {
    error: 'hold an external_id twice',
  });

export const describeProperty = (one: Property) => ({
  external_id: one.externalId,
  owner_organization_number: one.ownerOrganizationNumber,
  address: one.address,
  municipality_number: one.municipalityNumber,
  cadastral_unit: one.cadastralUnit satisfies CadastralUnit,
  property_type: one.propertyType,
  tax_value: one.taxValue,
});
