import { modulo10 } from '@app/check-digits';
import { type DemoEntry, type DemoLine, line, type Ore, part } from '../book.ts';
import type { Cast } from '../cast.ts';
import { type ItemNumber, itemCalled } from '../items.ts';
import { vatOf } from '../vat.ts';
import { businessDay, dayOf, later } from './calendar.ts';
import { diceOf, type Month, RANK, type Step, step } from './step.ts';

export interface InvoiceLine {
  readonly item: ItemNumber;
  readonly quantity: number;
  readonly account: string;
  readonly vat: string;
}

/** An invoice to another company, as the roastery sends it. */
export interface Invoice {
  /** The order that it is for, by which it is found again. */
  readonly order: string;
  readonly customer: { readonly id: number; readonly name: string };
  readonly date: string;
  readonly lines: readonly InvoiceLine[];
  /** What the customer pays by. */
  readonly kid: string;
  readonly paidOn: string;
  /** The number that the program gave it which the roastery used before 2026; left out where the platform gives it. */
  readonly earlierNumber?: string;
  /** Part of the first line that came too late and is credited. */
  readonly credit?: { readonly date: string; readonly quantity: number };
}

const DAYS = [5, 14, 24] as const;
/** The first number of an invoice. */
const FIRST_NUMBER = 10_001;
/** From this day on the platform makes the invoices. */
const INVOICED_HERE = '2026-01-01';
/** What the earlier program made from this day on was taken over with its page, and nothing older was unpaid. */
const TAKEN_OVER = '2025-10-01';

/** How many invoices the earlier program has made by the end of a month. */
const earlierInvoices = ({ year, month }: Month): number => DAYS.length * (12 * (year - 2024) + month);
/** The first number that the platform gives. */
export const FIRST_NUMBER_HERE = FIRST_NUMBER + earlierInvoices({ year: 2025, month: 12 });

/** Whether it is a document on the platform; the entry of an older one is all that was taken over of it. */
export const isDocument = ({ date }: Pick<Invoice, 'date'>): boolean => date >= TAKEN_OVER;
/** Customers to whom goods are exported: abroad, or on Svalbard, where the act on VAT does not apply. */
const isExport = (name: string): boolean => /GmbH|AB$|Svalbard/.test(name);

/** The invoices of a month, in the order of their days. */
export function invoicesOf(time: Month, { customers }: Cast): readonly Invoice[] {
  const { year, month } = time;
  return DAYS.map((day, n): Invoice => {
    const dice = diceOf(time, 30 + n);
    const customer = dice.pick(customers);
    const date = businessDay(dayOf(year, month, day));
    const terms = dice.chance(92) ? dice.between(6, 18) : dice.between(25, 55);
    const lines = linesOf(time, n, dice.between(80, 270), dice.between(70, 340), isExport(customer.name));
    const digits = `4${year}${String(month).padStart(2, '0')}${n}`;
    const isCredited = month === 12 && n === 1;
    // Who is billed on Christmas Eve pays after New Year: the customers owe something at the end of each year.
    const isOverNewYear = month === 12 && n === 2 && terms < 14;
    return {
      ...{ order: `B-${year}-${String(month).padStart(2, '0')}-${n + 1}`, customer, date, lines },
      ...(date < INVOICED_HERE
        ? { earlierNumber: String(FIRST_NUMBER + earlierInvoices(time) - DAYS.length + n) }
        : {}),
      ...{ kid: `${digits}${modulo10(digits)}`, paidOn: businessDay(later(date, isOverNewYear ? 14 : terms)) },
      ...(isCredited ? { credit: { date: businessDay(later(date, 3)), quantity: 6 } } : {}),
    };
  });
}

function linesOf(time: Month, n: number, kilos: number, bags: number, goesAbroad: boolean): readonly InvoiceLine[] {
  const isChristmas = time.month > 10 && n % 2 === 0;
  const sold: (readonly [ItemNumber, number])[] = [
    [isChristmas ? 'K-120' : 'K-100', bags],
    ['K-110', kilos],
  ];
  if (n === 1) sold.push(['U-210', 10 + (bags % 40)]);
  if (n === 2 && time.month % 3 === 0) sold.push(['U-200', 1]);
  if (n === 0 && time.month % 2 === 0 && !goesAbroad) sold.push(['T-300', 3 + (kilos % 4)]);
  return sold.map(([item, quantity]) => {
    const { account, tax } = itemCalled(item);
    return { item, quantity, ...(goesAbroad ? { account: '3110', vat: '52' } : { account, vat: tax }) };
  });
}

export const netOf = ({ item, quantity }: Pick<InvoiceLine, 'item' | 'quantity'>): Ore =>
  itemCalled(item).price * quantity;
const taxOf = ({ vat, ...sold }: InvoiceLine): Ore => (vat === '52' ? 0 : part(netOf(sold), vatOf(vat).rate));
/** What the customer owes for an invoice, with VAT. */
export const totalOf = (lines: readonly InvoiceLine[]): Ore =>
  lines.reduce((sum, each) => sum + netOf(each) + taxOf(each), 0);

const creditedLine = ({ lines, credit }: Invoice): readonly InvoiceLine[] =>
  credit ? [{ ...lines[0]!, quantity: credit.quantity }] : [];
/** What is left to pay of an invoice. */
export const owedOf = (invoice: Invoice): Ore => totalOf(invoice.lines) - totalOf(creditedLine(invoice));

/** What the document of some lines books; `sign` is -1 for a credit note. */
function bookedOf(invoice: Invoice, date: string, lines: readonly InvoiceLine[], sign: 1 | -1): DemoEntry {
  const entry: DemoLine[] = [];
  for (const sold of lines) {
    const tax = taxOf(sold);
    const number = entry.push(line(date, sold.account, -sign * netOf(sold), { tax_code: sold.vat }));
    if (tax === 0) continue;
    entry.push(line(date, vatOf(sold.vat).output!, -sign * tax, { tax_line: true, tax_for_line: number }));
  }
  const dimensions = [{ relation_type: 'businesspartner', relation_id: invoice.customer.id }];
  return {
    description: `${sign === 1 ? 'Faktura' : 'Kreditnota til faktura'} ${invoice.earlierNumber ?? invoice.order}`,
    lines: [...entry, line(date, '1500', sign * totalOf(lines), { dimensions })],
  };
}

export const receivedText = ({ kid }: Pick<Invoice, 'kid'>): string => `Innbetaling KID ${kid}`;

/** The invoices of a month and the money that comes in for them. A document stands for what it books. */
export function salesOf(time: Month, cast: Cast): readonly Step[] {
  return invoicesOf(time, cast).flatMap((invoice) => {
    const { date, paidOn, customer, credit } = invoice;
    const dimensions = [{ relation_type: 'businesspartner', relation_id: customer.id }];
    const received: DemoEntry = {
      description: receivedText(invoice),
      lines: [line(paidOn, '1920', owedOf(invoice)), line(paidOn, '1500', -owedOf(invoice), { dimensions })],
    };
    const credited = credit
      ? [step(credit.date, RANK.trade, bookedOf(invoice, credit.date, creditedLine(invoice), -1), isDocument(invoice))]
      : [];
    return [
      step(date, RANK.trade, bookedOf(invoice, date, invoice.lines, 1), isDocument(invoice)),
      ...credited,
      step(paidOn, RANK.trade, received),
    ];
  });
}
