import type { CamtEntry, CamtStatement } from '@app/camt';
import { appendToOutbox, type Tx } from '@app/db';
import { bankTransactionsRecorded } from '@app/events';
import { decimal, formatMoney, ZERO } from '@app/money';
import type { Stamp } from '../../records/stamp.ts';
import { createDuplicates } from './duplicates.ts';
import { unbalanced } from './failures.ts';
import { accountsOfParties, type HouseAccount } from './house.ts';
import type { Tally } from './imported.ts';
import type { DetailRow } from './rows.ts';
import { finishStatement, insertStatement, isDuplicate } from './statement-store.ts';
import { insertDetails, insertTransactions, type Place, storedTransactions, transactionKey } from './store.ts';
import { detailOf, transactionOf } from './transaction.ts';

/** What every statement of an import needs. */
export interface ImportContext {
  readonly tx: Tx;
  readonly stamp: Stamp;
  readonly clientAccountId: number;
  /** The currency of the books. */
  readonly accountingCurrency: string;
  /** Rows with higher ids are of this import. */
  readonly until: { readonly transaction: number; readonly advice: number };
  readonly tally: Tally;
}

/** Takes the entries of a statement or a notification as they come. */
export interface Intake {
  take(entry: CamtEntry): Promise<void>;
  /** @param booked the sum of the entries that are on the account */
  end(booked: string): Promise<void>;
}

/** Entries and details that are stored by one statement of SQL. */
const ENTRIES = 1_000;
const DETAILS = 2_000;

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
  duplicates = createDuplicates(),
): Promise<Intake> {
  const { tx, stamp, clientAccountId, tally } = context;
  const period = statement.period!;
  const currency = statement.currency!;
  const place: Place = { clientAccountId, bankAccountId: house.id };
  const record = { ...place, uuid: crypto.randomUUID(), reference: statement.reference, currency, period };
  if (await isDuplicate(tx, record)) {
    tally.skip(statement.reference, 'duplicate');
    return passed;
  }
  const id = await insertStatement(tx, record, stamp);
  let waiting: CamtEntry[] = [];
  let details = 0;
  let transactionCount = 0;
  let skippedAmount = ZERO;

  const flush = async (): Promise<void> => {
    const entries = waiting;
    [waiting, details] = [[], 0];
    if (entries.length === 0) return;
    const statementContext = {
      ...{ statement, statementUuid: record.uuid, bankAccountId: house.id, currency },
      exchangeRate: currency === context.accountingCurrency ? '1' : null,
      accountOf: await accountsOfParties(tx, clientAccountId, entries),
    };
    const rows = entries.map((entry) => ({ entry, row: transactionOf(entry, statementContext) }));
    const stored = await storedTransactions(
      tx,
      place,
      context.until.transaction,
      rows.map(({ row }) => row),
    );
    const fresh = rows.filter(({ entry, row }) => {
      const isStored = row.bank_reference !== null && duplicates.isStored(transactionKey(row), stored);
      if (!isStored) return true;
      tally.skip(row.bank_reference, 'duplicate');
      skippedAmount = skippedAmount.plus(entry.amount);
      return false;
    });
    if (fresh.length === 0) return;
    const ids = await insertTransactions(
      tx,
      place,
      id,
      stamp,
      fresh.map(({ row }) => row),
    );
    transactionCount += ids.length;
    let together: (DetailRow & { readonly bank_transaction_id: number })[] = [];
    const putAway = async (): Promise<void> => {
      const some = together;
      together = [];
      if (some.length > 0) await insertDetails(tx, clientAccountId, some);
    };
    for (const [index, { entry }] of fresh.entries())
      for (const detail of entry.details) {
        together.push({ ...detailOf(detail, entry, statementContext), bank_transaction_id: ids[index]! });
        if (together.length >= DETAILS) await putAway();
      }
    await putAway();
  };

  return {
    take: async (entry) => {
      waiting.push(entry);
      details += entry.details.length;
      if (waiting.length >= ENTRIES || details >= DETAILS) await flush();
    },
    end: async (booked) => {
      await flush();
      const sum = decimal(period.opening).plus(booked);
      if (!sum.equals(period.closing)) throw unbalanced(statement.reference, formatMoney(sum), period.closing);
      await finishStatement(tx, clientAccountId, id, { transactionCount, skippedAmount: formatMoney(skippedAmount) });
      tally.stored(id);
      await appendToOutbox(tx, recorded(context, place, id, transactionCount));
    },
  };
}

const recorded = ({ clientAccountId }: ImportContext, { bankAccountId }: Place, id: number, count: number) =>
  bankTransactionsRecorded.create(
    {
      client_account_id: clientAccountId,
      bank_account_id: bankAccountId,
      bank_statement_id: id,
      transaction_count: count,
    },
    clientAccountId,
  );
