import { UnparsedNumber } from '@app/contract';
import { z } from 'zod';
import type { OrganizationalRole, RegistryEntry } from './organization.ts';

/** Text of the registry as we keep it: no NUL, no broken characters, bounded, nothing instead of empty. */
const label = z
  .string()
  .transform((text) => text.replaceAll('\0', '').toWellFormed().trim().slice(0, 500))
  .transform((text) => (text === '' ? undefined : text));

/** A field we can do without: absent, null or of another shape than announced, it is simply not known. */
const optional = <S extends z.ZodType>(schema: S) => schema.nullish().catch(undefined);

const address = z.object({
  adresse: optional(z.array(z.string())),
  postnummer: optional(label),
  poststed: optional(label),
  landkode: optional(z.string().regex(/^[A-Z]{2}$/)),
});

const amount = z
  .union([z.number(), z.instanceof(UnparsedNumber)])
  .transform((value) => (value instanceof UnparsedNumber ? value.text : String(value)))
  .refine((text) => /^\d{1,15}(\.\d{1,15})?([eE]\+?\d)?$/.test(text));

/** An entry (`enhet`) as the interface of Enhetsregisteret prints it, as far as we use it. */
const EntryAnswer = z.object({
  organisasjonsnummer: z.string().regex(/^\d{9}$/),
  navn: z.string().min(1),
  organisasjonsform: optional(z.object({ kode: optional(label) })),
  naeringskode1: optional(z.object({ kode: optional(label), beskrivelse: optional(label) })),
  registreringsdatoEnhetsregisteret: optional(z.iso.date()),
  registrertIMvaregisteret: optional(z.boolean()),
  konkurs: optional(z.boolean()),
  slettedato: optional(z.string()),
  antallAnsatte: optional(z.int().min(0).max(10_000_000)),
  forretningsadresse: optional(address),
  postadresse: optional(address),
  epostadresse: optional(label),
  telefon: optional(label),
  mobil: optional(label),
  kapital: optional(z.object({ belop: optional(amount) })),
});

export const SearchAnswer = z.object({ _embedded: z.object({ enheter: z.array(z.unknown()) }).optional() });

/** Reads one entry; undefined when it is not one. */
export function readEntry(answer: unknown): RegistryEntry | undefined {
  const parsed = EntryAnswer.safeParse(answer);
  if (!parsed.success) return undefined;
  const entry = parsed.data;
  const place = entry.forretningsadresse ?? entry.postadresse;
  return {
    organizationNumber: entry.organisasjonsnummer,
    name: label.parse(entry.navn) ?? entry.organisasjonsnummer,
    countryCode: place?.landkode ?? 'NO',
    organizationForm: entry.organisasjonsform?.kode ?? null,
    industryCode: entry.naeringskode1?.kode ?? null,
    industryDescription: entry.naeringskode1?.beskrivelse ?? null,
    isVatRegistered: entry.registrertIMvaregisteret ?? false,
    isBankrupt: entry.konkurs ?? false,
    isDissolved: entry.slettedato != null,
    registeredOn: entry.registreringsdatoEnhetsregisteret ?? null,
    streetAddress: label.parse((place?.adresse ?? []).join(', ')) ?? null,
    postalCode: place?.postnummer ?? null,
    city: place?.poststed ?? null,
    email: entry.epostadresse ?? null,
    phone: entry.telefon ?? entry.mobil ?? null,
    shareCapital: entry.kapital?.belop ?? null,
    employeeCount: entry.antallAnsatte ?? null,
  };
}

const RoleAnswer = z.object({
  type: z.object({ kode: z.string().min(1).max(50) }),
  person: optional(
    z.object({ navn: z.object({ fornavn: optional(label), mellomnavn: optional(label), etternavn: optional(label) }) }),
  ),
  enhet: optional(z.object({ navn: z.array(z.string()) })),
  fratraadt: optional(z.boolean()),
});

const RolesAnswer = z.object({ rollegrupper: z.array(z.object({ roller: z.array(z.unknown()) })) });

/** Reads who holds an office now; undefined when the answer is not of that kind. */
export function readRoles(answer: unknown): readonly OrganizationalRole[] | undefined {
  const parsed = RolesAnswer.safeParse(answer);
  if (!parsed.success) return undefined;
  return parsed.data.rollegrupper
    .flatMap(({ roller }) => roller)
    .flatMap((role) => {
      const { success, data } = RoleAnswer.safeParse(role);
      if (!success || data.fratraadt) return [];
      const { fornavn, mellomnavn, etternavn } = data.person?.navn ?? {};
      const personName = [fornavn, mellomnavn, etternavn].filter((part) => part).join(' ');
      const organizationName = label.parse((data.enhet?.navn ?? []).join(' ')) ?? null;
      return personName === '' && organizationName === null
        ? []
        : [{ role: data.type.kode, personName: personName === '' ? null : personName, organizationName }];
    });
}
