import type { DemoEntry } from '../book.ts';
import type { Caller } from '../http.ts';
import { FOREIGN_DAY } from '../plan/exchange.ts';
import { workOnEach } from '../together.ts';

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
  readonly meta: { readonly next_cursor?: string | null; readonly pages?: number };
}

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

/** Matches lines that no other match has. */
async function match(api: Caller, clientAccountId: number, date: string, lines: readonly number[]): Promise<void> {
  await api.send('POST', '/api/v2/reconciliations', {
    ...{ client_account_id: clientAccountId, date },
    entry_lines: lines.map((journal_entry_line_id) => ({ journal_entry_line_id })),
  });
}

/** Matches the invoice in euro with its payment, unless somebody, or an earlier try, has. */
export async function matchInBooks(
  api: Caller,
  clientAccountId: number,
  bill: DemoEntry,
  payment: DemoEntry,
): Promise<void> {
  const day = bill.lines[0]!.posting_date;
  const called = (entries: readonly Entry[], { description }: DemoEntry) =>
    entries.find((entry) => entry.description === description);
  const owed = called(await entriesOf(api, clientAccountId, day, day), bill);
  const paid = called(await entriesOf(api, clientAccountId, FOREIGN_DAY, FOREIGN_DAY), payment);
  if (!owed || !paid) return;
  const lines = [lineOn(owed, PAYABLE), lineOn(paid, PAYABLE)];
  const { data } = await api.get<Page<{ is_draft: boolean }>>(
    `/api/v2/reconciliations?client_account_id=${clientAccountId}&journal_entry_line_id=${lines[0]}`,
  );
  if (!data.some(({ is_draft }) => !is_draft)) await match(api, clientAccountId, FOREIGN_DAY, lines);
}

interface OpenLine extends Line {
  readonly remaining_amount: string;
  readonly currency_code: string;
  readonly dimensions: readonly { readonly relation_type: string; readonly relation_id: number }[];
}

/** What customers owe, and what suppliers are owed. */
export const [RECEIVABLE, PAYABLE] = ['1500', '2400'] as const;

/**
 * Matches what partners owed, or were owed, with what was paid for it up to a day, a match for each partner and year.
 * What is matched already is left.
 */
export async function matchPartners(
  api: Caller,
  clientAccountId: number,
  code: typeof RECEIVABLE | typeof PAYABLE,
  to: string,
): Promise<void> {
  const lines = await openLines(api, clientAccountId, code, to);
  const matched = [...Map.groupBy(lines, partnerOf).values()].flatMap(pairsByYear);
  await workOnEach(matched, (pairs) => {
    const ids = pairs.map(({ id }) => id);
    return match(api, clientAccountId, pairs.at(-1)!.posting_date, ids);
  });
}

const partnerOf = ({ dimensions }: OpenLine): number | undefined =>
  dimensions.find(({ relation_type }) => relation_type === 'businesspartner')?.relation_id;

/** Lines in kroner that nothing is matched with, the oldest first. */
async function openLines(api: Caller, clientAccountId: number, code: string, to: string): Promise<OpenLine[]> {
  const path = `/api/v2/journal-entry-lines?client_account_id=${clientAccountId}&account_code=${code}&to_date=${to}&include_reconciled=false&with=dimensions&per_page=1000`;
  const found: OpenLine[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = await api.get<Page<OpenLine>>(`${path}&page=${page}`);
    found.push(...data);
    pages = meta.pages ?? 1;
  }
  return found.sort((a, b) => (a.posting_date < b.posting_date ? -1 : 1));
}

/**
 * Pairs of a line and the next one of which as much is left on the other side, together by the year of the later one.
 */
function pairsByYear(lines: readonly OpenLine[]): readonly (readonly OpenLine[])[] {
  const waiting = new Map<string, OpenLine[]>();
  const pairs: (readonly [OpenLine, OpenLine])[] = [];
  for (const each of lines) {
    const left = each.remaining_amount.replace('-', '');
    const [own, other] = Number(each.debit) > 0 ? [`${left} D`, `${left} C`] : [`${left} C`, `${left} D`];
    const partner = waiting.get(other)?.shift();
    if (partner) pairs.push([partner, each]);
    else waiting.set(own, [...(waiting.get(own) ?? []), each]);
  }
  return [...Map.groupBy(pairs, ([, second]) => second.posting_date.slice(0, 4)).values()].map((ofYear) =>
    ofYear.flat(),
  );
}
