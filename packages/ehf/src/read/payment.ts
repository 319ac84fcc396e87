import { at, childrenOf, type Element } from '../document/element.ts';
import type { PaymentAccount } from '../invoice.ts';
import type { Reader } from './reader.ts';

/** Where to pay, and the reference that the supplier wants to have with it: the first one that is said. */
export function readPayment(
  reader: Reader,
  document: Element,
): { readonly paymentReference: string | null; readonly accounts: readonly PaymentAccount[] } {
  const means = childrenOf(document, 'cac:PaymentMeans');
  const accounts = means
    .map((one) => at(one, 'cac:PayeeFinancialAccount'))
    .filter((account) => account !== undefined)
    .map((account) => accountOf(reader, account))
    .filter(({ iban, bban }) => iban !== null || bban !== null);
  const references = means.map((one) => reader.text(one, 'cbc:PaymentID'));
  return { paymentReference: references.find((reference) => reference !== null) ?? null, accounts };
}

function accountOf(reader: Reader, account: Element): PaymentAccount {
  const id = reader.text(account, 'cbc:ID')?.replaceAll(/[\s.]/g, '').toUpperCase() ?? '';
  const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(id) ? id : null;
  const norwegian = /^NO\d{2}(\d{11})$/.exec(id)?.[1];
  return {
    iban,
    bban: norwegian ?? (iban === null && id !== '' ? id : null),
    bic: reader.text(account, 'cac:FinancialInstitutionBranch', 'cbc:ID'),
    name: reader.text(account, 'cbc:Name'),
  };
}
