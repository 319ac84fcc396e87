create table notes (
  id bigint generated always as identity primary key,
  client_account_id bigint not null,
  text text not null
);
