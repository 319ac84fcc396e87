import { Failure } from '@app/contract';
import { settingsChanged } from '@app/events';
import { Organisation, References } from '@app/rpc';
import { beforeEach, expect, it } from 'vitest';
import { nextOrganizationNumber, useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, fault, firm, link } = world;

beforeEach(() => fault({ count: 0 }));

const client = () => world.service.connect(Organisation, 'auth');
const projections = () => world.service.connect(Organisation, 'ledger');
const failureOf = async (call: Promise<unknown>): Promise<[number, string] | undefined> =>
  call.then(
    () => undefined,
    (error) => (error instanceof Failure ? [error.status, error.code] : Promise.reject(error)),
  );

it('organizations that somebody may act for are stored with what the registry says, in the order given', async () => {
  const [first, second] = [await company({ name: 'Først AS', country_code: 'SE' }), await company({ name: 'Så AS' })];
  const { organizations } = await client().StoreOrganizations({
    organizations: [
      { organizationNumber: second, name: 'x' },
      { organizationNumber: '310433213', name: 'Cannot exist' },
      { organizationNumber: first, name: 'y' },
      { organizationNumber: second, name: 'again' },
    ],
  });
  expect(organizations).toMatchObject([
    { organizationNumber: second, name: 'Så AS', alreadyRegistered: false },
    { organizationNumber: first, name: 'Først AS', alreadyRegistered: false },
  ]);
  expect(organizations[0]!.clientAccountId).toBeUndefined();
  const again = await client().StoreOrganizations({ organizations: [{ organizationNumber: first, name: 'y' }] });
  expect(again.organizations[0]!.id).toBe(organizations[1]!.id);
});

it('a registry that is down does not stop a signup: the name that was given is kept, and what was known stays', async () => {
  const known = await account(user(), { name: 'Kjent AS' });
  const unknown = nextOrganizationNumber();
  await fault({ status: 500, count: 100 });
  const { organizations } = await client().StoreOrganizations({
    organizations: [
      { organizationNumber: unknown, name: 'Oppgitt navn' },
      { organizationNumber: String(known.organization_number), name: 'Annet navn' },
    ],
  });
  expect(organizations).toMatchObject([
    { organizationNumber: unknown, name: 'Oppgitt navn', alreadyRegistered: false },
    { name: 'Kjent AS', alreadyRegistered: false, clientAccountId: known.id },
  ]);
});

it('what the registry did not answer at signup is fetched when the organization is used', async () => {
  const organizationNumber = await company({ name: 'Rett navn AS', industry_code: '69.201' });
  await fault({ delay_ms: 60_000, count: 1 });
  const { organizations } = await client().StoreOrganizations({
    organizations: [{ organizationNumber, name: 'Oppgitt' }],
  });
  expect(organizations[0]!.name).toBe('Oppgitt');
  const { body } = await as(user(), 'GET', `/api/v2/organizations/${organizations[0]!.id}`);
  expect(body).toMatchObject({ name: 'Rett navn AS', industry_code: '69.201', fetched_at: expect.any(String) });
});

const stored = async (name = 'Signup AS') => {
  const organizationNumber = await company({ name });
  return (await client().StoreOrganizations({ organizations: [{ organizationNumber, name }] })).organizations[0]!;
};

it('a signup opens the account with its owner, settings and events at once', async () => {
  const owner = user();
  const organization = await stored('Åpen & Grei AS');
  const { clientAccountId } = await client().RegisterFromSignup({
    commandKey: `signup-${organization.id}`,
    userId: owner.id,
    organizationId: organization.id,
  });
  const { body } = await as(owner, 'GET', `/api/v2/client-accounts/${clientAccountId}?with=users,current_settings`);
  expect(body).toMatchObject({
    display_name: 'Åpen & Grei AS',
    unique_name: 'aapen-grei-as',
    accounting_currency: 'NOK',
    created_by_id: owner.id,
    users: [{ user_id: owner.id, role_id: 3 }],
    current_settings: { active_from: '2000-01-01' },
  });
  const published = (await world.service.events()).filter(
    ({ payload }) => payload.client_account_id === clientAccountId,
  );
  expect(published.map(({ name }) => name)).toEqual([
    'organisation.client_account.changed',
    'organisation.settings.changed',
    'organisation.access.changed',
  ]);
});

it('a repeat of a signup with its key gives the same account, whether it comes later or at the same moment', async () => {
  const owner = user();
  const organization = await stored();
  const command = { commandKey: `repeat-${organization.id}`, userId: owner.id, organizationId: organization.id };
  const answers = await Promise.all(Array.from({ length: 4 }, () => client().RegisterFromSignup(command)));
  answers.push(await client().RegisterFromSignup(command));
  expect(new Set(answers.map(({ clientAccountId }) => clientAccountId)).size).toBe(1);
});

it('a signup for an organization that has a proven account is 400, and its key stays refused', async () => {
  const opened = await account(user({ isAdmin: true }));
  const other = await stored();
  const userId = user().id;
  const register = (commandKey: string, organizationId: number) =>
    failureOf(client().RegisterFromSignup({ commandKey, userId, organizationId }));
  const refused = [400, 'signup.organization_already_registered'];
  expect(await register(`taken-${opened.id}`, Number(opened.organization_id))).toEqual(refused);
  expect(await register(`taken-${opened.id}`, other.id)).toEqual(refused);
  expect(await register(`unknown-${opened.id}`, 999_999)).toEqual([404, 'organization.not_found']);
  expect(await register(`free-${opened.id}`, other.id)).toBeUndefined();
  expect(await register('', other.id)).toEqual([400, 'common.validation_error']);
});

it('of two signups for one organization at the same moment one gets it', async () => {
  const organization = await stored();
  const outcomes = await Promise.all(
    [1, 2, 3].map((n) =>
      failureOf(
        client().RegisterFromSignup({
          commandKey: `race-${organization.id}-${n}`,
          userId: user().id,
          organizationId: organization.id,
        }),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome?.[1] === 'signup.organization_already_registered')).toHaveLength(2);
});

it('memberships are the active links and the contracts by which these accounts work for others', async () => {
  const [boss, owner] = [user(), user()];
  const provider = await firm(boss);
  const left = (await account(user())).id;
  await link(left, boss, 'US');
  await as(user({ isAdmin: true }), 'DELETE', `/api/v2/client-accounts/${left}/users/${boss.id}`);
  const customer = (await account(owner)).id;
  const { body } = await as(boss, 'POST', '/api/v2/contracts', {
    client_account_id: customer,
    provider_client_account_id: provider,
    service_provided: 'AUDITING',
  });
  const memberships = await client().GetUserMemberships({ userId: boss.id });
  expect(memberships.accounts).toMatchObject([{ account: { id: provider }, role: { id: 3, name: 'CA' } }]);
  expect(memberships.contracts).toEqual([
    {
      id: body.id,
      clientAccountId: customer,
      providerClientAccountId: provider,
      serviceProvided: 'AUDITING',
      approvalStatus: 'PENDING',
      isActive: false,
    },
  ]);
  expect(await client().GetUserMemberships({ userId: 999_999 })).toEqual({ accounts: [], contracts: [] });
});

it('an account as other services need it, with the settings in force on a day', async () => {
  const owner = user();
  const opened = await account(owner, { industry_code: '69.202' });
  await as(owner, 'POST', `/api/v2/client-accounts/${opened.id}/settings`, {
    active_from: '2030-01-01',
    vat_liable: true,
    employer_tax_rate: '0.1060',
    early_access: true,
    reconciliation_frequency: 'VAT_TERM',
    vat_return_frequency: 'MONTHLY',
  });
  const found = (await projections().GetAccount({ clientAccountId: opened.id })).account!;
  expect(found).toMatchObject({
    id: opened.id,
    uniqueName: opened.unique_name,
    accountingCurrency: 'NOK',
    accountingLanguage: 'nob',
    isActive: true,
    organizationNumber: opened.organization_number,
    vatLiable: false,
    isProvider: true,
    providerType: 'AUDITOR',
    version: 2,
    settings: [
      { activeFrom: '2000-01-01', activeTo: '2029-12-31', vatLiable: false, earlyAccess: false },
      {
        ...{ activeFrom: '2030-01-01', vatLiable: true, earlyAccess: true },
        ...{ reconciliationFrequency: 'VAT_TERM', vatReturnFrequency: 'MONTHLY' },
      },
    ],
  });
  const before = await projections().GetAccountSettings({ clientAccountId: opened.id, asOf: '2029-12-31' });
  const after = await projections().GetAccountSettings({ clientAccountId: opened.id, asOf: '2030-01-01' });
  expect([before.vatLiable, before.employerTaxRate, before.activeTo]).toEqual([false, '0.1410', '2029-12-31']);
  expect([after.vatLiable, after.employerTaxRate, after.activeTo]).toEqual([true, '0.1060', undefined]);
  expect(await failureOf(projections().GetAccount({ clientAccountId: 999_999 }))).toEqual([
    404,
    'client_account.not_found',
  ]);
  expect(await failureOf(projections().GetAccountSettings({ clientAccountId: opened.id, asOf: '2026-02-30' }))).toEqual(
    [400, 'common.validation_error'],
  );
});

it('the company of an account as files for the authorities name it', async () => {
  const opened = await account(user(), { name: 'Fjord & Sønn AS' });
  const company = await projections().GetCompany({ clientAccountId: opened.id, includesLogo: false });
  expect(company).toMatchObject({
    organizationNumber: opened.organization_number,
    name: 'Fjord & Sønn AS',
    streetAddress: expect.any(String),
    countryCode: 'NO',
  });
  expect(await failureOf(projections().GetCompany({ clientAccountId: 999_999, includesLogo: false }))).toEqual([
    404,
    'client_account.not_found',
  ]);
});

it('a projection that was dropped is rebuilt from the accounts, and equals the one that events built', async () => {
  const owner = user();
  const accounts = [];
  for (let i = 0; i < 5; i++) accounts.push((await account(owner)).id);
  await Promise.all(
    accounts.flatMap((id, i) => [
      as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, {
        display_name: `Projected ${i}`,
        ...(i === 0 ? { is_active: false } : {}),
        next_sale_invoice_number: i + 1,
      }),
      as(owner, 'POST', `/api/v2/client-accounts/${id}/settings`, { vat_liable: i % 2 === 0 }),
      as(owner, 'PATCH', `/api/v2/client-accounts/${id}/settings`, { vat_liable: true }),
    ]),
  );
  type Fields = Record<string, unknown>;
  const built = new Map<number, { account: Fields; settings: Fields; at: { account: number; settings: number } }>();
  // In the wrong order and twice: only the version counts.
  const events = (await world.service.events()).filter(
    ({ name }) => name === 'organisation.client_account.changed' || name === settingsChanged.name,
  );
  for (const { name, payload } of [...events.toReversed(), ...events]) {
    const id = payload.client_account_id as number;
    const kept = built.get(id) ?? { account: {}, settings: {}, at: { account: 0, settings: 0 } };
    const { version, ...facts } = payload as Fields & { version: number };
    const half = name === settingsChanged.name ? 'settings' : 'account';
    if (version >= kept.at[half]) {
      kept.at[half] = version;
      kept[half] = facts;
    }
    built.set(id, kept);
  }

  const rebuilt = new Map<number, { account: Fields; settings: Fields }>();
  for (let afterId = 0; ; ) {
    const page = (await projections().ListAccounts({ afterId, limit: 2 })).accounts;
    for (const one of page) {
      rebuilt.set(one.id, {
        account: {
          client_account_id: one.id,
          display_name: one.displayName,
          unique_name: one.uniqueName,
          accounting_currency: one.accountingCurrency,
          accounting_language: one.accountingLanguage,
          is_active: one.isActive,
          organization_id: one.organizationId,
          organization_number: one.organizationNumber,
          sale_invoice: { next_number: one.saleInvoice!.nextNumber, set_at_version: one.saleInvoice!.setAtVersion },
          sale_credit_note: {
            next_number: one.saleCreditNote!.nextNumber,
            set_at_version: one.saleCreditNote!.setAtVersion,
          },
        },
        settings: {
          client_account_id: one.id,
          versions: one.settings.map((span) => ({
            active_from: span.activeFrom,
            active_to: span.activeTo ?? null,
            vat_liable: span.vatLiable,
          })),
        },
      });
    }
    if (page.length < 2) break;
    afterId = page.at(-1)!.id;
  }
  expect(rebuilt.size).toBeGreaterThanOrEqual(5);
  expect([...rebuilt].map(([id, facts]) => [id, facts])).toEqual(
    [...built].sort(([a], [b]) => a - b).map(([id, { account, settings }]) => [id, { account, settings }]),
  );
});

it('events leave through the outbox: another service receives them over the broker', async () => {
  const owner = user();
  const { id } = await account(owner);
  const { broker } = world.service.running.composition;
  const seen: number[] = [];
  const stop = broker.subscribe(
    'events.organisation.settings.changed',
    (data) => void seen.push(JSON.parse(data).version),
  );
  try {
    await as(owner, 'PATCH', `/api/v2/client-accounts/${id}/settings`, { plan: 'BASIC' });
    await expect.poll(() => seen).toContain(2);
  } finally {
    stop();
  }
});

it('a kind of record that this service does not own is refused, not answered with nothing', async () => {
  const references = world.service.connect(References, 'ledger');
  const { id } = await account(user());
  expect(await failureOf(references.Resolve({ clientAccountId: id, type: 'asset', ids: [1] }))).toEqual([
    400,
    'common.validation_error',
  ]);
});

it('no method answers without the credential of a service', async () => {
  const { createRpcClients } = await import('@app/rpc');
  const { createMetrics, createSigner, makeServiceKey } = await import('@app/runtime');
  const clients = createRpcClients({
    signer: createSigner('ledger', JSON.stringify(makeServiceKey('ledger'))),
    metrics: createMetrics({ service: 'x' }),
  });
  const stranger = clients.connect(Organisation, {
    service: 'organisation',
    address: `127.0.0.1:${world.service.running.grpcPort}`,
  });
  await expect(stranger.CheckAccess({ userId: 1, clientAccountId: 1 })).rejects.toThrow();
  clients.close();
});
