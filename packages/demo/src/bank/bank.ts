import type { Cast } from '../cast.ts';
import type { Caller } from '../http.ts';
import { earlierOf, later } from '../plan/calendar.ts';
import type { Story } from '../story.ts';
import { allEnded } from '../together.ts';
import type { House } from './accounts.ts';
import { loadStatements } from './files.ts';
import { matchPartners, PAYABLE, RECEIVABLE } from './matched.ts';
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
 * an invoice that was paid twice besides. It is told from the story, so it needs the entries alone, and the accounts of
 * suppliers, by which the other side of a movement is known.
 * @param firstYear begins when the statements of the first year are there
 */
export async function loadBank(options: Books, firstYear: () => Promise<unknown>): Promise<void> {
  const { owner, api, clientAccountId, house, cast, story, until } = options;
  const onCurrent = [
    ...movementsOf(story.booked, cast),
    ...[...paidBill(story), ...missingInBooks(story)].filter(({ date }) => date <= until),
  ];
  const onTax = movementsOf(story.booked, cast, '1950');
  const kids = new Set(story.invoices.map(({ kid }) => kid));
  const files = { api, clientAccountId, house, until, kids };
  await endOverduePayments({ owner, api, clientAccountId, until });
  await loadStatements({ ...files, until: earlierOf(until, FIRST_YEAR_ENDS) }, onCurrent, onTax);
  await allEnded([firstYear(), loadStatements(files, onCurrent, onTax)]);
  await explainPurchase(options);
}

/** Matches what was owed and paid in the first year, before anything was a document. */
export async function matchFirstYear({ api, clientAccountId, until }: Books): Promise<void> {
  const end = earlierOf(matchedUntil(until), FIRST_YEAR_ENDS);
  for (const code of [RECEIVABLE, PAYABLE]) await matchPartners(api, clientAccountId, code, end);
}

/** What customers owed is matched with what they paid but for the last weeks. Needs the invoices. */
export const matchCustomers = ({ api, clientAccountId, until }: Books): Promise<void> =>
  matchPartners(api, clientAccountId, RECEIVABLE, matchedUntil(until));

/**
 * What suppliers were owed is matched with what they were paid but for the last weeks, and payments are in every state.
 * Needs the bills, and the whole bank.
 */
export async function paySuppliers(options: Books): Promise<void> {
  const { owner, api, clientAccountId, house, story, until } = options;
  await allEnded([
    matchPartners(api, clientAccountId, PAYABLE, earlierOf(matchedUntil(until), BEFORE_PAYMENTS)),
    payBills({ owner, api, clientAccountId, house, story, until }),
  ]);
  // What is matched already cannot be paid.
  await matchPartners(api, clientAccountId, PAYABLE, matchedUntil(until));
}

const matchedUntil = (until: string): string => later(until, -DAYS_LEFT_OPEN);

/** The owner says what the purchase was whose receipt is missing. */
async function explainPurchase({ owner, clientAccountId, house: { current } }: Books): Promise<void> {
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
