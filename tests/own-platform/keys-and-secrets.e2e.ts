import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRecords } from '@app/platform/security-records';
import { backendNames } from '@app/registry';
import { beforeAll, describe, expect, it } from 'vitest';
import { askToken, newAuthorization, registerPublicClient, startApplication } from '../src/application.ts';
import type { OwnSystem } from '../src/own-system.ts';
import { answerConsent } from '../src/person.ts';
import { ADMIN, call, eventually, type Owner } from '../src/system.ts';

/** Seals what `npm run rekey` seals anew. */
const NEXT_KEY = randomBytes(32).toString('base64');

/** What {@link keysAndSecrets} needs its platform to be given: it goes on reading what was sealed anew beside it. */
export const readingNextKey = { DATA_ENCRYPTION_KEYS_PREVIOUS: NEXT_KEY } as const;

/** What becomes of keys and secrets, on a platform that logs all it can. */
export function keysAndSecrets(own: OwnSystem): void {
  const { ask, numbers } = own;
  let owner: Owner;

  beforeAll(async () => {
    owner = await own.newOwner();
  });

  const database = () => ({
    postgresUrl: own.system.platform.postgres.url,
    database: own.system.platform.settings.get('POSTGRES_DATABASE'),
  });
  const ownClient = async (name: string) =>
    (
      await ask('POST', '/v2/oauth/clients', {
        token: owner.token,
        body: { client_name: name, redirect_uris: '', grant_types: 'client_credentials' },
      })
    ).body as { readonly client_id: string; readonly client_secret: string };

  describe('the rotation of the signing key', () => {
    /** One read of each service, so that each verifies a token of its own accord. */
    const reads = () => [
      '/api/v2/users/me',
      '/api/v2/client-accounts',
      `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}`,
      '/api/v2/tax-codes',
    ];

    it('while requests run refuses none of them: tokens of the old key and of the new are good everywhere', async () => {
      const { client_id, client_secret } = await ownClient('Døgnet rundt');
      const newToken = async () =>
        (await askToken(own.system.gateway, { grant_type: 'client_credentials', client_id, client_secret })).body
          .access_token!;
      // A key signs for thirty days, and the next is published long before.
      const later = new Date(Date.now() + 31 * 86_400_000).toISOString();
      expect((await ask('PUT', '/testing/clock', { body: { now: later } })).status).toBe(200);
      try {
        const old = await newToken();
        const seen = new Map<string, number>();
        const refused: string[] = [];
        let isDone = false;
        const read = async (token: string, path: string) => {
          const { status } = await ask('GET', path, { token });
          if (status !== 200) refused.push(`${status} ${path}`);
          const key = `${kidOf(token)} ${path}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        };
        const traffic = Promise.all(
          reads().map(async (path) => {
            while (!isDone) {
              const fresh = await newToken();
              await Promise.all([read(old, path), read(fresh, path)]);
            }
          }),
        );
        const everywhere = (kid: string, count: number) =>
          eventually(
            async () => reads().every((path) => (seen.get(`${kid} ${path}`) ?? 0) >= count),
            (enough) => enough,
          );
        await everywhere(kidOf(old), 5);
        const rotated = await ask('POST', '/testing/jobs/signing-key-rotation/run');
        expect([rotated.status, rotated.body.changed]).toEqual([200, 3]);
        const young = await newToken();
        expect(kidOf(young)).not.toBe(kidOf(old));
        const soFar = seen.get(`${kidOf(old)} ${reads()[0]}`)!;
        await everywhere(kidOf(young), 5);
        await everywhere(kidOf(old), soFar + 5);
        isDone = true;
        await traffic;
        expect(refused).toEqual([]);
        // Whoever else checks our tokens finds both keys.
        const keys = (await ask('GET', '/.well-known/jwks.json')).body.keys as { kid: string }[];
        expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining([kidOf(old), kidOf(young)]));
      } finally {
        await ask('PUT', '/testing/clock', { body: { now: null } });
      }
    });
  });

  describe('the logs of every process', () => {
    it('hold no password, secret, code, token or identity number, whatever was done with them', async () => {
      const secrets = new Map<string, string>(Object.entries(own.system.platform.secrets));
      const keep = (name: string, value: string | null | undefined): string => {
        if (!value) throw new Error(`There is no ${name} to look for`);
        secrets.set(name, value);
        return value;
      };
      keep('password of the administrator', ADMIN.password);
      keep('password of the owner', owner.password);
      keep('session token of the signup', owner.token);
      keep('identity number of the owner', owner.pid);

      // Signing up, step by step, and once with everything in the wrong place.
      const pid = keep('identity number', numbers.nextPid());
      const organizationNumber = numbers.nextOrganization();
      await call(own.system.sandbox, 'PUT', `/sandbox/persons/${pid}`, {
        body: { given_name: 'Ola', family_name: 'Prøve', organizations: [organizationNumber] },
      });
      const begun = (await ask('POST', '/api/v2/auth/signup/authorize')).body;
      keep('session key of the signup', begun.session_key);
      const back = await followRedirects(`${begun.authorization_url}&sandbox_pid=${pid}`, (url) =>
        url.searchParams.has('signup_code'),
      );
      for (const url of back.visited)
        for (const name of ['code', 'state', 'request_uri'])
          if (url.searchParams.has(name)) keep(`${name} of ${url.origin}`, url.searchParams.get(name));
      const code = keep('signup code', back.last.searchParams.get('signup_code'));
      const exchanged = (await ask('POST', '/api/v2/auth/signup/exchange', { body: { code } })).body;
      const signup_token = keep('signup token', exchanged.signup_token);
      await ask('GET', `/sign-up?signup_code=${code}&signup_token=${signup_token}`, {
        headers: { accept: 'text/html' },
      });
      const password = keep('new password', 'Rødt-hav-under-7');
      const weak = keep('weak password', 'kortkort');
      const email = `ola-${organizationNumber}@example.test`;
      const complete = { signup_token, organization_id: exchanged.organizations[0].id, email };
      expect((await ask('POST', '/api/v2/auth/signup', { body: { ...complete, password: weak } })).status).toBe(400);
      const done = await ask('POST', '/api/v2/auth/signup', { body: { ...complete, password } });
      expect(done.status).toBe(201);
      keep('session token', done.body.token);
      const refreshCookie = keep(
        'refresh_token cookie',
        /refresh_token=([\w-]+)/.exec(done.headers.get('set-cookie') ?? '')?.[1],
      );
      const renewed = await ask('POST', '/v2/oauth/session/refresh', {
        headers: { cookie: `refresh_token=${refreshCookie}` },
      });
      keep('rotated refresh_token cookie', /refresh_token=([\w-]+)/.exec(renewed.headers.get('set-cookie') ?? '')?.[1]);
      keep('renewed session token', renewed.body.token);

      // Logging in: right, wrong, malformed, in the address, as a form.
      const wrong = keep('wrong password', 'Feil-hest-batteri-3');
      await ask('POST', '/v2/oauth/login', { body: { email, password: wrong } });
      await ask('POST', '/v2/oauth/login', { headers: { 'content-type': 'application/json', 'x-password': wrong } });
      await ask('GET', `/v2/oauth/login?password=${wrong}&next=/${wrong}`);
      const broken = `{"email":"${email}","password":"${password}"`;
      await fetch(`${own.system.gateway}/v2/oauth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: broken,
      });
      const form = { email, password };
      const loggedIn = await fetch(`${own.system.gateway}/v2/oauth/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
      });
      const session = keep('session cookie', /session=([\w-]+)/.exec(loggedIn.headers.get('set-cookie') ?? '')?.[1]);
      const page = await ask('GET', '/account/api-access/new', {
        headers: { cookie: `session=${session}`, accept: 'text/html' },
      });
      const csrf_token = keep('anti-forgery token', /name="csrf_token" value="([\w-]+)"/.exec(page.body)?.[1]);
      const made = await fetch(`${own.system.gateway}/account/api-access/new`, {
        method: 'POST',
        body: new URLSearchParams({ csrf_token, form_id: 'x', client_name: 'Loggen', client_credentials: 'on' }),
        headers: { cookie: `session=${session}` },
      });
      keep('secret on a page', /<textarea[^>]*>([\w-]{43})</.exec(await made.text())?.[1]);

      // Clients, codes, tokens: used, replayed, sent where they do not belong.
      const { client_id, client_secret } = await ownClient('Hemmelig');
      keep('client secret', client_secret);
      const granted = await askToken(own.system.gateway, {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      });
      const access = keep('access token', granted.body.access_token);
      const basic = keep('Basic credentials', Buffer.from(`${client_id}:${client_secret}`).toString('base64'));
      await fetch(`${own.system.gateway}/v2/oauth/token?client_secret=${client_secret}`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
      });
      await ask('GET', `/api/v2/users/me?access_token=${access}`, { token: `${access}x` });
      await ask('GET', `/api/v2/things/${access}`, { token: access });
      await using application = await startApplication();
      const registered = await registerPublicClient(own.system.gateway, application, 'Loggbok');
      const authorization = newAuthorization(own.system.gateway, registered);
      const answer = await answerConsent(authorization.address, { email, password });
      const authorizationCode = keep('authorization code', answer.searchParams.get('code'));
      const tokens = (await authorization.redeem(authorizationCode)).body;
      keep('access token of the code', tokens.access_token);
      const refresh_token = keep('refresh token', tokens.refresh_token);
      const rotate = () =>
        askToken(own.system.gateway, { grant_type: 'refresh_token', client_id: registered.client_id, refresh_token });
      keep('rotated refresh token', (await rotate()).body.refresh_token);
      expect((await rotate()).status).toBe(400);
      expect((await authorization.redeem(authorizationCode)).status).toBe(400);
      await ask('POST', `/v2/oauth/revoke?token=${refresh_token}`);
      await ask('PATCH', '/api/v2/users/me', {
        token: done.body.token,
        body: { password: `${password}!`, current_password: password },
      });
      keep('changed password', `${password}!`);

      const read = () =>
        new Map(
          readdirSync(own.system.platform.logDir).map((name) => [
            name,
            readFileSync(join(own.system.platform.logDir, name), 'utf8'),
          ]),
        );
      // The logs are there, and say what happened and to whom.
      const logs = await eventually(
        async () => read(),
        (all) =>
          ['client_created', 'login_refused', 'code_reused', 'refresh_token_reused', client_id].every((text) =>
            all.get('auth.log')?.includes(text),
          ),
      );
      expect([...logs.keys()]).toEqual(
        expect.arrayContaining([...own.system.platform.processes.keys()].map((name) => `${name}.log`)),
      );
      expect(logs.get('auth.log')?.includes('"level":"debug"')).toBe(true);
      const found = [...logs].flatMap(([name, text]) =>
        [...secrets]
          .filter(([, value]) => text.includes(value) || text.includes(encodeURIComponent(value)))
          .map(([what]) => `${name}: ${what}`),
      );
      expect(found).toEqual([]);
      expect(secrets.size).toBeGreaterThan(30);

      // The records of security say who did all that and from where, and hold no more than the logs: ids, and the address
      // of the network.
      const records = await eventually(
        async () => (await findRecords(database(), { limit: 10_000 })).records,
        (all) => all.some(({ service, kind }) => service === 'gateway' && kind === 'access_refused'),
      );
      const kindsOf = (name: string) =>
        new Set(records.filter(({ service }) => service === name).map(({ kind }) => kind));
      expect([...kindsOf('auth')]).toEqual(
        expect.arrayContaining([
          'sign_in',
          'user_created',
          'identity_linked',
          'client_registered',
          'consent_given',
          'token_issued',
          'token_reused',
        ]),
      );
      expect([...kindsOf('organisation')]).toEqual(
        expect.arrayContaining(['account_opened', 'role_given', 'settings_changed']),
      );
      expect(
        records.filter(({ kind }) => kind === 'token_issued').every(({ address }) => address === '127.0.0.1'),
      ).toBe(true);
      expect(
        records.find(({ kind, service }) => kind === 'account_opened' && service === 'organisation')?.address,
      ).toBe('127.0.0.1');
      const persons = new Map([
        ...secrets,
        ['an address of a person', '@'],
        ['a name of a person', 'Prøve'],
        ['a company', organizationNumber],
      ]);
      const text = JSON.stringify(records);
      expect([...persons].filter(([, value]) => text.includes(value)).map(([what]) => what)).toEqual([]);
    });
  });

  it('npm run rekey has every service seal anew what an earlier key sealed, while the platform runs', async () => {
    const { settings, secrets } = own.system.platform;
    const before = secrets.DATA_ENCRYPTION_KEY!;
    const run = (key: string, previous: string): Promise<{ readonly failed: boolean; readonly said: string }> =>
      new Promise((resolve) => {
        const keys = { DATA_ENCRYPTION_KEY: key, DATA_ENCRYPTION_KEYS_PREVIOUS: previous };
        const { PATH, NODE_COMPILE_CACHE, SERVICES_ARE_BUILT } = process.env;
        const env = { PATH, NODE_COMPILE_CACHE, SERVICES_ARE_BUILT, DATA_DIR: settings.folder('DATA_DIR'), ...keys };
        const file = join(import.meta.dirname, '../../tools/platform/src/rekey.ts');
        execFile(process.execPath, [file], { env }, (error, out, errors) =>
          resolve({ failed: error !== null, said: out + errors }),
        );
      });
    const first = await run(NEXT_KEY, before);
    expect([first.failed, first.said]).toEqual([false, expect.stringMatching(/auth: Sealed anew: [1-9]\d*\./)]);
    for (const name of backendNames.filter((name) => name !== 'auth'))
      expect(first.said).toMatch(new RegExp(`${name}: Sealed anew: \\d+\\.`));
    const wrong = await run(before, before);
    expect([wrong.failed, wrong.said]).toEqual([
      true,
      expect.stringMatching(/auth could not seal its secrets anew: .*not known/s),
    ]);
    expect((await ownClient('Etterpå')).client_id).toBeTruthy();
  });
}

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;

/** Follows redirects with the cookies of each origin until an address is reached. */
async function followRedirects(start: string, isThere: (url: URL) => boolean) {
  const cookies = new Map<string, string>();
  const visited = [new URL(start)];
  for (let hop = 0; hop < 12; hop++) {
    const at = visited.at(-1)!;
    if (isThere(at)) return { visited, last: at };
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(';', 1)[0]!.split(/=(.*)/s);
      cookies.set(name!, value ?? '');
    }
    visited.push(new URL(response.headers.get('location') ?? 'nowhere:', at));
  }
  throw new Error(`The way did not end: ${visited.at(-1)}`);
}
