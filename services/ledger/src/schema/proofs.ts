import { bytes, day, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/**
 * The chain of hashes over the posted entries of a client account, in the order of their numbers: the links of a run of
 * entries one behind the other. Blocks follow each other without a gap, and none ever changes.
 */
export const proofBlocks = pgTable(
  'proof_blocks',
  {
    clientAccountId: id('client_account_id').notNull(),
    firstNumber: longInteger('first_number').notNull(),
    lastNumber: longInteger('last_number').notNull(),
    /** How an entry is written down before it is hashed. */
    format: smallint('format').notNull(),
    /** 32 bytes for each entry. */
    links: bytes('links').notNull(),
    chainedAt: moment('chained_at').notNull(),
  },
  (table) => [
    check('proof_blocks_links_check', sql`octet_length(links) = 32 * (last_number - first_number + 1) and links <> ''`),
    primaryKey({ name: 'proof_blocks_pkey', columns: [table.clientAccountId, table.firstNumber] }),
  ],
);

/** Where the chain of a client account stood when it was signed: once for each day on which it had grown. */
export const proofHeads = pgTable(
  'proof_heads',
  {
    clientAccountId: id('client_account_id').notNull(),
    day: day('day').notNull(),
    sequenceNumber: longInteger('sequence_number').notNull(),
    link: bytes('link').notNull(),
    /** A compact JWS. */
    signature: text('signature').notNull(),
    signedAt: moment('signed_at').notNull(),
  },
  (table) => [
    check('proof_heads_link_check', sql`octet_length(link) = 32`),
    primaryKey({ name: 'proof_heads_pkey', columns: [table.clientAccountId, table.day] }),
  ],
);

/** The keys that heads are signed with; the newest signs. None is ever taken away: what it signed stays provable. */
export const proofKeys = pgTable('proof_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Readonly<Record<string, string>>>().notNull(),
  /** PKCS #8, sealed under DATA_ENCRYPTION_KEY. */
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: moment('created_at').notNull(),
});
