import { type Caller, CallRefused } from '../http.ts';
import { workOnEach } from '../together.ts';
import type { House, HouseAccount } from './accounts.ts';
import { entriesOf } from './matched.ts';

interface Transaction {
  readonly id: number;
  readonly booking_date: string;
  readonly amount: string;
}
interface Booked {
  readonly id: number;
  readonly entry: number;
  readonly account_code: string;
  readonly posting_date: string;
  /** Signed as the bank signs it. */
  readonly amount: string;
}

/**
 * Compares what the bank did on some days with the books, transaction by transaction, two at a time: the terms that wait
 * for it are reconciled beside the documents. What is compared already is passed over.
 */
export async function compareWithBank(
  api: Caller,
  clientAccountId: number,
  house: House,
  [from, to]: readonly [string, string],
): Promise<void> {
  const booked = await bookedOn(api, clientAccountId, from, to);
  for (const [account, code] of [
    [house.current, '1920'],
    [house.tax, '1950'],
  ] as const) {
    const open = await openTransactions(api, clientAccountId, account, from, to);
    const pairs = pair(
      open,
      booked.filter(({ account_code }) => account_code === code),
    );
    await workOnEach(pairs, ([transaction, line]) => compare(api, clientAccountId, transaction, line), { atOnce: 2 });
  }
}

async function openTransactions(
  api: Caller,
  clientAccountId: number,
  { id }: HouseAccount,
  from: string,
  to: string,
): Promise<readonly Transaction[]> {
  const { data } = await api.get<{ data: readonly Transaction[] }>(
    `/api/v2/bank-transactions?client_account_id=${clientAccountId}&bank_account_id=${id}&from_date=${from}&to_date=${to}&include_externally_reconciled=false&per_page=1000`,
  );
  return data;
}

async function bookedOn(api: Caller, clientAccountId: number, from: string, to: string): Promise<readonly Booked[]> {
  const entries = await entriesOf(api, clientAccountId, from, to);
  return entries.flatMap(({ id: entry, lines }) =>
    lines.map(({ id, account_code, posting_date, debit, credit }) => ({
      ...{ id, entry, account_code, posting_date, amount: Number(debit) > 0 ? debit : `-${credit}` },
    })),
  );
}

/** Each transaction with a line of its day and amount that no other has. */
function pair(transactions: readonly Transaction[], lines: readonly Booked[]) {
  const taken = new Set<number>();
  return transactions.flatMap((transaction) => {
    const found = lines.find(
      (line) =>
        !taken.has(line.id) && line.posting_date === transaction.booking_date && line.amount === transaction.amount,
    );
    if (!found) return [];
    taken.add(found.id);
    return [[transaction, found] as const];
  });
}

async function compare(api: Caller, clientAccountId: number, { id, amount }: Transaction, line: Booked): Promise<void> {
  const own = { amount, currency_code: 'NOK' };
  try {
    await api.send('POST', '/api/v2/external-reconciliations', {
      client_account_id: clientAccountId,
      entries: [
        { kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: id, ...own },
        { kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: line.entry, relation_line_id: line.id, ...own },
      ],
    });
  } catch (error) {
    // Another line of the same day and amount was taken for it by an earlier try.
    if (!(error instanceof CallRefused) || error.code !== 'external_reconciliation.already_reconciled') throw error;
  }
}
