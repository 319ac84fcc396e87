import { at, childrenOf, type Element } from '../document/element.ts';
import type { Address, Party } from '../invoice.ts';
import type { Reader } from './reader.ts';

/** The code of the Norwegian register of companies in lists of identifiers (ISO 6523). */
export const NORWEGIAN_REGISTER = '0192';

/** What is said of whoever must be named. */
export interface PartyRules {
  readonly name: readonly [rule: string, message: string];
  readonly address: readonly [rule: string, message: string];
  readonly country: readonly [rule: string, message: string];
}

/** @param party the element `cac:Party` */
export function readParty(reader: Reader, party: Element | undefined, rules: PartyRules): Party {
  const registeredName = reader.required(...rules.name, party, 'cac:PartyLegalEntity', 'cbc:RegistrationName');
  const address = at(party, 'cac:PostalAddress');
  if (address === undefined) reader.faults.add(...rules.address);
  const countryCode =
    address === undefined ? '' : reader.required(...rules.country, address, 'cac:Country', 'cbc:IdentificationCode');
  const endpoint = at(party, 'cbc:EndpointID');
  const contact = at(party, 'cac:Contact');
  return {
    ...readAddress(reader, address),
    countryCode,
    name: reader.text(party, 'cac:PartyName', 'cbc:Name') ?? registeredName,
    registeredName,
    organizationNumber: organizationNumberOf(reader, party),
    vatNumber: vatNumberOf(reader, party),
    endpoint:
      endpoint === undefined || endpoint.text === ''
        ? null
        : { id: endpoint.text, scheme: endpoint.attributes.get('schemeID') ?? '' },
    contactName: reader.text(contact, 'cbc:Name'),
    email: reader.text(contact, 'cbc:ElectronicMail'),
    phone: reader.text(contact, 'cbc:Telephone'),
  };
}

/** The country is what its caller requires; `''` where there is none. */
export const readAddress = (reader: Reader, address: Element | undefined): Address => ({
  streetAddress: reader.text(address, 'cbc:StreetName'),
  additionalStreet:
    reader.text(address, 'cbc:AdditionalStreetName') ?? reader.text(address, 'cac:AddressLine', 'cbc:Line'),
  postalCode: reader.text(address, 'cbc:PostalZone'),
  city: reader.text(address, 'cbc:CityName'),
  region: reader.text(address, 'cbc:CountrySubentity'),
  countryCode: reader.text(address, 'cac:Country', 'cbc:IdentificationCode') ?? '',
});

/** The number from the first place that has one: the legal entity, an identifier, the electronic address, the VAT number. */
export function organizationNumberOf(reader: Reader, party: Element | undefined): string | null {
  const legal = at(party, 'cac:PartyLegalEntity', 'cbc:CompanyID');
  const identifiers =
    party === undefined ? [] : childrenOf(party, 'cac:PartyIdentification').map((one) => at(one, 'cbc:ID'));
  for (const found of [legal, ...identifiers, at(party, 'cbc:EndpointID')]) {
    const scheme = found?.attributes.get('schemeID') ?? (found === legal ? NORWEGIAN_REGISTER : '');
    const digits = nineDigits(found?.text);
    if (scheme === NORWEGIAN_REGISTER && digits !== null && isNorwegian(reader, party, found)) return digits;
  }
  return nineDigits(/^NO *([\d ]+) *MVA$/.exec(vatNumberOf(reader, party) ?? '')?.[1]);
}

/** A number without a list is Norwegian when its company is. */
const isNorwegian = (reader: Reader, party: Element | undefined, found: Element | undefined): boolean =>
  found?.attributes.get('schemeID') === NORWEGIAN_REGISTER ||
  reader.text(party, 'cac:PostalAddress', 'cac:Country', 'cbc:IdentificationCode') === 'NO';

const nineDigits = (text: string | undefined): string | null => {
  const digits = text?.replaceAll(/[\s\u00a0]/g, '') ?? '';
  return /^\d{9}$/.test(digits) ? digits : null;
};

const vatNumberOf = (reader: Reader, party: Element | undefined): string | null =>
  (party === undefined ? [] : childrenOf(party, 'cac:PartyTaxScheme'))
    .filter((one) => reader.text(one, 'cac:TaxScheme', 'cbc:ID')?.toUpperCase() === 'VAT')
    .map((one) => reader.text(one, 'cbc:CompanyID'))
    .find((number) => number !== null) ?? null;
