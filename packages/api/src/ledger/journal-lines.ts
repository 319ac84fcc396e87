import { z } from 'zod';
import { AmountIn, CalendarDate, CurrencyCode, decimal, Id, MoneyOut, RateIn, RateOut, Switch, text } from '../scalars.ts';
import { DimensionIn, DimensionOut, DimensionTypeIn } from './dimensions.ts';

/** A rate: above zero. */
const ExchangeRateIn = decimal(6, { minimum: 0 }).refine((rate) => /[1-9]/.test(rate), { error: 'must be above zero' });

/** A line to be stored (document 2, Journal entries; document 4 section 4.1). */
export const JournalLineIn = z
  .object(
    {
      line_id: Id.nullish(),
      posting_date: CalendarDate,
      description: text().nullish(),
      account_code: text(20).nullish(),
      account_id: Id.nullish(),
      debit: AmountIn,
      credit: AmountIn,
      debit_fc: AmountIn.nullish(),
      credit_fc: AmountIn.nullish(),
      currency_code: CurrencyCode.nullish(),
      exchange_rate: ExchangeRateIn.nullish(),
      tax_code: text(20).nullish(),
      tax_base_amount: AmountIn.nullish(),
      tax_base_amount_fc: AmountIn.nullish(),
      tax_amount: AmountIn.nullish(),
      tax_amount_fc: AmountIn.nullish(),
      tax_line: Switch.nullish(),
      tax_for_line: Id.nullish(),
      quantity: RateIn.nullish(),
      dimensions: z.array(DimensionIn, { error: 'must be an array' }).nullish(),
    },
    { error: 'must be an object' },
  )
  .refine((line) => Boolean(line.account_code) || line.account_id != null, {
    error: 'is required when account_id is not sent',
    path: ['account_code'],
    // Told with the other faults of the line, not after they are mended.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

/** The general ledger account of a line. */
export const LineAccountOut = z.object({
  id: z.int(),
  account_code: z.string(),
  description: z.string(),
  mandatory_dimensions: z.array(z.object({ relation_type: DimensionTypeIn })),
});

export const JournalLineOut = z.object({
  id: z.int(),
  journal_entry_id: z.int(),
  line_id: z.int(),
  posting_date: CalendarDate,
  description: z.string(),
  account_code: z.string(),
  account_id: z.int(),
  debit: MoneyOut,
  credit: MoneyOut,
  debit_fc: MoneyOut,
  credit_fc: MoneyOut,
  currency_code: z.string(),
  currency_id: z.int(),
  exchange_rate: RateOut,
  tax_code: z.string().nullable(),
  tax_code_id: z.int().nullable(),
  tax_base_amount: MoneyOut.nullable(),
  tax_base_amount_fc: MoneyOut.nullable(),
  tax_amount: MoneyOut.nullable(),
  tax_amount_fc: MoneyOut.nullable(),
  tax_line: z.boolean(),
  tax_for_line: z.int().nullable(),
  quantity: RateOut.nullable(),
  reconciled_amount: MoneyOut,
  reconciled_amount_fc: MoneyOut,
  external_reconciled_amount: MoneyOut,
  dimensions: z.array(DimensionOut),
  account: LineAccountOut.optional(),
});
