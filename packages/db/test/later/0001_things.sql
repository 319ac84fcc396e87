create table things (
  id bigint generated always as identity primary key,
  name text not null constraint things_name_key unique
);
