import { isAboutField } from '@app/contract/failure';
import { type Database, defineUseCase, finalRefusal, type Tx } from '@app/db';
import { takeStamp } from '@app/records';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { isReconciledWith } from './records-store.ts';
import * as store from './store.ts';

/** Who settles, under a key that is the same for every try. */
interface SettlingCaller {
  readonly userId: number;
  readonly commandKey: string;
}

/** What a payment is reconciled with, by the areas that own reconciliations. Each does a command once. */
export interface Reconciling {
  /** Matches lines of the ledger with each other; gives the id of the reconciliation. */
  match(
    caller: SettlingCaller,
    wanted: {
      readonly clientAccountId: number;
      readonly date: string;
      readonly wishes: readonly {
        readonly journalEntryLineId: number;
        readonly debit: string;
        readonly credit: string;
        readonly debitFc: string;
        readonly creditFc: string;
      }[];
    },
  ): Promise<number>;
  /** Compares what the bank has moved with the line of the house account; gives the id of the record. */
  record(
    caller: SettlingCaller,
    wanted: {
      readonly clientAccountId: number;
      readonly movement: Movement;
      readonly line: { readonly journalEntryId: number; readonly id: number };
    },
  ): Promise<number>;
  /** Takes a record back; one that is gone is left as it is. */
  retire(caller: SettlingCaller, record: { readonly clientAccountId: number; readonly id: number }): Promise<void>;
  /** Takes a match back; one that is gone is left as it is. */
  unmatch(caller: SettlingCaller, record: { readonly clientAccountId: number; readonly id: number }): Promise<void>;
}

export interface SettlingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'PostEntry' | 'CancelEntry'>;
  readonly reconciling: Reconciling;
}

const foreign = z.object({ currencyCode: z.string(), amount: z.string() }).nullable();
const line = z.object({
  accountCode: z.string(),
  debit: z.string(),
  credit: z.string(),
  /** In the currency of the line; null in the accounting currency. */
  fc: foreign,
  dimensions: z.array(z.object({ relationType: z.string(), relationId: z.int() })).readonly(),
});

const movementSchema = z.object({
  transactionId: z.int(),
  /** Signed, in the currency of the transaction. */
  amount: z.string(),
  currencyCode: z.string(),
  /** Of the entry, where the transaction has none. */
  exchangeRate: z.string().nullable(),
});

/** The movement of the bank that a payment is settled by. */
export type Movement = z.output<typeof movementSchema>;

const intentSchema = z.object({
  paymentId: z.int(),
  actorId: z.int(),
  /** A calendar day. */
  postingDate: z.string(),
  description: z.string(),
  documentNumber: z.string().nullable(),
  /** Of the books when the amounts were worked out; absent where an earlier release began. */
  accountingCurrency: z.string().optional(),
  /** What clears the debt, and what leaves the account of the house. */
  debtLine: line,
  houseLine: line,
  /** The line of the document, and what of it is cleared. */
  documentLine: z.object({ id: z.int(), credit: z.string(), creditFc: z.string() }),
  /** Null for a payment that is settled without one. */
  movement: movementSchema.nullable(),
});

export type SettlingIntent = z.output<typeof intentSchema>;

/** One settlement of a payment is under way at a time. */
export const subjectOf = (paymentId: number): string => `payment:${paymentId}`;

/**
 * Settling a payment is one use case over reconciliation and the ledger (PAY-R11, PAY-R12): the payment is held, the
 * ledger posts its entry, the line of the document is matched with it, the bank's movement is reconciled with the line
 * of the house account, and the payment is PAID. Each step is done once under the command key, so that whoever goes on
 * after a kill finds what was done. What one of them refuses, the others take back: then the payment is as it was.
 */
export const defineSettling = ({ db, clock, logger, ledger, reconciling }: SettlingDeps) => {
  const post = (clientAccountId: number, commandKey: string, intent: SettlingIntent) =>
    ledger.PostEntry(
      {
        clientAccountId,
        commandKey: `payment:${commandKey}`,
        userId: intent.actorId,
        description: intent.description,
        ...{ relationType: 'PAYMENT', relationId: intent.paymentId },
        ...(intent.documentNumber === null ? {} : { relationNumber: intent.documentNumber }),
        ...(intent.accountingCurrency === undefined ? {} : { accountingCurrency: intent.accountingCurrency }),
        lines: [intent.debtLine, intent.houseLine].map(({ fc, dimensions, ...booked }) => ({
          ...booked,
          ...{ postingDate: intent.postingDate, description: intent.description, dimensions: [...dimensions] },
          ...(fc === null ? {} : { currencyCode: fc.currencyCode, amountFc: fc.amount }),
        })),
      },
      { deadlineMillis: 20_000 },
    );
  const match = (clientAccountId: number, commandKey: string, intent: SettlingIntent, debtLineId: number) => {
    const { debtLine, documentLine, actorId, postingDate } = intent;
    return reconciling.match(
      { userId: actorId, commandKey: `${commandKey}:match` },
      {
        ...{ clientAccountId, date: postingDate },
        wishes: [
          {
            ...{ journalEntryLineId: debtLineId, credit: '0.00', creditFc: '0.00' },
            ...{ debit: debtLine.debit, debitFc: debtLine.fc?.amount ?? debtLine.debit },
          },
          {
            ...{ journalEntryLineId: documentLine.id, debit: '0.00', debitFc: '0.00' },
            ...{ credit: documentLine.credit, creditFc: documentLine.creditFc },
          },
        ],
      },
    );
  };
  const record = async (
    clientAccountId: number,
    commandKey: string,
    { movement, actorId }: SettlingIntent,
    { journalEntryId, journalLineIds }: Awaited<ReturnType<typeof post>>,
  ): Promise<number | undefined> => {
    if (movement === null) return undefined;
    const line = { journalEntryId, id: journalLineIds[1]! };
    return reconciling.record(
      { userId: actorId, commandKey: `${commandKey}:record` },
      { clientAccountId, movement, line },
    );
  };
  return defineUseCase(
    { db, logger },
    {
      name: 'settle_payment',
      leaseSeconds: 10,
      intent: intentSchema,
      result: z.object({ paymentId: z.int() }),
      given: z.undefined(),
      call: async ({ commandKey, clientAccountId, intent }) => {
        const posted = await post(clientAccountId!, commandKey, intent);
        await match(clientAccountId!, commandKey, intent, posted.journalLineIds[0]!);
        await record(clientAccountId!, commandKey, intent, posted);
        return { journalEntryId: posted.journalEntryId };
      },
      finish: ({ clientAccountId, intent, said, commit }) =>
        commit(async (tx) => {
          const stamp = await takeStamp(tx, clock, clientAccountId!, intent.actorId);
          await store.changePayment(
            tx,
            { clientAccountId: clientAccountId!, id: intent.paymentId },
            {
              ...{ status: 'PAID', isSettling: false, errorMessage: null },
              ...{ journalEntryId: said.journalEntryId, settledAt: stamp.moment },
              ...(await settledBy(tx, clientAccountId!, intent, said.journalEntryId)),
            },
            stamp,
          );
          return { paymentId: intent.paymentId };
        }),
      refuse: async (tx, { clientAccountId, intent }) => {
        const stamp = await takeStamp(tx, clock, clientAccountId!, intent.actorId);
        await store.changePayment(
          tx,
          { clientAccountId: clientAccountId!, id: intent.paymentId },
          { isSettling: false, bankTransactionId: null, transferLines: null },
          stamp,
        );
      },
      undo: async ({ commandKey, clientAccountId, intent }) => {
        const posted = await unlessRefused(() => post(clientAccountId!, commandKey, intent));
        if (posted === undefined) return;
        const matched = await unlessRefused(() =>
          match(clientAccountId!, commandKey, intent, posted.journalLineIds[0]!),
        );
        if (matched !== undefined) {
          const recorded = await unlessRefused(() => record(clientAccountId!, commandKey, intent, posted));
          const userId = intent.actorId;
          if (recorded !== undefined)
            await reconciling.retire(
              { userId, commandKey: `${commandKey}:retire` },
              { clientAccountId: clientAccountId!, id: recorded },
            );
          await reconciling.unmatch(
            { userId, commandKey: `${commandKey}:unmatch` },
            { clientAccountId: clientAccountId!, id: matched },
          );
        }
        await ledger
          .CancelEntry({
            // A refusal is kept under its key: what is locked today may be open tomorrow.
            ...{ clientAccountId: clientAccountId!, commandKey: `payment:${commandKey}:undo:${clock.today()}` },
            ...{ userId: intent.actorId, journalEntryId: posted.journalEntryId },
            reason: `Payment ${intent.paymentId} was not settled`,
          })
          .catch((error: unknown) => {
            // It was cancelled before. Any other refusal leaves it in the books, which is not the end of it.
            if (!isAboutField(error, 'cancelled')) throw error;
          });
      },
    },
  );
};

export type Settling = ReturnType<typeof defineSettling>;

/**
 * The movement that a payment names at its end: none when somebody has retired its record meanwhile, also where the
 * movement is reconciled with something else by now.
 */
async function settledBy(tx: Tx, clientAccountId: number, { movement }: SettlingIntent, journalEntryId: number) {
  if (movement === null) return {};
  return (await isReconciledWith(tx, clientAccountId, movement.transactionId, journalEntryId))
    ? { releasedTransactionId: null }
    : { bankTransactionId: null, releasedTransactionId: movement.transactionId };
}

/** What a call gives; undefined where it was refused for good, so that there is nothing to take back. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (finalRefusal(error)) return undefined;
    throw error;
  }
}
