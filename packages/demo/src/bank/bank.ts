import type { DemoEntry } from '../book.ts';
import type { Cast } from '../cast.ts';
import type { Caller } from '../http.ts';
import { earlierOf, later } from '../plan/calendar.ts';
import type { Story } from '../story.ts';
import { allEnded } from '../together.ts';
import type { House } from './accounts.ts';
import { loadStatements } from './files.ts';
import { entriesOf, matchInBooks, matchPartners } from './matched.ts';
import { type Movement, movementsOf } from './movements.ts';
import { endOverduePayments, paidBill, payBills } from './payments.ts';
import { missingInBooks } from './surprises.ts';

export interface BankOptions {
  readonly owner: Caller;
  readonly api: Caller;
  readonly clientAccountId: number;
  readonly house: House;
  readonly cast: Cast;
  readonly story: Story;
  readonly until: string;
  /** The bill in euro and its payment, once that day has come. */
  readonly foreign: { readonly bill: DemoEntry; readonly payment: DemoEntry } | undefined;
  /** What the years' ends have paid over the bank, by day and text. */
  readonly closing: readonly { readonly date: string; readonly text: string }[];
}

/** Before this day nothing is paid by a document. */
const FIRST_YEAR_ENDS = '2024-12-31';
/** Payments have records of their own for bills after this day alone. */
const BEFORE_PAYMENTS = '2025-12-31';
/** What is younger than this waits for whoever approves proposals. */
const DAYS_LEFT_OPEN = 45;

/**
 * A bank that almost matches the books: statements of all that was paid, with a fee, a purchase without a voucher and
 * an invoice that was paid twice besides; what customers and suppliers owed matched with what was paid but for the last
 * weeks, an invoice in euro paid with a loss on the exchange, and payments in every state.
 */
export async function keepBank(options: BankOptions): Promise<void> {
  const { owner, api, clientAccountId, house, cast, story, until, foreign } = options;
  const closing = await closingMovements(options);
  const onCurrent = [
    ...movementsOf([...story.booked, ...(foreign ? [foreign.payment] : [])], cast),
    ...[...closing, ...paidBill(story), ...missingInBooks(story)].filter(({ date }) => date <= until),
  ];
  await endOverduePayments({ owner, api, clientAccountId, until });
  const kids = new Set(story.invoices.map(({ kid }) => kid));
  const files = { api, clientAccountId, house, until, kids };
  const matchedUntil = later(until, -DAYS_LEFT_OPEN);
  const match = async (): Promise<void> => {
    if (foreign) await matchInBooks(api, clientAccountId, foreign.bill, foreign.payment);
    await matchPartners(api, clientAccountId, earlierOf(matchedUntil, BEFORE_PAYMENTS));
  };
  await allEnded([match(), loadStatements(files, onCurrent, movementsOf(story.booked, cast, '1950'))]);
  // What is matched already cannot be paid.
  await payBills({ owner, api, clientAccountId, house, story, until });
  await allEnded([explainPurchase(owner, clientAccountId, house), matchPartners(api, clientAccountId, matchedUntil)]);
}

/**
 * Loads the statements of the first year: it has neither documents nor what the end of a year pays, so they need the
 * entries alone.
 */
export async function beginBank(options: Omit<BankOptions, 'foreign' | 'closing'>): Promise<void> {
  const { api, clientAccountId, house, cast, story, until } = options;
  const firstYear = { until: earlierOf(until, FIRST_YEAR_ENDS), kids: new Set<string>() };
  const movements = [movementsOf(story.booked, cast), movementsOf(story.booked, cast, '1950')] as const;
  await loadStatements({ api, clientAccountId, house, ...firstYear }, ...movements);
}

/** Tax and dividend depend on the result of their year, which the ledger knows. */
async function closingMovements({ api, clientAccountId, closing }: BankOptions): Promise<readonly Movement[]> {
  const movements: Movement[] = [];
  for (const { date, text } of closing) {
    const entries = await entriesOf(api, clientAccountId, date, date);
    const paid = entries
      .find(({ description }) => description === text)
      ?.lines.find(({ account_code }) => account_code === '1920');
    if (paid) movements.push({ date, text, ore: -Number(paid.credit.replace('.', '')) });
  }
  return movements;
}

/** The owner says what the purchase was whose receipt is missing. */
async function explainPurchase(owner: Caller, clientAccountId: number, { current }: House): Promise<void> {
  const { data } = await owner.get<{ data: { id: number; amount: string }[] }>(
    `/api/v2/bank-transactions?client_account_id=${clientAccountId}&bank_account_id=${current.id}&from_date=2026-01-08&to_date=2026-01-08&per_page=1000`,
  );
  const purchase = data.find(({ amount }) => amount === '-1249.00');
  if (!purchase) return;
  const path = `/api/v2/bank-transactions/${purchase.id}/statements`;
  if ((await owner.get<readonly unknown[]>(path)).length > 0) return;
  await owner.send('POST', path, {
    category: 'PURCHASE',
    comment: 'Hyller til lageret. Kvitteringen er borte, jeg har bedt butikken om en ny.',
  });
}
