import type { Invariant } from '@app/invariants';
import { assetClasses } from './classes.ts';

const classes = JSON.stringify(assetClasses.map(({ code, group }) => ({ code, group })));

/** The posted lines that carry an asset, cancelled entries and their reversals included. */
const tagged = `
  select d.relation_id as asset_id, l.journal_entry_id, l.posting_date, l.debit, l.credit, e.cancelled,
    e.relation_type = 'ASSET' and e.relation_id = d.relation_id as is_about_asset, e.description
  from journal_line_dimensions d
  join journal_lines l on l.client_account_id = $1 and l.id = d.journal_line_id and l.journal_entry_id = d.journal_entry_id
  join journal_entries e on e.client_account_id = $1 and e.id = l.journal_entry_id and not e.is_draft
  where d.client_account_id = $1 and d.relation_type = 'asset'`;

const sumsPerEntry = `
  select asset_id, journal_entry_id, sum(debit) as debit, sum(credit) as credit, min(posting_date) as first_date, max(posting_date) as last_date
  from (${tagged}) l group by asset_id, journal_entry_id`;

/** Entries that a reset took away are missed by none: their ids lie before those of all that came later. */
const isErased = (entryId: string): string => `
  exists (select from journal_counters c where c.client_account_id = $1 and c.erased_sequence_number > 0)
    and not exists (select from journal_entries e where e.client_account_id = $1 and e.id <= ${entryId})`;

/** What is always true of assets, their depreciation, their disposal and the tax ledger (docs/contract/assets.md). */
export const assetInvariants: readonly Invariant[] = [
  {
    name: 'each month written down has its entry, on the asset, in the month, of the amount',
    per: 'account',
    rows: `
      select m.asset_id, m.month, coalesce(x.id is not null and l.debit = m.amount and l.credit = m.amount
        and l.first_date >= m.month and l.last_date < m.month + interval '1 month', false) as holds
      from asset_depreciations m
      left join assets x on x.client_account_id = $1 and x.id = m.asset_id
      left join (${sumsPerEntry}) l on l.asset_id = m.asset_id and l.journal_entry_id = m.journal_entry_id
      where m.client_account_id = $1`,
    subject: `format('asset %s in %s', asset_id, to_char(month, 'YYYY-MM'))`,
  },
  {
    name: 'accumulated depreciation is the sum of the months written down',
    per: 'account',
    // What says that it is the depreciation of an asset counts, so that a month booked twice is seen.
    rows: `
      select asset_id, coalesce(m.amount, 0) as noted, coalesce(l.amount, 0) as booked, coalesce(m.amount, 0) = coalesce(l.amount, 0) as holds
      from (
        select m.asset_id, sum(m.amount) as amount from asset_depreciations m
        join journal_entries e on e.client_account_id = $1 and e.id = m.journal_entry_id and e.cancelled is null
        where m.client_account_id = $1 group by m.asset_id) m
      full join (
        select asset_id, sum(credit) as amount from (${tagged}) l
        where is_about_asset and cancelled is null and description ~ '^(Avskrivning|Depreciation) \\d{4}-\\d{2}: ' group by asset_id) l using (asset_id)`,
    subject: `format('asset %s has %s in its months and %s in the books', asset_id, noted, booked)`,
  },
  {
    name: 'each disposal has its entry, which writes the book value off on its day',
    per: 'account',
    rows: `
      select w.asset_id, x.id is not null and case
          when w.journal_entry_id is null then w.book_value = 0 and (w.kind in ('SALE', 'TRADE_IN') or w.proceeds + w.output_vat = 0)
          when l.journal_entry_id is null then
            case when e.id is null then ${isErased('w.journal_entry_id')} else not e.is_draft and w.book_value = 0 end
          else l.debit - l.credit = -w.book_value and (l.first_date, l.last_date) = (w.disposal_date, w.disposal_date)
        end as holds
      from asset_disposals w
      left join assets x on x.client_account_id = $1 and x.id = w.asset_id
      left join journal_entries e on e.client_account_id = $1 and e.id = w.journal_entry_id
      left join (${sumsPerEntry}) l on l.asset_id = w.asset_id and l.journal_entry_id = w.journal_entry_id
      where w.client_account_id = $1`,
    subject: `format('asset %s', asset_id)`,
  },
  {
    name: 'the tax ledger has each disposal once, of its proceeds or with its deferred gain',
    per: 'account',
    rows: `
      select asset_id, coalesce(t.disposals = 1 and t.deferred <= 1 and t.are_of_day
        and t.amount = case when t.deferred = 1 then 0 else -w.proceeds end, false) as holds
      from (select * from asset_disposals where client_account_id = $1) w
      full join (
        select t.asset_id, count(*) filter (where t.entry_type = 'DISPOSAL') as disposals,
          count(*) filter (where t.entry_type = 'DEFERRED_GAIN' and t.amount > 0) as deferred,
          sum(t.amount) filter (where t.entry_type = 'DISPOSAL') as amount,
          bool_and(t.posting_date = d.disposal_date and t.reporting_year = extract(year from d.disposal_date)) as are_of_day
        from tax_ledger_entries t left join asset_disposals d on d.client_account_id = $1 and d.asset_id = t.asset_id
        where t.client_account_id = $1 and t.entry_type in ('DISPOSAL', 'DEFERRED_GAIN') group by t.asset_id) t using (asset_id)`,
    subject: `format('asset %s', asset_id)`,
  },
  {
    name: 'rows of the tax ledger are in the group of the class of their asset',
    per: 'account',
    // The balances are worked out from these rows and the lines of the books at each reading, by group.
    rows: `
      select t.id, x.id is not null and c.code is not null and t.saldogruppe is not distinct from c."group" as holds
      from tax_ledger_entries t
      left join assets x on x.client_account_id = $1 and x.id = t.asset_id
      left join jsonb_to_recordset('${classes}'::jsonb) as c (code text, "group" text) on c.code = x.asset_class
      where t.client_account_id = $1`,
    subject: `format('tax entry %s', id)`,
  },
];
