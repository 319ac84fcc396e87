create table facts (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  text text not null constraint facts_text_check check (text <> 'poison')
);
