import { beforeEach, expect, it } from 'vitest';
import { nextOrganizationNumber, useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, fault, firm, link } = world;
type User = ReturnType<typeof user>;

beforeEach(() => fault({ count: 0 }));

const PATH = '/api/v2/client-accounts';
const create = (who: User, body: object, headers: Record<string, string> = {}, query = '') =>
  as(who, 'POST', `${PATH}${query}`, body, { headers });
const faultsOf = (body: { error: { details: { fields: { field: string }[] } } }) =>
  body.error.details.fields.map(({ field }) => field);

it('an account is opened by organization number, with every default of the contract [CAC-R30] [CAC-R32]', async () => {
  const owner = user();
  const number = await company({ name: 'Blåbær & Sønn AS' });
  const { status, body, headers } = await create(owner, { organization_number: number });
  expect(status).toBe(201);
  expect(headers.get('location')).toBe(`${PATH}/${body.id}`);
  expect(body).toEqual({
    id: expect.any(Number),
    created_at: expect.stringMatching(/Z$/),
    created_by_id: owner.id,
    updated_at: body.created_at,
    updated_by_id: owner.id,
    unique_name: 'blaabaer-soenn-as',
    display_name: 'Blåbær & Sønn AS',
    is_active: true,
    is_proven: false,
    accounting_currency: 'NOK',
    accounting_language: 'nob',
    organization_id: expect.any(Number),
    organization_number: number,
    logo_url: null,
    metadata: {},
    selected_industry_extension: 'SOFTWARE',
    is_provider: false,
    provider_type: null,
    is_vat_liable: false,
    is_billing_account: false,
  });
  expect((await as(owner, 'GET', `${PATH}/${body.id}`)).body).toEqual(body);
  const users = (await as(owner, 'GET', `${PATH}/${body.id}/users?with=role`)).body;
  expect(users).toMatchObject([{ user_id: owner.id, role_id: 3, is_active: true, role: { id: 3, name: 'CA' } }]);
});

it('the first version of the settings is active from 2000-01-01 [SET-R90] [SET-R10]', async () => {
  const owner = user();
  const { id } = await account(owner);
  const { body } = await as(owner, 'GET', `${PATH}/${id}/settings`);
  expect(body).toHaveLength(1);
  expect(body[0]).toMatchObject({
    active_from: '2000-01-01',
    active_to: null,
    vat_liable: false,
    created_by_id: owner.id,
  });
});

it('what is sent is kept: name, currency, language, metadata', async () => {
  const metadata = { ærlig: [1, '2', null, { dyp: true }], tall: 3 };
  const body = { display_name: '  Mitt navn ', accounting_currency: 'EUR', accounting_language: 'swe', metadata };
  expect(await account(user(), {}, body)).toMatchObject({
    display_name: 'Mitt navn',
    accounting_currency: 'EUR',
    accounting_language: 'swe',
    metadata,
  });
});

it('numbers in metadata come back as they were sent, digit by digit', async () => {
  const owner = user();
  const number = await company();
  const sent = `{"organization_number":"${number}","metadata":{"big":12345678901234567890,"exact":0.10}}`;
  const { bytes, status } = await as(owner, 'POST', PATH, sent, { headers: { 'content-type': 'application/json' } });
  expect(status).toBe(201);
  expect(bytes.toString()).toContain('"big":12345678901234567890');
  expect(bytes.toString()).toContain('"exact":0.10');
});

it('the language follows from the country of the organization [CAC-R08]', async () => {
  for (const [country_code, language] of [
    ['NO', 'nob'],
    ['SE', 'swe'],
    ['DK', 'dan'],
    ['DE', 'eng'],
  ] as const)
    expect((await account(user(), { country_code })).accounting_language, country_code).toBe(language);
});

it('a language outside the four is 400 [CAC-R07]', async () => {
  for (const accounting_language of ['nno', 'NOB', '', 7]) {
    const { status, body } = await create(user(), { organization_number: await company(), accounting_language });
    expect([status, faultsOf(body)], String(accounting_language)).toEqual([400, ['accounting_language']]);
    expect(body.error.message).toContain('nob, swe, dan, eng');
  }
});

it('both or neither of organization_id and organization_number are 400 [CAC-R31]', async () => {
  const organization_number = await company();
  for (const body of [
    {},
    { organization_id: null },
    { organization_id: 1, organization_number },
    { display_name: 'X' },
  ]) {
    const { status, body: answer } = await create(user(), body);
    expect([status, answer.error.code], JSON.stringify(body)).toEqual([400, 'common.validation_error']);
  }
});

it('an empty or missing body is 400 [CAC-R14]', async () => {
  expect((await create(user(), {})).status).toBe(400);
  const missing = await as(user(), 'POST', PATH, undefined, { headers: { 'content-type': 'application/json' } });
  expect([missing.status, missing.body.error.code]).toEqual([400, 'common.validation_error']);
});

it('a number that the registry does not know, or that cannot exist, is 400 [CAC-R13]', async () => {
  await fault({ status: 404, count: 1 });
  for (const organization_number of [nextOrganizationNumber(), '310433213', '123', 'NO MVA']) {
    const { status, body } = await create(user(), { organization_number });
    expect([status, body.error.code, faultsOf(body)], organization_number).toEqual([
      400,
      'common.validation_error',
      ['organization_number'],
    ]);
  }
  const { status, body } = await create(user(), { organization_id: 999_999 });
  expect([status, faultsOf(body)]).toEqual([400, ['organization_id']]);
});

it('a registry that is down is 502, and nothing is stored', async () => {
  const organization_number = await company();
  await fault({ status: 500, count: 3 });
  const { status, body } = await create(user(), { organization_number });
  expect([status, body.error.code]).toEqual([502, 'integration.upstream_failed']);
  expect((await create(user(), { organization_number })).status).toBe(201);
});

it('an organization that has an account is 409, by number and by id [CAC-R06]', async () => {
  const first = await account(user());
  for (const key of ['organization_number', 'organization_id']) {
    const { status, body } = await create(user(), { [key]: first[key] });
    expect([status, body.error.code], key).toEqual([409, 'client_account.organization_already_has_client_account']);
  }
});

it('of many who open the books of one organization at once exactly one does, and the rest leave nothing behind', async () => {
  const organization_number = await company();
  const users = Array.from({ length: 6 }, () => user());
  const answers = await Promise.all(users.map((who) => create(who, { organization_number })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const winner = answers.find(({ status }) => status === 201)!.body;
  expect((await as(user({ isAdmin: true }), 'GET', `${PATH}/${winner.id}/users`)).body).toHaveLength(1);
});

it('companies of one name that open at once all get a name of their own', async () => {
  const name = `Tvilling ${Date.now()} Æ`;
  const numbers = await Promise.all(Array.from({ length: 5 }, () => company({ name })));
  const answers = await Promise.all(numbers.map((organization_number) => create(user(), { organization_number })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const names = answers.map(({ body }) => body.unique_name);
  expect(new Set(names).size).toBe(5);
  expect(names.every((unique) => unique.startsWith(`tvilling-${name.split(' ')[1]}-ae`))).toBe(true);
});

it('a repeat with the same key gets the same account, and nothing is opened twice', async () => {
  const owner = user();
  const organization_number = await company();
  const headers = { 'idempotency-key': `open-${organization_number}` };
  const first = await create(owner, { organization_number }, headers);
  const again = await create(owner, { organization_number }, headers);
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
  expect(again.body).toEqual(first.body);
  const other = await create(owner, { organization_number, display_name: 'Else' }, headers);
  expect([other.status, other.body.error.code]).toEqual([422, 'common.idempotency_mismatch']);
});

it('a repeat is shown the account for as long as the caller reaches it', async () => {
  const [owner, successor] = [user(), user()];
  const organization_number = await company();
  const headers = { 'idempotency-key': `left-${organization_number}` };
  const { body } = await create(owner, { organization_number }, headers);
  await link(body.id, successor, 'CA');
  expect((await as(successor, 'DELETE', `${PATH}/${body.id}/users/${owner.id}`)).status).toBe(200);
  const again = await create(owner, { organization_number }, headers);
  expect([again.status, again.body.error.code, again.headers.get('idempotent-replayed')]).toEqual([
    403,
    'common.forbidden',
    null,
  ]);
});

it('a key whose process died after the account was opened finds it again', async () => {
  const owner = user();
  const organization_number = await company();
  const headers = { 'idempotency-key': `died-${organization_number}` };
  const first = await create(owner, { organization_number }, headers);
  // As a crash between the effect and the answer leaves it: claimed, without an answer, its lease run out.
  await world.service.db
    .raw`update idempotency_keys set status = null, body = null, lease_until = now() - interval '1 minute'
    where body is not null and convert_from(body, 'UTF8') like ${`%${organization_number}%`}`;
  await fault({ status: 500, count: 1 });
  const again = await create(owner, { organization_number }, headers);
  expect([again.status, again.headers.get('idempotent-replayed'), again.body.id]).toEqual([201, null, first.body.id]);
  // The registry was not asked a second time: the fault is still there.
  expect(await world.askRegistry(organization_number)).toBe(500);
});

it.each([
  ['69.201', true, 'ACCOUNTANT'],
  ['69.202', true, 'AUDITOR'],
  ['62.010', false, null],
])('a company of industry %s is a provider: %s %s [CAC-R35]', async (industry_code, is_provider, provider_type) => {
  expect(await account(user(), { industry_code })).toMatchObject({ is_provider, provider_type });
});

it('metadata that is no object, too large or not storable is 400', async () => {
  const organization_number = await company();
  for (const metadata of [[], 'x', 7, { a: 'x'.repeat(16 * 1024) }, { a: 'nul\0' }]) {
    const { status, body } = await create(user(), { organization_number, metadata });
    expect([status, faultsOf(body)]).toEqual([400, ['metadata']]);
  }
  const huge = await as(
    user(),
    'POST',
    PATH,
    `{"organization_number":"${organization_number}","metadata":{"n":1e999999}}`,
    {
      headers: { 'content-type': 'application/json' },
    },
  );
  expect(huge.status).toBe(400);
  expect((await create(user(), { organization_number, metadata: { a: 'x'.repeat(16 * 1024 - 8) } })).status).toBe(201);
});

it('currencies and names that do not exist are 400', async () => {
  const organization_number = await company();
  for (const body of [
    { accounting_currency: 'nok' },
    { accounting_currency: 'ABC' },
    { display_name: '  ' },
    { display_name: 'x'.repeat(151) },
  ]) {
    const { status, body: answer } = await create(user(), { organization_number, ...body });
    expect([status, faultsOf(answer)]).toEqual([400, Object.keys(body)]);
  }
});

it('a firm opens an account with contracts: approved, in force, embedded, and no direct role for the caller [CAC-R11] [CAC-R12]', async () => {
  const boss = user();
  const provider = await firm(boss);
  const today = world.service.running.composition.clock.today();
  const { status, body } = await create(boss, {
    organization_number: await company(),
    client_contracts: [
      { provider_client_account_id: provider, service_provided: 'ACCOUNTING', start_date: '2024-02-29' },
      { provider_client_account_id: provider, service_provided: 'AUDITING' },
    ],
  });
  expect(status).toBe(201);
  expect(body.client_contracts).toMatchObject([
    {
      provider_client_account_id: provider,
      service_provided: 'ACCOUNTING',
      start_date: '2024-02-29',
      approval_status: 'APPROVED',
      is_active: true,
      created_by_id: boss.id,
    },
    {
      service_provided: 'AUDITING',
      start_date: today,
      approval_status: 'APPROVED',
      is_active: true,
      approved_by_id: boss.id,
    },
  ]);
  expect((await as(boss, 'GET', `${PATH}/${body.id}/users`)).body).toEqual([]);
  expect((await as(boss, 'GET', `${PATH}/${body.id}`)).status).toBe(200);
});

it('who is no member of a provider firm opens no account with contracts [CAC-R09]', async () => {
  const owner = user();
  const ordinary = (await account(owner)).id;
  const client_contracts = [{ provider_client_account_id: ordinary, service_provided: 'ACCOUNTING' }];
  const { status, body } = await create(owner, { organization_number: await company(), client_contracts });
  expect([status, body.error.code]).toEqual([403, 'common.forbidden']);
});

it('a contract in the name of a firm the caller is no member of is 403, also beside one of its own [CAC-R10]', async () => {
  const boss = user();
  const [own, foreign] = [await firm(boss), await firm(user())];
  const organization_number = await company();
  for (const ids of [[foreign], [own, foreign], [999_999]]) {
    const client_contracts = ids.map((id) => ({ provider_client_account_id: id, service_provided: 'ACCOUNTING' }));
    const { status, body } = await create(boss, { organization_number, client_contracts });
    expect([status, body.error.code], String(ids)).toEqual([403, 'common.forbidden']);
  }
  const employee = user();
  await link(own, employee, 'EM');
  const client_contracts = [{ provider_client_account_id: own, service_provided: 'ACCOUNTING' }];
  expect((await create(employee, { organization_number, client_contracts })).status).toBe(403);
  expect((await create(boss, { organization_number, client_contracts })).status).toBe(201);
});

it('two contracts of one firm for one service are 409, and no account is opened', async () => {
  const boss = user();
  const contract = { provider_client_account_id: await firm(boss), service_provided: 'ACCOUNTING' };
  const organization_number = await company();
  const { status, body } = await create(boss, { organization_number, client_contracts: [contract, contract] });
  expect([status, body.error.code]).toEqual([409, 'contract.duplicate']);
  expect((await create(boss, { organization_number })).status).toBe(201);
});

it('an inactive firm opens no account', async () => {
  const boss = user();
  const provider = await firm(boss);
  await as(boss, 'PATCH', `${PATH}/${provider}`, { is_active: false });
  const client_contracts = [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }];
  const { status, body } = await create(boss, { organization_number: await company(), client_contracts });
  expect([status, body.error.code]).toEqual([409, 'client_account.inactive']);
});

it('a contract without service or firm is 400 and names the field', async () => {
  const { status, body } = await create(user(), {
    organization_number: await company(),
    client_contracts: [{ service_provided: 'COOKING', start_date: '2025-02-29' }],
  });
  expect([status, faultsOf(body)]).toEqual([
    400,
    [
      'client_contracts.0.provider_client_account_id',
      'client_contracts.0.service_provided',
      'client_contracts.0.start_date',
    ],
  ]);
});

it('opening an account informs the others: account, settings and access, in the transaction of the change', async () => {
  const owner = user();
  const opened = await account(owner);
  const events = (await world.service.events()).filter(
    ({ payload }) => payload.client_account_id === opened.id || payload.user_id === owner.id,
  );
  expect(events).toEqual([
    {
      name: 'organisation.client_account.changed',
      clientAccountId: opened.id,
      payload: expect.objectContaining({
        client_account_id: opened.id,
        version: 1,
        display_name: opened.display_name,
        accounting_currency: 'NOK',
        accounting_language: 'nob',
        is_active: true,
        organization_number: opened.organization_number,
        sale_invoice: { next_number: 10_000, set_at_version: 1 },
        sale_credit_note: { next_number: 10_000, set_at_version: 1 },
      }),
    },
    {
      name: 'organisation.settings.changed',
      clientAccountId: opened.id,
      payload: {
        client_account_id: opened.id,
        version: 1,
        versions: [{ active_from: '2000-01-01', active_to: null, vat_liable: false }],
      },
    },
    { name: 'organisation.access.changed', clientAccountId: opened.id, payload: { client_account_id: opened.id } },
    { name: 'organisation.access.changed', clientAccountId: null, payload: { user_id: owner.id } },
  ]);
});
