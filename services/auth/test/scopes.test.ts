import { createSealer } from '@app/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signJwt } from '../src/keys/jwt.ts';
import { createKeyRing } from '../src/keys/key-ring.ts';
import { type AuthService, claimsOf, type Person, startAuth } from './harness.ts';

let service: AuthService;
let owner: Person;
beforeAll(async () => {
  service = await startAuth();
  owner = await service.person();
});
afterAll(() => service.stop());

const tokenFor = async (registered: string, scope?: string) => {
  const client = await service.client(owner, { grant_types: 'client_credentials', scope: registered });
  return (await service.token({ grant_type: 'client_credentials', ...client, scope })).body as {
    access_token: string;
    scope: string;
  };
};
const read = (token: string) => service.call('GET', '/api/v2/users/me', { token });
const write = (token: string) => service.call('PATCH', '/api/v2/users/me', { token, body: { first_name: 'Kari' } });

it('write implies read [SCP-R01]', async () => {
  const { access_token, scope } = await tokenFor('write');
  expect([scope, (await read(access_token)).status, (await write(access_token)).status]).toEqual(['write', 200, 200]);
  expect((await tokenFor('write', 'read')).scope).toBe('read');
});

it('read alone cannot change anything [SCP-R02]', async () => {
  const { access_token } = await tokenFor('read write', 'read');
  const answers = [
    await write(access_token),
    await service.call('POST', '/api/v2/oauth/admin/tokens/revoke', { token: access_token, body: {} }),
    await service.call('PATCH', '/api/v2/users/1', { token: access_token, body: {} }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await read(access_token)).status).toBe(200);
});

it('a token without scopes can use nothing [SCP-R03]', async () => {
  const { access_token } = await tokenFor('read');
  const { db, clock, logger } = service.running.composition;
  const keys = createKeyRing({ db, clock, logger, sealer: createSealer(Buffer.alloc(32, 7).toString('base64')) });
  const answer = await read(signJwt(await keys.signer(), 'at+jwt', { ...claimsOf(access_token), scope: '' }));
  expect([answer.status, answer.body.error.code]).toEqual([403, 'common.insufficient_scope']);
});

it('legacy names are mapped and never come out [SCP-R10] [SCP-R11]', async () => {
  for (const name of ['read:profile', 'read:accounting', 'read:profile read:accounting'])
    expect((await tokenFor(name)).scope).toBe('read');
  for (const name of ['write:profile', 'write:accounting', 'read:profile write:accounting']) {
    const { access_token, scope } = await tokenFor(name);
    expect([scope, claimsOf(access_token).scope]).toEqual(['read write', 'read write']);
  }
});
