import type { z } from 'zod';
import { demo } from '../demo-company.ts';
import { exampleOf } from '../example.ts';
import type { JournalLineIn, JournalLineOut } from './journal-lines.ts';

type LineIn = z.input<typeof JournalLineIn>;
export type LineOut = z.output<typeof JournalLineOut>;

/** What an entry's lines differ in; the rest follows from the company and its currency. */
type Written = Pick<LineOut, 'account_code' | 'account_id' | 'debit' | 'credit'> & Partial<LineOut>;

export const lineOf =
  (entryId: number, date: string, firstId: number) =>
  ({ account_code, account_id, debit, credit, ...more }: Written, index: number): LineOut => ({
    id: firstId + index,
    journal_entry_id: entryId,
    line_id: index + 1,
    posting_date: date,
    description: '',
    account_code,
    account_id,
    debit,
    credit,
    debit_fc: debit,
    credit_fc: credit,
    currency_code: 'NOK',
    currency_id: 578,
    exchange_rate: '1.000000',
    tax_code: null,
    tax_code_id: null,
    tax_base_amount: null,
    tax_base_amount_fc: null,
    tax_amount: null,
    tax_amount_fc: null,
    tax_line: false,
    tax_for_line: null,
    quantity: null,
    reconciled_amount: '0.00',
    reconciled_amount_fc: '0.00',
    external_reconciled_amount: '0.00',
    dimensions: [],
    ...more,
  });

/** VAT of 25 % on a purchase, worked out by the server from the code of the line. */
const taxed = (base: string, tax: string) => ({
  tax_code: '1',
  tax_code_id: 2,
  tax_base_amount: base,
  tax_base_amount_fc: base,
  tax_amount: tax,
  tax_amount_fc: tax,
});

const office = { relation_type: 'department', relation_id: demo.departments.office } as const;
const landlord = { relation_type: 'businesspartner', relation_id: demo.partners.landlord } as const;

/** Office supplies for 1 000 kroner plus 25 % VAT, paid from the bank: as the caller sends it. */
export const suppliesLines: LineIn[] = [
  {
    posting_date: '2026-01-15',
    account_code: '6800',
    debit: '1000.00',
    credit: '0',
    tax_code: '1',
    dimensions: [office],
  },
  { posting_date: '2026-01-15', account_code: '2710', debit: '250.00', credit: '0', tax_line: true, tax_for_line: 1 },
  { posting_date: '2026-01-15', account_code: '1920', debit: '0', credit: '1250.00' },
];

/** Rent of a month, invoiced with 25 % VAT: as the caller sends it. */
export const rentLines: LineIn[] = [
  { posting_date: '2026-02-01', account_code: '6300', debit: '32000.00', credit: '0', tax_code: '1' },
  { posting_date: '2026-02-01', account_code: '2710', debit: '8000.00', credit: '0', tax_line: true, tax_for_line: 1 },
  { posting_date: '2026-02-01', account_code: '2400', debit: '0', credit: '40000.00', dimensions: [landlord] },
];

/** An invoice to a customer over 5 000 kroner plus 25 % VAT: as the caller sends it. */
export const saleLines: LineIn[] = [
  {
    posting_date: '2026-01-20',
    account_code: '1500',
    debit: '6250.00',
    credit: '0',
    dimensions: [{ relation_type: 'businesspartner', relation_id: demo.partners.customer }],
  },
  { posting_date: '2026-01-20', account_code: '3000', debit: '0', credit: '5000.00', tax_code: '3' },
  { posting_date: '2026-01-20', account_code: '2700', debit: '0', credit: '1250.00', tax_line: true, tax_for_line: 2 },
];

const entry = exampleOf({
  id: 4257,
  created_at: demo.now,
  updated_at: demo.now,
  created_by_id: demo.users.owner,
  updated_by_id: demo.users.owner,
  posted_at: demo.now,
  posted_by_id: demo.users.owner,
  client_account_id: demo.company.id,
  sequence_number: 4007,
  description: 'Kontorrekvisita',
  cancelled: null,
  cancelled_by_id: null,
  cancellation_entry_id: null,
  cancellation_reason: null,
  is_draft: false,
  voucher_id: null,
  relation_type: null,
  relation_id: null,
  relation_number: null,
  external_id: 'innkjop-2026-0117',
  metadata: null,
  lines: [],
});

const written: readonly Written[] = [
  {
    account_code: '6800',
    account_id: 269,
    debit: '1000.00',
    credit: '0.00',
    ...taxed('1000.00', '250.00'),
    dimensions: [{ id: 7373, ...office, name: 'Kontor' }],
  },
  { account_code: '2710', account_id: 130, debit: '250.00', credit: '0.00', tax_line: true, tax_for_line: 1 },
  { account_code: '1920', account_id: 82, debit: '0.00', credit: '1250.00' },
];

/** The entry with what a list shows of it. */
export const supplies = exampleOf({
  ...entry,
  lines: written.map(lineOf(entry.id, '2026-01-15', 10_626)),
});

const names: Readonly<Record<string, string>> = {
  '1920': 'Bankinnskudd',
  '2400': 'Leverandørgjeld',
  '2710': 'Inngående merverdiavgift høy sats',
  '6300': 'Leie lokaler',
  '6800': 'Kontorrekvisita',
};
const mandatory: Readonly<Record<string, 'bankacc' | 'businesspartner'>> = {
  '1920': 'bankacc',
  '2400': 'businesspartner',
};

/** Lines with their accounts, as the answer of a single entry shows them. */
const withAccounts = <T extends { readonly lines: readonly LineOut[] }>(shown: T) => ({
  ...shown,
  lines: shown.lines.map((line) => ({
    ...line,
    account: {
      id: line.account_id,
      account_code: line.account_code,
      description: names[line.account_code]!,
      mandatory_dimensions: mandatory[line.account_code] ? [{ relation_type: mandatory[line.account_code]! }] : [],
    },
  })),
});

/** The entry as the answer of a single one shows it. */
export const suppliesWhole = withAccounts(supplies);

/** The draft of the rent, posted. */
export const rentWhole = withAccounts({
  ...entry,
  id: 4259,
  sequence_number: 4009,
  description: 'Husleie februar',
  external_id: null,
  lines: (
    [
      { account_code: '6300', account_id: 242, debit: '32000.00', credit: '0.00', ...taxed('32000.00', '8000.00') },
      { account_code: '2710', account_id: 130, debit: '8000.00', credit: '0.00', tax_line: true, tax_for_line: 1 },
      {
        account_code: '2400',
        account_id: 110,
        debit: '0.00',
        credit: '40000.00',
        dimensions: [{ id: 7376, ...landlord, name: 'Gårdeier Brenneriveien 9 AS' }],
      },
    ] satisfies readonly Written[]
  ).map(lineOf(4259, '2026-02-01', 10_635)),
});

/** An account of the chart that every company sees. */
export const suppliesAccount = exampleOf({
  id: 269,
  created_at: '2026-01-01T00:00:00Z',
  created_by_id: null,
  updated_at: '2026-01-01T00:00:00Z',
  updated_by_id: null,
  client_account_id: null,
  account_code: '6800',
  description: 'Kontorrekvisita',
  description_nob: 'Kontorrekvisita',
  description_eng: 'Office supplies',
  category_code_1: '6',
  category_description_1: 'Avskrivninger, lokaler, utstyr og tjenester',
  category_code_2: '68',
  category_description_2: 'Kontorkostnader',
  category_code_3: '680',
  category_description_3: 'Kontorrekvisita',
  is_active: true,
  is_system: true,
  country_code: 'NO',
  industry_extension: null,
  grouping_category: 'annenDriftskostnad',
  grouping_code: '6995',
  grouping_is_derived: false,
});

/** An account of the company's own, beside it. */
export const coffeeAccount = exampleOf({
  ...suppliesAccount,
  id: 342,
  created_at: demo.now,
  created_by_id: demo.users.owner,
  updated_at: demo.now,
  updated_by_id: demo.users.owner,
  client_account_id: demo.company.id,
  account_code: '6805',
  description: 'Kaffe og te til ansatte',
  description_nob: 'Kaffe og te til ansatte',
  description_eng: 'Coffee and tea for staff',
  is_system: false,
  grouping_is_derived: true,
  mandatory_dimensions: [{ relation_type: 'department' }],
  tax_codes: [{ id: 1, tax_code_id: 2, tax_code: '1' }],
});

/** The same account by another name. */
export const renamedAccount = exampleOf({
  ...coffeeAccount,
  description: 'Kaffe, te og frukt til ansatte',
  description_nob: 'Kaffe, te og frukt til ansatte',
});

export const inputVat = exampleOf({
  id: 2,
  code: '1',
  tax_rate: '25.00',
  category: 'input',
  tax_account_id: null,
  acquisition_tax_account_id: 130,
  active_from: '2005-01-01',
  active_to: null,
  compensation: true,
  description: 'Fradragsberettiget innenlands inngående merverdiavgift',
});
