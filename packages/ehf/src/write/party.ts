import type { Address, Party } from '../invoice.ts';
import { NORWEGIAN_REGISTER } from '../read/party.ts';
import { aggregate, basic } from './elements.ts';

export interface PartyOptions {
  /** What is outside VAT may not name anybody's VAT number (BR-O-02). */
  readonly isOutsideVat: boolean;
  readonly isInBusinessRegister: boolean;
}

export function writeParty(party: Party, { isOutsideVat, isInBusinessRegister }: PartyOptions): string {
  return aggregate(
    'Party',
    party.endpoint === null ? '' : basic('EndpointID', party.endpoint.id, { schemeID: party.endpoint.scheme }),
    aggregate('PartyName', basic('Name', party.name)),
    aggregate('PostalAddress', writeAddress(party)),
    isOutsideVat ? '' : taxScheme(party.vatNumber, 'VAT'),
    isInBusinessRegister ? taxScheme('Foretaksregisteret', 'TAX') : '',
    aggregate(
      'PartyLegalEntity',
      basic('RegistrationName', party.registeredName),
      basic('CompanyID', party.organizationNumber, { schemeID: NORWEGIAN_REGISTER }),
    ),
    aggregate(
      'Contact',
      basic('Name', party.contactName),
      basic('Telephone', party.phone),
      basic('ElectronicMail', party.email),
    ),
  );
}

/** The parts of an address in their order. */
export const writeAddress = (address: Address): string =>
  basic('StreetName', address.streetAddress) +
  basic('AdditionalStreetName', address.additionalStreet) +
  basic('CityName', address.city) +
  basic('PostalZone', address.postalCode) +
  basic('CountrySubentity', address.region) +
  aggregate('Country', basic('IdentificationCode', address.countryCode));

const taxScheme = (number: string | null, scheme: string): string =>
  number === null
    ? ''
    : aggregate('PartyTaxScheme', basic('CompanyID', number), aggregate('TaxScheme', basic('ID', scheme)));
