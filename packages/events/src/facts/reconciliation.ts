import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * Bank transactions of one house account were stored together: one by a call of its own, or those of one statement.
 * `count` says how many, and the dates when the first and the last was booked.
 */
export const bankTransactionRecorded = defineEvent({
  name: 'reconciliation.bank_transaction.recorded',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    bank_account_id: z.int(),
    /** Null for one that stands on no statement. */
    bank_statement_id: z.int().nullable(),
    count: z.int(),
    date_from: z.iso.date(),
    date_to: z.iso.date(),
  }),
});

/** A bank statement was stored, also one without transactions. */
export const bankStatementRecorded = defineEvent({
  name: 'reconciliation.bank_statement.recorded',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    bank_account_id: z.int(),
    bank_statement_id: z.int(),
    date_from: z.iso.date(),
    date_to: z.iso.date(),
  }),
});

/** A bank statement is gone, and its transactions with it. */
export const bankStatementDeleted = defineEvent({
  name: 'reconciliation.bank_statement.deleted',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    bank_account_id: z.int(),
    bank_statement_id: z.int(),
    date_from: z.iso.date(),
    date_to: z.iso.date(),
  }),
});

/** Somebody said what a bank transaction was: what asked for it needs no answer any more. */
export const bankTransactionExplained = defineEvent({
  name: 'reconciliation.bank_transaction.explained',
  version: 1,
  schema: z.object({ client_account_id: z.int(), bank_transaction_id: z.int(), user_id: z.int() }),
});
