import { at, type Element } from '../document/element.ts';
import type { TaxCategory } from '../invoice.ts';
import type { Reader } from './reader.ts';
import { oneLine } from './values.ts';

const categories: ReadonlySet<string> = new Set<TaxCategory>(['S', 'Z', 'E', 'AE', 'K', 'G', 'O']);

const isCategory = (text: string): text is TaxCategory => categories.has(text);

/** The category and rate of a line, an adjustment or a subtotal; a category that is none is a fault and reads as `O`. */
export function readTaxCategory(
  reader: Reader,
  element: Element | undefined,
  missing: readonly [rule: string, message: string],
): { readonly category: TaxCategory; readonly rate: string } {
  const named = reader.required(...missing, element, 'cbc:ID');
  const rate = reader.rate(element, 'cbc:Percent');
  if (named !== '' && !isCategory(named))
    reader.faults.add(
      'BR-CL-18',
      `The VAT category is "${oneLine(named).slice(0, 20)}"; S, Z, E, AE, K, G and O are known`,
    );
  const category = isCategory(named) ? named : 'O';
  if (category !== 'O' && at(element, 'cbc:Percent') === undefined)
    reader.faults.add('BR-48', `The VAT category ${category} has no rate`);
  return { category, rate: rate ?? '0.00' };
}
