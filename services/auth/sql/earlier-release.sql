-- Completions of signups stand among the use cases. The table signup_registrations belongs to the release before, while
-- it runs beside this one: what it leaves there is adopted (src/signup/registrations/retired.ts), and a later release
-- drops it with what stands here.

-- It begins none for a session that has one here.
create or replace function refuse_claimed_session() returns trigger language plpgsql as $$
begin
  if exists (
    select from use_cases
    where name = 'sign_up' and subject = encode(new.token_digest, 'hex') and state <> 'refused'
  ) then
    raise exception 'the signup is under way in a newer release' using errcode = 'object_in_use';
  end if;
  return new;
end $$;
create or replace trigger signup_registrations_claimed before insert on signup_registrations
  for each row execute function refuse_claimed_session();
