import { ibanOf, isAccountNumber, isIban } from '@app/check-digits';
import { type Failure, invalid, invalidField } from '@app/contract/failure';

/** An account number as somebody sends it: with spaces and points, in small letters. */
export interface SentNumber {
  readonly iban?: string | null | undefined;
  readonly bban?: string | null | undefined;
  readonly bankCountry?: string | null | undefined;
}

/** A number that passed its check digits. At least one of `iban` and `bban` is there. */
export interface AccountNumber {
  readonly iban: string | null;
  readonly bban: string | null;
  /** A code of ISO 3166-1. */
  readonly bankCountry: string;
}

const invalidNumber = (field: 'iban' | 'bban', message: string): Failure =>
  invalid(message, [{ field, message }], 'bank_account.invalid_account_number');

const compact = (text: string | null | undefined): string => (text ?? '').replace(/[\s.]+/g, '').toUpperCase();

/**
 * The number of an account: an IBAN, or a number of a country. In Norway each gives the other (BAC-R02 to BAC-R04).
 * @throws Failure 400 `bank_account.invalid_account_number`, or `common.validation_error` when none is sent
 */
export function readNumber(sent: SentNumber): AccountNumber {
  const [iban, bban] = [compact(sent.iban), compact(sent.bban)];
  if (iban !== '') return fromIban(iban, bban, sent.bankCountry);
  if (bban === '') throw invalidField('iban', 'is required, or bban with bank_country');
  if (!sent.bankCountry) throw invalidField('bank_country', 'is required beside bban');
  if (sent.bankCountry !== 'NO') return { iban: null, bban, bankCountry: sent.bankCountry };
  if (!isAccountNumber(bban))
    throw invalidNumber('bban', 'The account number is not one of Norway: eleven digits, the last a check digit');
  return { iban: ibanOf('NO', bban), bban, bankCountry: 'NO' };
}

function fromIban(iban: string, bban: string, country: string | null | undefined): AccountNumber {
  if (!isIban(iban))
    throw invalidNumber('iban', 'The IBAN fails its check digits, or has not the length of its country');
  if (!iban.startsWith('NO'))
    return { iban, bban: bban === '' ? null : bban, bankCountry: country ?? iban.slice(0, 2) };
  const own = iban.slice(4);
  if (!isAccountNumber(own)) throw invalidNumber('iban', 'The IBAN holds no valid Norwegian account number');
  if (bban !== '' && bban !== own) throw invalidNumber('bban', 'The account number is not the one in the IBAN');
  return { iban, bban: own, bankCountry: 'NO' };
}

/** What the owner of an account has it once under. */
export const numberKeyOf = ({ iban, bban, bankCountry }: AccountNumber, routingNumber: string | null): string =>
  iban ?? [bankCountry, ...(routingNumber === null ? [] : [routingNumber]), bban].join(' ');
