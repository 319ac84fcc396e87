-- The role that erases may delete whatever belongs to a client account, in the tables of today and in later ones. No table is locked.
do $$
declare
  company_table text;
begin
  if not exists (select from pg_roles where rolname = 'ledger_eraser') then return; end if;
  alter default privileges in schema ledger grant select, delete on tables to ledger_eraser;
  for company_table in
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'ledger' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_account_id' and not a.attisdropped)
      and c.relname <> 'security_events'
  loop
    execute format('grant select, delete on %s to ledger_eraser', company_table);
  end loop;
end $$;
