import { type Decimal, decimal, formatMoney, roundMoney, ZERO } from '@app/money';

// What settling a payment books, in pure figures: how much leaves the account of the house in the accounting currency,
// and which part of the line of the document that clears.

/** What the bank has moved, as far as amounts go. */
export interface Movement {
  /** Below zero: money went out. In the currency of the account. */
  readonly amount: string;
  readonly currencyCode: string;
  /** Units of the accounting currency for one of the account's; null where it is not known. */
  readonly exchangeRate: string | null;
  readonly instructedAmount: string;
  readonly instructedCurrencyCode: string;
}

export interface TransferFigures {
  /** In the accounting currency, above zero. */
  readonly base: string;
  /** On the line that clears the debt: in the currency of the payment; null in the accounting currency. */
  readonly debtFc: { readonly currencyCode: string; readonly amount: string } | null;
  /** On the line of the house account: in its currency; null in the accounting currency. */
  readonly houseFc: { readonly currencyCode: string; readonly amount: string } | null;
  /** What of the line of the document is cleared, above zero. */
  readonly cleared: { readonly base: string; readonly fc: string };
}

/** The line of the document that the payment clears: what it is, and what is open; above zero where money is owed. */
export interface DebtLine {
  readonly base: string;
  readonly fc: string;
  readonly remainingBase: string;
  readonly remainingFc: string;
}

export interface TransferQuestion {
  readonly amount: string;
  readonly currencyCode: string;
  readonly accountingCurrency: string;
  /** Of the account of the house; null where it is not known. */
  readonly houseCurrency: string | null;
  readonly debt: DebtLine;
  readonly movement: Movement | null;
}

export type TransferFault =
  /** The movement is another amount than the payment, or comes in. */
  | 'other_amount'
  /** The movement is in a currency whose rate nobody knows. */
  | 'rate_unknown'
  /** More than is open on the line of the document. */
  | 'exceeds_open';

/** The figures of a transfer: at the rate of the movement where it has one, else at that of the document. */
export function transferFigures(question: TransferQuestion): TransferFigures | TransferFault {
  const { currencyCode, accountingCurrency, debt, movement } = question;
  const amount = decimal(question.amount);
  if (amount.greaterThan(decimal(debt.remainingFc))) return 'exceeds_open';
  if (movement && !isOfAmount(movement, amount, currencyCode)) return 'other_amount';
  const cleared = clearedBase(amount, debt);
  const base = movement ? movedBase(question, movement, amount, cleared) : cleared;
  if (base === undefined) return 'rate_unknown';
  const houseCurrency = movement?.currencyCode ?? question.houseCurrency ?? accountingCurrency;
  return {
    base: formatMoney(base),
    debtFc: currencyCode === accountingCurrency ? null : { currencyCode, amount: formatMoney(amount) },
    houseFc: houseFigure(question, houseCurrency, amount),
    cleared: { base: formatMoney(cleared), fc: formatMoney(amount) },
  };
}

/** Whether a movement is the payment: money that went out, of its amount where both have a currency in common. */
function isOfAmount(movement: Movement, amount: Decimal, currencyCode: string): boolean {
  const moved = decimal(movement.amount);
  if (!moved.lessThan(ZERO)) return false;
  if (movement.currencyCode === currencyCode) return moved.abs().equals(amount);
  if (movement.instructedCurrencyCode !== currencyCode)
    return movement.instructedCurrencyCode === movement.currencyCode;
  return decimal(movement.instructedAmount).abs().equals(amount);
}

/** What an amount of the document's currency is of its line in the accounting currency: the rest, or its share. */
function clearedBase(amount: Decimal, { base, fc, remainingBase, remainingFc }: DebtLine): Decimal {
  if (amount.equals(decimal(remainingFc))) return decimal(remainingBase);
  return roundMoney(decimal(base).times(amount).dividedBy(decimal(fc)));
}

/** What the bank took, in the accounting currency; undefined where nobody knows the rate. */
function movedBase(
  { currencyCode, accountingCurrency }: TransferQuestion,
  movement: Movement,
  amount: Decimal,
  cleared: Decimal,
): Decimal | undefined {
  if (currencyCode === accountingCurrency) return amount;
  const moved = decimal(movement.amount).abs();
  if (movement.currencyCode === accountingCurrency) return moved;
  if (movement.exchangeRate !== null) return roundMoney(moved.times(decimal(movement.exchangeRate)));
  return movement.currencyCode === currencyCode ? cleared : undefined;
}

/** What stands on the line of the house account in its own currency. */
function houseFigure(
  { currencyCode, accountingCurrency, movement }: TransferQuestion,
  houseCurrency: string,
  amount: Decimal,
): TransferFigures['houseFc'] {
  if (houseCurrency === accountingCurrency) return null;
  if (movement) return { currencyCode: houseCurrency, amount: formatMoney(decimal(movement.amount).abs()) };
  return houseCurrency === currencyCode ? { currencyCode, amount: formatMoney(amount) } : null;
}
