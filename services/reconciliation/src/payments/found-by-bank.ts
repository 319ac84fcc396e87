import { isPaymentReference } from '@app/check-digits';
import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';
import { bankTransactionDetails, bankTransactions } from '../schema/bank-transactions.ts';
import { payments } from '../schema/payments.ts';

/** A payment on its way, and the movement of the bank that is it. */
export interface Found {
  readonly paymentId: number;
  /** Of the payment: what is judged by it is judged anew when it changes. */
  readonly version: number;
  readonly transactionId: number;
}

interface Row extends Record<string, unknown> {
  readonly payment_id: string;
  readonly version: string;
  readonly transaction_id: string;
  /** The reference of the payment, without spaces, in capitals; null where the end-to-end id has named it. */
  readonly reference: string | null;
  /** The bank gave back the end-to-end id, or the reference as such; else the reference stands in a free text. */
  readonly is_exact: boolean;
}

/**
 * Which movement settles which payment of a company: one out of the account of the payment, of its amount in either
 * currency, which nothing settles or reconciles yet. It names the payment by its end-to-end id; or it has the reference
 * of the payment, as such or as a KID within a free text, and leaves no choice on either side. What a person has taken
 * back is not found again. Everything is compared before the page is cut, so that a choice outside the page counts.
 *
 * Raw: references are split into words and joined by them, which costs as much as there are words, however many payments
 * and movements are of one amount.
 * @param after the payment behind which the page begins
 * @returns in the order of the payments; fewer than `most` where these were the last
 */
export async function findByBank(
  ex: Executor,
  clientAccountId: number,
  after: number,
  most: number,
): Promise<{ readonly found: readonly Found[]; readonly reached: number }> {
  const rows = await ex.execute<Row>(sql`
    with waiting as (
      select id, version, bank_account_id, currency_code, amount, released_transaction_id,
        upper(regexp_replace(payment_ref, '\\s', '', 'g')) as reference
      from ${payments}
      where client_account_id = ${clientAccountId}::bigint
        and status in ('PENDING', 'APPROVED', 'SENT') and not is_settling
    ), moved as (
      select t.id, t.bank_account_id, t.currency_code, -t.amount as amount, t.instructed_currency_code,
        abs(t.instructed_amount) as instructed_amount, btrim(t.end_to_end_id, E' \\t\\r\\n') as end_to_end_id, t.memo
      from ${bankTransactions} t
      where t.client_account_id = ${clientAccountId}::bigint and t.amount < 0
        and t.external_reconciled_amount <> t.amount
        and t.bank_account_id in (select bank_account_id from waiting)
        and not exists (select from ${payments} s
          where s.client_account_id = t.client_account_id and s.bank_transaction_id = t.id)
    ), movements as (
      select id, bank_account_id, currency_code, amount, end_to_end_id, memo from moved
      where (bank_account_id, currency_code, amount) in (select bank_account_id, currency_code, amount from waiting)
      union all
      select id, bank_account_id, instructed_currency_code, instructed_amount, end_to_end_id, memo from moved
      where instructed_currency_code <> currency_code
        and (bank_account_id, instructed_currency_code, instructed_amount) in (
          select bank_account_id, currency_code, amount from waiting)
    ), named as (
      select w.id as payment_id, w.version, w.released_transaction_id, m.id as transaction_id,
        count(*) over (partition by w.id) as movements
      from movements m
      join waiting w on (w.bank_account_id, w.currency_code, w.amount) = (m.bank_account_id, m.currency_code, m.amount)
        and 'P' || w.id = m.end_to_end_id
    ), texts as (
      -- What names another payment of ours is none of these.
      select m.id, m.bank_account_id, m.currency_code, m.amount, t.text
      from movements m
      cross join lateral (
        select m.memo as text union all
        select d.structured_reference from ${bankTransactionDetails} d
        where d.client_account_id = ${clientAccountId}::bigint and d.bank_transaction_id = m.id) t
      where t.text is not null and (m.end_to_end_id is null or m.end_to_end_id !~ '^P[1-9][0-9]{0,15}$')
    ), words as (
      select id, bank_account_id, currency_code, amount, upper(regexp_replace(text, '\\s', '', 'g')) as word,
        true as is_exact
      from texts
      union all
      select id, bank_account_id, currency_code, amount, word, false
      from texts cross join lateral regexp_split_to_table(text, '[^0-9-]+') as word
      where length(word) >= 6
    ), alike as (
      select bank_account_id, currency_code, amount, reference, count(*) as payments, min(id) as payment_id,
        min(version) as version, min(released_transaction_id) as released_transaction_id
      from waiting
      where reference is not null and id not in (select payment_id from named)
      group by 1, 2, 3, 4
    ), pairs as (
      select w.id as transaction_id, a.payment_id, a.version, a.released_transaction_id, a.reference, a.payments,
        bool_or(w.is_exact) as is_exact
      from words w
      join alike a on (a.bank_account_id, a.currency_code, a.amount, a.reference)
        = (w.bank_account_id, w.currency_code, w.amount, w.word)
      group by 1, 2, 3, 4, 5, 6
    ), judged as (
      select *, sum(payments) over (partition by transaction_id) as choices,
        count(*) over (partition by payment_id) as movements
      from pairs
    )
    select payment_id::text, version::text, transaction_id::text, reference, is_exact
    from (
      select payment_id, version, transaction_id, released_transaction_id, null::text as reference, true as is_exact
      from named where movements = 1
      union all
      select payment_id, version, transaction_id, released_transaction_id, reference, is_exact
      from judged where choices = 1 and movements = 1
    ) f
    where released_transaction_id is distinct from transaction_id and f.payment_id > ${after}::bigint
    order by f.payment_id
    limit ${most}`);
  const found = rows.filter(isCertain).map((row) => ({
    paymentId: Number(row.payment_id),
    version: Number(row.version),
    transactionId: Number(row.transaction_id),
  }));
  return { found, reached: rows.length < most ? 0 : Number(rows.at(-1)!.payment_id) };
}

/** A number within a free text is the reference of a payment when its check digit holds. */
const isCertain = ({ is_exact: isExact, reference }: Row): boolean =>
  isExact || (reference !== null && isPaymentReference(reference));
