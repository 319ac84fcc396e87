import { isPaymentReference } from '@app/check-digits';
import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';
import { bankTransactionDetails, bankTransactions } from '../schema/bank-transactions.ts';
import { payments } from '../schema/payments.ts';
import { idOfEndToEnd } from './payment.ts';

/** A payment on its way, and a movement of the bank that may be it. */
export interface Candidate {
  readonly clientAccountId: number;
  readonly paymentId: number;
  /** Of the payment: what is judged by it is judged anew when it changes. */
  readonly version: number;
  readonly transactionId: number;
  /** The end-to-end id that the bank gave back is that of the payment. */
  readonly isNamed: boolean;
}

interface Row extends Record<string, unknown> {
  readonly client_account_id: string;
  readonly payment_id: string;
  readonly version: string;
  readonly transaction_id: string;
  readonly end_to_end_id: string | null;
  readonly payment_ref: string | null;
  readonly references: readonly (string | null)[];
}

/** Rows of one look; what is left waits for the next run. */
const MOST = 10_000;

/**
 * Movements out of the account of a payment that is on its way, of its amount, which nothing settles or reconciles yet,
 * and that name it: by its end-to-end id, or by its reference. Raw: it compares two tables by amounts of either currency.
 */
export async function candidates(ex: Executor): Promise<readonly Candidate[]> {
  const rows = await ex.execute<Row>(sql`
    select p.client_account_id::text, p.id::text as payment_id, p.version::text, t.id::text as transaction_id,
      t.end_to_end_id, p.payment_ref,
      array(select d.structured_reference from ${bankTransactionDetails} d
        where d.client_account_id = t.client_account_id and d.bank_transaction_id = t.id) || array[t.memo] as references
    from ${payments} p
    join ${bankTransactions} t on t.client_account_id = p.client_account_id and t.bank_account_id = p.bank_account_id
      and t.amount < 0 and t.external_reconciled_amount <> t.amount
      and (t.currency_code, -t.amount) = (p.currency_code, p.amount)
    where p.status in ('PENDING', 'APPROVED', 'SENT') and not p.is_settling
      and not exists (select from ${payments} s where s.client_account_id = t.client_account_id and s.bank_transaction_id = t.id)
    union all
    select p.client_account_id::text, p.id::text, p.version::text, t.id::text, t.end_to_end_id, p.payment_ref,
      array(select d.structured_reference from ${bankTransactionDetails} d
        where d.client_account_id = t.client_account_id and d.bank_transaction_id = t.id) || array[t.memo]
    from ${payments} p
    join ${bankTransactions} t on t.client_account_id = p.client_account_id and t.bank_account_id = p.bank_account_id
      and t.amount < 0 and t.external_reconciled_amount <> t.amount and t.currency_code <> p.currency_code
      and (t.instructed_currency_code, abs(t.instructed_amount)) = (p.currency_code, p.amount)
    where p.status in ('PENDING', 'APPROVED', 'SENT') and not p.is_settling
      and not exists (select from ${payments} s where s.client_account_id = t.client_account_id and s.bank_transaction_id = t.id)
    limit ${MOST}`);
  return rows.flatMap((row) => {
    const paymentId = Number(row.payment_id);
    const isNamed = idOfEndToEnd(row.end_to_end_id) === paymentId;
    if (!isNamed && !isReferredTo(row)) return [];
    const [clientAccountId, version, transactionId] = [row.client_account_id, row.version, row.transaction_id].map(
      Number,
    );
    return [
      { clientAccountId: clientAccountId!, paymentId, version: version!, transactionId: transactionId!, isNamed },
    ];
  });
}

const compact = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** The movement has the reference of the payment: as such, or as a KID of some length in the free text. */
function isReferredTo({ payment_ref: reference, references, end_to_end_id: id }: Row): boolean {
  // The bank says that it is another payment of ours.
  if (reference === null || idOfEndToEnd(id) !== undefined) return false;
  const own = compact(reference);
  return references.some((text) => text !== null && (compact(text) === own || hasKid(text, own)));
}

const hasKid = (text: string, own: string): boolean =>
  own.length >= 6 && isPaymentReference(own) && text.split(/[^\d-]+/).includes(own);

/**
 * Which movement settles which payment: what the end-to-end id says, and else only where a reference leaves no choice on
 * either side.
 */
export function settledBy(found: readonly Candidate[]): readonly Candidate[] {
  const named = found.filter(({ isNamed }) => isNamed);
  const taken = (field: 'paymentId' | 'transactionId', of: readonly Candidate[]) =>
    new Set(of.map((one) => one[field]));
  const [payments, transactions] = [taken('paymentId', named), taken('transactionId', named)];
  const referred = found.filter(
    (one) => !one.isNamed && !payments.has(one.paymentId) && !transactions.has(one.transactionId),
  );
  const all = [...named, ...referred];
  const times = (field: 'paymentId' | 'transactionId') => Map.groupBy(all, (one) => one[field]);
  const [ofPayment, ofTransaction] = [times('paymentId'), times('transactionId')];
  return all.filter(
    ({ paymentId, transactionId }) =>
      ofPayment.get(paymentId)!.length === 1 && ofTransaction.get(transactionId)!.length === 1,
  );
}
