import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';
import { type Batch, batchesAfter, type Sums, sumsOfBooks, sumsOfFile } from './booked.ts';
import { openingsOf } from './commit.ts';
import type { SaftContext } from './context.ts';
import { UNDISTRIBUTED } from './mapping.ts';
import { EARLIER_RESULT } from './requests.ts';
import { createProblems, type Problem, type Report, type ReportedAccount } from './saft-import.ts';
import * as store from './store.ts';

/** Batches that are added up by one statement. */
const TOGETHER = 8;

interface Movement {
  debit: Decimal;
  credit: Decimal;
}

interface Pair {
  readonly code: string;
  readonly month: string;
  file: Movement;
  books: Movement;
}

/**
 * Adds up what the import has posted, from the books, and compares it with the file: debits and credits of every account
 * in every month and in all, the opening balance of every account, and the number of entries. What others have posted meanwhile is
 * not among it. @throws LeaseLost
 */
export async function proveTotals(
  { db }: Pick<SaftContext, 'db'>,
  held: store.Held,
  { accounts, entries: filed }: Pick<Report, 'accounts' | 'entries'>,
): Promise<readonly Problem[]> {
  const problems = createProblems();
  const read = new Map<string, Movement>();
  const codes = new Map(accounts.map(({ id, code }) => [id, code ?? id]));
  const pairs = new Map<string, Pair>();
  const addRead = (sums: readonly Sums[]): void => {
    for (const { account, debit, credit } of sums) {
      const sum = read.get(account) ?? { debit: ZERO, credit: ZERO };
      read.set(account, { debit: sum.debit.plus(decimal(debit)), credit: sum.credit.plus(decimal(credit)) });
    }
  };
  const add = (side: 'file' | 'books', sums: readonly Sums[], codeOf: (account: string) => string): void => {
    for (const { account, month, debit, credit } of sums) {
      const pair = pairOf(pairs, codeOf(account), month);
      pair[side].debit = pair[side].debit.plus(decimal(debit));
      pair[side].credit = pair[side].credit.plus(decimal(credit));
    }
  };
  let entries = 0;
  for (let after = -1; ; ) {
    const batches = await batchesAfter(db.executor, held, after, TOGETHER);
    const last = batches.length < TOGETHER;
    const until = last ? held.lastPosted : batches.at(-1)!.lastOrdinal;
    entries += batches.reduce((sum, { firstNumber, lastNumber }) => sum + lastNumber - firstNumber + 1, 0);
    const [opening, others] = [batches.filter(isOpening), batches.filter((batch) => !isOpening(batch))];
    if (opening.length > 0)
      compareOpening(await sumsOfBooks(db.executor, held.clientAccountId, opening), accounts, problems);
    const ofFile = await sumsOfFile(db.executor, held, { after, until });
    addRead(ofFile);
    add('file', ofFile, (account) => codes.get(account) ?? account);
    add('books', await sumsOfBooks(db.executor, held.clientAccountId, others), (code) => code);
    await store.hold(db.executor, held);
    if (last) break;
    after = until;
  }
  for (const { code, month, file, books } of pairs.values())
    if (!file.debit.equals(books.debit) || !file.credit.equals(books.credit))
      problems.add(
        'totals_differ',
        `Account ${code} in ${month}: the file has debits of ${formatMoney(file.debit)} and credits of ${formatMoney(file.credit)}, and the books ${formatMoney(books.debit)} and ${formatMoney(books.credit)}`,
        { account: code },
      );
  compareRead(read, accounts, problems);
  if (String(held.lastPosted) !== filed.counted)
    problems.add('totals_differ', `The file has ${filed.counted} entries, and ${held.lastPosted} were dealt with`);
  if (entries !== held.entriesPosted)
    problems.add(
      'totals_differ',
      `The import has posted ${held.entriesPosted} entries, and the books have ${entries} of it`,
    );
  return problems.named;
}

const isOpening = ({ lastOrdinal }: Batch): boolean => lastOrdinal === 0;

function pairOf(pairs: Map<string, Pair>, code: string, month: string): Pair {
  const key = `${code} ${month}`;
  const known = pairs.get(key);
  if (known) return known;
  const nothing = () => ({ debit: ZERO, credit: ZERO });
  const pair = { code, month, file: nothing(), books: nothing() };
  pairs.set(key, pair);
  return pair;
}

/** What the records of the file come to is what the report says of each account, which adds up to its closing balance. */
function compareRead(
  read: ReadonlyMap<string, Movement>,
  accounts: readonly ReportedAccount[],
  problems: ReturnType<typeof createProblems>,
): void {
  for (const { id, debit, credit } of accounts) {
    const sum = read.get(id) ?? { debit: ZERO, credit: ZERO };
    if (!sum.debit.equals(decimal(debit)) || !sum.credit.equals(decimal(credit)))
      problems.add(
        'totals_differ',
        `Account ${id} has debits of ${debit} and credits of ${credit} in the file, and ${formatMoney(sum.debit)} and ${formatMoney(sum.credit)} were dealt with`,
        { account: id },
      );
  }
}

/** What the opening entry has put on each account; the result of earlier years stands on an account of its own. */
function compareOpening(
  booked: readonly Sums[],
  accounts: readonly ReportedAccount[],
  problems: ReturnType<typeof createProblems>,
): void {
  const wanted = new Map<string, Decimal>();
  for (const [code, amount] of openingsOf(accounts)) {
    const target = code === UNDISTRIBUTED ? EARLIER_RESULT : code;
    wanted.set(target, (wanted.get(target) ?? ZERO).plus(amount));
  }
  const there = new Map<string, Decimal>();
  for (const { account, debit, credit } of booked)
    there.set(account, (there.get(account) ?? ZERO).plus(decimal(debit)).minus(decimal(credit)));
  for (const code of new Set([...wanted.keys(), ...there.keys()])) {
    const [file, books] = [wanted.get(code) ?? ZERO, there.get(code) ?? ZERO];
    if (!file.equals(books))
      problems.add(
        'opening_differs',
        `Account ${code} opens with ${formatMoney(file)} in the file, and with ${formatMoney(books)} in the books`,
        { account: code },
      );
  }
}
