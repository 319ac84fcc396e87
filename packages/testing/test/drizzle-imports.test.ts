import { sql } from 'drizzle-orm';
import { bigint, PgDialect, pgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { drizzleModulesRead } from '../src/drizzle-imports.ts';

it('the modules of Drizzle are read without its package.json, each once whoever imports it', () => {
  expect(drizzleModulesRead()).toBeGreaterThan(100);
  const things = pgTable('things', { id: bigint({ mode: 'number' }) });
  const query = new PgDialect().sqlToQuery(sql`select ${things.id} from ${things} where ${things.id} = ${7}`);
  expect([query.sql, query.params]).toEqual(['select "things"."id" from "things" where "things"."id" = $1', [7]]);
});
