import type { DemoEntry } from '../book.ts';
import type { Caller } from '../http.ts';
import type { Cast } from '../story.ts';
import { type HouseAccount, paidOver } from './accounts.ts';
import { loadStatements } from './files.ts';
import { lastInEuro, missingInBooks, paidInEuro, paidInvoices, received } from './january.ts';
import { compareFirstMonth, entriesOf, matchInBooks } from './matched.ts';
import { type Movement, movementsOf } from './movements.ts';
import { paidBill, payBills } from './payments.ts';

/** What the first year's end has paid over the bank, by day. */
const closingPayments = [
  ['2025-02-15', 'Forskuddsskatt, første termin'],
  ['2025-04-15', 'Forskuddsskatt, andre termin'],
  ['2025-06-12', 'Utbetalt utbytte for 2024'],
] as const;

export interface BankOptions {
  readonly owner: Caller;
  readonly api: Caller;
  readonly clientAccountId: number;
  readonly house: HouseAccount;
  readonly cast: Cast;
  readonly story: readonly DemoEntry[];
  /** Posts entries once. */
  readonly post: (entries: readonly DemoEntry[]) => Promise<void>;
}

/**
 * A bank that almost matches the books: statements of all that was paid, with a fee, a purchase without a voucher and an
 * invoice that was paid twice besides; the first month compared with the books, money of customers matched by KID, an
 * invoice in euro paid with a loss on the exchange, and payments in every state.
 */
export async function keepBank(options: BankOptions): Promise<void> {
  const { owner, api, clientAccountId, house, cast, story, post } = options;
  const invoices = await paidInvoices(api, clientAccountId);
  const bill = lastInEuro(story);
  const foreign = paidInEuro(bill);
  await post([...invoices.map(received), foreign].map((entry) => paidOver(entry, house.id)));
  const incoming = invoices.map((paid): Movement => {
    const [movement] = movementsOf([received(paid)], cast);
    return { ...movement!, kid: paid.invoice.payment_ref, reference: `OCR-${paid.invoice.id}` };
  });
  const closing = await closingMovements(api, clientAccountId);
  const more = missingInBooks(invoices[0]!).map((movement, n) => ({ ...movement, reference: `UKJENT-${n + 1}` }));
  const booked = [...movementsOf([...story, foreign], cast), ...closing, ...incoming, paidBill()];
  await loadStatements(api, clientAccountId, [...booked, ...more]);
  await explainPurchase(owner, clientAccountId, house);
  await matchInBooks(api, clientAccountId, invoices, bill, foreign);
  await compareFirstMonth(api, clientAccountId, house.id);
  await payBills({ owner, api, clientAccountId, house, cast });
}

/** Tax and dividend depend on the result of the first year, which the ledger knows. */
async function closingMovements(api: Caller, clientAccountId: number): Promise<readonly Movement[]> {
  const movements: Movement[] = [];
  for (const [date, text] of closingPayments) {
    const entries = await entriesOf(api, clientAccountId, date, date);
    const paid = entries
      .find(({ description }) => description === text)
      ?.lines.find(({ account_code }) => account_code === '1920');
    if (paid) movements.push({ date, text, ore: -Number(paid.credit.replace('.', '')) });
  }
  return movements;
}

/** The owner says what the purchase was whose receipt is missing. */
async function explainPurchase(owner: Caller, clientAccountId: number, house: HouseAccount): Promise<void> {
  const { data } = await owner.get<{ data: { id: number; amount: string }[] }>(
    `/api/v2/bank-transactions?client_account_id=${clientAccountId}&bank_account_id=${house.id}&from_date=2026-01-08&to_date=2026-01-08&per_page=1000`,
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
