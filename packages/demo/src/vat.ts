/**
 * What a VAT code does to a line in the demo book: rate in hundredths of a percent and the accounts its tax goes to
 * (docs/contract/tax-codes.md).
 */
export interface DemoVat {
  readonly code: string;
  readonly rate: number;
  /** Account of the input VAT, where it may be deducted. */
  readonly input?: string;
  /** Account of the output VAT. */
  readonly output?: string;
}

const table: readonly DemoVat[] = [
  { code: '1', rate: 2500, input: '2710' },
  { code: '11', rate: 1500, input: '2711' },
  { code: '12', rate: 1111, input: '2712' },
  { code: '13', rate: 1200, input: '2713' },
  { code: '14', rate: 2500, input: '2714' },
  { code: '15', rate: 1500, input: '2715' },
  { code: '3', rate: 2500, output: '2700' },
  { code: '31', rate: 1500, output: '2701' },
  { code: '32', rate: 1111, output: '2702' },
  { code: '33', rate: 1200, output: '2703' },
  { code: '81', rate: 2500, output: '2704', input: '2714' },
  { code: '82', rate: 2500, output: '2704' },
  { code: '83', rate: 1500, output: '2705', input: '2715' },
  { code: '84', rate: 1500, output: '2705' },
  { code: '86', rate: 2500, output: '2707', input: '2717' },
  { code: '87', rate: 2500, output: '2707' },
  { code: '88', rate: 1200, output: '2707', input: '2717' },
  { code: '89', rate: 1200, output: '2707' },
  { code: '91', rate: 2500, output: '2706', input: '2716' },
  { code: '92', rate: 2500, output: '2706' },
];

export const vatOf = (code: string): DemoVat => {
  const found = table.find((vat) => vat.code === code);
  if (!found) throw new Error(`The demo book has no VAT code ${code}`);
  return found;
};

/** Every VAT account: what a settlement empties. */
export const vatAccounts: readonly string[] = [
  '2700',
  '2701',
  '2702',
  '2703',
  '2704',
  '2705',
  '2706',
  '2707',
  '2710',
  '2711',
  '2712',
  '2713',
  '2714',
  '2715',
  '2716',
  '2717',
];
