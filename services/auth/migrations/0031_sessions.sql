-- A session of a person is a refresh family without a client; its tokens carry its id. One that a login by JSON began has no refresh token.
-- Families that the previous release begins get an id as well. Families of clients have one that nothing asks about.
alter table refresh_families add column session_id uuid;
alter table refresh_families alter column session_id set default gen_random_uuid();
update refresh_families set session_id = gen_random_uuid() where client_id is null;
create unique index refresh_families_session_key on refresh_families (session_id);

-- Who rotated a token, as a digest: the same browser may show it once more within seconds, when two of its tabs renew at once.
alter table refresh_tokens add column used_by bytea;
