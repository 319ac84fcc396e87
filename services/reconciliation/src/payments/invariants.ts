import type { Invariant } from '@app/invariants';

/** What is always true of payments. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'a payment that the bank has is in exactly one file, and one that it has not is in none',
    per: 'account',
    rows: `
      select p.id, case when p.status in ('SENT', 'REJECTED') then e.id is not null or p.settled_at is not null
        when p.status in ('PENDING', 'APPROVED', 'CANCELLED') then e.id is null else true end as holds
      from payments p left join payment_exports e on e.client_account_id = p.client_account_id and e.id = p.export_id
      where p.client_account_id = $1`,
    subject: `format('payment %s', id)`,
  },
  {
    name: 'a file holds the payments that say so, each once',
    per: 'account',
    rows: `
      select e.id, e.payment_count = count(p.id)
        and e.payment_count = (length(e.content) - length(replace(e.content, '<CdtTrfTxInf>', ''))) / 13 as holds
      from payment_exports e left join payments p on p.client_account_id = e.client_account_id and p.export_id = e.id
      where e.client_account_id = $1 group by e.id`,
    subject: `format('payment export %s', id)`,
  },
  {
    name: 'a payment is approved before the bank gets it',
    per: 'account',
    rows: `
      select id, export_id is null or approved is not null as holds from payments where client_account_id = $1`,
    subject: `format('payment %s', id)`,
  },
  {
    name: 'a payment is held only while a command settles it',
    per: 'account',
    rows: `
      select p.id, not p.is_settling or exists (
        select from use_cases u where u.name = 'settle_payment' and u.subject = 'payment:' || p.id and u.state in ('open', 'undoing')) as holds
      from payments p where p.client_account_id = $1`,
    subject: `format('payment %s', id)`,
  },
  {
    name: 'a settled payment that names a movement of the bank is reconciled with it',
    per: 'account',
    rows: `
      select p.id, exists (
        select from external_reconciliations r
        join external_reconciliation_entries e on e.client_account_id = r.client_account_id
          and e.external_reconciliation_id = r.id and e.kind = 'LEDGER_LINE' and e.relation_id = p.journal_entry_id
        where r.client_account_id = p.client_account_id and r.bank_transaction_id = p.bank_transaction_id
          and r.sequence_number is not null and r.deleted_at is null) as holds
      from payments p
      where p.client_account_id = $1 and p.status = 'PAID' and p.bank_transaction_id is not null`,
    subject: `format('payment %s', id)`,
  },
];
