import { spawnSync } from 'node:child_process';
import { addMoney } from '@app/money';

// Another program that keeps double-entry books, from https://hledger.org: it reads a journal of plain text and knows
// nothing of ours.

const program = process.env.HLEDGER_BIN ?? 'hledger';

export const hasHledger = spawnSync(program, ['--version']).status === 0;

/** One side of an entry: amounts are debit minus credit, decimal text. */
export interface Posting {
  readonly date: string;
  readonly account: string;
  readonly amount: string;
  /** What it is in another currency. */
  readonly foreign?: { readonly amount: string; readonly currency: string } | undefined;
  readonly dimensions: readonly { readonly relation_type: string; readonly relation_id: number }[];
}

export interface Transaction {
  readonly postings: readonly Posting[];
  /** A cancelled entry, or the reversal of one. */
  readonly isCancelled: boolean;
}

/** A journal in the format of the program. */
export function journalOf(currency: string, transactions: readonly Transaction[]): string {
  const blocks = transactions.map(({ postings, isCancelled }) => {
    const lines = postings.map((posting) => {
      const { foreign } = posting;
      const value = (amount: string) => `${amount} ${currency}`;
      const shown = foreign
        ? `${foreign.amount} ${foreign.currency} @@ ${value(posting.amount.replace('-', ''))}`
        : value(posting.amount);
      const tags = posting.dimensions.map(({ relation_type, relation_id }) => `, ${relation_type}:${relation_id}`);
      return `    ${posting.account}  ${shown}  ; date:${posting.date}${tags.join('')}`;
    });
    return [`${postings[0]!.date} entry${isCancelled ? '  ; cancelled:' : ''}`, ...lines].join('\n');
  });
  return `commodity 1000.00 ${currency}\n\n${blocks.join('\n\n')}\n`;
}

/** What the program answers, as rows of cells. @throws Error with what it says */
function ask(journal: string, ...question: readonly string[]): readonly (readonly string[])[] {
  const { status, stdout, stderr } = spawnSync(program, ['-f', '-', ...question, '-O', 'csv'], {
    input: journal,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${program} ${question.join(' ')}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell!));
}

/** `1250.00 NOK`, or `0`. */
const amountOf = (cell: string): string => addMoney(cell.split(' ')[0]!);

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

export interface Span {
  readonly from?: string;
  readonly to: string;
}

const spanOf = ({ from, to }: Span): readonly string[] => [...(from ? ['-b', from] : []), '-e', dayAfter(to)];

/** What is posted in a span per account, at cost; accounts that come to zero are left out. */
export function balances(journal: string, span: Span, ...only: readonly string[]): ReadonlyMap<string, string> {
  const [, ...rows] = ask(journal, 'balance', '-B', '--flat', '-N', ...spanOf(span), ...only);
  return new Map(rows.map(([account, amount]) => [account!, amountOf(amount!)]));
}

/** The same by month: from the month of the first day on. */
export function months(
  journal: string,
  span: Span,
  ...only: readonly string[]
): ReadonlyMap<string, readonly string[]> {
  const [, ...rows] = ask(journal, 'balance', '-B', '--flat', '-N', '--monthly', ...spanOf(span), ...only);
  return new Map(rows.map(([account, ...amounts]) => [account!, amounts.map(amountOf)]));
}

/** Each posting of an account, with the balance after the last of each day. */
export function register(
  journal: string,
  account: string,
  span: Span,
): readonly (readonly [date: string, amount: string])[] {
  const [, ...rows] = ask(journal, 'register', '-B', ...spanOf(span), `^${account}$`);
  return rows.map(([, date, , , , amount]) => [date!, amountOf(amount!)]);
}
