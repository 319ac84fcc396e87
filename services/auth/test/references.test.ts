import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthService, startAuth } from './harness.ts';

let service: AuthService;
beforeAll(async () => {
  service = await startAuth();
});
afterAll(() => service.stop());

it('whatever refers to a user is found by an index, so that removing one scans no table', async () => {
  const references = await service.db.raw<{ name: string; isIndexed: boolean }[]>`
    select r.conrelid::regclass || '.' || a.attname as name, exists (
      select from pg_index i where i.indrelid = r.conrelid and i.indkey[0] = r.conkey[1] and i.indisvalid
        and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true)
    ) as "isIndexed"
    from pg_constraint r join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[1]
    where r.contype = 'f' and r.confrelid = 'users'::regclass`;
  expect(references.map(({ name }) => name)).toContain('refresh_families.user_id');
  expect(references.filter(({ isIndexed }) => !isIndexed)).toEqual([]);
});
