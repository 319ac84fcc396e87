import { isAccountNumber } from '@app/check-digits';
import { clearingSystemOf, isInSepa } from './countries.ts';
import { PaymentFileFailure } from './failure.ts';
import type { BankAccount, Transfer } from './payment-file.ts';

/**
 * How a payment goes: `domestic` in kroner between accounts in Norway · `sepa` in euros to an account with IBAN in the
 * Single Euro Payments Area · `foreign` everything else.
 */
export type Route = 'domestic' | 'sepa' | 'foreign';

const BIC = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/;
const COUNTRY = /^[A-Z]{2}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
const ACCOUNT = /^[A-Z0-9]{1,34}$/;

/** Where the bank of an account is. */
export const countryOf = ({ iban, country }: BankAccount): string | null => iban?.slice(0, 2) ?? country;

/** The number of an account in Norway, out of its IBAN where it has no other. */
export function norwegianNumberOf(account: BankAccount): string | null {
  if (countryOf(account) !== 'NO') return null;
  const number = account.bban ?? account.iban?.slice(4) ?? '';
  return isAccountNumber(number) ? number : null;
}

/** @throws PaymentFileFailure for a payment that no bank could carry out */
export function routeOf(transfer: Transfer): Route {
  const { from, to, currency } = transfer;
  const country = countryOf(to);
  if (from.iban === null && norwegianNumberOf(from) === null)
    throw new PaymentFileFailure('The account that pays has no number that a bank would know');
  if (country === null || !COUNTRY.test(country))
    throw new PaymentFileFailure('The country of the account of the receiver is not known');
  if (to.iban === null ? !ACCOUNT.test(to.bban ?? '') : !IBAN.test(to.iban))
    throw new PaymentFileFailure('The account of the receiver has no number that a bank would know');
  if (country === 'NO' && norwegianNumberOf(to) === null)
    throw new PaymentFileFailure('The account of the receiver is no Norwegian account number');
  const isWithinNorway = country === 'NO' && countryOf(from) === 'NO';
  if (currency === 'NOK' && isWithinNorway) return 'domestic';
  if (currency === 'EUR' && to.iban !== null && isInSepa(country)) return 'sepa';
  requireBank(to, country);
  return 'foreign';
}

/** Outside Norway and SEPA a bank is found by its BIC, or by its number in the clearing system of its country. */
function requireBank({ bic, routingNumber }: BankAccount, country: string): void {
  if (bic !== null && BIC.test(bic)) return;
  if (bic === null && routingNumber !== null && clearingSystemOf(country) !== undefined) return;
  throw new PaymentFileFailure(
    bic === null
      ? 'A payment to another country needs the BIC of the bank of the receiver'
      : 'The BIC of the bank of the receiver is none',
  );
}
