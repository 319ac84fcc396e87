import type { Cast } from '../cast.ts';
import type { Caller } from '../http.ts';
import { earlierOf, later } from '../plan/calendar.ts';
import type { Story } from '../story.ts';
import { allEnded } from '../together.ts';
import type { House } from './accounts.ts';
import { loadStatements } from './files.ts';
import { matchPartners } from './matched.ts';
import { movementsOf } from './movements.ts';
import { endOverduePayments, paidBill, payBills } from './payments.ts';
import { missingInBooks } from './surprises.ts';

/** What all parts of the books need to know. */
export interface Books {
  readonly owner: Caller;
  readonly api: Caller;
  readonly clientAccountId: number;
  readonly house: House;
  readonly cast: Cast;
  readonly story: Story;
  readonly until: string;
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
 * weeks, and payments in every state.
 */
export async function keepBank(options: Books): Promise<void> {
  const { owner, api, clientAccountId, house, cast, story, until } = options;
  const onCurrent = [
    ...movementsOf(story.booked, cast),
    ...[...paidBill(story), ...missingInBooks(story)].filter(({ date }) => date <= until),
  ];
  await endOverduePayments({ owner, api, clientAccountId, until });
  const kids = new Set(story.invoices.map(({ kid }) => kid));
  const files = { api, clientAccountId, house, until, kids };
  const matchedUntil = later(until, -DAYS_LEFT_OPEN);
  await allEnded([
    matchPartners(api, clientAccountId, earlierOf(matchedUntil, BEFORE_PAYMENTS)),
    loadStatements(files, onCurrent, movementsOf(story.booked, cast, '1950')),
  ]);
  // What is matched already cannot be paid.
  await payBills({ owner, api, clientAccountId, house, story, until });
  await allEnded([explainPurchase(owner, clientAccountId, house), matchPartners(api, clientAccountId, matchedUntil)]);
}

/** Loads the statements of the first year: it has no documents, so they need the entries alone. */
export async function beginBank(options: Books): Promise<void> {
  const { api, clientAccountId, house, cast, story, until } = options;
  const firstYear = { until: earlierOf(until, FIRST_YEAR_ENDS), kids: new Set<string>() };
  const movements = [movementsOf(story.booked, cast), movementsOf(story.booked, cast, '1950')] as const;
  await loadStatements({ api, clientAccountId, house, ...firstYear }, ...movements);
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
