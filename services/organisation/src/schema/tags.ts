import { pgTable, text } from 'drizzle-orm/pg-core';
import { recordColumns } from './record-columns.ts';

export const tags = pgTable('tags', { ...recordColumns(), color: text('color') });
