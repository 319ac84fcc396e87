import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { isOrganizationNumber } from '../src/directory/identifiers.ts';
import { ACCOUNTANT_PID, CLIENT_ID, CLIENT_SECRET, PID, useSandbox } from './start.ts';

const sandbox = useSandbox();
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

interface Claims {
  readonly iss?: string;
  readonly aud?: string;
  readonly iat?: number;
  readonly exp?: number;
  readonly secret?: string;
}

async function assertion({
  iss = CLIENT_ID,
  aud = `${sandbox.baseUrl}/machine/token`,
  iat = seconds(),
  exp = iat + 60,
  secret = CLIENT_SECRET,
}: Claims = {}) {
  const token = new SignJWT({ scope: 'altinn:accessmanagement/authorizedparties' }).setProtectedHeader({
    alg: 'HS256',
  });
  return token
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(new TextEncoder().encode(secret));
}

interface Party {
  readonly name: string;
  readonly organizationNumber: string;
  readonly authorizedRoles: readonly string[];
}

const seconds = () => Math.floor(Date.now() / 1000);

async function requestToken(form: Record<string, string>) {
  const response = await fetch(`${sandbox.baseUrl}/machine/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const machineToken = async () =>
  (await requestToken({ grant_type: GRANT, assertion: await assertion() })).body.access_token as string;

async function listParties(token: string, value: unknown, type = 'urn:altinn:person:identifier-no') {
  const response = await fetch(`${sandbox.baseUrl}/parties/accessmanagement/api/v1/resourceowner/authorizedparties`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type, value }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Party[] };
}

describe('machine tokens', () => {
  it('are given for an assertion signed with the secret', async () => {
    const { status, body } = await requestToken({ grant_type: GRANT, assertion: await assertion() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 120,
      scope: 'altinn:accessmanagement/authorizedparties',
    });
  });

  it.each<[string, () => Claims, string]>([
    ['of another client', () => ({ iss: 'someone' }), 'claim iss'],
    ['for another audience', () => ({ aud: 'http://elsewhere.example' }), 'claim aud'],
    ['that has expired', () => ({ iat: seconds() - 300, exp: seconds() - 200 }), 'expired'],
    ['that lives too long', () => ({ exp: seconds() + 3600 }), '120 seconds'],
    ['signed with another secret', () => ({ secret: 'another secret' }), 'signature'],
  ])('are refused for an assertion %s', async (_what, claims, reason) => {
    const { status, body } = await requestToken({ grant_type: GRANT, assertion: await assertion(claims()) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_grant', error_description: expect.stringContaining(reason) });
  });

  it.each([
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ assertion: 'x' }, 'invalid_request'],
    [{ grant_type: GRANT }, 'invalid_request'],
    [{ grant_type: GRANT, assertion: 'no token' }, 'invalid_grant'],
  ])('are refused for %j with %s', async (form, error) => {
    expect(await requestToken(form as Record<string, string>)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('authorized parties', () => {
  it('need a machine token that has not expired', async () => {
    const refused = await listParties('nothing', PID);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token');

    const token = await machineToken();
    await sandbox.control('PUT', '/clock', { now: new Date(Date.now() + 600_000).toISOString() });
    expect((await listParties(token, PID)).status).toBe(401);
    await sandbox.control('PUT', '/clock', { now: null });
    expect((await listParties(token, PID)).status).toBe(200);
  });

  it.each([
    [PID, 'Organization of an ordinary person', '62.010'],
    [ACCOUNTANT_PID, 'accounting firm', '69.201'],
  ])(
    'of the undefined person %s are the person and one organization that the registry knows alike (%s)',
    async (pid, _what, industry) => {
      const { body } = await listParties(await machineToken(), pid);
      const [person, organization, ...others] = body;
      expect(others).toEqual([]);
      expect(person).toMatchObject({ type: 'Person', organizationNumber: null });
      if (organization === undefined) throw new Error('no organization was listed');
      expect(organization).toEqual({
        partyUuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        partyId: expect.any(Number),
        name: expect.stringMatching(/ AS$/),
        organizationNumber: expect.stringMatching(/^\d{9}$/),
        type: 'Organization',
        isDeleted: false,
        onlyHierarchyElementWithNoAccess: false,
        authorizedRoles: ['DAGL'],
        subunits: [],
      });
      expect(isOrganizationNumber(organization.organizationNumber)).toBe(true);
      const entity = await (
        await sandbox.get(`/registry/enhetsregisteret/api/enheter/${organization.organizationNumber}`)
      ).json();
      expect(entity).toMatchObject({ navn: organization.name, naeringskode1: { kode: industry } });
      expect((await listParties(await machineToken(), pid)).body).toEqual(body);
    },
  );

  it('say what was defined: several organizations, a deleted one, one without access', async () => {
    const pid = '05925427936';
    await sandbox.control('PUT', '/organizations/310433217', { name: 'Levende AS' });
    await sandbox.control('PUT', '/organizations/381960013', { name: 'Slettet AS', is_deleted: true });
    await sandbox.control('PUT', '/organizations/333890836', { name: 'Konsern AS' });
    const organizations = [310433217, '381960013', { organization_number: '333890836', no_access: true }];
    expect(
      await sandbox.control('PUT', `/persons/${pid}`, { given_name: 'Ola', family_name: 'Prøve', organizations }),
    ).toMatchObject({
      status: 200,
      body: { organizations: ['310433217', '381960013', { organization_number: '333890836', no_access: true }] },
    });
    const { body } = await listParties(await machineToken(), pid);
    expect(body).toMatchObject([
      { type: 'Person', name: 'Ola Prøve' },
      { name: 'Levende AS', isDeleted: false, onlyHierarchyElementWithNoAccess: false },
      { name: 'Slettet AS', isDeleted: true, onlyHierarchyElementWithNoAccess: false },
      { name: 'Konsern AS', isDeleted: false, onlyHierarchyElementWithNoAccess: true, authorizedRoles: [] },
    ]);
  });

  it('say which roles somebody holds: the general manager unless it was said otherwise [CTL-R20]', async () => {
    const pid = '05925427936';
    const organizations = [
      '310433217',
      { number: '381960013', roles: ['REGN', 'REVI'] },
      { number: 333890836, roles: [] },
    ];
    expect(
      await sandbox.control('PUT', `/persons/${pid}`, { given_name: 'Ola', family_name: 'Prøve', organizations }),
    ).toMatchObject({
      status: 200,
      body: {
        organizations: [
          '310433217',
          { number: '381960013', roles: ['REGN', 'REVI'] },
          { number: '333890836', roles: [] },
        ],
      },
    });
    const { body } = await listParties(await machineToken(), pid);
    expect(body.map(({ authorizedRoles }) => authorizedRoles)).toEqual([['PRIV'], ['DAGL'], ['REGN', 'REVI'], []]);
  });

  it('answer 400 to a number that nobody has and to another type of identifier', async () => {
    const token = await machineToken();
    expect((await listParties(token, '12345678901')).status).toBe(400);
    expect((await listParties(token, 12345678901)).status).toBe(400);
    expect((await listParties(token, PID, 'urn:altinn:organization:identifier-no')).status).toBe(400);
  });
});
