import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeIdp, startFakeIdp } from './signup-fake-idp.ts';
import { SECRET, type SignupService, startSignup } from './signup-harness.ts';

const CLIENT = 'accounting-platform';
const issuer = 'https://books.test';

describe('an identity provider whose answers are wrong', () => {
  let idp: FakeIdp;
  let service: SignupService;
  beforeAll(async () => {
    idp = await startFakeIdp(CLIENT);
    service = await startSignup({ env: { IDP_ISSUER_URL: idp.issuer } });
  });
  beforeEach(() => Object.assign(idp, { claims: {}, signsWithForeignKey: false, idToken: 'signed' }));
  afterAll(async () => {
    await service.stop();
    await idp.stop();
  });

  const comeBack = async (change: (address: URL) => void = () => {}) => {
    expect((await service.begin()).status).toBe(200);
    const address = idp.authorize();
    change(address);
    const answer = await service.callback(address);
    expect(answer.status).toBe(302);
    const { searchParams } = new URL(answer.headers.get('location')!);
    return searchParams.get('signup_error') ?? (searchParams.has('signup_code') ? 'in' : 'nothing');
  };

  it('lets in whom it confirms', async () => {
    expect(await comeBack()).toBe('in');
  });

  it('gets the request pushed with Basic, PKCE S256, state, nonce and scope, and the verifier at the end [EXT-R01]', async () => {
    expect(await comeBack()).toBe('in');
    const { pushed, token } = idp.seen;
    expect(Object.fromEntries(pushed!.form)).toEqual({
      client_id: CLIENT,
      response_type: 'code',
      redirect_uri: `${issuer}/api/v2/auth/signup/callback`,
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const basic = Buffer.from(pushed!.authorization!.replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map(decodeURIComponent);
    expect(basic).toEqual([CLIENT, SECRET]);
    const verifier = token!.form.get('code_verifier')!;
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(pushed!.form.get('code_challenge'));
    expect(token!.form.get('redirect_uri')).toBe(pushed!.form.get('redirect_uri'));
  });

  it('every attempt has a state, nonce and verifier of its own', async () => {
    await comeBack();
    const first = Object.fromEntries(idp.seen.pushed!.form);
    await comeBack();
    const second = Object.fromEntries(idp.seen.pushed!.form);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(second[name]).not.toBe(first[name]);
  });

  const past = () => Math.floor(Date.now() / 1000) - 3600;
  it.each([
    ['a nonce of another attempt', () => ({ nonce: 'another' })],
    ['no nonce', () => ({ nonce: null })],
    ['another audience', () => ({ aud: 'somebody-else' })],
    ['no audience', () => ({ aud: null })],
    ['another issuer', () => ({ iss: 'https://idp.attacker.test' })],
    ['no issuer', () => ({ iss: null })],
    ['a life that is over', () => ({ iat: past(), exp: past() + 60 })],
    ['no end', () => ({ exp: null })],
  ])('an id token with %s is refused [EXT-R02]', async (_, claims) => {
    const changed = Object.fromEntries(Object.entries(claims()).map(([name, value]) => [name, value ?? undefined]));
    idp.claims = changed;
    expect(await comeBack()).toBe('token_exchange_failed');
  });

  it('an id token with a signature of another key is refused [EXT-R02]', async () => {
    idp.signsWithForeignKey = true;
    expect(await comeBack()).toBe('token_exchange_failed');
  });

  it.each(['absent', 'unsigned'] as const)('an id token that is %s is refused [EXT-R02]', async (kind) => {
    idp.idToken = kind;
    expect(await comeBack()).toBe('token_exchange_failed');
  });

  it.each([
    { pid: undefined },
    { pid: '1234567890' },
    { pid: '0189770579x' },
    { pid: 1897705792 },
    { given_name: '', family_name: '', name: ' ' },
  ])('a token without a usable identity says identity_missing: %j', async (claims) => {
    idp.claims = claims;
    expect(await comeBack()).toBe('identity_missing');
  });
});

describe('with a key instead of a secret', () => {
  it.each(['RS256', 'ES256'])(
    'authenticates by private-key JWT, here and for the machine token: %s [EXT-R01]',
    async (alg) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      const { alg: _, ...jwk } = { ...(await exportJWK(privateKey)), kid: 'ours', alg };
      const env = { IDP_CLIENT_JWK: JSON.stringify(jwk), IDP_CLIENT_SECRET: '' };
      const service = await startSignup({ env, sandboxEnv: env });
      try {
        expect((await service.enter(await service.person())).organizations).toHaveLength(1);
      } finally {
        await service.stop();
      }
    },
  );
});
