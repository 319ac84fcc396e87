import { id } from '@app/db/columns';
import { pgTable, text, unique } from 'drizzle-orm/pg-core';

/** Units of measure, the same for everybody. Their rows come with migrations. */
export const units = pgTable(
  'units',
  {
    id: id('id').primaryKey(),
    symbol: text('symbol').notNull(),
    /** Code of the common code list of UN/ECE recommendation 20 (units of measure). */
    rec20Code: text('rec20_code'),
    /** Code of UN/ECE recommendation 21 (kinds of packages). */
    rec21Code: text('rec21_code'),
    descriptionNob: text('description_nob').notNull(),
    descriptionEng: text('description_eng').notNull(),
  },
  (table) => [unique('units_rec20_key').on(table.rec20Code), unique('units_rec21_key').on(table.rec21Code)],
);
