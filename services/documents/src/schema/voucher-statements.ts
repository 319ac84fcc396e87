import { id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { voucherCollections } from './voucher-collections.ts';
import { vouchers } from './vouchers.ts';

/** What money on a voucher was spent on, the same for everybody. The rows come with migrations. */
export const voucherCategories = pgTable(
  'voucher_categories',
  {
    id: id('id').primaryKey(),
    code: text('code').notNull(),
    nameNob: text('name_nob').notNull(),
    nameEng: text('name_eng').notNull(),
    requiresPurpose: boolean('requires_purpose').notNull(),
    requiresParticipants: boolean('requires_participants').notNull(),
  },
  (table) => [unique('voucher_categories_code_key').on(table.code)],
);

/** Who took part in what was paid. */
export interface Participant {
  readonly name: string;
  readonly company: string | null;
}

/** What somebody says about a voucher; it never changes. */
export const voucherStatements = pgTable(
  'voucher_statements',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    voucherId: id('voucher_id').notNull(),
    /** Who says it. */
    userId: id('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
    voucherCategoryId: id('voucher_category_id'),
    purpose: text('purpose'),
    participants: jsonb('participants').$type<readonly Participant[]>().notNull().default([]),
    paymentMethod: text('payment_method', {
      enum: ['COMPANY_CARD', 'COMPANY_ACCOUNT', 'PRIVATE', 'CASH', 'INVOICE'],
    }),
    /** A business partner of organisation, as projects and tags are of it. */
    payorId: id('payor_id'),
    projectId: id('project_id'),
    collectionId: id('collection_id'),
    tagIds: jsonb('tag_ids').$type<readonly number[]>().notNull().default([]),
    comment: text('comment'),
  },
  (table) => [
    index('voucher_statements_of').on(table.clientAccountId, table.voucherId, table.id),
    foreignKey({
      name: 'voucher_statements_voucher',
      columns: [table.clientAccountId, table.voucherId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'voucher_statements_category',
      columns: [table.voucherCategoryId],
      foreignColumns: [voucherCategories.id],
    }),
    foreignKey({
      name: 'voucher_statements_collection',
      columns: [table.clientAccountId, table.collectionId],
      foreignColumns: [voucherCollections.clientAccountId, voucherCollections.id],
    }),
    check(
      'voucher_statements_payment',
      sql`payment_method in ('COMPANY_CARD', 'COMPANY_ACCOUNT', 'PRIVATE', 'CASH', 'INVOICE')`,
    ),
  ],
);
