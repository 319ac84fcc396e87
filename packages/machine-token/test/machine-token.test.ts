import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClock } from '@app/runtime';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMachineToken, createUpstreamWithToken, type MachineTokenConfig } from '../src/index.ts';

/** A token endpoint at `/token`, and a system at any other path that takes what `accepted` holds. */
const issued: string[] = [];
const asked: { readonly method: string; readonly authorization: string | undefined }[] = [];
let assertion = '';
let accepted: (token: string) => boolean = () => true;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answer = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/token') {
      assertion = new URLSearchParams(Buffer.concat(chunks).toString()).get('assertion')!;
      issued.push(`token-${issued.length + 1}`);
      return answer(200, { access_token: issued.at(-1), expires_in: 120 });
    }
    asked.push({ method: request.method!, authorization: request.headers.authorization });
    const isAccepted = accepted(request.headers.authorization?.replace('Bearer ', '') ?? '');
    return answer(isAccepted ? 200 : 401, {});
  });
});
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  issued.length = 0;
  asked.length = 0;
  accepted = () => true;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const SECRET = 'a secret of this test';
const start = (changes: Partial<MachineTokenConfig> = {}) => {
  const clock = createClock();
  const config: MachineTokenConfig = {
    ...{ IDP_CLIENT_ID: 'platform', IDP_CLIENT_SECRET: SECRET, IDP_CLIENT_JWK: undefined },
    ...{ MACHINE_TOKEN_URL: `${baseUrl}/token`, ...changes },
  };
  const token = createMachineToken({ config, clock });
  return { clock, token, upstream: createUpstreamWithToken({ name: 'tax', baseUrl, token }) };
};

it('is fetched once for all who ask at once, kept, and fetched anew shortly before it ends', async () => {
  const { clock, token } = start();
  expect(await Promise.all([token.get(), token.get(), token.get()])).toEqual(['token-1', 'token-1', 'token-1']);
  const now = clock.now();
  clock.set(now.add({ seconds: 100 }));
  expect(await token.get()).toBe('token-1');
  clock.set(now.add({ seconds: 106 }));
  expect(await token.get()).toBe('token-2');
});

it('is asked for by an assertion of a minute, signed with the secret, or with the key, which wins', async () => {
  await start().token.get();
  const { payload } = await jwtVerify(assertion, new TextEncoder().encode(SECRET), { audience: `${baseUrl}/token` });
  expect(payload).toMatchObject({ iss: 'platform', jti: expect.any(String) });
  expect(payload.exp! - payload.iat!).toBe(60);

  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'ours' };
  await start({ IDP_CLIENT_JWK: JSON.stringify(jwk) }).token.get();
  expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'ES256', kid: 'ours' });
  await jwtVerify(assertion, publicKey);
  expect(decodeJwt(assertion).iss).toBe('platform');
});

it('is nothing without a credential, and a key that is none is not shown', async () => {
  await expect(start({ IDP_CLIENT_SECRET: undefined }).token.get()).rejects.toThrow('neither IDP_CLIENT_SECRET nor');
  const broken = await start({ IDP_CLIENT_JWK: '{"kty":"EC","d":"very-secret"}' })
    .token.get()
    .catch((error: Error) => `${error.message}${String(error.cause)}`);
  expect(broken).toContain('IDP_CLIENT_JWK must be one private');
  expect(broken).not.toContain('very-secret');
});

it('that is refused is replaced once, and the call made again where that does no harm', async () => {
  const { upstream } = start();
  accepted = (token) => token === 'token-2';
  expect((await upstream.request({ path: '/properties' })).status).toBe(200);
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);

  accepted = () => false;
  asked.length = 0;
  expect((await upstream.request({ path: '/properties' })).status).toBe(401);
  expect(asked).toHaveLength(2);
  asked.length = 0;
  expect((await upstream.request({ method: 'POST', path: '/returns', json: {} })).status).toBe(401);
  expect(asked).toHaveLength(1);
});
