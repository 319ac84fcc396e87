import type { PartyBalance, SaftAccount } from './books.ts';
import { addressOf, contactOf } from './header.ts';
import { balance } from './money.ts';
import { NOBODY, nobody, type PartyKind } from './parties.ts';
import type { SaftTaxCode } from './store.ts';
import { shortRate } from './tax-codes.ts';
import { element, figure, filled, group } from './xml.ts';

export const account = ({ code, name, groupingCategory, groupingCode, madeOn, incoming, outgoing }: SaftAccount) =>
  group(
    'Account',
    element('AccountID', code, 'middle2') +
      element('AccountDescription', name, 'long') +
      element('GroupingCategory', groupingCategory, 'long') +
      element('GroupingCode', groupingCode, 'middle1') +
      figure('AccountType', 'GL') +
      (madeOn === null ? '' : figure('AccountCreationDate', madeOn)) +
      balance('Opening', incoming) +
      balance('Closing', outgoing),
  );

/** A customer or supplier, as far as its owner knows it. */
export interface SaftPartner {
  readonly id: number;
  readonly name: string;
  readonly isOrganization: boolean;
  readonly organizationNumber?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly streetAddress?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly countryCode: string;
}

const elements: Readonly<Record<PartyKind, readonly [element: string, id: string]>> = {
  customer: ['Customer', 'CustomerID'],
  supplier: ['Supplier', 'SupplierID'],
};

/** @param balances of the partner, at least one */
export function party(kind: PartyKind, partner: SaftPartner | undefined, balances: readonly PartyBalance[]): string {
  const { partnerId, name } = balances[0]!;
  const [outer, id] = elements[kind];
  const shown = partnerId === NOBODY ? nobody[kind] : partner?.name || name || `${partnerId}`;
  const isReachable = partner !== undefined && Boolean(partner.email || partner.phone);
  return `${group(
    outer,
    filled('RegistrationNumber', partner?.organizationNumber, 'middle1') +
      element('Name', shown, 'long') +
      (partner ? addressOf(partner) : '') +
      (isReachable ? contactOf(partner, partner.phone, partner.email) : '') +
      figure(id, partnerId) +
      balances
        .map(({ accountCode, incoming, outgoing }) =>
          group(
            'BalanceAccount',
            figure('AccountID', accountCode) + balance('Opening', incoming) + balance('Closing', outgoing),
          ),
        )
        .join(''),
  )}\n`;
}

/** The codes are the national ones, so each stands for itself. */
export const taxTable = (codes: readonly SaftTaxCode[]): string =>
  group(
    'TaxTable',
    group(
      'TaxTableEntry',
      figure('TaxType', 'MVA') +
        figure('Description', 'Merverdiavgift') +
        codes
          .map(({ code, description, rate, compensation }) =>
            group(
              'TaxCodeDetails',
              figure('TaxCode', code) +
                element('Description', description, 'long') +
                figure('TaxPercentage', shortRate(rate)) +
                figure('Country', 'NO') +
                figure('StandardTaxCode', code) +
                (compensation ? figure('Compensation', 'true') : '') +
                figure('BaseRate', 100),
            ),
          )
          .join(''),
    ),
  );
