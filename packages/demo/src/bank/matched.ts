import type { DemoEntry } from '../book.ts';
import { type Caller, CallRefused } from '../http.ts';
import { FOREIGN_DAY, type PaidInvoice, receivedText } from './january.ts';

interface Line {
  readonly id: number;
  readonly account_code: string;
  readonly posting_date: string;
  readonly debit: string;
  readonly credit: string;
}
interface Entry {
  readonly id: number;
  readonly description: string;
  readonly lines: readonly Line[];
}
interface Page<T> {
  readonly data: readonly T[];
  readonly meta: { readonly next_cursor?: string | null };
}

/** Invoices that are matched with the money that came in; the others wait for whoever approves proposals. */
const MATCHED = 2;

/** The entries of some days with their lines, 100 at a time. */
export async function entriesOf(api: Caller, clientAccountId: number, from: string, to: string): Promise<Entry[]> {
  const path = `/api/v2/journal-entries?client_account_id=${clientAccountId}&date_from=${from}&date_to=${to}&with=lines`;
  const entries: Entry[] = [];
  for (let cursor: string | null | undefined = ''; cursor != null; ) {
    const page: Page<Entry> = await api.get(cursor === '' ? path : `${path}&cursor=${encodeURIComponent(cursor)}`);
    entries.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return entries;
}

const lineOn = (entry: Entry, account: string): number => entry.lines.find((l) => l.account_code === account)!.id;

/** Matches lines unless somebody, or an earlier try, has. */
async function match(api: Caller, clientAccountId: number, date: string, lines: readonly number[]): Promise<void> {
  const { data } = await api.get<Page<{ is_draft: boolean }>>(
    `/api/v2/reconciliations?client_account_id=${clientAccountId}&journal_entry_line_id=${lines[0]}`,
  );
  if (data.some(({ is_draft }) => !is_draft)) return;
  await api.send('POST', '/api/v2/reconciliations', {
    ...{ client_account_id: clientAccountId, date },
    entry_lines: lines.map((journal_entry_line_id) => ({ journal_entry_line_id })),
  });
}

/** Matches some invoices with what their customers paid, and the invoice in euro with its payment. */
export async function matchInBooks(
  api: Caller,
  clientAccountId: number,
  invoices: readonly PaidInvoice[],
  bill: DemoEntry,
  payment: DemoEntry,
): Promise<void> {
  const posted = await entriesOf(api, clientAccountId, FOREIGN_DAY, '2026-01-31');
  const called = (entries: readonly Entry[], text: string) => entries.find(({ description }) => description === text);
  for (const { invoice, date } of invoices.slice(0, MATCHED)) {
    const money = called(posted, receivedText(invoice));
    if (!money) continue;
    const sale = await api.get<Entry>(`/api/v2/journal-entries/${invoice.journal_entry_id}?with=lines`);
    await match(api, clientAccountId, date, [lineOn(sale, '1500'), lineOn(money, '1500')]);
  }
  const day = bill.lines[0]!.posting_date;
  const owed = called(await entriesOf(api, clientAccountId, day, day), bill.description);
  const paid = called(posted, payment.description);
  if (owed && paid) await match(api, clientAccountId, FOREIGN_DAY, [lineOn(owed, '2400'), lineOn(paid, '2400')]);
}

interface Transaction {
  readonly id: number;
  readonly booking_date: string;
  readonly amount: string;
}

/** Records that are made at the same time. */
const TOGETHER = 4;
const MONTH = ['2024-01-01', '2024-01-31'] as const;

/** Compares the first month of the bank with the books, transaction by transaction. What is compared already is passed over. */
export async function compareFirstMonth(api: Caller, clientAccountId: number, bankAccountId: number): Promise<void> {
  const [from, to] = MONTH;
  const { data } = await api.get<Page<Transaction>>(
    `/api/v2/bank-transactions?client_account_id=${clientAccountId}&bank_account_id=${bankAccountId}&from_date=${from}&to_date=${to}&include_externally_reconciled=false&per_page=1000`,
  );
  if (data.length === 0) return;
  const entries = await entriesOf(api, clientAccountId, from, to);
  const lines = entries.flatMap(({ id, lines: all }) =>
    all.filter((l) => l.account_code === '1920').map((l) => ({ entry: id, ...l })),
  );
  const left = data.values();
  const taken = new Set<number>();
  const work = async (): Promise<void> => {
    for (const { id, booking_date, amount } of left) {
      const found = lines.find((l) => !taken.has(l.id) && l.posting_date === booking_date && signed(l) === amount);
      if (!found) continue;
      taken.add(found.id);
      await compare(api, clientAccountId, { id, amount }, { entry: found.entry, line: found.id });
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
}

const signed = ({ debit, credit }: Line): string => (Number(debit) > 0 ? debit : `-${credit}`);

async function compare(
  api: Caller,
  clientAccountId: number,
  { id, amount }: Pick<Transaction, 'id' | 'amount'>,
  { entry, line }: { readonly entry: number; readonly line: number },
): Promise<void> {
  const own = { amount, currency_code: 'NOK' };
  try {
    await api.send('POST', '/api/v2/external-reconciliations', {
      client_account_id: clientAccountId,
      entries: [
        { kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: id, ...own },
        { kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: entry, relation_line_id: line, ...own },
      ],
    });
  } catch (error) {
    // Another line of the same day and amount was taken for it by an earlier try.
    if (!(error instanceof CallRefused) || error.code !== 'external_reconciliation.already_reconciled') throw error;
  }
}
