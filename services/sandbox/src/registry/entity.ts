import { countryName, describeIndustry, describeOrganizationForm } from '../directory/codes.ts';
import type { Organization } from '../directory/entries.ts';

/**
 * An entry in the shape of the public registry interface (Enhetsregisteret, `enheter`), with the fields the platform
 * knows. A field without a value is left out, as the registry does.
 * @param registryUrl address of the registry, for the links
 */
export function describeEntity(organization: Organization, registryUrl: string): object {
  const { organizationNumber, deletedOn } = organization;
  return withoutNulls({
    organisasjonsnummer: organizationNumber,
    navn: organization.name,
    organisasjonsform: describeOrganizationForm(organization.organizationForm),
    registreringsdatoEnhetsregisteret: organization.registeredOn,
    registrertIMvaregisteret: organization.isVatRegistered,
    naeringskode1: describeIndustry(organization.industryCode),
    antallAnsatte: organization.employeeCount,
    harRegistrertAntallAnsatte: true,
    forretningsadresse: describeAddress(organization),
    epostadresse: organization.email,
    telefon: organization.phone,
    kapital: describeCapital(organization),
    konkurs: organization.isBankrupt,
    underAvvikling: false,
    underTvangsavviklingEllerTvangsopplosning: false,
    slettedato: deletedOn,
    respons_klasse: deletedOn === null ? 'Enhet' : 'SlettetEnhet',
    _links: { self: { href: `${registryUrl}/enhetsregisteret/api/enheter/${organizationNumber}` } },
  });
}

const describeAddress = ({ addressLines, postalCode, city, countryCode }: Organization): object =>
  withoutNulls({
    adresse: addressLines,
    postnummer: postalCode,
    poststed: city,
    landkode: countryCode,
    land: countryName(countryCode),
  });

/** The registry writes the capital as a JSON number. */
const describeCapital = ({ shareCapital }: Organization): object | null =>
  shareCapital === null ? null : { belop: Number(shareCapital), type: 'Aksjekapital', valuta: 'NOK' };

const withoutNulls = (fields: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
