-- outside a transaction
-- A user is removed without a scan of what refers to it: codes and commands are found by their user.
create index concurrently if not exists authorization_codes_user_id on authorization_codes (user_id);
create index concurrently if not exists user_commands_user_id on user_commands (user_id);
