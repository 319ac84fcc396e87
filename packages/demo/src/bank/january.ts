import { atRate, type DemoEntry, line, oreOf, rateText } from '../book.ts';
import type { Caller } from '../http.ts';
import type { Movement } from './movements.ts';

/** An invoice to a customer of the new year, as the platform gave it. */
export interface Invoice {
  readonly id: number;
  readonly order_reference: string | null;
  readonly payment_ref: string;
  readonly total_amount: string;
  readonly business_partner_id: number;
  readonly journal_entry_id: number;
}

/** Which orders are paid, and when. The first three come in on one day. */
const paid = [
  ['Bestilling 1', '2026-01-19'],
  ['Bestilling 2', '2026-01-19'],
  ['Bestilling 3', '2026-01-19'],
  ['Bestilling 5', '2026-01-23'],
  ['Bestilling 6', '2026-01-26'],
] as const;

/** The invoices that customers have paid, each with the day. */
export async function paidInvoices(api: Caller, clientAccountId: number) {
  const { data } = await api.get<{ data: Invoice[] }>(
    `/api/v2/documents?client_account_id=${clientAccountId}&document_type=ARINV&per_page=100`,
  );
  return paid.flatMap(([order, date]) => {
    const invoice = data.find(({ order_reference }) => order_reference === order);
    return invoice ? [{ invoice, date }] : [];
  });
}
export type PaidInvoice = Awaited<ReturnType<typeof paidInvoices>>[number];

export const receivedText = ({ payment_ref }: Invoice): string => `Innbetaling KID ${payment_ref}`;

/** The money of a customer as the books have it. */
export const received = ({ invoice, date }: PaidInvoice): DemoEntry => ({
  description: receivedText(invoice),
  lines: [
    line(date, '1920', oreOf(invoice.total_amount)),
    line(date, '1500', -oreOf(invoice.total_amount), {
      dimensions: [{ relation_type: 'businesspartner', relation_id: invoice.business_partner_id }],
    }),
  ],
});

/** What the krone has lost since the foreign invoice came, in millionths. */
const DEARER = 240_000;

/** The last invoice of the story in euro. */
export function lastInEuro(story: readonly DemoEntry[]): DemoEntry {
  const isInEuro = ({ lines }: DemoEntry) => lines.some((each) => isOwed(each) && each.currency_code === 'EUR');
  const found = story.findLast(isInEuro);
  if (!found) throw new Error('Nothing in the story was bought in euro');
  return found;
}
const isOwed = ({ account_code }: { readonly account_code: string }): boolean => account_code === '2400';

export const FOREIGN_DAY = '2026-01-13';

/** The payment of an invoice in euro at the rate of the day: what is missing becomes an exchange loss when they are matched. */
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

/** What the bank has and the books do not: the items that whoever reconciles January has to find. */
export const missingInBooks = (twice: PaidInvoice): readonly Movement[] => [
  { date: '2026-01-05', ore: -7_500, text: 'Gebyr betalingsformidling' },
  { date: '2026-01-08', ore: -124_900, text: 'Varekjøp 07.01', partner: { name: 'Salten Lagerinnredning' } },
  {
    ...{ date: '2026-01-27', ore: oreOf(twice.invoice.total_amount), text: receivedText(twice.invoice) },
    kid: twice.invoice.payment_ref,
  },
];
