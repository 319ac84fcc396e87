/** One rate period of a national standard VAT code (TXC-R03). */
export interface TaxCode {
  readonly id: number;
  readonly code: string;
  /** Percent, two decimals. */
  readonly rate: string;
  readonly category: 'input' | 'output' | null;
  readonly taxAccountId: number | null;
  readonly acquisitionTaxAccountId: number | null;
  readonly activeFrom: string | null;
  readonly activeTo: string | null;
  readonly compensation: boolean;
  readonly nob: string;
  readonly eng: string;
}
