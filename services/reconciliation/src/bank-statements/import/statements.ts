import type { CamtEntry, CamtStatement } from '@app/camt';
import { appendToOutbox } from '@app/db';
import { bankStatementRecorded, bankTransactionRecorded } from '@app/events';
import { decimal, formatMoney, ZERO } from '@app/money';
import type { ImportContext, Intake } from './context.ts';
import type { Duplicates } from './duplicates.ts';
import { unbalanced } from './failures.ts';
import type { HouseAccount } from './house.ts';
import { finishStatement, insertStatement, isDuplicate, type NewStatement } from './statement-store.ts';
import { DETAILS, type StoredEntries, storeEntries } from './store-entries.ts';

/** Entries that are stored by one statement of SQL. */
const ENTRIES = 1_000;

/** What is done with a statement that is stored already: nothing. */
const passed: Intake = { take: async () => undefined, end: async () => undefined };

/**
 * Stores a statement and its transactions.
 * @param duplicates of the account, over all statements of the file
 * @throws Failure 409 `bank_statement.balance_gap`, 400 `bank_statement.unbalanced` at its end
 */
export async function takeStatement(
  context: ImportContext,
  statement: CamtStatement,
  house: HouseAccount,
  duplicates: Duplicates,
): Promise<Intake> {
  const { tx, clientAccountId } = context;
  const currency = statement.currency!;
  const record: NewStatement = {
    ...{ clientAccountId, bankAccountId: house.id, uuid: crypto.randomUUID(), reference: statement.reference },
    ...{ currency, period: statement.period! },
  };
  if (await isDuplicate(tx, record)) {
    context.tally.skip(statement.reference, 'duplicate');
    return passed;
  }
  const statementId = await insertStatement(tx, record, context.stamp);
  const target = {
    ...{ statement, statementId, statementUuid: record.uuid, bankAccountId: house.id, currency },
    exchangeRate: currency === context.accountingCurrency ? '1' : null,
  };
  const sums = createSums();
  let waiting: CamtEntry[] = [];
  let details = 0;
  const flush = async (): Promise<void> => {
    const entries = waiting;
    [waiting, details] = [[], 0];
    if (entries.length > 0) sums.add(await storeEntries(context, target, entries, duplicates));
  };
  return {
    take: async (entry) => {
      waiting.push(entry);
      details += entry.details.length;
      if (waiting.length >= ENTRIES || details >= DETAILS) await flush();
    },
    end: async (booked) => {
      await flush();
      assertBalanced(record, booked);
      await finish(context, record, statementId, sums);
    },
  };
}

/** Opening balance and entries give the closing balance, those included that were stored before (BST-R02). */
function assertBalanced({ reference, period }: NewStatement, booked: string): void {
  const sum = decimal(period.opening).plus(booked);
  if (!sum.equals(period.closing)) throw unbalanced(reference, formatMoney(sum), period.closing);
}

/** What the entries of a statement come to. */
interface Sums {
  add(stored: StoredEntries): void;
  readonly count: number;
  readonly skipped: string;
  /** The first and last day on which one was booked; undefined when none was stored. */
  readonly days: readonly [from: string, to: string] | undefined;
}

function createSums(): Sums {
  let count = 0;
  let skipped = ZERO;
  let days: readonly [string, string] | undefined;
  return {
    add: (stored) => {
      count += stored.count;
      skipped = skipped.plus(stored.skipped);
      const all = [...(days ?? []), ...stored.days].sort();
      if (all.length > 0) days = [all[0]!, all.at(-1)!];
    },
    get count() {
      return count;
    },
    get skipped() {
      return formatMoney(skipped);
    },
    get days() {
      return days;
    },
  };
}

/** Says what became of a statement: in its row, in the answer, and to others. */
async function finish(
  { tx, clientAccountId, tally }: ImportContext,
  { bankAccountId, period }: NewStatement,
  id: number,
  { count, skipped, days }: Sums,
): Promise<void> {
  await finishStatement(tx, clientAccountId, id, { transactionCount: count, skippedAmount: skipped });
  tally.stored(id);
  const of = { client_account_id: clientAccountId, bank_account_id: bankAccountId, bank_statement_id: id };
  if (days) {
    const [date_from, date_to] = days;
    await appendToOutbox(tx, bankTransactionRecorded.create({ ...of, count, date_from, date_to }, clientAccountId));
  }
  const span = { date_from: period.from, date_to: period.to };
  await appendToOutbox(tx, bankStatementRecorded.create({ ...of, ...span }, clientAccountId));
}
