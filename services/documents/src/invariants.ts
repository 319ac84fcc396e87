import type { AcrossInvariant, Invariant, Reference, Verification } from '@app/invariants';

const invariants: readonly Invariant[] = [
  {
    name: 'a voucher is a file of that type, and active until it is deleted',
    per: 'account',
    rows: `
      select coalesce(f.id, v.id) as id,
        v.id is not null and f.id is not null and f.is_active = (v.status <> 'DELETED') as holds
      from (select id, is_active from files where client_account_id = $1 and type = 'VOUCHER') f
      full join (select id, status from vouchers where client_account_id = $1) v using (id)`,
    subject: `format('voucher %s', id)`,
  },
  {
    name: 'a file has the size of its content',
    per: 'account',
    rows: `
      select f.id, f.size = c.size as holds
      from files f left join contents c on c.client_account_id = $1 and c.sha256 = f.sha256
      where f.client_account_id = $1`,
    subject: `format('file %s', id)`,
  },
  {
    name: 'bytes that a file has are no longer on their way',
    per: 'account',
    rows: `
      select c.store_key, a.store_key is null as holds
      from contents c left join arriving_contents a using (store_key) where c.client_account_id = $1`,
    subject: `format('content %s', store_key)`,
  },
  {
    name: 'a command names a voucher that is there',
    per: 'account',
    rows: `
      select c.command_key, v.id is not null as holds
      from create_commands c left join vouchers v on v.client_account_id = $1 and v.id = c.voucher_id
      where c.client_account_id = $1`,
    subject: `format('command %s', command_key)`,
  },
  {
    name: 'a document adds up to its lines',
    per: 'account',
    rows: `
      select d.id, l.document_id is null
        or (d.net_amount, d.tax_amount, d.total_amount) = (l.net, l.tax, l.net + l.tax) as holds
      from documents d
      left join (
        select document_id, sum(net_amount) as net, sum(tax_amount) as tax
        from document_lines where client_account_id = $1 group by document_id) l on l.document_id = d.id
      where d.client_account_id = $1`,
    subject: `format('document %s', id)`,
  },
  {
    name: 'a document is paid as far as its line in the books is reconciled',
    per: 'account',
    rows: `
      select d.id, case
        when d.status <> 'POSTED' then d.payment_status = 'NOT_APPLICABLE' and d.paid_amount = 0
        when d.open_line_id is null then d.paid_amount = 0
        else d.paid_amount = coalesce(c.amount_fc, 0) * d.open_line_sign
          and (d.payment_status = 'PAID') = (d.paid_amount = d.total_amount)
          and (d.payment_status = 'UNPAID') = (d.paid_amount = 0 and d.total_amount <> 0) end as holds
      from documents d
      left join claimed_lines c on c.client_account_id = d.client_account_id and c.journal_line_id = d.open_line_id
      where d.client_account_id = $1`,
    subject: `format('document %s', id)`,
  },
  {
    name: 'no more of a line is credited than it has',
    per: 'account',
    rows: `
      select l.id, abs(l.quantity) >= abs(sum(c.quantity)) and abs(l.net_amount) >= abs(sum(c.net_amount))
        and abs(l.tax_amount) >= abs(sum(c.tax_amount)) as holds
      from document_lines l
      join document_lines c on c.client_account_id = l.client_account_id and c.credited_line_id = l.id
      join documents d on d.client_account_id = c.client_account_id and d.id = c.document_id and d.status <> 'CANCELLED'
      where l.client_account_id = $1 group by l.id, l.quantity, l.net_amount, l.tax_amount`,
    subject: `format('line %s', id)`,
  },
  {
    name: 'a document is held only while a command posts or cancels it',
    per: 'account',
    rows: `
      select d.id, d.busy_key is null or exists (
        select from use_cases u where u.name in ('post_document', 'cancel_document') and u.subject = d.id::text
          and u.state = 'open') as holds
      from documents d where d.client_account_id = $1`,
    subject: `format('document %s', id)`,
  },
];

/** What documents say of the books is what the ledger says of them. */
const across: readonly AcrossInvariant[] = [
  {
    name: 'a posted document has its entry in the books, which is cancelled with it',
    other: { service: 'ledger', table: 'journal_entries' },
    per: 'service',
    settles: true,
    // Entries up to the erased number went with a reset.
    rows: `
      select d.client_account_id, d.id, case when e.id is null then coalesce(c.erased_sequence_number, 0) > 0
        else not e.is_draft and (e.relation_type, e.relation_id) = (d.document_type, d.id)
          and (d.status = 'CANCELLED') = (e.cancelled is not null) end as holds
      from documents d
      left join ledger.journal_entries e on e.client_account_id = d.client_account_id and e.id = d.journal_entry_id
      left join ledger.journal_counters c on c.client_account_id = d.client_account_id
      where d.journal_entry_id is not null and d.busy_key is null`,
    subject: `format('client account %s: document %s', client_account_id, id)`,
  },
  {
    name: 'what documents know of reconciled amounts is what the ledger has claimed',
    other: { service: 'ledger', table: 'line_claim_totals' },
    per: 'service',
    settles: true,
    rows: `
      select d.client_account_id, d.id, coalesce(k.amount_fc, 0) = coalesce(t.internal_fc, 0) as holds
      from documents d
      join ledger.journal_lines l on l.client_account_id = d.client_account_id and l.id = d.open_line_id
      left join claimed_lines k on k.client_account_id = d.client_account_id and k.journal_line_id = d.open_line_id
      left join ledger.line_claim_totals t
        on t.client_account_id = d.client_account_id and t.journal_line_id = d.open_line_id
      where d.open_line_id is not null`,
    subject: `format('client account %s: document %s', client_account_id, id)`,
  },
];

const references: readonly Reference[] = [
  {
    name: 'client accounts with documents and files',
    ids: `select client_account_id as id from contents union select client_account_id from files
      union select client_account_id from documents`,
    owner: { service: 'organisation', table: 'client_accounts' },
  },
];

/** What is always true of the rows of this service, account by account. */
export const verification: Verification = {
  accounts: 'select client_account_id from contents union select client_account_id from documents',
  invariants,
  across,
  references,
};
