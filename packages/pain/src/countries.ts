// biome-ignore-all format: lists of codes read best in rows
/** Countries of the schemes of the Single Euro Payments Area (EPC409-09): euros go there by IBAN alone. */
const SEPA: ReadonlySet<string> = new Set([
  'AD', 'AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR',
  'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO',
  'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK', 'SM', 'VA',
]);

export const isInSepa = (country: string): boolean => SEPA.has(country);

/** Clearing systems by country, as ISO 20022 calls them (external code set, clearing system identification). */
const CLEARING: Readonly<Record<string, string>> = {
  ...{ AU: 'AUBSB', CA: 'CACPA', CN: 'CNAPS', GB: 'GBDSC', HK: 'HKNCC', IN: 'INFSC', NZ: 'NZNCC', US: 'USABA' },
  ZA: 'ZANCC',
};

/** What the clearing system of a country is called; undefined where banks are found by BIC. */
export const clearingSystemOf = (country: string): string | undefined => CLEARING[country];

/** Currencies without a minor unit (ISO 4217): their amounts have no decimals in the file. */
const WHOLE: ReadonlySet<string> = new Set([
  'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI',
  'VND', 'VUV', 'XAF', 'XOF', 'XPF',
]);

export const hasMinorUnit = (currency: string): boolean => !WHOLE.has(currency);
