import type { Element } from '../document/element.ts';
import type { Adjustment } from '../invoice.ts';
import type { Reader } from './reader.ts';

/** Something taken off or put on, of a line or of the invoice. */
export function readAdjustment(reader: Reader, element: Element): Adjustment {
  const indicator = reader.text(element, 'cbc:ChargeIndicator');
  if (indicator !== 'true' && indicator !== 'false')
    reader.faults.add('PEPPOL-EN16931-R043', 'An allowance or charge does not say which of the two it is');
  return {
    isCharge: indicator === 'true',
    reason: reader.text(element, 'cbc:AllowanceChargeReason') ?? reader.text(element, 'cbc:AllowanceChargeReasonCode'),
    amount: reader.requiredAmount('BR-31', 'An allowance or charge has no amount', element, 'cbc:Amount'),
    baseAmount: reader.amount(element, 'cbc:BaseAmount'),
    percent: reader.number(element, 'cbc:MultiplierFactorNumeric'),
  };
}
