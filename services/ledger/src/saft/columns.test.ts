import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { asColumns, columnsOf } from './columns.ts';

it('a column has a value for each row, nothing is an empty one, and no rows are no values', () => {
  const texts = { 'line.count': 3, 'line.id': '1\x1f2\x1f3', 'line.text': '\x1f\x1f' };
  expect(columnsOf(texts, 'line', ['id', 'text'])).toEqual({ id: ['1', '2', '3'], text: ['', '', ''] });
  expect(columnsOf({ 'line.count': 1, 'line.text': '' }, 'line', ['text'])).toEqual({ text: [''] });
  expect(columnsOf({ 'line.count': 0, 'line.text': null }, 'line', ['text'])).toEqual({ text: [] });
});

it('a column whose values are not those of the rows is refused, not read with the values of others', () => {
  const of = (count: number, text: string | null) =>
    columnsOf({ 'line.count': count, 'line.text': text, 'entry.count': 3, 'entry.text': '1\x1f2\x1f3' }, 'line', [
      'text',
    ]);
  expect(() => of(2, 'a\x1fb\x1fc')).toThrow('column text has 3 values for 2 rows');
  expect(() => of(1, null)).toThrow('column text has 0 values for 1 rows');
});

it('columns are named as they are asked for', () => {
  const { sql: text } = new PgDialect().sqlToQuery(asColumns('entry', { voucherId: sql`e.voucher_id` }));
  expect(text).toContain(`string_agg(coalesce((e.voucher_id)::text, ''), E'\\x1f') as "entry.voucherId"`);
});
