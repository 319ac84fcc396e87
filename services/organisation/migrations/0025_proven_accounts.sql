-- Is it known that whoever opened the account may act for the organization? And which firms opened it for a customer: none when a person
-- opened it for themselves. The previous release writes neither; its accounts count as opened by a person and not proven.
alter table client_accounts add column is_proven boolean not null default false;
alter table client_accounts add column opened_by_provider_ids bigint[] not null default '{}';

-- Accounts that came out of a signup: the identity provider said who the person was, and the authorities for whom they act. Whether an
-- administrator opened one cannot be told from here; such an account is confirmed by hand, or by its owner's signup.
update client_accounts set is_proven = true
where id in (
  select (c.result ->> 'client_account_id')::bigint from commands c
  where c.operation = 'register_from_signup' and c.result ? 'client_account_id'
);

-- Accounts that firms opened: no role for whoever opened it, but contracts by the same hand at the same moment.
update client_accounts a set opened_by_provider_ids = firms.ids
from (
  select o.id, array_agg(distinct k.provider_client_account_id) as ids
  from client_accounts o
  join contracts k on k.client_account_id = o.id and k.created_by_id = o.created_by_id
    and k.created_at between o.created_at and o.created_at + interval '10 seconds'
  where not exists (
    select from client_account_users u
    where u.client_account_id = o.id and u.user_id = o.created_by_id and u.created_at = o.created_at
  )
  group by o.id
) firms
where firms.id = a.id;
