import { randomUUID } from 'node:crypto';
import { kindsByService } from '@app/audit';
import { Auth } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthService,
  claimsOf,
  codeFields,
  obtainCode,
  PASSWORD,
  type Person,
  type RegisteredClient,
  refreshFields,
  sessionCookie,
  startAuth,
} from './harness.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { newEmail, newNumber, startSignup } from './signup-harness.ts';

const ADMIN = { email: 'admin@books.test', password: 'Startpassord-7' };
const address = '198.51.100.20';
let mailbox: Mailbox;
let service: AuthService;
let admin: string;
let person: Person;
let client: RegisteredClient;

beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startAuth({
    ...mailbox.env,
    BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
  });
  admin = (await service.call('POST', '/v2/oauth/login', { body: ADMIN })).body.token;
  person = await service.person({ firstName: 'Solfrid', lastName: 'Vågåmo' });
  client = await service.client(person);
});
afterAll(async () => {
  await service?.stop();
  await mailbox?.stop();
});
/** The kinds that a service of its own was seen to keep. */
const keptElsewhere: string[] = [];

let serial = 0;
/** What one request leaves, and the request's answer. */
async function recordsOf<T>(
  send: (options: { readonly address: string; readonly headers: Record<string, string> }) => Promise<T>,
) {
  const requestId = `records-${++serial}`;
  const answer = await send({ address, headers: { 'x-request-id': requestId } });
  const records = (await service.records()).filter(({ request_id }) => request_id === requestId);
  for (const record of records) expect(record.address).toBe(address);
  return { answer, records };
}
const logIn = (email: string, password: string) =>
  recordsOf((options) => service.call('POST', '/v2/oauth/login', { ...options, body: { email, password } }));

describe('signing in', () => {
  it('leaves who and from where; what failed leaves whom it was about, and of a stranger a digest', async () => {
    const right = await logIn(person.email, PASSWORD);
    expect(right.answer.status).toBe(200);
    expect(right.records).toMatchObject([{ kind: 'sign_in', result: 'done', user_id: person.id }]);
    const wrong = await logIn(person.email, 'Feil-passord-3');
    expect(wrong.answer.status).toBe(401);
    expect(wrong.records).toMatchObject([
      { kind: 'sign_in', result: 'refused', user_id: null, target_user_id: person.id, details: {} },
    ]);
    const [first, again, other] = [
      await logIn('Nobody@books.test', 'x'),
      await logIn('nobody@books.test', 'x'),
      await logIn('else@books.test', 'x'),
    ];
    const digest = first.records[0]?.details.email_digest;
    expect(first.records).toMatchObject([
      {
        kind: 'sign_in',
        result: 'refused',
        target_user_id: null,
        details: { email_digest: expect.stringMatching(/^[\da-f]{64}$/) },
      },
    ]);
    expect(again.records[0]?.details).toEqual({ email_digest: digest });
    expect(other.records[0]?.details).not.toEqual({ email_digest: digest });
  });

  it('after too many failures is shown to be locked', async () => {
    const guessed = await service.person();
    for (let n = 0; n < 10; n++) await logIn(guessed.email, `Feil-passord-${n}`);
    expect((await logIn(guessed.email, PASSWORD)).records).toMatchObject([
      { kind: 'sign_in', result: 'locked', target_user_id: guessed.id },
    ]);
  });

  it('ends with a record as well', async () => {
    const leaving = await service.person();
    const { records } = await recordsOf((options) =>
      service.call('POST', '/v2/oauth/logout', { ...options, token: leaving.token }),
    );
    expect(records).toMatchObject([{ kind: 'sign_out', result: 'done', user_id: leaving.id }]);
    const browser = await service.browser(leaving);
    const page = await recordsOf(({ headers }) =>
      service.call('POST', '/v2/oauth/logout', { address, headers: { ...headers, ...sessionCookie(browser) } }),
    );
    expect(page.records).toMatchObject([{ kind: 'sign_out', user_id: leaving.id }]);
  });

  it('by what a browser of the web application sends alone ends with a record too, and once', async () => {
    const leaving = await service.person();
    const [{ sessionId }] = (await service.db.raw`
      select session_id::text as "sessionId" from refresh_families where user_id = ${leaving.id}`) as unknown as [
      { sessionId: string },
    ];
    const logOut = (cookie: string) =>
      recordsOf(({ headers }) =>
        service.call('POST', '/v2/oauth/logout', { address, headers: { ...headers, cookie } }),
      );
    expect((await logOut(`session_id=${sessionId}`)).records).toMatchObject([
      { kind: 'sign_out', user_id: leaving.id },
    ]);
    expect((await logOut(`session_id=${sessionId}`)).records).toEqual([]);
    expect((await logOut(`refresh_token=${leaving.refreshToken}`)).records).toEqual([]);
  });
});

describe('users', () => {
  it('are made, change how they get in and are switched with a record of each', async () => {
    const member = await service.person();
    const made = (await service.records('user_created')).find(({ target_user_id }) => target_user_id === member.id);
    expect(made).toMatchObject({ result: 'done', details: {} });
    const change = (body: object) =>
      recordsOf((options) => service.call('PATCH', '/api/v2/users/me', { ...options, token: member.token, body }));
    const about = { user_id: member.id, target_user_id: member.id };
    expect((await change({ password: 'Helt-nytt-ord-9', current_password: 'Feil-ord-3' })).records).toMatchObject([
      { kind: 'password_proof', result: 'refused', ...about },
    ]);
    expect((await change({ password: 'Helt-nytt-ord-9', current_password: PASSWORD })).records).toMatchObject([
      { kind: 'password_changed', result: 'done', ...about },
    ]);
    expect(
      (await change({ email: 'ny-adresse@books.test', current_password: 'Helt-nytt-ord-9' })).records,
    ).toMatchObject([{ kind: 'email_change_requested', ...about, details: {} }]);
    expect((await change({ first_name: 'Anne' })).records).toEqual([]);
    for (const is_active of [false, true]) {
      const { answer, records } = await recordsOf((options) =>
        service.call('PATCH', `/api/v2/users/${member.id}`, { ...options, token: admin, body: { is_active } }),
      );
      expect(answer.status).toBe(200);
      expect(records).toMatchObject([
        {
          kind: is_active ? 'user_activated' : 'user_deactivated',
          user_id: Number(claimsOf(admin).sub),
          target_user_id: member.id,
        },
      ]);
    }
    expect(await service.records('administrator_created')).toMatchObject([
      { target_user_id: Number(claimsOf(admin).sub) },
    ]);
  });

  it('prove a new address and set a forgotten password anew with a record of each', async () => {
    const member = await service.person();
    const email = `ny-${randomUUID()}@books.test`;
    const wish = { email, current_password: PASSWORD };
    expect((await service.call('PATCH', '/api/v2/users/me', { token: member.token, body: wish })).status).toBe(200);
    const link = await mailbox.token(email);
    const open = () => recordsOf((options) => service.call('POST', `/public/v2/email-verifications/${link}`, options));
    const about = { result: 'done', target_user_id: member.id, details: {} };
    const proven = await open();
    expect(proven.answer.status).toBe(200);
    expect(proven.records).toMatchObject([
      { kind: 'email_changed', ...about },
      { kind: 'email_proven', ...about },
    ]);
    expect((await open()).records).toEqual([]);

    expect((await service.call('POST', '/v2/oauth/password-reset', { body: { email } })).status).toBe(202);
    const token = await mailbox.token(email, 2);
    const reset = await recordsOf((options) =>
      service.call('POST', `/v2/oauth/password-reset/${token}`, { ...options, body: { password: 'Helt-nytt-ord-9' } }),
    );
    expect(reset.answer.status).toBe(204);
    expect(reset.records).toMatchObject([
      { kind: 'password_changed', ...about },
      { kind: 'password_reset', ...about },
    ]);
  });

  it('that an acceptance made and takes back leave a record of both', async () => {
    const organisation = service.connect(Auth, 'organisation');
    const command = { commandKey: randomUUID(), email: `glemt-${randomUUID()}@books.test`, password: PASSWORD };
    const more = { firstName: 'Ny', lastName: 'Person', language: 'nob', clientAddress: '' };
    const { user } = await organisation.RegisterInvitedUser({ ...command, ...more });
    expect(await organisation.ForgetInvitedUser({ commandKey: command.commandKey })).toEqual({ forgotten: true });
    const kinds = (await service.records())
      .filter(({ target_user_id }) => target_user_id === user!.id)
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['user_created', 'user_forgotten']);
  });

  it('that sign up leave who was linked to the identity that was proven', async () => {
    const signup = await startSignup();
    try {
      const { answer } = await signup.signUp();
      expect(answer.status).toBe(201);
      const { id } = answer.body.user;
      expect(await signup.records('identity_linked')).toMatchObject([
        { result: 'done', target_user_id: id, details: {} },
      ]);
      expect(await signup.records('sign_in')).toMatchObject([{ result: 'done', user_id: id }]);
      const number = newNumber();
      const entry = await signup.enter(await signup.person([number]));
      signup.organisation.before = async () => {
        signup.organisation.accounts.set(number, { id: 9, ownerId: 999_999, name: 'Raskere AS' });
      };
      const organization_id = entry.organizations[0]!.id;
      const sent = { signup_token: entry.signup_token, organization_id, email: newEmail(), password: PASSWORD };
      expect((await signup.complete(sent)).status).toBe(400);
      const takenBack = (await signup.records()).slice(-4);
      expect(takenBack.map(({ kind }) => kind)).toEqual([
        'user_created',
        'identity_linked',
        'identity_unlinked',
        'user_forgotten',
      ]);
      expect(new Set(takenBack.map(({ target_user_id }) => target_user_id)).size).toBe(1);
      keptElsewhere.push('identity_linked', 'identity_unlinked');
    } finally {
      await signup.stop();
    }
  });

  it('who may not are refused with a record', async () => {
    const { answer, records } = await recordsOf((options) =>
      service.call('PATCH', `/api/v2/users/${person.id}`, {
        ...options,
        token: person.token,
        body: { is_active: false },
      }),
    );
    expect(answer.status).toBe(403);
    expect(records).toMatchObject([
      { kind: 'access_refused', result: 'refused', user_id: person.id, details: { status: 403 } },
    ]);
    const tokens = await recordsOf((options) =>
      service.call('GET', '/api/v2/oauth/admin/tokens', { ...options, token: person.token }),
    );
    expect(tokens.records).toMatchObject([
      { kind: 'access_refused', user_id: person.id, details: { status: 400, code: 'access_denied' } },
    ]);
  });
});

describe('applications', () => {
  it('are registered and deleted with a record; what is rolled back leaves none', async () => {
    const body = { client_name: 'Timer', redirect_uris: '', grant_types: 'client_credentials' };
    const register = (dryRun: boolean) =>
      recordsOf((options) =>
        service.call('POST', '/v2/oauth/clients', { ...options, dryRun, token: person.token, body }),
      );
    expect((await register(true)).records).toEqual([]);
    const { answer, records } = await register(false);
    const about = { user_id: person.id, target_user_id: person.id, details: { client: answer.body.client_id } };
    expect(records).toMatchObject([{ kind: 'client_registered', ...about }]);
    const path = `/v2/oauth/clients/${answer.body.client_id}`;
    const remove = () => recordsOf((options) => service.call('DELETE', path, { ...options, token: person.token }));
    expect((await remove()).records).toMatchObject([{ kind: 'client_deleted', ...about }]);
    expect((await remove()).records).toEqual([]);
  });

  it('get consent and tokens, show one twice and lose it, each with a record', async () => {
    const details = { client: client.client_id };
    await obtainCode(service, person, client, { answer: { confirm: 'no' } });
    const { code, verifier, cookie } = await obtainCode(service, person, client);
    expect(await service.records('consent_denied')).toMatchObject([{ user_id: person.id, details }]);
    expect((await service.records('consent_given')).at(-1)).toMatchObject({
      user_id: person.id,
      details: { ...details, scope: expect.any(String) },
    });

    const send = (fields: Record<string, string>) => recordsOf((options) => service.token(fields, options));
    const issued = await send(codeFields(client, code, verifier));
    const about = { user_id: person.id, client_id: client.client_id };
    const jtiOf = (token: string) => claimsOf(token).jti;
    expect(issued.records).toMatchObject([
      {
        kind: 'token_issued',
        ...about,
        details: { jti: jtiOf(issued.answer.body.access_token), grant: 'authorization_code' },
      },
    ]);
    const first = issued.answer.body.refresh_token;
    const rotated = await send(refreshFields(client, first));
    expect(rotated.records).toMatchObject([
      {
        kind: 'token_issued',
        ...about,
        details: { jti: jtiOf(rotated.answer.body.access_token), grant: 'refresh_token' },
      },
    ]);
    const reused = { kind: 'token_reused', result: 'refused', target_user_id: person.id, client_id: client.client_id };
    expect((await send(refreshFields(client, first))).records).toMatchObject([
      { ...reused, details: { what: 'refresh_token' } },
    ]);
    expect((await send(codeFields(client, code, verifier))).records).toMatchObject([
      { ...reused, details: { what: 'code' } },
    ]);
    const own = await send({
      grant_type: 'client_credentials',
      client_id: client.client_id,
      client_secret: client.client_secret,
    });
    expect(own.records).toMatchObject([{ kind: 'token_issued', ...about, details: { grant: 'client_credentials' } }]);
    // Those that are asked for together are recorded together, each with its own token and request.
    const together = await Promise.all(
      Array.from({ length: 25 }, () =>
        send({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret }),
      ),
    );
    expect(together.map(({ records }) => records)).toMatchObject(
      together.map(({ answer }) => [
        {
          kind: 'token_issued',
          ...about,
          details: { jti: jtiOf(answer.body.access_token), grant: 'client_credentials' },
        },
      ]),
    );
    const refused = await send({
      grant_type: 'client_credentials',
      client_id: client.client_id,
      client_secret: 'wrong',
    });
    expect(refused.records).toMatchObject([
      { kind: 'access_refused', client_id: client.client_id, details: { status: 401, code: 'invalid_client' } },
    ]);

    const next = await obtainCode(service, person, client, { cookie });
    const { refresh_token } = (await service.token(codeFields(client, next.code, next.verifier))).body;
    const revoked = await recordsOf((options) =>
      service.form(
        '/v2/oauth/revoke',
        { token: refresh_token, client_id: client.client_id, client_secret: client.client_secret },
        options,
      ),
    );
    expect(revoked.records).toMatchObject([
      { kind: 'token_revoked', target_user_id: person.id, details: { family_id: expect.any(Number) } },
    ]);
    const byAdmin = await recordsOf((options) =>
      service.call('POST', '/v2/oauth/admin/tokens/revoke', { ...options, token: admin, body: { user_id: person.id } }),
    );
    expect(byAdmin.records).toMatchObject([
      { kind: 'tokens_revoked', target_user_id: person.id, details: { revoked: 0 } },
    ]);
  });
});

it('an application that is disconnected leaves who withdrew the consent', async () => {
  const owner = await service.person();
  const application = await service.client(owner, { client_name: 'Koblet' });
  const { code, verifier, cookie } = await obtainCode(service, owner, application);
  expect((await service.token(codeFields(application, code, verifier))).status).toBe(200);
  const headers = { ...sessionCookie(cookie), accept: 'text/html' };
  const page = String((await service.call('GET', '/account/applications', { headers })).body);
  const csrf_token = /name="csrf_token" value="([\w-]+)"/.exec(page)?.[1] ?? '';
  const { answer, records } = await recordsOf((options) =>
    service.form(
      `/account/applications/${application.client_id}/disconnect`,
      { csrf_token },
      { ...options, headers: { ...headers, ...options.headers } },
    ),
  );
  expect(answer.status).toBe(303);
  expect(records).toMatchObject([
    {
      kind: 'consent_withdrawn',
      user_id: owner.id,
      details: { client: application.client_id, revoked: expect.any(Number) },
    },
  ]);
});

it('keys leave a record when one begins to sign', async () => {
  expect(await service.records('key_rotated')).toMatchObject([
    { user_id: null, details: { activated: expect.any(String) } },
  ]);
});

it('no record holds an address of a person, a name, a password, a token or a secret', async () => {
  const text = JSON.stringify(await service.records());
  const secrets = [
    person.email,
    '@',
    'Solfrid',
    'Vågåmo',
    'Nordmann',
    PASSWORD,
    person.token,
    person.refreshToken,
    client.client_secret,
    ADMIN.password,
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

it('every kind of record that auth keeps was tried above', async () => {
  const kept = new Set([...(await service.records()).map(({ kind }) => kind), ...keptElsewhere]);
  expect(Object.keys(kindsByService.auth).filter((kind) => !kept.has(kind))).toEqual([]);
});
