-- What one side of an operation on shares gives, the others receive: nothing is made or lost, per operation and class. A statement adds an operation whole.
create or replace function check_share_transactions() returns trigger language plpgsql as $$
begin
  if exists (
    select from added group by client_account_id, transaction_group_id, share_class, transaction_date, transaction_type having sum(quantity) <> 0)
  then
    raise exception 'an operation on shares gives as many as it receives'
      using errcode = 'check_violation', constraint = 'share_transactions_balance_check';
  end if;
  return null;
end $$;
