import { isPaymentReference } from '@app/check-digits';
import { decimal, formatMoney, ZERO } from '@app/money';
import { bankText } from './characters.ts';
import { hasMinorUnit } from './countries.ts';
import { group, text } from './elements.ts';
import { PaymentFileFailure } from './failure.ts';
import { accountElement, bankElement, receiverElement } from './parties.ts';
import type { Transfer } from './payment-file.ts';
import type { Route } from './route.ts';

/** Characters of a text to the receiver. */
const MESSAGE = 140;
/** What banks take of one payment: eleven digits before the point. */
const MOST = decimal('99999999999.99');

/** One payment, in the order of the format. @throws PaymentFileFailure */
export const transferElement = (transfer: Transfer, route: Route): string =>
  group(
    'CdtTrfTxInf',
    group('PmtId', text('InstrId', idOf(transfer.endToEndId, 35)), text('EndToEndId', transfer.endToEndId)),
    group('Amt', text('InstdAmt', amountOf(transfer), { Ccy: transfer.currency })),
    // Abroad each side pays its own bank; SEPA takes nothing else, and calls it by another name.
    text('ChrgBr', route === 'domestic' ? null : route === 'sepa' ? 'SLEV' : 'SHAR'),
    bankElement(transfer.to, route),
    receiverElement(transfer.receiver, route),
    accountElement('CdtrAcct', transfer.to, route),
    remittance(transfer, route),
  );

/** The amount as its currency is written. @throws PaymentFileFailure */
export function amountOf({ amount, currency }: Pick<Transfer, 'amount' | 'currency'>): string {
  if (!/^[A-Z]{3}$/.test(currency)) throw new PaymentFileFailure(`"${currency}" is no currency`);
  const value = decimal(amount);
  if (!value.greaterThan(ZERO)) throw new PaymentFileFailure('A payment is above zero');
  if (value.greaterThan(MOST)) throw new PaymentFileFailure(`Banks take at most ${MOST.toFixed(2)} in one payment`);
  if (hasMinorUnit(currency)) return formatMoney(value);
  if (!value.isInteger()) throw new PaymentFileFailure(`An amount in ${currency} has no decimals`);
  return value.toFixed(0);
}

/** An id that banks pass on unchanged. @throws PaymentFileFailure */
export function idOf(id: string, most: number): string {
  if (id.length > most || !/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id))
    throw new PaymentFileFailure(`"${id}" is no id of at most ${most} letters, digits and hyphens`);
  return id;
}

/**
 * What the receiver knows the payment by: a KID within Norway and a reference of ISO 11649 anywhere stand as such,
 * everything else as text. KID and text together are refused by banks, so that the text gives way.
 */
function remittance({ reference, message }: Transfer, route: Route): string {
  const compact = reference?.replace(/\s/g, '') ?? '';
  const isStructured = (route === 'domestic' && isPaymentReference(compact)) || isCreditorReference(compact);
  if (isStructured)
    return group(
      'RmtInf',
      group(
        'Strd',
        group('CdtrRefInf', group('Tp', group('CdOrPrtry', text('Cd', 'SCOR'))), text('Ref', compact.toUpperCase())),
      ),
    );
  const words = [reference, message].filter((part) => part !== null && part.trim() !== '').join(' ');
  return group('RmtInf', text('Ustrd', bankText(words, MESSAGE, route === 'domestic')));
}

/** A creditor reference of ISO 11649: RF, two check digits by modulo 97, up to 21 letters and digits. */
function isCreditorReference(text: string): boolean {
  const reference = text.toUpperCase();
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(reference)) return false;
  const moved = reference.slice(4) + reference.slice(0, 4);
  return [...moved].reduce((rest, character) => Number(`${rest}${parseInt(character, 36)}`) % 97, 0) === 1;
}
