import { pgTable } from 'drizzle-orm/pg-core';
import { recordColumns } from './record-columns.ts';

export const departments = pgTable('departments', recordColumns());
