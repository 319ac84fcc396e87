import { bankText } from './characters.ts';
import { clearingSystemOf } from './countries.ts';
import { group, text } from './elements.ts';
import { PaymentFileFailure } from './failure.ts';
import type { BankAccount, Company, Receiver } from './payment-file.ts';
import { countryOf, norwegianNumberOf, type Route } from './route.ts';

const NAME = 70;
const ADDRESS_LINE = 70;

/** The company that pays: its name, and its organization number as banks know it. */
export const companyElement = ({ name, organizationNumber }: Company): string =>
  text('Nm', bankText(name, NAME, true)) +
  group('Id', group('OrgId', group('Othr', text('Id', organizationNumber), group('SchmeNm', text('Cd', 'BANK')))));

/** The account as a whole: by IBAN, except that Norwegian banks know each other's accounts by their eleven digits. */
export function accountElement(name: string, account: BankAccount, route: Route, currency?: string | null): string {
  const number = route === 'domestic' ? norwegianNumberOf(account) : null;
  const { iban } = account;
  const id =
    number === null && iban !== null
      ? text('IBAN', iban)
      : group('Othr', text('Id', number ?? account.bban), group('SchmeNm', text('Cd', 'BBAN')));
  return group(name, group('Id', id), text('Ccy', currency ?? null));
}

/** The bank of the account that pays, by its BIC; without one it is found by the account. */
export const ownBankElement = ({ bic, country, iban }: BankAccount): string =>
  group(
    'DbtrAgt',
    group(
      'FinInstnId',
      bic === null ? group('PstlAdr', text('Ctry', iban?.slice(0, 2) ?? country ?? 'NO')) : text('BIC', bic),
    ),
  );

/** The bank of the receiver; nothing where the account says it all. */
export function bankElement(account: BankAccount, route: Route): string {
  if (route === 'domestic') return '';
  const { bic, routingNumber } = account;
  if (bic !== null) return group('CdtrAgt', group('FinInstnId', text('BIC', bic)));
  const country = countryOf(account)!;
  const system = clearingSystemOf(country);
  if (route === 'sepa' || system === undefined) return '';
  const member = group('ClrSysMmbId', group('ClrSysId', text('Cd', system)), text('MmbId', routingNumber));
  return group('CdtrAgt', group('FinInstnId', member, group('PstlAdr', text('Ctry', country))));
}

/** Who is paid; abroad with the address that the bank there asks for. @throws PaymentFileFailure */
export function receiverElement(receiver: Receiver, route: Route): string {
  const isWithinNorway = route === 'domestic';
  const { streetAddress, postalCode, city } = receiver;
  const name = bankText(receiver.name, NAME, isWithinNorway);
  if (name === '') throw new PaymentFileFailure('The name of the receiver has no letter that a bank passes on');
  const place = [postalCode, city].filter((part) => part !== null).join(' ');
  const lines = [streetAddress ?? '', place].map((line) => bankText(line, ADDRESS_LINE, isWithinNorway));
  const address = group(
    'PstlAdr',
    text('Ctry', receiver.country),
    ...lines.map((line) => text('AdrLine', isWithinNorway ? null : line)),
  );
  return group('Cdtr', text('Nm', name), address);
}
