import { bytes, id, longInteger, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Files that somebody wants to import, and what became of each. */
export const saftImports = pgTable(
  'saft_imports',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    state: text('state', {
      enum: ['READING', 'READY', 'REFUSED', 'IMPORTING', 'DONE', 'DIFFERS', 'FAILED'],
    }).notNull(),
    mediaType: text('media_type').notNull(),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
    updatedAt: momentText('updated_at').notNull(),
    committedAt: momentText('committed_at'),
    committedById: id('committed_by_id'),
    finishedAt: momentText('finished_at'),
    /** What was found in the file; null until it was read. */
    report: jsonb('report'),
    /** Account codes by AccountID, as the commit wants them. */
    wishes: jsonb('wishes'),
    /** How far the import is: records of the kind `entry` up to this one are in the books, 0: the opening balance. */
    lastPosted: integer('last_posted').notNull().default(-1),
    entriesPosted: integer('entries_posted').notNull().default(0),
    /** Who works on it, and until when nobody else may. */
    leaseHolder: text('lease_holder'),
    leaseUntil: momentText('lease_until'),
    /** How often it was taken up since its file or its commit came. */
    attempts: integer('attempts').notNull().default(0),
    /** Why its commit waits or failed, or what differs; null while nothing is wrong. */
    faults: jsonb('faults'),
    /** Bytes of the file that were read so far, as they are when it is unpacked. */
    unpackedBytes: longInteger('unpacked_bytes').notNull().default(0),
  },
  (table) => [
    check(
      'saft_imports_state_check',
      sql`state in ('READING', 'READY', 'REFUSED', 'IMPORTING', 'DONE', 'DIFFERS', 'FAILED')`,
    ),
    primaryKey({ name: 'saft_imports_pkey', columns: [table.clientAccountId, table.id] }),
    uniqueIndex('saft_imports_id_key').on(table.id),
    uniqueIndex('saft_imports_importing_key').on(table.clientAccountId).where(sql`state = 'IMPORTING'`),
    index('saft_imports_work_idx').on(table.leaseUntil).where(sql`state in ('READING', 'IMPORTING')`),
  ],
);

/** The file as it was sent, in pieces, until it was read. */
export const saftImportPieces = pgTable(
  'saft_import_pieces',
  {
    clientAccountId: id('client_account_id').notNull(),
    importId: id('import_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'saft_import_pieces_pkey',
      columns: [table.clientAccountId, table.importId, table.ordinal],
    }),
    foreignKey({
      name: 'saft_import_pieces_import_fkey',
      columns: [table.clientAccountId, table.importId],
      foreignColumns: [saftImports.clientAccountId, saftImports.id],
    }).onDelete('cascade'),
  ],
);

/** What was read from the file, record by record. */
export const saftImportRecords = pgTable(
  'saft_import_records',
  {
    clientAccountId: id('client_account_id').notNull(),
    importId: id('import_id').notNull(),
    kind: text('kind', { enum: ['account', 'party', 'tax_code', 'entry'] }).notNull(),
    /** The place among the records of its kind, from 1. */
    ordinal: integer('ordinal').notNull(),
    /** What the file calls it: unique within its kind, or the file is faulty. */
    name: text('name').notNull(),
    content: jsonb('content').notNull(),
    /** Of a customer or supplier: the business partner that it became. */
    businessPartnerId: longInteger('business_partner_id'),
  },
  (table) => [
    check('saft_import_records_kind_check', sql`kind in ('account', 'party', 'tax_code', 'entry')`),
    primaryKey({
      name: 'saft_import_records_pkey',
      columns: [table.clientAccountId, table.importId, table.kind, table.ordinal],
    }),
    foreignKey({
      name: 'saft_import_records_import_fkey',
      columns: [table.clientAccountId, table.importId],
      foreignColumns: [saftImports.clientAccountId, saftImports.id],
    }).onDelete('cascade'),
  ],
);

/** Which entries an import has posted: each transaction of it gave its entries numbers without a gap. */
export const saftImportBatches = pgTable(
  'saft_import_batches',
  {
    clientAccountId: id('client_account_id').notNull(),
    importId: id('import_id').notNull(),
    /** The last record of the kind `entry` that is in it; 0: it is the opening balance. */
    lastOrdinal: integer('last_ordinal').notNull(),
    firstNumber: longInteger('first_number').notNull(),
    lastNumber: longInteger('last_number').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'saft_import_batches_pkey',
      columns: [table.clientAccountId, table.importId, table.lastOrdinal],
    }),
    foreignKey({
      name: 'saft_import_batches_import_fkey',
      columns: [table.clientAccountId, table.importId],
      foreignColumns: [saftImports.clientAccountId, saftImports.id],
    }).onDelete('cascade'),
  ],
);
