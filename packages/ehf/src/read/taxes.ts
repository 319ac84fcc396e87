import { at, childrenOf, type Element } from '../document/element.ts';
import type { DocumentAdjustment, TaxSubtotal } from '../invoice.ts';
import { readAdjustment } from './adjustment.ts';
import type { Reader } from './reader.ts';
import { readTaxCategory } from './tax-category.ts';

/** The parts of the VAT total; there must be exactly one that has parts. */
export function readTaxes(
  reader: Reader,
  document: Element,
): { readonly total: string; readonly taxes: readonly TaxSubtotal[] } {
  const totals = childrenOf(document, 'cac:TaxTotal').filter((one) => at(one, 'cac:TaxSubtotal') !== undefined);
  if (totals.length === 0) reader.faults.add('BR-CO-18', 'The invoice has no VAT breakdown');
  if (totals.length > 1)
    reader.faults.add('PEPPOL-EN16931-R053', 'The invoice has more than one VAT total with a breakdown');
  const [total] = totals;
  if (total === undefined) return { total: '0.00', taxes: [] };
  return {
    total: reader.requiredAmount('BR-CO-14', 'The VAT total has no amount', total, 'cbc:TaxAmount'),
    taxes: childrenOf(total, 'cac:TaxSubtotal').map((one) => {
      const category = at(one, 'cac:TaxCategory');
      return {
        ...readTaxCategory(reader, category, ['BR-47', 'A part of the VAT breakdown has no category']),
        base: reader.requiredAmount('BR-45', 'A part of the VAT breakdown has no base', one, 'cbc:TaxableAmount'),
        amount: reader.requiredAmount('BR-46', 'A part of the VAT breakdown has no amount', one, 'cbc:TaxAmount'),
        exemptionReason:
          reader.text(category, 'cbc:TaxExemptionReason') ?? reader.text(category, 'cbc:TaxExemptionReasonCode'),
      };
    }),
  };
}

/** Allowances and charges of the invoice as a whole. */
export const readDocumentAdjustments = (reader: Reader, document: Element): readonly DocumentAdjustment[] =>
  childrenOf(document, 'cac:AllowanceCharge').map((one) => {
    const { category, rate } = readTaxCategory(reader, at(one, 'cac:TaxCategory'), [
      'BR-32',
      'An allowance or charge of the invoice has no VAT category',
    ]);
    return { ...readAdjustment(reader, one), taxCategory: category, taxRate: rate };
  });
