import { connect } from '@app/db';
import type { WorldUser } from '@app/testing';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

const PATH = '/api/v2/client-engagements';
const PASSWORD = 'Et-godt-passord-1';
const invited = playInvitedUsers((changes) => user(changes));
const world = useOrganisation({ others: { auth: [invited.stub] } });
const { as, user, account, company, link, firm, mailTo } = world;

let accountant: WorldUser;
let provider: number;
let serial = 0;

beforeEach(async () => {
  accountant = user();
  provider = await firm(accountant);
});

const address = () => `eier${++serial}@example.no`;
const engage = (body: object = {}, who = accountant, headers: Record<string, string> = {}) =>
  as(who, 'POST', PATH, { provider_client_account_id: provider, service_provided: 'ACCOUNTING', ...body }, { headers });
const fault = ({ status, body }: Awaited<ReturnType<typeof engage>>) => [status, body.error?.code];
const get = async (path: string, who = accountant) => (await as(who, 'GET', path)).body;
/** An organization of the registry that keeps no books here; its id. */
const organization = async (name = 'Kunde AS'): Promise<number> => {
  const number = await company({ name });
  return (await get(`/api/v2/organizations?organization_number=${number}`)).data[0].id;
};
const contractOf = async (clientAccountId: number) =>
  (await get(`/api/v2/contracts?provider_client_account_id=${provider}`)).data.find(
    ({ client_account_id }: { client_account_id: number }) => client_account_id === clientAccountId,
  );
/** A client without an owner that another firm opened and works for. */
async function ownerless(): Promise<{ readonly client: number; readonly opener: WorldUser; readonly opening: number }> {
  const opener = user();
  const opening = await firm(opener);
  const { body } = await engage({ organization_id: await organization(), provider_client_account_id: opening }, opener);
  return { client: body.client_account_id, opener, opening };
}
const eventually = <T>(read: () => T) => expect.poll(read);
async function tokenOf(email: string): Promise<string> {
  await eventually(() => mailTo(email)).toHaveLength(1);
  return /\/invitations\/([\w-]{43})/.exec((await mailTo(email))[0]!.text)![1]!;
}
const accept = (token: string, email: string) =>
  world.service.call('POST', `/public/v2/invitations/${token}/accept`, {
    body: { first_name: 'Ny', last_name: 'Eier', email, password: PASSWORD },
  });
/** Everything an engagement may leave behind. */
const stored = async () =>
  (
    await world.service.db.executor.execute<{ n: string }>(
      sql`select (select count(*) from client_accounts) + (select count(*) from contracts) + (select count(*) from invitations) + (select count(*) from mail_outbox) + (select count(*) from outbox) as n`,
    )
  )[0]!.n;

/** The service's database, as the superuser. */
function adminUrl(): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = new URL(world.service.env.DATABASE_URL!).pathname;
  return url.href;
}

it('a repeat of a keyed engagement, or of a contract for a customer that is not reached yet, gets the kept answer', async () => {
  const key = { 'idempotency-key': `engaged-${++serial}` };
  const body = { organization_id: await organization() };
  const [first, again] = [await engage(body, accountant, key), await engage(body, accountant, key)];
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
  expect(again.body).toEqual(first.body);

  const customer = (await account(user())).id;
  const offer = () =>
    as(
      accountant,
      'POST',
      '/api/v2/contracts',
      { client_account_id: customer, provider_client_account_id: provider, service_provided: 'ACCOUNTING' },
      { headers: { 'idempotency-key': `offered-${serial}` } },
    );
  const [offered, repeated] = [await offer(), await offer()];
  expect([offered.status, repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
});

describe('a new client', () => {
  it('gets an account, a contract and nobody else, with the four ids in the answer [ENG-R01] [ENG-R10] [ENG-R11] [ENG-R15]', async () => {
    await as(accountant, 'PATCH', `/api/v2/client-accounts/${provider}`, { accounting_currency: 'EUR' });
    const organization_id = await organization('Fjord og Fjell AS');
    const { status, body } = await engage({ organization_id });
    expect(status).toBe(201);
    expect(body).toEqual({
      client_account_id: expect.any(Number),
      contract_id: expect.any(Number),
      contract_status: 'APPROVED',
      invitation_id: null,
    });
    expect(await get(`/api/v2/client-accounts/${body.client_account_id}`)).toMatchObject({
      display_name: 'Fjord og Fjell AS',
      organization_id,
      accounting_currency: 'EUR',
      created_by_id: accountant.id,
    });
    expect(await contractOf(body.client_account_id)).toMatchObject({
      id: body.contract_id,
      approval_status: 'APPROVED',
      is_active: true,
      start_date: world.service.running.composition.clock.today(),
      created_by_id: accountant.id,
    });
    expect(await get(`/api/v2/client-accounts/${body.client_account_id}/users`)).toEqual([]);
  });

  it('is billed through the firm, or through the account its metadata names [ENG-R18]', async () => {
    const billedThrough = async (id: number) =>
      Number(
        (
          await world.service.db.executor.execute<{ b: string }>(
            sql`select billing_client_account_id as b from client_accounts where id = ${id}`,
          )
        )[0]!.b,
      );
    const first = (await engage({ organization_id: await organization() })).body.client_account_id;
    expect(await billedThrough(first)).toBe(provider);
    expect((await get(`/api/v2/client-accounts/${provider}`)).is_billing_account).toBe(true);
    const payer = (await account(accountant)).id;
    for (const [named, expected] of [
      [payer, payer],
      [String(payer), payer],
      // Refused, since it is nobody's: the one before stays.
      [999_999_999, payer],
      ['somebody', provider],
    ] as const) {
      await as(accountant, 'PATCH', `/api/v2/client-accounts/${provider}`, {
        metadata: { billing_client_account_id: named },
      });
      const { body } = await engage({ organization_id: await organization() });
      expect(await billedThrough(body.client_account_id), String(named)).toBe(expected);
    }
  });

  it('whose organization keeps books here already is that account', async () => {
    const owner = user();
    const { id, organization_id } = await account(owner);
    const { status, body } = await engage({ organization_id });
    expect([status, body.client_account_id, body.contract_status]).toEqual([201, id, 'PENDING']);
  });

  it('of several firms at once gets one account and a contract with each', async () => {
    const organization_id = await organization();
    const firms = await Promise.all(
      [1, 2, 3].map(async () => {
        const member = user();
        return { member, id: await firm(member) };
      }),
    );
    const answers = await Promise.all(
      firms.map(({ member, id }) => engage({ organization_id, provider_client_account_id: id }, member)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.client_account_id)).size).toBe(1);
  });
});

describe('the owner', () => {
  it('is invited as CA, and by accepting the claim becomes owner of an account without one [ENG-R12] [ENG-R17]', async () => {
    const email = address();
    const { body } = await engage(
      { organization_id: await organization(), invite_owner: true, owner_email: email },
      accountant,
      {
        'accept-language': 'nb',
      },
    );
    expect(body).toMatchObject({ contract_status: 'APPROVED', invitation_id: expect.any(Number) });
    expect(await get(`/api/v2/invitations/${body.invitation_id}`)).toMatchObject({
      email,
      role_id: 3,
      status: 'PENDING',
      invited_by_id: accountant.id,
    });
    const token = await tokenOf(email);
    expect((await mailTo(email))[0]!.subject).toMatch(/^Invitasjon/);
    const accepted = await accept(token, email);
    expect(accepted.body.user.accounts).toMatchObject([
      { account: { id: body.client_account_id }, role: { id: 3, name: 'CA' } },
    ]);
    expect(await contractOf(body.client_account_id)).toMatchObject({
      approval_status: 'APPROVED',
      approved_by_id: accountant.id,
    });
  });

  it('approves a pending contract by accepting, when the firm works for the client already [ENG-R14]', async () => {
    const { client, opener } = await ownerless();
    const first = (await engage({ client_account_id: client })).body;
    await as(opener, 'PATCH', `/api/v2/contracts/${first.contract_id}`, { approval_status: 'APPROVED' });
    const email = address();
    const { body } = await engage({
      client_account_id: client,
      service_provided: 'AUDITING',
      invite_owner: true,
      owner_email: email,
    });
    expect(body.contract_status).toBe('PENDING');
    const accepted = await accept(await tokenOf(email), email);
    expect(accepted.status).toBe(200);
    const contracts = (await get(`/api/v2/contracts?provider_client_account_id=${provider}`)).data;
    expect(contracts.find(({ id }: { id: number }) => id === body.contract_id)).toMatchObject({
      approval_status: 'APPROVED',
      approved_by_id: accepted.body.user.id,
      approved_at: expect.any(String),
      is_active: true,
    });
  });

  it('cannot accept while nobody who keeps the books has approved the engagement, and can once they have [INV-R33] [CTL-R10]', async () => {
    const { client, opener } = await ownerless();
    const email = address();
    const { body } = await engage({ client_account_id: client, invite_owner: true, owner_email: email });
    expect(body.contract_status).toBe('PENDING');
    const token = await tokenOf(email);
    expect(fault(await accept(token, email))).toEqual([403, 'invitation.contract_not_approved']);
    expect((await as(accountant, 'GET', `/api/v2/client-accounts/${client}`)).status).toBe(403);
    expect(await get(`/api/v2/client-accounts/${client}/users`, opener)).toEqual([]);
    await as(opener, 'PATCH', `/api/v2/contracts/${body.contract_id}`, { approval_status: 'APPROVED' });
    expect((await accept(token, email)).status).toBe(200);
  });

  it('of an engagement that was rejected or expired cannot accept [INV-R33]', async () => {
    for (const status of ['REJECTED', 'EXPIRED']) {
      const { client, opener } = await ownerless();
      const email = address();
      const { body } = await engage({ client_account_id: client, invite_owner: true, owner_email: email });
      const token = await tokenOf(email);
      if (status === 'REJECTED')
        await as(opener, 'PATCH', `/api/v2/contracts/${body.contract_id}`, { approval_status: status });
      else
        await world.service.db.executor.execute(
          sql`update contracts set approval_status = 'EXPIRED' where id = ${body.contract_id}`,
        );
      expect(fault(await accept(token, email))).toEqual([403, 'invitation.contract_not_approved']);
      expect((await world.service.call('GET', `/public/v2/invitations/${token}`)).body.can_be_accepted).toBe(false);
      expect(fault(await accept(token, 'other@example.no'))).toEqual([403, 'invitation.email_mismatch']);
      expect(await get(`/api/v2/client-accounts/${client}/users`, opener)).toEqual([]);
    }
  });

  it('who has a pending invitation gets a new one instead [ENG-R13]', async () => {
    const { client, opener } = await ownerless();
    const email = address();
    const first = await as(opener, 'POST', '/api/v2/invitations', { email, client_account_id: client, role_id: 4 });
    const { body } = await engage({ client_account_id: client, invite_owner: true, owner_email: email.toUpperCase() });
    expect((await get(`/api/v2/invitations/${first.body.id}`, opener)).status).toBe('CANCELLED');
    expect((await get(`/api/v2/invitations/${body.invitation_id}`, opener)).status).toBe('PENDING');
  });

  it('of an account that has an active one is not invited: 409, and nothing is stored [CTL-R08]', async () => {
    const owner = user({ email: address() });
    const { id: client, organization_id } = await account(owner);
    const before = await stored();
    for (const target of [{ client_account_id: client }, { organization_id }])
      for (const owner_email of [owner.email, address()])
        expect(fault(await engage({ ...target, invite_owner: true, owner_email }))).toEqual([
          409,
          'client_engagement.account_has_owner',
        ]);
    expect(await stored()).toBe(before);
    expect((await engage({ client_account_id: client })).body).toMatchObject({
      contract_status: 'PENDING',
      invitation_id: null,
    });
  });

  it('who has access already is shown to a firm that works for the client, and to no other', async () => {
    const { client, opener, opening } = await ownerless();
    const clerk = user({ email: address() });
    await link(client, clerk, 'BK');
    const body = {
      client_account_id: client,
      service_provided: 'AUDITING',
      invite_owner: true,
      owner_email: clerk.email,
    };
    const known = await engage({ ...body, provider_client_account_id: opening }, opener);
    expect(fault(known)).toEqual([409, 'invitation.already_has_access']);
    expect((await engage(body)).status).toBe(201);
  });
});

describe('is refused', () => {
  const target = async () => ({ organization_id: await organization() });

  it('without a firm [ENG-R02]', async () => {
    for (const provider_client_account_id of [undefined, null])
      expect(fault(await engage({ ...(await target()), provider_client_account_id }))).toEqual([
        400,
        'client_engagement.missing_field',
      ]);
  });

  it('without a service, or with an unknown one [ENG-R03]', async () => {
    for (const service_provided of [undefined, null])
      expect(fault(await engage({ ...(await target()), service_provided }))).toEqual([
        400,
        'client_engagement.missing_field',
      ]);
    expect(fault(await engage({ ...(await target()), service_provided: 'COOKING' }))).toEqual([
      400,
      'common.validation_error',
    ]);
  });

  it('with an owner to invite and no address, or none that works [ENG-R04]', async () => {
    for (const owner_email of [undefined, null, '', '  '])
      expect(fault(await engage({ ...(await target()), invite_owner: true, owner_email }))).toEqual([
        400,
        'client_engagement.missing_field',
      ]);
    expect(fault(await engage({ ...(await target()), invite_owner: true, owner_email: 'kari' }))).toEqual([
      400,
      'invitation.invalid_email',
    ]);
    expect(fault(await engage({ ...(await target()), invite_owner: 'yes' }))).toEqual([400, 'common.validation_error']);
    expect((await engage({ ...(await target()), invite_owner: false, owner_email: 'kari' })).status).toBe(201);
  });

  it('with both targets or neither [ENG-R05]', async () => {
    const client_account_id = (await account(user())).id;
    for (const body of [{}, { client_account_id: null }, { client_account_id, ...(await target()) }])
      expect(fault(await engage(body))).toEqual([400, 'client_engagement.exactly_one_target']);
  });

  it('with the firm as its own client [ENG-R06]', async () => {
    const { organization_id } = await get(`/api/v2/client-accounts/${provider}`);
    for (const body of [{ client_account_id: provider }, { organization_id }])
      expect(fault(await engage(body))).toEqual([400, 'client_engagement.provider_equals_client']);
  });

  it('with a contract for the same service, active or pending, also at the same moment [ENG-R07]', async () => {
    const [fresh, owned] = [await target(), { client_account_id: (await account(user())).id }];
    for (const body of [fresh, owned]) {
      const answers = await Promise.all([1, 2, 3].map(() => engage(body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      expect(fault(await engage(body))).toEqual([400, 'client_engagement.contract_exists']);
      expect((await engage({ ...body, service_provided: 'AUDITING' })).status).toBe(201);
    }
  });

  it('to whoever is no direct, active member of the firm [ENG-R08]', async () => {
    const employee = user();
    await link(provider, employee, 'EM');
    const former = user();
    await link(provider, former, 'BK');
    await as(accountant, 'DELETE', `/api/v2/client-accounts/${provider}/users/${former.id}`);
    const auditor = user();
    const other = await firm(auditor);
    await as(auditor, 'POST', '/api/v2/contracts', {
      client_account_id: provider,
      provider_client_account_id: other,
      service_provided: 'AUDITING',
    });
    const pending = (await get(`/api/v2/contracts?client_account_id=${provider}`)).data[0];
    await as(accountant, 'PATCH', `/api/v2/contracts/${pending.id}`, { approval_status: 'APPROVED' });
    expect((await as(auditor, 'GET', `/api/v2/client-accounts/${provider}`)).status).toBe(200);
    for (const who of [user(), employee, former, auditor])
      expect(fault(await engage(await target(), who))).toEqual([403, 'client_engagement.not_provider_member']);
    const ordinary = (await account(accountant)).id;
    expect(fault(await engage({ ...(await target()), provider_client_account_id: ordinary }))).toEqual([
      403,
      'client_engagement.not_provider_member',
    ]);
  });

  it('with an account or organization that does not exist [ENG-R09]', async () => {
    expect(fault(await engage({ provider_client_account_id: 999_999_999 }))).toEqual([
      404,
      'client_engagement.account_not_found',
    ]);
    expect(fault(await engage({ client_account_id: 999_999_999 }))).toEqual([
      404,
      'client_engagement.account_not_found',
    ]);
    expect(fault(await engage({ organization_id: 999_999_999 }))).toEqual([
      404,
      'client_engagement.organization_not_found',
    ]);
  });

  it('as a whole: when the last step fails nothing is stored, published or sent [ENG-R16]', async () => {
    const organization_id = await organization();
    const email = `nekt.${address()}`;
    const admin = connect({ url: adminUrl(), schema: 'organisation', applicationName: 'test', max: 1 });
    await admin.executor.execute(
      sql`alter table invitations add constraint refused_by_test check (email not like 'nekt.%')`,
    );
    try {
      const before = await stored();
      expect((await engage({ organization_id, invite_owner: true, owner_email: email })).status).toBe(500);
      expect(await stored()).toBe(before);
    } finally {
      await admin.executor.execute(sql`alter table invitations drop constraint refused_by_test`);
      await admin.close();
    }
    const { body } = await engage({ organization_id, invite_owner: true, owner_email: email });
    await tokenOf(email);
    expect(await mailTo(email)).toHaveLength(1);
    expect(body.contract_status).toBe('APPROVED');
  });
});

it('with one key is done once, with one mail', async () => {
  const email = address();
  const body = { organization_id: await organization(), invite_owner: true, owner_email: email };
  const send = () => engage(body, accountant, { 'idempotency-key': `eng-${provider}` });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
  expect(second.body).toEqual(first.body);
  await tokenOf(email);
});
