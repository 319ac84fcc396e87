import { atRate, type DemoEntry, line, oreOf, rateText } from '../book.ts';
import { RANK, type Step, step } from './step.ts';

/** The bill in euro that waits for its payment into the new year, and the day of that. */
export const PAID_WITH_LOSS = '2025-12-15';
export const FOREIGN_DAY = '2026-01-13';
/** What the krone has lost meanwhile, in millionths. */
const DEARER = 240_000;

/** What is owed for a bill in euro. */
const owedOf = ({ lines }: DemoEntry) => lines.find(({ account_code }) => account_code === '2400')!;

/** The bill in euro that is paid with a loss, once it has come. */
export const billInEuro = (booked: readonly DemoEntry[]): DemoEntry | undefined =>
  booked.find(({ lines }) =>
    lines.some(
      ({ account_code, currency_code, posting_date }) =>
        account_code === '2400' && currency_code === 'EUR' && posting_date === PAID_WITH_LOSS,
    ),
  );

const paymentText = ({ description }: DemoEntry): string => `Betaling i euro: ${description}`;

/** Its payment, once that has come. */
export function paymentInEuro(booked: readonly DemoEntry[]): DemoEntry | undefined {
  const bill = billInEuro(booked);
  return bill && booked.find(({ description }) => description === paymentText(bill));
}

/**
 * The payment of a bill in euro at the rate of the day. What is missing becomes an exchange loss when they are matched:
 * that entry is not posted.
 */
export function paidWithLoss(bill: DemoEntry): readonly Step[] {
  const owed = owedOf(bill);
  const rate = oreOf(owed.exchange_rate!) + DEARER;
  const nok = atRate(oreOf(owed.credit_fc!), rate);
  const loss = nok - oreOf(owed.credit);
  const payment: DemoEntry = {
    description: paymentText(bill),
    lines: [
      line(FOREIGN_DAY, '2400', nok, {
        ...{ currency_code: 'EUR', exchange_rate: rateText(rate), debit_fc: owed.credit_fc! },
        dimensions: owed.dimensions!,
      }),
      line(FOREIGN_DAY, '1920', -nok),
    ],
  };
  const matched: DemoEntry = {
    description: `Valutatap: ${bill.description}`,
    lines: [line(FOREIGN_DAY, '8160', loss), line(FOREIGN_DAY, '2400', -loss)],
  };
  return [step(FOREIGN_DAY, RANK.trade, payment), step(FOREIGN_DAY, RANK.trade, matched, true)];
}
