-- Commands stand among the use cases now. The release before goes on under the old name (sql/earlier-release.sql, which keeps the view as it is made here).
-- Its tables invitation_acceptances and currency_orders stay as long as it does: what it leaves there is adopted (src/invitations/retired-acceptances.ts,
-- src/client-accounts/retired-orders.ts).
lock table commands in access exclusive mode;
insert into use_cases (command_key, name, result, created_at, ended_at)
  select command_key, operation, result, created_at, created_at from commands;
drop table commands;
create view commands as select command_key, name as operation, result, created_at from use_cases where state = 'done';
