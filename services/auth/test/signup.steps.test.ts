import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  APP,
  codeOf,
  newEmail,
  newNumber,
  newPid,
  PASSWORD,
  SECRET,
  type SignupService,
  startSignup,
} from './signup-harness.ts';

let service: SignupService;
beforeAll(async () => {
  service = await startSignup();
});
beforeEach(() => {
  service.setClock(null);
});
afterAll(() => service.stop());

const appOf = (answer: { headers: Headers }): URL => new URL(answer.headers.get('location') ?? 'missing:');
const later = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

describe('authorize', () => {
  it('gives the address to navigate to and a key of the attempt, and nothing to keep [SGN-R01] [GENX-R10]', async () => {
    const answer = await service.begin();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(new URL(answer.body.authorization_url).origin).toBe(new URL(service.sandbox.baseUrl).origin);
    expect(answer.body.session_key.length).toBeGreaterThanOrEqual(32);
    expect((await service.begin()).body.session_key).not.toBe(answer.body.session_key);
  });

  it('pushes the request to the configured issuer: the address holds a request_uri and no parameter of it [EXT-R01]', async () => {
    const { authorization_url } = (await service.begin()).body;
    const address = new URL(authorization_url);
    expect(address.href.startsWith(`${service.sandbox.baseUrl}/idp/`)).toBe(true);
    expect([...address.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    expect(address.searchParams.get('request_uri')).toMatch(/^urn:ietf:params:oauth:request_uri:/);
  });

  it('takes idp as provider, which is the default [SGN-R37]', async () => {
    expect((await service.call('POST', '/api/v2/auth/signup/authorize?provider=idp')).status).toBe(200);
    expect((await service.call('POST', '/api/v2/auth/signup/authorize?provider=')).status).toBe(200);
  });

  it('refuses any other provider [SGN-R02] [SGN-R35]', async () => {
    const answer = await service.call('POST', '/api/v2/auth/signup/authorize?provider=bankid');
    expect(codeOf(answer)).toBe('400 signup.unsupported_provider');
    expect(answer.body.error.message).toContain('bankid');
  });

  it('answers 502 idp.par_failed while the identity provider fails, and works again after it [SGN-R03]', async () => {
    await service.control('/faults/idp', { status: 503, count: 5 });
    const answer = await service.begin({ headers: { 'idempotency-key': 'par' } });
    expect(codeOf(answer)).toBe('502 idp.par_failed');
    expect(answer.body.error.message).not.toContain('http');
    await service.control('/faults/idp', { count: 0 });
    expect((await service.begin({ headers: { 'idempotency-key': 'par' } })).status).toBe(200);
  });
});

describe('callback', () => {
  it('leads to the application with a code, which says nothing about the person [SGN-R04] [EXT-R09]', async () => {
    const pid = await service.person();
    const { body } = await service.begin();
    const answer = await service.callback(await service.identify(body.authorization_url, pid));
    expect(answer.status).toBe(302);
    const address = appOf(answer);
    expect(`${address.origin}${address.pathname}`).toBe(`${APP}/sign-up`);
    expect([...address.searchParams.keys()]).toEqual(['signup_code']);
    expect(address.href).not.toContain(pid);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('takes the provider when it is named [SGN-R37]', async () => {
    const pid = await service.person();
    const address = await service.identify((await service.begin()).body.authorization_url, pid);
    address.searchParams.set('provider', 'idp');
    expect(appOf(await service.callback(address)).searchParams.get('signup_code')).toMatch(/^[\w-]{43}$/);
    expect(codeOf(await service.call('GET', '/api/v2/auth/signup/callback?provider=x&code=a&state=b'))).toBe(
      '400 signup.unsupported_provider',
    );
  });

  it.each([
    ['an error of the provider', '?error=access_denied&state=x', 'access_denied'],
    ['any other error of the provider', '?error=server_error&error_description=%3Cb%3E', 'access_denied'],
    ['no code', '?state=x', 'invalid_request'],
    ['an empty code', '?code=&state=x', 'invalid_request'],
    ['no state', '?code=x', 'invalid_request'],
    ['nothing', '', 'invalid_request'],
    ['a state nobody started', '?code=x&state=y', 'invalid_state'],
  ])('leads to the application with a word of a fixed list: %s [SGN-R05]', async (_, query, word) => {
    const answer = await service.call('GET', `/api/v2/auth/signup/callback${query}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`${APP}/sign-up?signup_error=${word}`);
  });

  it.each(['?error=access_denied', '?error=access_denied&code=x', '?error=access_denied&code=x&state=unknown'])(
    'says access_denied before it looks at code or state: %s [SGN-R90]',
    async (query) => {
      const answer = await service.call('GET', `/api/v2/auth/signup/callback${query}`);
      expect(appOf(answer).searchParams.get('signup_error')).toBe('access_denied');
    },
  );

  it('takes a state once', async () => {
    const address = await service.identify((await service.begin()).body.authorization_url, await service.person());
    expect(appOf(await service.callback(address)).searchParams.has('signup_code')).toBe(true);
    expect(appOf(await service.callback(address)).searchParams.get('signup_error')).toBe('invalid_state');
  });

  it('takes a state for ten minutes', async () => {
    const address = await service.identify((await service.begin()).body.authorization_url, await service.person());
    service.setClock(later(601));
    expect(appOf(await service.callback(address)).searchParams.get('signup_error')).toBe('invalid_state');
  });

  it('is not used up by a HEAD request', async () => {
    const address = await service.identify((await service.begin()).body.authorization_url, await service.person());
    const head = await service.call('HEAD', `${address.pathname}${address.search}`);
    expect(head.headers.get('location')).toBe(`${APP}/sign-up`);
    expect(appOf(await service.callback(address)).searchParams.has('signup_code')).toBe(true);
  });

  it('says token_exchange_failed for a code the provider does not know', async () => {
    const address = await service.identify((await service.begin()).body.authorization_url, await service.person());
    address.searchParams.set('code', 'forged');
    expect(appOf(await service.callback(address)).searchParams.get('signup_error')).toBe('token_exchange_failed');
  });

  it('says parties_unavailable while the authorized parties cannot be read, or organisation cannot be asked', async () => {
    const pid = await service.person();
    const first = await service.identify((await service.begin()).body.authorization_url, pid);
    await service.control('/faults/parties', { status: 500, count: 3 });
    expect(appOf(await service.callback(first)).searchParams.get('signup_error')).toBe('parties_unavailable');
    await service.control('/faults/parties', { count: 0 });
    const second = await service.identify((await service.begin()).body.authorization_url, pid);
    service.organisation.isAway = true;
    expect(appOf(await service.callback(second)).searchParams.get('signup_error')).toBe('parties_unavailable');
    service.organisation.isAway = false;
  });

  it('tries the authorized parties again when they fail for a moment', async () => {
    const pid = await service.person();
    await service.control('/faults/parties', { status: 503, count: 2 });
    expect((await service.enter(pid)).organizations).toHaveLength(1);
  });
});

describe('without APP_BASE_URL', () => {
  it('the callback answers 500 and leaves the attempt alone [SGN-R06]', async () => {
    const bare = await startSignup({ env: { APP_BASE_URL: '' } });
    try {
      const answer = await bare.call('GET', '/api/v2/auth/signup/callback?code=x&state=y');
      expect(codeOf(answer)).toBe('500 common.internal_error');
    } finally {
      await bare.stop();
    }
  });
});

describe('exchange', () => {
  it('gives the token, the names, whether the person is known, and the companies [SGN-R12] [SGN-R13]', async () => {
    const [one, other] = [newNumber(), newNumber()];
    const pid = await service.person([one, other]);
    service.organisation.accounts.set(other, { id: 77, ownerId: 999_999, name: 'Opptatt AS' });
    const answer = await service.exchange(await service.arrive(pid));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      signup_token: expect.stringMatching(/^[\w-]{43}$/),
      given_name: 'Åse',
      family_name: 'Bjørnstad',
      is_existing_user: false,
      organizations: [
        { id: expect.any(Number), name: `Firma ${one} AS`, organization_number: one, already_registered: false },
        { id: expect.any(Number), name: `Firma ${other} AS`, organization_number: other, already_registered: true },
      ],
    });
  });

  it('leaves out companies that are deleted or only seen, and people [EXT-R03]', async () => {
    const [open, deleted, seen] = [newNumber(), newNumber(), newNumber()];
    const pid = await service.person([open, deleted, { organization_number: seen, no_access: true }]);
    await service.control(`/organizations/${deleted}`, { name: 'Slettet AS', is_deleted: true });
    await service.control(`/organizations/${seen}`, { name: 'Sett AS' });
    const parties = await partiesOf(pid);
    expect(parties).toEqual(
      expect.arrayContaining([expect.objectContaining({ organizationNumber: deleted, isDeleted: true })]),
    );
    expect(parties).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ organizationNumber: seen, onlyHierarchyElementWithNoAccess: true }),
      ]),
    );
    const { organizations } = await service.enter(pid);
    expect(organizations.map((one) => one.organization_number)).toEqual([open]);
  });

  it('leaves out companies in which the person holds no role that counts [CTL-R20]', async () => {
    const [managed, chaired, kept, none] = [newNumber(), newNumber(), newNumber(), newNumber()];
    const roles = [
      [managed, ['REGN', 'DAGL']],
      [chaired, ['LEDE']],
      [kept, ['REGN', 'REVI', 'MEDL']],
      [none, []],
    ] as const;
    const pid = await service.person(roles.map(([number, held]) => ({ number, roles: held })));
    expect(await partiesOf(pid)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ organizationNumber: kept, authorizedRoles: ['REGN', 'REVI', 'MEDL'] }),
      ]),
    );
    const { organizations } = await service.enter(pid);
    expect(organizations.map((one) => one.organization_number)).toEqual([managed, chaired]);
  });

  it('asks for the roles that the setting names [CTL-R20]', async () => {
    const strict = await startSignup({ env: { AUTHORIZED_ROLES: ' innh , REGN' } });
    try {
      const [owned, managed, kept] = [newNumber(), newNumber(), newNumber()];
      const pid = await strict.person([{ number: owned, roles: ['INNH'] }, managed, { number: kept, roles: ['REGN'] }]);
      const { organizations } = await strict.enter(pid);
      expect(organizations.map((one) => one.organization_number)).toEqual([owned, kept]);
    } finally {
      await strict.stop();
    }
  });

  it('refuses to complete for a company whose role does not count [CTL-R20]', async () => {
    const [managed, kept] = [newNumber(), newNumber()];
    const { organizations } = await service.enter(await service.person([kept]));
    const pid = await service.person([managed, { number: kept, roles: ['REGN'] }]);
    const { signup_token } = await service.enter(pid);
    const body = { signup_token, organization_id: organizations[0]?.id, email: newEmail(), password: PASSWORD };
    expect(codeOf(await service.complete(body))).toBe('400 signup.organization_not_authorized');
  });

  it('takes the names from the one name when the provider gives no other', async () => {
    const pid = newPid();
    await service.control(`/persons/${pid}`, { name: 'Liv Anne Berg', organizations: [newNumber()] });
    expect(await service.enter(pid)).toMatchObject({ given_name: 'Liv Anne', family_name: 'Berg' });
  });

  it.each([[{}], [undefined], [{ code: null }], [{ code: '' }], [{ code: 5 }]])(
    'asks for a code: %j [SGN-R08]',
    async (body) => {
      expect(codeOf(await service.call('POST', '/api/v2/auth/signup/exchange', { body }))).toBe(
        '400 signup.missing_code',
      );
    },
  );

  it('answers 404 for a code nobody was given [SGN-R09]', async () => {
    expect(codeOf(await service.exchange('unknown'))).toBe('404 signup.invalid_code');
  });

  it('takes a code once [SGN-R10]', async () => {
    const code = await service.arrive(await service.person());
    expect((await service.exchange(code)).status).toBe(200);
    expect(codeOf(await service.exchange(code))).toBe('404 signup.invalid_code');
  });

  it('gives the token to one of twenty who exchange one code at the same moment [SGN-R10]', async () => {
    const code = await service.arrive(await service.person());
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === '404 signup.invalid_code')).toHaveLength(19);
  });

  it('takes a code for 60 seconds [SGN-R11] [SGN-R09]', async () => {
    const pid = await service.person();
    // Ten seconds are left for the one that comes early.
    const [late, early] = [await service.arrive(pid), await service.arrive(pid)];
    service.setClock(later(50));
    expect((await service.exchange(early)).status).toBe(200);
    service.setClock(later(61));
    expect(codeOf(await service.exchange(late))).toBe('404 signup.invalid_code');
  });

  it('keeps the code while organisation cannot be asked', async () => {
    const code = await service.arrive(await service.person());
    service.organisation.isAway = true;
    expect((await service.exchange(code)).status).toBeGreaterThanOrEqual(500);
    service.organisation.isAway = false;
    expect((await service.exchange(code)).status).toBe(200);
  });

  it('answers a repeat with the same key from what is stored, and refuses another body', async () => {
    const code = await service.arrive(await service.person());
    const headers = { 'idempotency-key': `exchange ${code}` };
    const first = await service.exchange(code, { headers });
    const again = await service.exchange(code, { headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(codeOf(await service.exchange('another', { headers }))).toBe('422 common.idempotency_mismatch');
  });
});

describe('the flow', () => {
  it('sets no cookie before it is completed [SGN-R07]', async () => {
    const pid = await service.person();
    const begun = await service.begin();
    const back = await service.callback(await service.identify(begun.body.authorization_url, pid));
    const exchanged = await service.exchange(appOf(back).searchParams.get('signup_code'));
    const refused = await service.complete({ signup_token: exchanged.body.signup_token });
    expect(refused.status).toBe(400);
    for (const answer of [begun, back, exchanged, refused]) expect(answer.headers.get('set-cookie')).toBeNull();
    const done = await service.complete({
      signup_token: exchanged.body.signup_token,
      organization_id: exchanged.body.organizations[0].id,
      email: newEmail(),
      password: PASSWORD,
    });
    expect(done.headers.get('set-cookie')).toContain('refresh_token=');
  });
});

/** What the stand-in says of a person's parties, asked as the platform asks. */
async function partiesOf(pid: string): Promise<unknown> {
  const now = Math.floor(Date.now() / 1000);
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('accounting-platform')
    .setAudience(`${service.sandbox.baseUrl}/machine/token`)
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .setJti(crypto.randomUUID())
    .sign(new TextEncoder().encode(SECRET));
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const { access_token } = (await (
    await fetch(`${service.sandbox.baseUrl}/machine/token`, { method: 'POST', body: form })
  ).json()) as {
    access_token: string;
  };
  const response = await fetch(
    `${service.sandbox.baseUrl}/parties/accessmanagement/api/v1/resourceowner/authorizedparties`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'urn:altinn:person:identifier-no', value: pid }),
    },
  );
  return response.json();
}
