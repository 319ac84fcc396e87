import { z } from 'zod';
import { RecordId } from '../fields.ts';
import {
  AmountIn,
  CalendarDate,
  CurrencyCode,
  decimal,
  Id,
  MoneyOut,
  RateIn,
  RateOut,
  Switch,
  text,
} from '../scalars.ts';
import { DimensionIn, DimensionOut, MandatoryDimensionOut } from './dimensions.ts';

/** A rate: above zero. */
const ExchangeRateIn = decimal(6, { minimum: 0 }).refine((rate) => /[1-9]/.test(rate), { error: 'must be above zero' });

/** What each field means, for what is sent and what is shown. */
const meaning = {
  posting_date: 'Day on which the line counts in the books. A posted entry balances on each of its days.',
  description: 'What the line is about.',
  debit_fc: 'Debit in the currency of the line, on the same side as debit.',
  credit_fc: 'Credit in the currency of the line, on the same side as credit.',
  exchange_rate: 'Units of the accounting currency for one unit of the currency of the line.',
  tax_code: 'VAT code of the national list. A tax line has none; it names the line that it is for.',
  tax_base_amount: 'Amount that VAT is worked out on, positive on both sides.',
  tax_base_amount_fc: 'Amount that VAT is worked out on, in the currency of the line.',
  tax_amount: 'VAT of the line, positive on both sides: base times rate.',
  tax_amount_fc: 'VAT of the line, in the currency of the line.',
  tax_line: 'Whether the line is the VAT of another line. The platform adds no such lines.',
  tax_for_line: 'Number (line_id) of the line whose VAT this is; with tax_line.',
  quantity: 'Quantity, for what is counted; up to six decimals.',
  dimensions: 'What the line is tagged with: at most one value of each kind, but any number of tags.',
} as const;

/** A line to be stored (docs/contract/journal-entries.md, "Lines"). */
export const JournalLineIn = z
  .object(
    {
      line_id: Id.nullish().describe(
        'Number of the line within the entry; its place, counted from 1, when it is left out.',
      ),
      posting_date: CalendarDate.describe(meaning.posting_date),
      description: text().nullish().describe(meaning.description),
      account_code: text(20).nullish().describe('Number of the general ledger account; or its id instead.'),
      account_id: Id.nullish().describe('Id of the general ledger account; or its number instead.'),
      debit: AmountIn.describe(
        'Debit in the accounting currency, not negative. Exactly one of debit and credit is above zero.',
      ),
      credit: AmountIn.describe(
        'Credit in the accounting currency, not negative. Exactly one of debit and credit is above zero.',
      ),
      debit_fc: AmountIn.nullish().describe(meaning.debit_fc),
      credit_fc: AmountIn.nullish().describe(meaning.credit_fc),
      currency_code: CurrencyCode.nullish().describe(
        'Currency as a code of ISO 4217; the accounting currency when it is left out.',
      ),
      exchange_rate: ExchangeRateIn.nullish().describe(meaning.exchange_rate),
      tax_code: text(20).nullish().describe(meaning.tax_code),
      tax_base_amount: AmountIn.nullish().describe(meaning.tax_base_amount),
      tax_base_amount_fc: AmountIn.nullish().describe(meaning.tax_base_amount_fc),
      tax_amount: AmountIn.nullish().describe(`${meaning.tax_amount} Worked out when it is left out.`),
      tax_amount_fc: AmountIn.nullish().describe(meaning.tax_amount_fc),
      tax_line: Switch.nullish().describe(meaning.tax_line),
      tax_for_line: Id.nullish().describe(meaning.tax_for_line),
      quantity: RateIn.nullish().describe(meaning.quantity),
      dimensions: z.array(DimensionIn, { error: 'must be an array' }).nullish().describe(meaning.dimensions),
    },
    { error: 'must be an object' },
  )
  .refine((line) => Boolean(line.account_code) || line.account_id != null, {
    error: 'is required when account_id is not sent',
    path: ['account_code'],
    // Reported with the other faults of the line, not after they are mended.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

/** The general ledger account of a line. */
export const LineAccountOut = z.object({
  id: z.int().describe('Id of the account.'),
  account_code: z.string().describe('Number of the account.'),
  description: z.string().describe('Name of the account, in the language asked for.'),
  mandatory_dimensions: z.array(MandatoryDimensionOut).describe('Dimensions that lines of the account carry.'),
});

export const JournalLineOut = z.object({
  id: RecordId,
  journal_entry_id: z.int().describe('The journal entry that the line belongs to.'),
  line_id: z.int().describe('Number of the line within the entry.'),
  posting_date: CalendarDate.describe(meaning.posting_date),
  description: z.string().describe(meaning.description),
  account_code: z.string().describe('Number of the general ledger account.'),
  account_id: z.int().describe('Id of the general ledger account.'),
  debit: MoneyOut.describe('Debit in the accounting currency; zero on a credit line.'),
  credit: MoneyOut.describe('Credit in the accounting currency; zero on a debit line.'),
  debit_fc: MoneyOut.describe(meaning.debit_fc),
  credit_fc: MoneyOut.describe(meaning.credit_fc),
  currency_code: z
    .string()
    .describe('Currency of the foreign amounts as a code of ISO 4217; else the accounting currency.'),
  currency_id: z.int().describe('Currency of the line as a number of ISO 4217: 578 is NOK.'),
  exchange_rate: RateOut.describe(meaning.exchange_rate),
  tax_code: z.string().nullable().describe(meaning.tax_code),
  tax_code_id: z.int().nullable().describe('Rate period of the VAT code, by the posting date.'),
  tax_base_amount: MoneyOut.nullable().describe(meaning.tax_base_amount),
  tax_base_amount_fc: MoneyOut.nullable().describe(meaning.tax_base_amount_fc),
  tax_amount: MoneyOut.nullable().describe(meaning.tax_amount),
  tax_amount_fc: MoneyOut.nullable().describe(meaning.tax_amount_fc),
  tax_line: z.boolean().describe(meaning.tax_line),
  tax_for_line: z.int().nullable().describe(meaning.tax_for_line),
  quantity: RateOut.nullable().describe(meaning.quantity),
  reconciled_amount: MoneyOut.describe(
    'What has been reconciled against other lines, debit minus credit, in the accounting currency.',
  ),
  reconciled_amount_fc: MoneyOut.describe(
    'What has been reconciled against other lines, debit minus credit, in the currency of the line.',
  ),
  external_reconciled_amount: MoneyOut.describe(
    'What has been reconciled against outside figures, debit minus credit.',
  ),
  dimensions: z.array(DimensionOut).describe(meaning.dimensions),
  account: LineAccountOut.optional().describe('The general ledger account, embedded.'),
});
