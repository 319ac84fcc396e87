-- What the system chart holds is changed by migrations alone, that is by the owner of the table; and the code of an account, like the
-- client account it belongs to, never changes: posted lines stand on it.
create or replace function guard_accounts() returns trigger language plpgsql as $$
begin
  if current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
    and ((tg_op <> 'INSERT' and old.client_account_id is null) or (tg_op <> 'DELETE' and new.client_account_id is null)) then
    raise exception 'the system chart of accounts is changed by migrations only'
      using errcode = 'insufficient_privilege', constraint = 'accounts_system_guard';
  end if;
  if tg_op = 'UPDATE' and (old.id, old.client_account_id, old.account_code) is distinct from (new.id, new.client_account_id, new.account_code) then
    raise exception 'an account keeps its code and its client account'
      using errcode = 'check_violation', constraint = 'accounts_identity_guard';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function guard_account_parts() returns trigger language plpgsql as $$
declare
  parent bigint := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
begin
  if current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
    and exists (select from accounts where id = parent and client_account_id is null) then
    raise exception 'the system chart of accounts is changed by migrations only'
      using errcode = 'insufficient_privilege', constraint = 'accounts_system_guard';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
