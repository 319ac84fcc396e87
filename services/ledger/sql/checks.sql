-- What is found out about a request before anything is written.
-- A fault is `<field>:<rule>` with the entry's index and the line's position in the request; the service has the sentences.

-- The entries and lines of a request: ids given (a draft keeps its own), account, tax code and dimensions found, tax computed, faults
-- noted. Tax: docs/contract/journal-entries.md, "VAT"; the period of a code and the liability of the account are
-- those of the posting date, and a tax amount that is sent may differ from the computed one by 1.00, or 1 % where that is more.
create or replace function prepare(books bigint, requests jsonb, vat_liable datemultirange, locked_until date, out entries prepared_entry[],
  out lines prepared_line[], out is_faulty boolean, out numbers integer, out has_dimensions boolean)
language plpgsql as $$
declare
  is_late boolean;
begin
  select array_agg(row(
      n - 1, coalesce((e ->> 'id')::bigint, nextval('journal_entries_id_seq')), (e ->> 'is_draft')::boolean, coalesce(e ->> 'description', ''),
      (e ->> 'voucher_id')::bigint, e ->> 'relation_type', (e ->> 'relation_id')::bigint, e ->> 'relation_number',
      array_remove(array[
        case when e ->> 'voucher_id' is not null and voucher.is_active is not true
          then case when voucher.is_active is null then 'voucher_id:unknown' else 'voucher_id:inactive' end end,
        case when live.id is not null then 'voucher_id:taken' end,
        case when same.id is not null then 'external_id:taken:' || same.id end], null)
    )::prepared_entry order by n),
    bool_or(live.id is not null or same.id is not null or e ->> 'voucher_id' is not null and voucher.is_active is not true),
    count(*) filter (where not (e ->> 'is_draft')::boolean)
  into entries, is_faulty, numbers
  from jsonb_array_elements(requests) with ordinality as _(e, n)
  left join reference_values voucher on voucher.client_account_id = books and voucher.relation_type = 'voucher'
    and voucher.relation_id = (e ->> 'voucher_id')::bigint
  left join journal_entries live on live.client_account_id = books and live.voucher_id = (e ->> 'voucher_id')::bigint and live.cancelled is null
    and live.id is distinct from (e ->> 'id')::bigint
  left join journal_entries same on same.client_account_id = books and same.external_id = e ->> 'external_id'
    and same.id is distinct from (e ->> 'id')::bigint;

  select array_agg(line order by (line).entry_no, (line).line_id), is_faulty or bool_or((line).faults <> '{}'),
    bool_or((line).posting_date <= prepare.locked_until and not entries[(line).entry_no + 1].is_draft), bool_or((line).dimensions is not null)
  into lines, is_faulty, is_late, has_dimensions
  from (
    select row(
      n - 1, l.position, entries[n].id, nextval('journal_lines_id_seq'), l.line_id, l.posting_date, coalesce(l.description, ''),
      coalesce(own.id, common.id, named.id), coalesce(own.account_code, common.account_code, named.account_code),
      l.debit, l.credit, l.debit_fc, l.credit_fc, l.currency_code, l.exchange_rate, code.id, code.code,
      tax.base, coalesce(l.tax_base_amount_fc, round(tax.base / l.exchange_rate, 2)),
      tax.amount, coalesce(l.tax_amount_fc, round(tax.amount / l.exchange_rate, 2)),
      coalesce(l.tax_line, false), l.tax_for_line, l.quantity, dimension.found,
      array_remove(array[
        case when l.account_code is not null and own.id is null and common.id is null then 'account_code:unknown' end,
        case when l.account_id is not null and named.id is null then 'account_id:unknown' end,
        case when coalesce(own.id, common.id) <> named.id then 'account_id:mismatch' end,
        case when coalesce(own.is_active, common.is_active, named.is_active) is false
          then case when l.account_code is null then 'account_id' else 'account_code' end || ':inactive' end,
        case when coalesce(own.account_code, common.account_code, named.account_code) = '2099'
          then case when l.account_code is null then 'account_id' else 'account_code' end || ':closed' end,
        case when l.tax_code is not null and code.id is null
          then case when exists (select from tax_codes t where t.code = l.tax_code) then 'tax_code:not_in_force' else 'tax_code:unknown' end end,
        case when l.tax_code is not null and not vat_liable @> l.posting_date then 'tax_code:not_liable' end,
        case when code.id is not null
          and exists (select from account_tax_codes w where w.account_id = coalesce(own.id, common.id, named.id))
          and not exists (select from account_tax_codes w join tax_codes t on t.id = w.tax_code_id
            where w.account_id = coalesce(own.id, common.id, named.id) and t.code = l.tax_code) then 'tax_code:not_on_account' end,
        case when abs(l.tax_amount - base.base * base.rate / 100) > greatest(1, base.base * base.rate / 10000) then 'tax_amount:off' end], null)
        || dimension.faults
    )::prepared_line as line
    from jsonb_array_elements(requests) with ordinality as _(e, n)
    cross join lateral jsonb_to_recordset(e -> 'lines') as l (
      position integer, line_id bigint, posting_date date, description text, account_code text, account_id bigint, debit numeric,
      credit numeric, debit_fc numeric, credit_fc numeric, currency_code text, exchange_rate numeric, tax_code text,
      tax_base_amount numeric, tax_base_amount_fc numeric, tax_amount numeric, tax_amount_fc numeric, tax_line boolean,
      tax_for_line bigint, quantity numeric, dimensions jsonb)
    left join accounts own on own.client_account_id = books and own.account_code = l.account_code
    left join accounts common on common.client_account_id is null and common.account_code = l.account_code
    left join accounts named on named.id = l.account_id and (named.client_account_id = books or named.client_account_id is null)
    left join tax_codes code on code.code = l.tax_code and coalesce(l.posting_date >= code.active_from, true)
      and coalesce(l.posting_date <= code.active_to, true)
    cross join lateral (
      select coalesce(l.tax_base_amount, case when computed.rate is not null then l.debit + l.credit end) as base, computed.rate
      from (select case
        when code.id is null or l.tax_line then null
        when code.tax_account_id is null and code.acquisition_tax_account_id is null then 0
        else code.rate end as rate) computed
    ) base
    cross join lateral (select base.base, coalesce(l.tax_amount, round(base.base * base.rate / 100, 2)) as amount) tax
    left join lateral (
      -- In the order of the request: a nested loop keeps it, and there are no other joins here. Sorting each line's would cost more than they do.
      select jsonb_agg(jsonb_build_object('id', nextval('journal_line_dimensions_id_seq'), 'relation_type', d.relation_type,
          'relation_id', d.relation_id, 'name', known.name)) as found,
        array_agg('dimensions.' || m - 1 || case when known.is_active is null then ':unknown' else ':inactive' end)
          filter (where known.is_active is not true) as faults
      from rows from (jsonb_to_recordset(l.dimensions) as (relation_type text, relation_id bigint)) with ordinality
        as d (relation_type, relation_id, m)
      left join reference_values known on known.client_account_id = books and known.relation_type = d.relation_type
        and known.relation_id = d.relation_id
    ) dimension on l.dimensions is not null
  ) found;
  is_faulty := is_faulty or coalesce(is_late, false);
end $$;

create or replace function fault(text) returns json language plpgsql immutable as $$
begin
  return json_build_object('faults', json_build_array(json_build_object('entry', 0, 'fault', $1)));
end $$;

-- Every fault of a request. A locked date is one only for what is posted.
create or replace function faults_of(entries prepared_entry[], lines prepared_line[], locked_until date) returns json language plpgsql as $$
begin
  return (
    select json_build_object('locked_until', locked_until, 'faults', coalesce(json_agg(json_build_object('entry', entry_no, 'line', position, 'fault', fault)
      order by entry_no, position nulls first), '[]'))
    from (
      select e.entry_no, null as position, unnest(e.faults) as fault from unnest(entries) e where e.faults <> '{}'
      union all
      select l.entry_no, l.position, unnest(l.faults) from unnest(lines) l where l.faults <> '{}'
      union all
      select l.entry_no, l.position, 'posting_date:locked' from unnest(lines) l
      where l.posting_date <= locked_until and not entries[l.entry_no + 1].is_draft
    ) fault);
end $$;
