import { pgTable } from 'drizzle-orm/pg-core';
import { activeNameKey, followedIndex, recordColumns, recordRules } from './record-columns.ts';

/** Names of dimensions are compared composed and whatever their case; inactive ones stand in nobody's way. */
export const departments = pgTable(
  'departments',
  {
    ...recordColumns(),
  },
  (table) => [
    ...recordRules('departments', table),
    activeNameKey('departments', table),
    followedIndex('departments', table),
  ],
);
