import { createSealer } from '@app/runtime';
import { rekey } from '@app/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authService } from '../src/service.ts';
import { createIdentityDigester } from '../src/signup/identity-digest.ts';
import { renewIdentity } from '../src/signup/store.ts';
import { type AuthService, startAuth } from './harness.ts';

let service: AuthService;
beforeAll(async () => {
  service = await startAuth();
});
afterAll(() => service.stop());

const next = Buffer.alloc(32, 99).toString('base64');

it('every sealed column is one that the command knows', async () => {
  const columns = await service.db.raw<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'auth' and column_name like '%sealed%' and data_type = 'bytea' order by 1`;
  expect(authService.sealed!.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    columns.map(({ name }) => name),
  );
});

it('the command seals everything anew, once, and whoever runs it at the same time does no harm', async () => {
  await service.db.raw`insert into signing_keys (kid, state, public_jwk, sealed_private_key, created_at, retired_at)
    select 'old-' || n, 'retired', '{}', ${createSealer(service.env.DATA_ENCRYPTION_KEY!).seal(Buffer.from('private'))}, now(), now() from generate_series(1, 450) n`;
  const sealer = createSealer(next, [service.env.DATA_ENCRYPTION_KEY!]);
  const [{ count }] = await service.db.raw<[{ count: number }]>`select count(*)::int from signing_keys`;
  const replaced = await Promise.all([1, 2].map(() => rekey(service.db, sealer, authService.sealed!)));
  expect(replaced[0]! + replaced[1]!).toBe(count);
  expect(await rekey(service.db, sealer, authService.sealed!)).toBe(0);
  const rows = await service.db.raw<
    { sealed: Buffer }[]
  >`select sealed_private_key as sealed from signing_keys where kid like 'old-%'`;
  const withoutOld = createSealer(next);
  expect(new Set(rows.map(({ sealed }) => withoutOld.open(sealed).toString()))).toEqual(new Set(['private']));
});

it('a person who was known by an earlier key is recognised, and known by the present one from then on', async () => {
  const [old, present] = ['an identity key of old, 32 letters', 'the identity key of now, 32 letters'] as const;
  const before = createIdentityDigester(old, 1)('14818510056');
  const now = createIdentityDigester(present, 2, [old])('14818510056');
  await service.db
    .raw`insert into identity_links (provider, digest, key_version, user_id, created_at) values ('idp', ${before.digest}, 1, 2, now())`;
  await service.db.write((tx) => renewIdentity(tx, createIdentityDigester(present, 2, [old])('02887710050')));
  expect(await service.db.raw`select 1 from identity_links where digest = ${before.digest}`).toHaveLength(1);
  await service.db.write((tx) => renewIdentity(tx, now));
  await service.db.write((tx) => renewIdentity(tx, now));
  expect(await service.db.raw`select digest, key_version, user_id::int from identity_links`).toEqual([
    { digest: now.digest, key_version: 2, user_id: 2 },
  ]);
});
