-- What the release before needs while it runs beside this one during a rolling upgrade. A later release drops it with
-- the tables.

-- Commands stand among the use cases; the release before goes on under the old name. What one of the two has carried
-- out, the other does not do again.
create or replace view commands as
select command_key, name as operation, result, created_at from use_cases where state = 'done';

-- It begins no acceptance that is under way here.
create or replace function refuse_known_acceptance() returns trigger language plpgsql as $$
begin
  if exists (select from use_cases where command_key = new.command_key) then
    raise exception 'the acceptance is under way in a newer release' using errcode = 'object_in_use';
  end if;
  return new;
end $$;
create or replace trigger invitation_acceptances_known before insert on invitation_acceptances
  for each row execute function refuse_known_acceptance();

-- As a second order of one account was: it is not stored, and whoever sent it is told to look again.
create or replace function skip_order_beside_change() returns trigger language plpgsql as $$
begin
  if exists (
    select from use_cases
    where name = 'change_currency' and subject = new.client_account_id::text and state in ('open', 'undoing')
  ) then
    return null;
  end if;
  return new;
end $$;
create or replace trigger currency_orders_beside_change before insert on currency_orders
  for each row execute function skip_order_beside_change();
