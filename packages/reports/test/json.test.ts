import { endpoint } from '@app/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderJson } from '../src/json.ts';
import { collect } from './support/tables.ts';

const Row = z.object({ id: z.int(), text: z.string() });
const of = <T extends z.ZodType>(output: T) =>
  endpoint({
    name: 'test.report',
    summary: 'Rows',
    service: 'ledger',
    method: 'GET',
    path: '/rows',
    envelope: { name: 'test', schema: z.unknown(), render: () => undefined },
    status: 200,
    output,
  });

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, text: `"${id}"\n<æ>`, secret: 'not declared' }));
const expected = (count: number) => rows(count).map(({ id, text }) => ({ id, text }));

describe('the JSON answer of a report, row by row', () => {
  it.each([0, 1, 2, 5_000])('is the list of its %i rows, with what is declared of them', async (count) => {
    expect(JSON.parse((await collect(renderJson(of(z.array(Row)), rows(count), undefined))).toString())).toEqual(
      expected(count),
    );
  });

  it.each([0, 1, 3])('is an object of meta and its %i rows where it is declared so', async (count) => {
    const output = z.object({ meta: z.object({ page: z.int() }), data: z.array(Row) });
    const answer = JSON.parse((await collect(renderJson(of(output), rows(count), { page: 3, hidden: 1 }))).toString());
    expect(answer).toEqual({ meta: { page: 3 }, data: expected(count) });
  });

  it('breaks off at a row that is not what was declared', async () => {
    await expect(collect(renderJson(of(z.array(Row)), [{ id: '1' }], undefined))).rejects.toThrow();
    expect(() => renderJson(of(z.string()), [], undefined)).toThrow('neither a list');
  });
});
