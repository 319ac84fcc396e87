-- The chain of hashes over posted entries, its signed heads, and the keys that sign them. New tables: nothing waits for them.
CREATE TABLE "proof_blocks" (
	"client_account_id" bigint NOT NULL,
	"first_number" bigint NOT NULL,
	"last_number" bigint NOT NULL,
	"format" smallint NOT NULL,
	"links" "bytea" NOT NULL,
	"chained_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proof_blocks_pkey" PRIMARY KEY("client_account_id","first_number"),
	CONSTRAINT "proof_blocks_links_check" CHECK (octet_length(links) = 32 * (last_number - first_number + 1) and links <> '')
);
CREATE TABLE "proof_heads" (
	"client_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"sequence_number" bigint NOT NULL,
	"link" "bytea" NOT NULL,
	"signature" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proof_heads_pkey" PRIMARY KEY("client_account_id","day"),
	CONSTRAINT "proof_heads_link_check" CHECK (octet_length(link) = 32)
);
CREATE TABLE "proof_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
-- What is chained and signed stays as it is. Keys are sealed anew when the key they are sealed under is replaced.
revoke update, delete on proof_blocks, proof_heads from ledger;
revoke delete on proof_keys from ledger;
do $$ begin
  if exists (select from pg_roles where rolname = 'ledger_eraser') then
    grant select, delete on proof_blocks, proof_heads to ledger_eraser;
  end if;
end $$;
