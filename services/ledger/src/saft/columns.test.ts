import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { asColumns, columnsOf } from './columns.ts';

it('a column has a value for each row, nothing is an empty one, and no rows are no values', () => {
  const texts = { count: 3, id: '1\x1f2\x1f3', text: '\x1f\x1f' };
  expect(columnsOf(texts, ['id', 'text'])).toEqual({ id: ['1', '2', '3'], text: ['', '', ''] });
  expect(columnsOf({ count: 1, text: '' }, ['text'])).toEqual({ text: [''] });
  expect(columnsOf({ count: 0, text: null }, ['text'])).toEqual({ text: [] });
});

it('a column whose values are not those of the rows is refused, not read with the values of others', () => {
  expect(() => columnsOf({ count: 2, text: 'a\x1fb\x1fc' }, ['text'])).toThrow('column text has 3 values for 2 rows');
  expect(() => columnsOf({ count: 1, text: null }, ['text'])).toThrow('column text has 0 values for 1 rows');
});

it('columns are named as they are asked for', () => {
  const { sql: text } = new PgDialect().sqlToQuery(asColumns({ voucherId: sql`e.voucher_id` }));
  expect(text).toContain(`string_agg(coalesce((e.voucher_id)::text, ''), E'\\x1f') as "voucherId"`);
});
