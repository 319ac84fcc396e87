import type { DisposalKind } from '@app/api/ledger/asset-disposal';
import { type Decimal, decimal, formatMoney, roundMoney, sum, ZERO } from '@app/money';
import type { LineRequest } from '../../journal-entries/journal-entry.ts';
import { ASSET } from '../asset.ts';

/** What is written off and what comes in. Amounts are decimals, `outputVat` beside the proceeds. */
export interface DisposalFigures {
  readonly assetId: number;
  readonly kind: DisposalKind;
  readonly date: string;
  /** Debit minus credit per account of the asset and of its accumulated depreciation. */
  readonly balances: readonly { readonly accountCode: string; readonly balance: string }[];
  /** Without VAT. */
  readonly proceeds: Decimal;
  readonly proceedsAccount: string | null;
  readonly outputVat: Decimal;
}

const LOSS = '7880';
const GAIN = '3880';
const OUTPUT_VAT = '2700';
/** Output VAT at the standard rate. */
const OUTPUT_VAT_CODE = '3';
const STANDARD_RATE = decimal('0.25');

/** The proceeds of these are on an invoice, so that the disposal books none. */
export const isOnInvoice = (kind: DisposalKind): boolean => kind === 'SALE' || kind === 'TRADE_IN';

/** Output VAT of a gift or withdrawal: that of a sale at market value. */
export const vatOn = (marketValue: Decimal): Decimal => roundMoney(marketValue.times(STANDARD_RATE));

export const bookValueOf = (balances: DisposalFigures['balances']): Decimal =>
  sum(balances.map(({ balance }) => decimal(balance)));

/** What a disposal that books its proceeds gains; a loss is negative. */
export const gainOf = ({ balances, proceeds }: Pick<DisposalFigures, 'balances' | 'proceeds'>): Decimal =>
  proceeds.minus(bookValueOf(balances));

/**
 * The lines of a disposal (AST-R17, AST-R24 to AST-R27); none when there is nothing to book. The balances go, with the
 * asset as dimension. A sale writes the book value off to the loss account; any other kind books proceeds with VAT, and
 * what differs as gain or loss.
 */
export function linesOf(figures: DisposalFigures): readonly LineRequest[] {
  const { kind, date, proceedsAccount, proceeds, outputVat } = figures;
  const away = figures.balances.map(({ accountCode, balance }) => ({
    ...signed(date, accountCode, decimal(balance).negated()),
    dimensions: [{ relationType: ASSET, relationId: figures.assetId } as const],
  }));
  if (isOnInvoice(kind)) return [...away, ...unlessNothing(date, LOSS, bookValueOf(figures.balances))];
  const income = unlessNothing(date, proceedsAccount ?? '', proceeds.plus(outputVat));
  const vat = outputVat.isZero()
    ? []
    : [
        {
          ...signed(date, OUTPUT_VAT, outputVat.negated()),
          taxCode: OUTPUT_VAT_CODE,
          taxLine: true,
          // The line of the proceeds, which comes before it.
          taxForLine: away.length + 1,
          taxBaseAmount: formatMoney(proceeds),
          taxAmount: formatMoney(outputVat),
        },
      ];
  const gain = gainOf(figures);
  const result = unlessNothing(date, gain.isNegative() ? LOSS : GAIN, gain.negated());
  return [...away, ...income, ...vat, ...result];
}

const unlessNothing = (date: string, accountCode: string, amount: Decimal): readonly LineRequest[] =>
  amount.isZero() ? [] : [signed(date, accountCode, amount)];

/** @param amount debit where it is positive */
const signed = (postingDate: string, accountCode: string, amount: Decimal): LineRequest => ({
  postingDate,
  accountCode,
  debit: formatMoney(amount.isNegative() ? ZERO : amount),
  credit: formatMoney(amount.isNegative() ? amount.negated() : ZERO),
});
