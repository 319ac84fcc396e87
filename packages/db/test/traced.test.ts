import { runInContext } from '@app/runtime';
import { recordedSpans } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect, type Database } from '../src/index.ts';
import { summaryOf } from '../src/statement-summary.ts';

let db: Database;
beforeAll(async () => {
  db = connect({ url: inject('postgresUrl'), schema: 'public', applicationName: 'traced' });
});
afterAll(() => db?.close());

const within = <T>(work: () => Promise<T>, flag = '01'): Promise<T> =>
  runInContext({ requestId: 'r-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flag}` }, work);

it.each([
  ['select 1', 'SELECT'],
  ['insert into "outbox" ("id") values ($1)', 'INSERT outbox'],
  ['\n  select "id" from "ledger"."journal_entries" where "id" = $1', 'SELECT journal_entries'],
  ['select write_entries($1, $2) as answer', 'SELECT write_entries'],
  ['with a as (select 1) update "accounts" set "name" = $1', 'WITH accounts'],
  ['delete from inbox', 'DELETE inbox'],
  ["select 'kari@example.test'", 'SELECT'],
  ["select * from 'kari@example.test'", 'SELECT'],
  ['', 'STATEMENT'],
])('%s is summed up as %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});

it('a statement is a span of the trace it is a part of', async () => {
  using recorded = recordedSpans();
  await within(async () => await db.executor.execute(sql`select ${'kari'}::text as name from pg_class limit 1`));
  expect(recorded.spans).toMatchObject([
    {
      ...{ name: 'SELECT pg_class', kind: 'client', parentId: 'b'.repeat(16), isEnded: true, failure: undefined },
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'SELECT',
        'server.address': expect.any(String),
      },
    },
  ]);
  expect(JSON.stringify(recorded.spans)).not.toMatch(/kari|password/);
});

it('a transaction shows its beginning, its statements and its commit, one after the other', async () => {
  using recorded = recordedSpans();
  const value = await within(() =>
    db.write(async (tx) => {
      await tx.execute(sql`select 1`);
      await tx.transaction(async (inner) => inner.execute(sql`select 2 from pg_class limit 1`));
      return 'done';
    }),
  );
  expect(value).toBe('done');
  expect(recorded.spans.map(({ name }) => name)).toEqual(['BEGIN', 'SELECT', 'SELECT pg_class', 'COMMIT']);
  for (const span of recorded.spans) expect(span).toMatchObject({ parentId: 'b'.repeat(16), isEnded: true });
});

it('a transaction that fails shows the statement that did, and that it was taken back', async () => {
  using recorded = recordedSpans();
  const work = within(() => db.write((tx) => tx.execute(sql`select 1 / 0 from pg_class`)));
  await expect(work).rejects.toThrow();
  await expect.poll(() => recorded.spans.every(({ isEnded }) => isEnded)).toBe(true);
  expect(recorded.spans.map(({ name }) => name)).toEqual(['BEGIN', 'SELECT pg_class', 'ROLLBACK']);
  expect(recorded.spans[1]).toMatchObject({ failure: '22012', attributes: { 'db.response.status_code': '22012' } });
});

it('a commit that the database refuses is the one that failed', async () => {
  using recorded = recordedSpans();
  const work = within(() =>
    db.write(async (tx) => {
      await tx.execute(sql`create temporary table late (id int primary key deferrable initially deferred)`);
      await tx.execute(sql`insert into late values (1), (1)`);
    }),
  );
  await expect(work).rejects.toThrow();
  expect(recorded.spans.at(-1)).toMatchObject({ name: 'COMMIT', failure: '23505', isEnded: true });
});

it('nothing is made of statements outside a trace, or of one that is not recorded', async () => {
  using recorded = recordedSpans();
  await db.executor.execute(sql`select 1`);
  await within(() => db.write((tx) => tx.execute(sql`select 1`)), '00');
  expect(recorded.spans).toEqual([]);
});
