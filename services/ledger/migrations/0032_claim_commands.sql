-- What came of each command that claims or releases lines, so that one that comes again gets the same answer. A new table: nothing waits for it.
CREATE TABLE "claim_commands" (
	"client_account_id" bigint NOT NULL,
	"command_key" text NOT NULL,
	"answer" jsonb NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_commands_pkey" PRIMARY KEY("client_account_id","command_key")
);
revoke insert, update, delete on claim_commands from ledger;
do $$ begin
  if exists (select from pg_roles where rolname = 'ledger_eraser') then
    grant select, delete on claim_commands to ledger_eraser;
  end if;
end $$;
