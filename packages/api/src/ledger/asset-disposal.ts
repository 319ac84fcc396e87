import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { pathId } from '../fields.ts';
import { AmountIn, CalendarDate, CurrencyCode, oneOf, Switch } from '../scalars.ts';
import { AccountCode } from './accounts.ts';
import { AssetOut, roaster } from './assets.ts';

/** The ways in which an asset leaves a company. */
export const disposalKinds = ['SALE', 'SCRAPPING', 'TRADE_IN', 'GIFT_WITHDRAWAL', 'INVOLUNTARY'] as const;
export type DisposalKind = (typeof disposalKinds)[number];

export const disposeAsset = endpoint({
  name: 'ledger.disposeAsset',
  summary: 'Dispose of an asset',
  description:
    'Books the disposal, makes its voucher and its row of the tax ledger. `SALE` and `TRADE_IN` write the book value off, since the proceeds are on an invoice; the other kinds book proceeds and gain or loss themselves. The voucher is a PDF that may come a moment later.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/assets/{id}/disposal',
  envelope: standard,
  params: pathId('asset'),
  body: z.object({
    disposal_date: CalendarDate.describe('When the asset left the company: the posting date.'),
    kind: oneOf(...disposalKinds)
      .default('SALE')
      .describe('How it left.'),
    proceeds: AmountIn.default('0').describe(
      'What was paid for it without VAT; of a gift or withdrawal its market value.',
    ),
    proceeds_account: AccountCode.nullish().describe(
      'Account of the proceeds, no bank account; required when there are proceeds that no invoice has.',
    ),
    output_vat: AmountIn.default('0').describe('VAT on the proceeds; worked out for a gift or withdrawal.'),
    defer_gain: Switch.default(false).describe('Puts the taxation of the gain off; for `INVOLUNTARY`.'),
    reinvestment_deadline: CalendarDate.nullish().describe(
      'Until when a deferred gain is to be reinvested; 31 December of the next year when absent.',
    ),
    vat_obligation_transferred: Switch.default(false).describe(
      'Whether the receiver takes over the adjustment of VAT.',
    ),
    currency_code: CurrencyCode.nullish().describe('The accounting currency.'),
  }),
  status: 201,
  output: AssetOut,
  example: {
    values: { 'params.id': 'assets/to-dispose' },
    params: { id: roaster.id },
    body: { disposal_date: '2026-01-15', kind: 'SCRAPPING' },
    answer: { ...roaster, is_active: false, retirement_date: '2026-01-15' },
  },
  notFoundCode: 'asset.not_found',
  idempotency: 'steps',
  failures: [
    'asset.not_found',
    'asset.already_disposed',
    'asset.missing_asset_class',
    'asset.defer_gain_not_allowed',
    'asset.proceeds_account_required',
    'asset.proceeds_account_is_bank',
    'accounting.period_locked',
    'client_account.inactive',
  ],
});
