import type { SaftBooks, SaftPart } from './books.ts';
import { element, figure, filled, group } from './xml.ts';

/** Whose books they are, as the business registry knows the company. */
export interface SaftCompany {
  readonly organizationNumber: string;
  readonly name: string;
  readonly streetAddress?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly countryCode: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** Whom to ask about the file: the one who had it made. */
export interface SaftContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
}

export interface Address {
  readonly streetAddress?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly countryCode: string;
}

/** The word that the format has for names that nobody knows. */
const NOT_USED = 'NotUsed';

const SOFTWARE = 'Accounting platform';

/** An address with what is known of it; nothing when that is the country alone. */
export const addressOf = ({ streetAddress, postalCode, city, countryCode }: Address): string =>
  streetAddress || postalCode || city
    ? group(
        'Address',
        filled('StreetName', streetAddress, 'long') +
          filled('City', city, 'long') +
          filled('PostalCode', postalCode, 'middle2') +
          (countryCode.length === 2 ? element('Country', countryCode, 'code') : '') +
          figure('AddressType', 'StreetAddress'),
      )
    : '';

export const contactOf = (
  person: { readonly firstName?: string | undefined; readonly lastName?: string | undefined },
  phone: string | undefined,
  email: string | undefined,
): string =>
  group(
    'Contact',
    group(
      'ContactPerson',
      element('FirstName', person.firstName || NOT_USED, 'middle1') +
        element('LastName', person.lastName || NOT_USED, 'middle2'),
    ) +
      filled('Telephone', phone, 'short') +
      filled('Email', email, 'middle2'),
  );

/** The beginning of a file: who made it, whose books and which days they are. */
export function header(
  company: SaftCompany,
  contact: SaftContact,
  { from, to, currency, isVatLiable }: Pick<SaftBooks, 'from' | 'to' | 'currency' | 'isVatLiable'>,
  options: {
    readonly today: string;
    readonly version: string;
    readonly part: Pick<SaftPart, 'number' | 'of'>;
  },
): string {
  const { number, of } = options.part;
  return group(
    'Header',
    figure('AuditFileVersion', '1.30') +
      figure('AuditFileCountry', 'NO') +
      figure('AuditFileDateCreated', options.today) +
      element('SoftwareCompanyName', SOFTWARE, 'middle2') +
      element('SoftwareID', SOFTWARE, 'long') +
      element('SoftwareVersion', options.version, 'short') +
      group(
        'Company',
        element('RegistrationNumber', company.organizationNumber, 'middle1') +
          element('Name', company.name, 'long') +
          addressOf(company) +
          contactOf(contact, company.phone, contact.email ?? company.email) +
          (isVatLiable
            ? group(
                'TaxRegistration',
                element('TaxRegistrationNumber', `${company.organizationNumber}MVA`, 'middle1') +
                  figure('TaxAuthority', 'Skatteetaten'),
              )
            : ''),
      ) +
      figure('DefaultCurrencyCode', currency) +
      group('SelectionCriteria', figure('SelectionStartDate', from) + figure('SelectionEndDate', to)) +
      (of === 1 ? '' : figure('HeaderComment', `Del ${number} av ${of}`)) +
      figure('TaxAccountingBasis', 'A'),
  );
}
