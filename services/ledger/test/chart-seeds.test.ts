import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Database } from '@app/db';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** The lists that the seeds were made from; they are not part of the product. */
const lists = join(root, '../shared/reference');
const areThere = existsSync(lists);

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('ledger', join(root, 'services/ledger/migrations'));
  db = connect({ url: database.url, schema: 'ledger', applicationName: 'seeds' });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Rows of a list by the names of its columns; quotes inside quotes are doubled. */
function read(file: string, separator: ',' | ';'): readonly Record<string, string>[] {
  const rows = readFileSync(join(lists, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const cells: string[] = [];
      for (let rest: string | undefined = line; rest !== undefined; ) {
        const quoted: RegExpExecArray | null = /^"((?:[^"]|"")*)"(?:(?:,|;)(.*))?$/s.exec(rest);
        if (quoted) {
          cells.push(quoted[1]!.replaceAll('""', '"'));
          rest = quoted[2];
        } else {
          const at: number = rest.indexOf(separator);
          cells.push(at < 0 ? rest : rest.slice(0, at));
          rest = at < 0 ? undefined : rest.slice(at + 1);
        }
      }
      return cells;
    });
  const [head, ...body] = rows;
  return body.map((cells) => Object.fromEntries(head!.map((name, index) => [name, cells[index] ?? ''])));
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe.runIf(areThere)('what the service is seeded with', () => {
  it('is the default chart, account by account', async () => {
    const expected = read('misc/default-chart-of-accounts.csv', ',').map((row) => ({
      code: row.account_code,
      nob: row.name_nb,
      eng: row.name_en,
      tax: row.default_vat_code,
      category: row.saft_grouping_category,
      grouping: row.saft_grouping_code,
    }));
    expect(expected).toHaveLength(341);
    const stored = await db.executor.execute(sql`
      select account_code as code, description_nob as nob, description_eng as eng, default_tax_code as tax, grouping_category as category,
        grouping_code as grouping from accounts order by account_code`);
    expect([...stored]).toEqual(expected);
  });

  it('is the national tax codes, period by period', async () => {
    const compensation = new Map(
      readFileSync(join(lists, 'saf-t/standard-tax-codes.csv'), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => [line.split(';')[0]!, line.endsWith('TRUE')]),
    );
    const expected = read('misc/vat-codes-with-rates.csv', ',').map((row) => ({
      code: row.code,
      rate: Number(row.rate_percent || 0).toFixed(2),
      from: row.valid_from || null,
      to: row.valid_to || null,
      nob: row.name_nb,
      compensation: compensation.get(row.code!),
      accounts: row.vat_accounts,
    }));
    const stored = await db.executor.execute(sql`
      select t.code, t.rate::text, t.active_from::text as from, t.active_to::text as to, t.description_nob as nob, t.compensation,
        concat_ws('/', o.account_code, i.account_code) as accounts
      from tax_codes t left join accounts o on o.id = t.tax_account_id left join accounts i on i.id = t.acquisition_tax_account_id order by t.id`);
    expect([...stored]).toEqual(expected);
    expect(compensation.size).toBe(new Set(expected.map(({ code }) => code)).size);
  });

  it('is every grouping pair of the business specification', async () => {
    const expected = read('saf-t/grouping-naeringsspesifikasjon.csv', ';').map((row) => [
      row.GroupingCategory,
      row.GroupingCode,
      tidy(row.CodeDescriptionNOB!),
    ]);
    const stored = await db.executor.execute<{ category: string; code: string; nob: string }>(sql`
      select category, code, description_nob as nob from grouping_codes`);
    const key = (row: readonly unknown[]) => row.join('|');
    expect(stored.map(({ category, code, nob }) => key([category, code, nob])).toSorted()).toEqual(
      expected.map(key).toSorted(),
    );
  });
});

describe('names of the levels', () => {
  it('there are for every code an account can have', async () => {
    const rows = await db.executor.execute<{ code: string; nob: string; eng: string }>(sql`
      select code, description_nob as nob, description_eng as eng from account_categories`);
    const codes = new Set(rows.map(({ code }) => code));
    for (let group = 10; group <= 89; group++) expect(codes, String(group)).toContain(String(group));
    for (let level = 1; level <= 8; level++) expect(codes).toContain(String(level));
    expect(codes.size).toBe(rows.length);
    for (const { nob, eng } of rows) expect([nob.trim(), eng.trim()]).toEqual([nob, eng]);
    // A subgroup has a name of its own only where it says more than its group.
    const names = new Map(rows.map(({ code, nob }) => [code, nob]));
    for (const { code, nob } of rows) if (code.length === 3) expect(nob, code).not.toBe(names.get(code.slice(0, 2)));
  });
});
