import type { Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { type SQL, sql } from 'drizzle-orm';
import type { Stored } from './duplicates.ts';
import type { AdviceRow, DetailRow, TransactionRow } from './rows.ts';

/** Where rows of an import belong. */
export interface Place {
  readonly clientAccountId: number;
  readonly bankAccountId: number;
}

/** The columns of a table that are sent, with their types; others have the same value in every row. */
const columns = (types: Readonly<Record<string, string>>) => ({
  names: sql.raw(Object.keys(types).join(', ')),
  typed: sql.raw(
    Object.entries(types)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  ),
});

const transactionColumns = columns({
  ...{ payee_name: 'text', payee_bank_account_id: 'bigint', payor_name: 'text', payor_bank_account_id: 'bigint' },
  ...{ message_id: 'text', payment_id: 'text', instruction_id: 'text', end_to_end_id: 'text' },
  ...{ booking_date: 'date', value_date: 'date', memo: 'text' },
  ...{ instructed_amount: 'numeric', instructed_currency_code: 'text', instructed_exchange_rate: 'numeric' },
  ...{ amount: 'numeric', currency_code: 'text', exchange_rate: 'numeric', rate_to: 'text' },
  bank_reference: 'text',
} satisfies Record<keyof TransactionRow, string>);

const detailColumns = columns({
  ...{ transaction_type: 'text', account_name: 'text', account_number: 'text', account_currency_code: 'text' },
  ...{ archive_reference: 'text', structured_reference: 'text', bank_information: 'text' },
  ...{ amount: 'numeric', currency_code: 'text', description: 'text', booking_date: 'date', value_date: 'date' },
  ...{ invoice_number: 'text', sender_name: 'text', sender_account: 'text', receiver_name: 'text' },
  ...{ receiver_account: 'text', transaction_uuid: 'text', statement_uuid: 'text' },
} satisfies Record<keyof DetailRow, string>);

const adviceColumns = columns({
  ...{ debtor_account_number: 'text', debtor_name: 'text', debtor_address: 'text', archive_reference: 'text' },
  ...{ reference_end: 'text', description: 'text', structured_reference: 'text', document_number: 'text' },
  ...{ booking_date: 'date', value_date: 'date', amount: 'numeric', currency_code: 'text' },
  ...{ booked_amount: 'numeric', account_currency_code: 'text', charge_amount: 'numeric' },
  ...{ charge_currency_code: 'text', exchange_rate: 'numeric', transaction_type: 'text' },
} satisfies Record<keyof AdviceRow, string>);

/** Rows as one parameter: however many there are, the statement is the same. */
const sent = (rows: readonly unknown[], typed: SQL): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as sent(${typed})`;

/** Stores transactions of a statement, in their order. @returns their ids */
export async function insertTransactions(
  tx: Tx,
  { clientAccountId, bankAccountId }: Place,
  bankStatementId: number,
  { moment, actorId }: Stamp,
  rows: readonly TransactionRow[],
): Promise<readonly number[]> {
  const { names, typed } = transactionColumns;
  const made = await tx.execute<{ id: string }>(sql`
    insert into bank_transactions (client_account_id, bank_account_id, bank_statement_id,
      created_at, created_by_id, updated_at, updated_by_id, ${names})
    select ${clientAccountId}, ${bankAccountId}, ${bankStatementId},
      ${moment.toISOString()}::timestamptz, ${actorId}::bigint, ${moment.toISOString()}::timestamptz, ${actorId}::bigint, ${names}
    from ${sent(rows, typed)}
    returning id`);
  return made.map(({ id }) => Number(id));
}

/** Stores details of transactions. */
export async function insertDetails(
  tx: Tx,
  clientAccountId: number,
  rows: readonly (DetailRow & { readonly bank_transaction_id: number })[],
): Promise<void> {
  const { names, typed } = detailColumns;
  await tx.execute(sql`
    insert into bank_transaction_details (client_account_id, bank_transaction_id, ${names})
    select ${clientAccountId}, bank_transaction_id, ${names}
    from ${sent(rows, sql`bank_transaction_id bigint, ${typed}`)}`);
}

/** Stores advices, in their order. @returns their ids */
export async function insertAdvices(
  tx: Tx,
  { clientAccountId, bankAccountId }: Place,
  { moment, actorId }: Stamp,
  rows: readonly AdviceRow[],
): Promise<readonly number[]> {
  const { names, typed } = adviceColumns;
  const made = await tx.execute<{ id: string }>(sql`
    insert into receivable_payments (client_account_id, bank_account_id, created_at, created_by_id, ${names})
    select ${clientAccountId}, ${bankAccountId}, ${moment.toISOString()}::timestamptz, ${actorId}::bigint, ${names}
    from ${sent(rows, typed)}
    returning id`);
  return made.map(({ id }) => Number(id));
}

/** The last ids that a client account had before an import, which waits for its other writers. */
export async function lastIds(
  tx: Tx,
  clientAccountId: number,
): Promise<{ readonly transaction: number; readonly advice: number }> {
  const [row] = await tx.execute<{ transaction: string; advice: string }>(sql`
    select (select coalesce(max(id), 0) from bank_transactions where client_account_id = ${clientAccountId}) as transaction,
      (select coalesce(max(id), 0) from receivable_payments where client_account_id = ${clientAccountId}) as advice`);
  return { transaction: Number(row!.transaction), advice: Number(row!.advice) };
}

/** What a stored transaction is known again by. */
export const transactionKey = (row: Pick<TransactionRow, 'bank_reference' | 'amount' | 'booking_date'>): string =>
  JSON.stringify([row.bank_reference, row.amount, row.booking_date]);

/** Stored transactions of the account that have the reference, amount and date of some rows. */
export async function storedTransactions(
  tx: Tx,
  { clientAccountId, bankAccountId }: Place,
  until: number,
  rows: readonly TransactionRow[],
): Promise<Stored> {
  const references = rows.flatMap(({ bank_reference }) => (bank_reference === null ? [] : [bank_reference]));
  if (references.length === 0 || until === 0) return new Map();
  const found = await tx.execute<{ key: [string, string, string]; count: number }>(sql`
    select json_build_array(bank_reference, amount::text, booking_date::text) as key, count(*)::int as count
    from bank_transactions
    where client_account_id = ${clientAccountId} and bank_account_id = ${bankAccountId} and id <= ${until}
      and bank_reference = any(array(select json_array_elements_text(${JSON.stringify(references)}::text::json)))
    group by bank_reference, amount, booking_date`);
  return new Map(found.map(({ key, count }) => [JSON.stringify(key), count]));
}

/**
 * What a stored advice is known again by: its archive reference, amount and date; one that the bank gives no reference,
 * by all that it says.
 */
export const adviceKey = (row: AdviceRow): string =>
  JSON.stringify([
    ...[row.archive_reference, row.amount, row.booking_date],
    ...(row.archive_reference === null
      ? [row.debtor_account_number, row.debtor_name, row.structured_reference, row.document_number, row.description]
      : []),
  ]);

/** Stored advices of the account that have the reference, amount and date of some rows. */
export async function storedAdvices(
  tx: Tx,
  { clientAccountId, bankAccountId }: Place,
  until: number,
  rows: readonly AdviceRow[],
): Promise<Stored> {
  if (until === 0) return new Map();
  const of = (values: readonly (string | null)[]): string => JSON.stringify(values.filter((each) => each !== null));
  const found = await tx.execute<{ key: string[]; count: number }>(sql`
    select json_build_array(archive_reference, amount::text, booking_date::text,
        debtor_account_number, debtor_name, structured_reference, document_number, description) as key,
      count(*)::int as count
    from receivable_payments
    where client_account_id = ${clientAccountId} and bank_account_id = ${bankAccountId} and id <= ${until}
      and booking_date = any(array(
        select value::date from json_array_elements_text(${of(rows.map((row) => row.booking_date))}::text::json)))
      and (reference_end is null or reference_end = any(array(
        select json_array_elements_text(${of(rows.map((row) => row.reference_end))}::text::json))))
      and amount = any(array(
        select value::numeric from json_array_elements_text(${of(rows.map((row) => row.amount))}::text::json)))
    group by archive_reference, amount, booking_date,
      debtor_account_number, debtor_name, structured_reference, document_number, description`);
  const counts = new Map<string, number>();
  for (const { key, count } of found) {
    const name = JSON.stringify(key[0] === null ? key : key.slice(0, 3));
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}
