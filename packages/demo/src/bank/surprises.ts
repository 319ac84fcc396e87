import { atRate, type DemoEntry, line, oreOf, rateText } from '../book.ts';
import { businessDay, later } from '../plan/calendar.ts';
import { type Invoice, owedOf, receivedText } from '../plan/invoices.ts';
import { PAID_WITH_LOSS } from '../plan/purchases.ts';
import type { Story } from '../story.ts';
import type { Movement } from './movements.ts';

/** What the krone has lost since the foreign invoice came, in millionths. */
const DEARER = 240_000;
export const FOREIGN_DAY = '2026-01-13';

/** The bill in euro that waits for its payment into the new year. */
export function billInEuro({ booked }: Story): DemoEntry | undefined {
  const isInEuro = ({ lines }: DemoEntry) =>
    lines.some((each) => isOwed(each) && each.currency_code === 'EUR' && each.posting_date === PAID_WITH_LOSS);
  return booked.find(isInEuro);
}
const isOwed = ({ account_code }: { readonly account_code: string }): boolean => account_code === '2400';

/**
 * The payment of an invoice in euro at the rate of the day: what is missing becomes an exchange loss when they are
 * matched.
 */
export function paidInEuro(bill: DemoEntry): DemoEntry {
  const owed = bill.lines.find(isOwed)!;
  const rate = oreOf(owed.exchange_rate!) + DEARER;
  const nok = atRate(oreOf(owed.credit_fc!), rate);
  return {
    description: `Betaling i euro: ${bill.description}`,
    lines: [
      line(FOREIGN_DAY, '2400', nok, {
        ...{ currency_code: 'EUR', exchange_rate: rateText(rate), debit_fc: owed.credit_fc! },
        dimensions: owed.dimensions!,
      }),
      line(FOREIGN_DAY, '1920', -nok),
    ],
  };
}

/** The invoice that its customer pays twice. */
const paidTwice = ({ invoices }: Story): Invoice | undefined => invoices.find(({ order }) => order === 'B-2026-01-1');

/** What the bank has and the books do not: the items that whoever reconciles January has to find. */
export function missingInBooks(story: Story): readonly Movement[] {
  const twice = paidTwice(story);
  if (!twice) return [];
  return [
    { date: '2026-01-05', ore: -7_500, text: 'Gebyr betalingsformidling' },
    { date: '2026-01-08', ore: -124_900, text: 'Varekjøp 07.01', partner: { name: 'Salten Lagerinnredning' } },
    {
      ...{ date: businessDay(later(twice.paidOn, 8)), ore: owedOf(twice), text: receivedText(twice), kid: twice.kid },
      partner: { name: twice.customer.name },
    },
  ];
}
