import type { Invariant, Reference, Verification } from '@app/invariants';
import { assetInvariants } from './assets/invariants.ts';

// Everything that the books keep beside their lines is computed again here, from the lines.
// docs/decisions/0061-verification.md.

/**
 * The lines of an account with the state of their entry, and whether the outside has reconciled them to the last øre.
 */
const lines = `
  select l.*, e.is_draft, e.cancelled, date_trunc('month', l.posting_date)::date as month,
    case when e.is_draft then 'drafts' when e.cancelled is not null then 'cancelled' else 'posted' end as state,
    coalesce(c.amount = l.debit - l.credit, false) as is_externally_reconciled
  from journal_lines l join journal_entries e on e.client_account_id = $1 and e.id = l.journal_entry_id
  left join (
    select journal_line_id, sum(amount) as amount from line_claims
    where client_account_id = $1 and kind = 'external' and released_at is null group by journal_line_id) c on c.journal_line_id = l.id
  where l.client_account_id = $1`;

/** Every number that was given to an entry, be the entry there or erased. */
const numbers = `
  select format('entry %s has number ', e.id) as what, e.sequence_number from journal_entries e where e.client_account_id = $1 and not e.is_draft
  union all
  select 'an erased entry had number ', n.number from erased_numbers n where n.client_account_id = $1`;

const sums = `
  coalesce(sum(debit) filter (where state = 'posted'), 0) as debit, coalesce(sum(credit) filter (where state = 'posted'), 0) as credit,
  count(*) filter (where state = 'posted') as line_count,
  coalesce(sum(debit) filter (where state = 'cancelled'), 0) as cancelled_debit, coalesce(sum(credit) filter (where state = 'cancelled'), 0) as cancelled_credit,
  count(*) filter (where state = 'cancelled') as cancelled_line_count,
  coalesce(sum(debit) filter (where state = 'drafts'), 0) as draft_debit, coalesce(sum(credit) filter (where state = 'drafts'), 0) as draft_credit,
  count(*) filter (where state = 'drafts') as draft_line_count`;

const sumColumns = [
  'debit',
  'credit',
  'line_count',
  'cancelled_debit',
  'cancelled_credit',
  'cancelled_line_count',
  'draft_debit',
  'draft_credit',
  'draft_line_count',
];

/** Two sets of columns are alike, an absent row being one of zeros. */
const alike = (kept: string, recomputed: string, columns: readonly string[]): string =>
  columns.map((column) => `coalesce(${kept}.${column}, 0) = coalesce(${recomputed}.${column}, 0)`).join(' and ');

const balances: readonly Invariant[] = [
  {
    name: 'monthly balances equal their lines',
    per: 'account',
    rows: `
      select account_id, month, ${alike('b', 'p', [...sumColumns, 'externally_reconciled_count'])} as holds
      from (select * from monthly_balances where client_account_id = $1) b
      full join (
        select account_id, month, ${sums}, count(*) filter (where is_externally_reconciled) as externally_reconciled_count
        from (${lines}) l group by account_id, month) p using (account_id, month)`,
    subject: `format('account %s in %s', account_id, to_char(month, 'YYYY-MM'))`,
  },
  {
    name: 'monthly balances of dimension values equal their lines',
    per: 'account',
    // Lines with tags count under each of them and once under 0.
    rows: `
      select account_id, relation_type, relation_id, month, ${alike('b', 'p', sumColumns)} as holds
      from (select * from monthly_dimension_balances where client_account_id = $1) b
      full join (
        select l.account_id, d.relation_type, d.relation_id, l.month, ${sums}
        from (${lines}) l
        join (
          select journal_entry_id, journal_line_id, relation_type, relation_id from journal_line_dimensions where client_account_id = $1
          union
          select journal_entry_id, journal_line_id, 'tag', 0 from journal_line_dimensions where client_account_id = $1 and relation_type = 'tag'
        ) d on d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id
        group by l.account_id, d.relation_type, d.relation_id, l.month) p using (account_id, relation_type, relation_id, month)`,
    subject: `format('account %s, %s %s in %s', account_id, relation_type, relation_id, to_char(month, 'YYYY-MM'))`,
  },
  {
    name: 'daily counts equal their lines',
    per: 'account',
    rows: `
      select day, ${alike('b', 'p', ['posted', 'posted_externally_reconciled', 'cancelled', 'drafts'])} as holds
      from (select * from daily_line_counts where client_account_id = $1) b
      full join (
        select posting_date as day, count(*) filter (where state = 'posted') as posted,
          count(*) filter (where is_externally_reconciled) as posted_externally_reconciled,
          count(*) filter (where state = 'cancelled') as cancelled, count(*) filter (where state = 'drafts') as drafts
        from (${lines}) l group by posting_date) p using (day)`,
    subject: `format('day %s', day)`,
  },
];

const entries: readonly Invariant[] = [
  {
    name: 'posted entries balance, in total and on each date',
    per: 'account',
    rows: `
      select journal_entry_id, posting_date, sum(debit) = sum(credit) as holds
      from (${lines}) l where not is_draft group by journal_entry_id, posting_date`,
    subject: `format('entry %s on %s', journal_entry_id, posting_date)`,
  },
  {
    name: 'entries are in the accounting currency of their client account',
    per: 'account',
    // Entries of earlier releases do not say what they are in, but their lines do: in the accounting currency the
    // rate is 1, and an entry of which every line is in another one at the rate 1 was made while that one was the
    // accounting currency.
    rows: `
      select e.id, coalesce(e.accounting_currency, 'another currency') as currency, b.currency as wanted, case
        when e.accounting_currency is not null then e.accounting_currency = b.currency
        else not exists (
          select from journal_lines l where l.client_account_id = $1 and l.journal_entry_id = e.id
          having bool_or(l.currency_code = b.currency and l.exchange_rate <> 1) or bool_and(l.currency_code <> b.currency and l.exchange_rate = 1))
        end as holds
      from journal_entries e
      cross join (
        select coalesce((select f.accounting_currency from account_facts f where f.client_account_id = $1),
          (select max(o.accounting_currency) from journal_entries o where o.client_account_id = $1)) as currency) b
      where e.client_account_id = $1 and b.currency is not null`,
    subject: `format('entry %s is in %s, the books are in %s', id, currency, wanted)`,
  },
  {
    name: 'entries have the lines and dates that they say',
    per: 'account',
    rows: `
      select e.id, (e.line_count, e.min_posting_date, e.max_posting_date, e.first_posting_date)
        is not distinct from (l.line_count, l.min_date, l.max_date, l.first_date) as holds
      from (select * from journal_entries where client_account_id = $1) e
      full join (
        select journal_entry_id, count(*) as line_count, min(posting_date) as min_date, max(posting_date) as max_date,
          (array_agg(posting_date order by line_id))[1] as first_date
        from journal_lines where client_account_id = $1 group by journal_entry_id) l on l.journal_entry_id = e.id`,
    subject: `format('entry %s', coalesce(id::text, 'that does not exist'))`,
  },
  {
    name: 'dimensions carry the account and date of their line',
    per: 'account',
    rows: `
      select d.id, (d.account_id, d.posting_date) is not distinct from (l.account_id, l.posting_date) as holds
      from journal_line_dimensions d
      left join journal_lines l on l.client_account_id = $1 and l.id = d.journal_line_id and l.journal_entry_id = d.journal_entry_id
      where d.client_account_id = $1`,
    subject: `format('dimension %s', id)`,
  },
  {
    name: 'numbers run from 1 without a gap',
    per: 'account',
    // Numbers up to the erased one went with a reset, and so did single ones behind it: those count as if they were there,
    // and no entry has one of them. The last row compares the counter.
    rows: `
      select what, sequence_number, before, sequence_number = before + 1 as holds
      from (
        select n.what, n.sequence_number, lag(n.sequence_number, 1, c.erased_sequence_number) over (order by n.sequence_number) as before
        from (${numbers}) n left join journal_counters c on c.client_account_id = $1) n
      union all
      select 'the counter stands at ', c.last_sequence_number, max(n.sequence_number), c.last_sequence_number = coalesce(max(n.sequence_number), c.erased_sequence_number)
      from journal_counters c left join (${numbers}) n on true
      where c.client_account_id = $1 group by c.client_account_id, c.last_sequence_number, c.erased_sequence_number`,
    subject: `format('%s after number %s', what || sequence_number, coalesce(before, 0))`,
  },
  {
    name: 'a cancelled entry has one reversal that mirrors it',
    per: 'account',
    rows: `
      select coalesce(o.id, r.id) as id, r.id is not null and o.id is not null and o.cancellation_entry_id = r.id and r.line_count = o.line_count
        and not exists (
          select from journal_lines l
          left join journal_lines m on m.client_account_id = $1 and m.journal_entry_id = r.id and m.line_id = l.line_id
          where l.client_account_id = $1 and l.journal_entry_id = o.id
            and (l.account_id, l.debit, l.credit, l.debit_fc, l.credit_fc, l.currency_code, l.tax_code_id)
              is distinct from (m.account_id, m.credit, m.debit, m.credit_fc, m.debit_fc, m.currency_code, m.tax_code_id)) as holds
      from (select * from journal_entries where client_account_id = $1 and cancelled = 'Y') o
      full join (select * from journal_entries where client_account_id = $1 and cancelled = 'C' and relation_type = 'JE') r on r.relation_id = o.id`,
    subject: `format('entry %s', id)`,
  },
  {
    name: 'nothing was posted into a period after it was locked',
    per: 'account',
    // Clocks of two processes differ and a moment passes before a commit, so the order of the transactions must say the
    // same as the times do: after this lock was set and before the next one.
    rows: `
      select l.id, l.journal_entry_id, l.posting_date, not exists (
        select from (
          select k.locked_until_date, k.created_at, age(k.xmin) as age, lead(k.created_at) over later as next_at, lead(age(k.xmin)) over later as next_age
          from period_locks k where k.client_account_id = $1 window later as (order by k.id)) k
        where l.posting_date <= k.locked_until_date and e.posted_at > k.created_at and age(l.xmin) < k.age
          and (k.next_at is null or e.posted_at < k.next_at and age(l.xmin) > k.next_age)) as holds
      from journal_lines l join journal_entries e on e.client_account_id = $1 and e.id = l.journal_entry_id and not e.is_draft
      where l.client_account_id = $1 and l.posting_date <= (select max(locked_until_date) from period_locks where client_account_id = $1)`,
    subject: `format('entry %s on %s', journal_entry_id, posting_date)`,
  },
];

const claims: readonly Invariant[] = [
  {
    name: 'reconciled amounts equal their live claims and stay within the line',
    per: 'account',
    rows: `
      select coalesce(t.journal_line_id, c.journal_line_id) as journal_line_id,
        ${alike('t', 'c', ['internal', 'internal_fc', 'external', 'external_fc'])} and l.id is not null
          and (coalesce(c.internal, 0) = 0 or sign(c.internal) = sign(l.debit - l.credit) and abs(c.internal) <= l.debit + l.credit)
          and (coalesce(c.external, 0) = 0 or sign(c.external) = sign(l.debit - l.credit) and abs(c.external) <= l.debit + l.credit) as holds
      from (select * from line_claim_totals where client_account_id = $1) t
      full join (
        select journal_line_id, sum(amount) filter (where kind = 'internal') as internal, sum(amount_fc) filter (where kind = 'internal') as internal_fc,
          sum(amount) filter (where kind = 'external') as external, sum(amount_fc) filter (where kind = 'external') as external_fc
        from line_claims where client_account_id = $1 and released_at is null group by journal_line_id) c using (journal_line_id)
      left join journal_lines l on l.client_account_id = $1 and l.id = journal_line_id`,
    subject: `format('line %s', journal_line_id)`,
  },
];

/** What the sides of operations make of each holder and class at the end of each day; the pool is holder 0. */
const heldShares = `
  select business_partner_id, share_class, as_of,
    sum(moved) over (partition by business_partner_id, share_class order by as_of) as quantity
  from (
    select coalesce(business_partner_id, 0) as business_partner_id, share_class, transaction_date as as_of, sum(quantity) as moved
    from share_transactions where client_account_id = $1 group by 1, 2, 3) days`;

const equity: readonly Invariant[] = [
  {
    name: 'share movements sum to zero, per operation and class',
    per: 'account',
    rows: `
      select transaction_group_id, share_class, sum(quantity) = 0 as holds
      from share_transactions where client_account_id = $1 group by transaction_group_id, share_class`,
    subject: `format('operation %s, %s', transaction_group_id, share_class)`,
  },
  {
    name: 'share positions equal their transactions, and nobody has fewer than no shares',
    per: 'account',
    // What costs something is held: who has no shares left has no cost left.
    rows: `
      select business_partner_id, share_class, as_of, p.quantity is not distinct from h.quantity
        and (business_partner_id = 0 or p.quantity >= 0 and p.cost_basis >= 0 and (p.quantity > 0 or p.cost_basis = 0)) as holds
      from (select * from share_positions where client_account_id = $1) p
      full join (${heldShares}) h using (business_partner_id, share_class, as_of)`,
    subject: `format('business partner %s, %s on %s', business_partner_id, share_class, as_of)`,
  },
  {
    name: 'holdings add up to the issued shares, per class',
    per: 'account',
    // The pool, holder 0, has minus what it has issued.
    rows: `
      select share_class, sum(quantity) filter (where business_partner_id > 0) as held, -sum(quantity) filter (where business_partner_id = 0) as issued,
        coalesce(sum(quantity) filter (where business_partner_id > 0), 0) = -coalesce(sum(quantity) filter (where business_partner_id = 0), 0) as holds
      from (
        select distinct on (business_partner_id, share_class) business_partner_id, share_class, quantity
        from share_positions where client_account_id = $1 order by business_partner_id, share_class, as_of desc) p group by share_class`,
    subject: `format('%s: %s held, %s issued', share_class, coalesce(held, 0), coalesce(issued, 0))`,
  },
];

const proofs: readonly Invariant[] = [
  {
    name: 'the chain of proofs has no gap and runs no further than the numbers',
    per: 'account',
    rows: `
      select b.first_number, b.last_number, b.first_number = b.before + 1 and b.last_number <= c.last_sequence_number as holds
      from (
        select b.first_number, b.last_number, lag(b.last_number, 1, e.erased_sequence_number) over (order by b.first_number) as before
        from proof_blocks b left join journal_counters e using (client_account_id) where b.client_account_id = $1) b
      left join journal_counters c on c.client_account_id = $1`,
    subject: `format('entries %s to %s', first_number, last_number)`,
  },
  {
    name: 'signed proofs are links of the chain',
    per: 'account',
    rows: `
      select h.day, h.link = substring(b.links from (32 * (h.sequence_number - b.first_number) + 1)::integer for 32) as holds
      from proof_heads h
      left join proof_blocks b on b.client_account_id = $1 and h.sequence_number between b.first_number and b.last_number
      where h.client_account_id = $1`,
    subject: `format('the proof of %s', day)`,
  },
];

/** Ids as the lines carry them; `0` stands for "each line once". */
const dimensionValues = (name: string, type: string, table: string): Reference => ({
  name,
  ids: `select distinct relation_id as id from monthly_dimension_balances where relation_type = '${type}' and relation_id > 0`,
  owner: { service: 'organisation', table },
});

const references: readonly Reference[] = [
  {
    name: 'client accounts with books',
    ids: `select client_account_id as id from journal_counters union select client_account_id from accounts where client_account_id is not null
      union select client_account_id from period_locks union select client_account_id from account_facts
      union select client_account_id from share_registers union select client_account_id from asset_series`,
    owner: { service: 'organisation', table: 'client_accounts' },
  },
  dimensionValues('business partners of lines', 'businesspartner', 'business_partners'),
  {
    name: 'business partners with shares',
    ids: 'select distinct business_partner_id as id from share_transactions where business_partner_id is not null',
    owner: { service: 'organisation', table: 'business_partners' },
  },
  {
    name: 'people who recorded shares',
    ids: 'select distinct created_by_id as id from share_transactions',
    owner: { service: 'auth', table: 'users' },
  },
  {
    name: 'people who made assets',
    ids: `select created_by_id as id from assets where created_by_id is not null
      union select updated_by_id from assets where updated_by_id is not null union select created_by_id from asset_disposals`,
    owner: { service: 'auth', table: 'users' },
  },
  dimensionValues('projects of lines', 'project', 'projects'),
  dimensionValues('departments of lines', 'department', 'departments'),
  dimensionValues('tags of lines', 'tag', 'tags'),
  {
    name: 'people who made entries',
    ids: `select created_by_id as id from journal_entries union select updated_by_id from journal_entries
      union select posted_by_id from journal_entries where posted_by_id is not null`,
    owner: { service: 'auth', table: 'users' },
  },
];

/** What is always true of the books. */
export const verification: Verification = {
  // Whoever has lines has them here too, unless something is very wrong: then the lines themselves show it, one step of
  // the index per account.
  accounts: `
    with recursive with_lines as (
      (select client_account_id from journal_lines order by client_account_id limit 1)
      union all
      select (select l.client_account_id from journal_lines l where l.client_account_id > w.client_account_id order by l.client_account_id limit 1)
      from with_lines w where w.client_account_id is not null
    )
    select client_account_id from with_lines where client_account_id is not null
    union select client_account_id from journal_counters union select client_account_id from monthly_balances
    union select client_account_id from daily_line_counts union select client_account_id from share_registers
    union select client_account_id from proof_blocks union select client_account_id from asset_series`,
  invariants: [...entries, ...balances, ...claims, ...equity, ...assetInvariants, ...proofs],
  references,
};
