import { createSealer } from '@app/runtime';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeyRing } from '../src/keys/key-ring.ts';
import { type AuthService, headerOf, issuer, PASSWORD, type Person, startAuth } from './harness.ts';

let service: AuthService;
let person: Person;
beforeAll(async () => {
  service = await startAuth();
  person = await service.person();
});
afterAll(() => service.stop());

const keySet = async () =>
  (await service.call('GET', '/.well-known/jwks.json')).body as { keys: Record<string, string>[] };
const states = async () =>
  (await service.db.raw`select kid, state from signing_keys order by created_at, state desc`).map(({ state }) => state);
const login = async () =>
  (await service.call('POST', '/v2/oauth/login', { body: { email: person.email, password: PASSWORD } })).body
    .token as string;
const daysFromNow = (days: number) => service.setClock(new Date(Date.now() + days * 24 * 3_600_000).toISOString());

it('the key set is public, holds the active and the next key, and no private member', async () => {
  const answer = await service.call('GET', '/.well-known/jwks.json');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(answer.body.keys).toHaveLength(2);
  for (const key of answer.body.keys)
    expect(key).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      alg: 'ES256',
      use: 'sig',
    });
});

it('private keys are sealed at rest', async () => {
  const rows = await service.db.raw`select sealed_private_key from signing_keys`;
  const sealer = createSealer(Buffer.alloc(32, 7).toString('base64'));
  for (const { sealed_private_key } of rows) {
    // Every P-256 key in PKCS #8 begins with its algorithm's identifiers.
    const marker = Buffer.from('2a8648ce3d0201', 'hex');
    expect(sealed_private_key.includes(marker)).toBe(false);
    expect(sealer.open(sealed_private_key).includes(marker)).toBe(true);
  }
});

it('rotates by publish, wait, sign, wait, retire; tokens of the old key stay good until they expire', async () => {
  const first = await login();
  try {
    expect(await service.runJob('signing-key-rotation')).toBe(0);
    daysFromNow(29);
    expect(await service.runJob('signing-key-rotation')).toBe(0);
    const published = await keySet();
    daysFromNow(31);
    const old = await login();
    expect(headerOf(old).kid).toBe(headerOf(first).kid);
    expect(await service.runJob('signing-key-rotation')).toBe(3);
    expect((await states()).sort()).toEqual(['active', 'next', 'retired']);

    const fresh = await login();
    expect(headerOf(fresh).kid).not.toBe(headerOf(old).kid);
    expect(published.keys.map(({ kid }) => kid)).toContain(headerOf(fresh).kid);
    for (const token of [old, fresh]) {
      expect((await service.call('GET', '/api/v2/users/me', { token })).status).toBe(200);
      const currentDate = new Date(service.running.composition.clock.millis());
      await jwtVerify(token, createLocalJWKSet((await keySet()) as never), { issuer, currentDate });
    }

    daysFromNow(31.1);
    expect(await service.runJob('signing-key-rotation')).toBe(1);
    expect((await keySet()).keys.map(({ kid }) => kid)).not.toContain(headerOf(old).kid);
    daysFromNow(90);
    await service.runJob('signing-key-rotation');
    expect((await states()).filter((state) => state === 'active')).toHaveLength(1);
  } finally {
    service.setClock(null);
  }
});

it('of many replicas that start or rotate at once one makes the keys', async () => {
  const { db, clock, logger } = service.running.composition;
  await db.raw`delete from signing_keys`;
  const sealer = createSealer(Buffer.alloc(32, 7).toString('base64'));
  const rings = Array.from({ length: 8 }, () => createKeyRing({ db, clock, sealer, logger }));
  await Promise.all(rings.map((ring) => ring.rotate()));
  expect((await states()).sort()).toEqual(['active', 'next']);
  const kids = await Promise.all(rings.map(async (ring) => (await ring.signer()).kid));
  expect(new Set(kids).size).toBe(1);
});
