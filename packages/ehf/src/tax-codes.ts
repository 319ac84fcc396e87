import type { Party, TaxCategory } from './invoice.ts';

/** A VAT code for a purchase, and whether nothing else can be meant. */
export interface PurchaseTaxCode {
  readonly code: string;
  /** False where goods and services, or a right to deduct, cannot be told apart: somebody looks at it. */
  readonly isCertain: boolean;
}

/** Rates of Norwegian VAT with the code of their deductible input VAT; the reduced ones as they were over the years. */
const RATES: readonly { readonly code: string; readonly rate: string; readonly from: string; readonly to: string }[] = [
  { code: '1', rate: '25.00', from: '2005-01-01', to: '9999-12-31' },
  { code: '11', rate: '15.00', from: '2012-01-01', to: '9999-12-31' },
  { code: '12', rate: '11.11', from: '1970-01-01', to: '9999-12-31' },
  { code: '13', rate: '12.00', from: '2018-01-01', to: '2020-03-31' },
  { code: '13', rate: '6.00', from: '2020-04-01', to: '2021-09-30' },
  { code: '13', rate: '12.00', from: '2021-10-01', to: '9999-12-31' },
];

const NO_TREATMENT = '0';
/** Cost on import of goods; the VAT comes with the customs declaration. */
const IMPORTED_GOODS = '21';
/** Services from abroad, deductible. */
const SERVICES_FROM_ABROAD = '86';
/** Emission allowances and gold, deductible: what reverse charge within Norway is. */
const DOMESTIC_REVERSE_CHARGE = '91';

/**
 * The VAT code under which a line of a supplier's invoice is booked by a company that may deduct its input VAT.
 * @param rate percent, such as `25.00`
 * @param issueDate `YYYY-MM-DD`
 * @returns null for a rate that Norway did not have then
 */
export function purchaseTaxCode(
  category: TaxCategory,
  rate: string,
  issueDate: string,
  supplier: Pick<Party, 'countryCode' | 'vatNumber'>,
): PurchaseTaxCode | null {
  const isRegistered = /^NO\s*[\d ]+\s*MVA$/.test(supplier.vatNumber ?? '');
  if (supplier.countryCode !== 'NO' && !isRegistered) return fromAbroad(category);
  switch (category) {
    case 'S': {
      const found = RATES.find((one) => one.rate === rate && one.from <= issueDate && issueDate <= one.to);
      // VAT on an invoice of somebody who is not registered for it is nobody's to deduct.
      return found === undefined ? null : { code: found.code, isCertain: isRegistered };
    }
    case 'AE':
      return { code: DOMESTIC_REVERSE_CHARGE, isCertain: false };
    default:
      return { code: NO_TREATMENT, isCertain: true };
  }
}

/** VAT of another country is part of the cost. Without VAT, goods come with a declaration and services with none. */
function fromAbroad(category: TaxCategory): PurchaseTaxCode {
  if (category === 'S') return { code: NO_TREATMENT, isCertain: false };
  if (category === 'K' || category === 'G') return { code: IMPORTED_GOODS, isCertain: false };
  return { code: SERVICES_FROM_ABROAD, isCertain: category === 'AE' };
}

/** What an invoice says of each of our VAT codes for sales. */
const SALES: Readonly<Record<string, { readonly category: TaxCategory; readonly exemptionReason: string | null }>> = {
  '3': { category: 'S', exemptionReason: null },
  '31': { category: 'S', exemptionReason: null },
  '32': { category: 'S', exemptionReason: null },
  '33': { category: 'S', exemptionReason: null },
  '5': { category: 'Z', exemptionReason: null },
  '51': { category: 'AE', exemptionReason: 'Omvendt avgiftsplikt / Reverse charge' },
  '52': { category: 'G', exemptionReason: 'Utførsel, fritatt for merverdiavgift / Export' },
  '6': { category: 'E', exemptionReason: 'Unntatt fra merverdiavgiftsloven / Exempt' },
  '7': { category: 'E', exemptionReason: 'Ikke avgiftspliktig / Not subject to VAT' },
};

/** @param taxCode of a line that is sold; null without one, and for every line of a company outside VAT */
export function salesTaxCategory(
  taxCode: string | null,
  isVatRegistered: boolean,
): { readonly category: TaxCategory; readonly exemptionReason: string | null } {
  if (!isVatRegistered)
    return { category: 'O', exemptionReason: 'Utenfor merverdiavgiftsregisteret / Not subject to VAT' };
  return SALES[taxCode ?? '7'] ?? SALES['7']!;
}
