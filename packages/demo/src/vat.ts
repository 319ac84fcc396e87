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
  { code: '13', rate: 1200, input: '2713' },
  { code: '3', rate: 2500, output: '2700' },
  { code: '31', rate: 1500, output: '2701' },
  { code: '81', rate: 2500, output: '2704', input: '2714' },
  { code: '83', rate: 1500, output: '2705', input: '2715' },
  { code: '86', rate: 2500, output: '2707', input: '2717' },
];

export const vatOf = (code: string): DemoVat => {
  const found = table.find((vat) => vat.code === code);
  if (!found) throw new Error(`The demo book has no VAT code ${code}`);
  return found;
};

/** Every VAT account: what a settlement empties. */
export const vatAccounts: readonly string[] = [
  ...new Set(table.flatMap(({ input, output }) => [output, input].filter((account) => account !== undefined))),
].sort();
