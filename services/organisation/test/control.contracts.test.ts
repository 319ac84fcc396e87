import { connect } from '@app/db';
import type { WorldUser } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, firm, link, prove } = world;

afterEach(() => world.service.setClock(null));

const CONTRACTS = '/api/v2/contracts';
const today = () => world.service.running.composition.clock.today();
const days = (count: number) => Temporal.PlainDate.from(today()).add({ days: count }).toString();
const fault = ({ status, body }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const offer = (who: WorldUser, provider: number, customer: number, body: object = {}) =>
  as(who, 'POST', CONTRACTS, {
    client_account_id: customer,
    provider_client_account_id: provider,
    service_provided: 'ACCOUNTING',
    ...body,
  });
const patch = (who: WorldUser, id: number, body: object) => as(who, 'PATCH', `${CONTRACTS}/${id}`, body);
const switchAccount = async (who: WorldUser, id: number, is_active: boolean) =>
  expect((await as(who, 'PATCH', `/api/v2/client-accounts/${id}`, { is_active })).status).toBe(200);
const reads = async (who: WorldUser, id: number) => (await as(who, 'GET', `/api/v2/client-accounts/${id}`)).status;

/** A firm and its owner. */
async function practice() {
  const boss = user();
  return { boss, provider: await firm(boss) };
}
/** A customer whose account a firm opened and audits; nobody owns it. */
async function ownerless() {
  const opener = await practice();
  const client_contracts = [{ provider_client_account_id: opener.provider, service_provided: 'AUDITING' }];
  const { id } = await account(opener.boss, {}, { client_contracts });
  return { opener, customer: id };
}
/** A customer with an owner, and a firm whose contract with it is in force. */
async function engaged() {
  const { boss, provider } = await practice();
  const owner = user();
  const { id: customer } = await account(owner);
  const { id } = (await offer(boss, provider, customer, { start_date: days(-10) })).body;
  expect((await patch(owner, id, { approval_status: 'APPROVED' })).status).toBe(200);
  return { boss, provider, owner, customer, contract: id as number };
}

describe('a firm without a proof', () => {
  it('cannot offer its services, nor open an account with contracts [CTL-R03]', async () => {
    const boss = user();
    const { id: provider } = await account(boss, { industry_code: '69.201' });
    const customer = (await account(user())).id;
    for (const who of [boss, user({ isAdmin: true })])
      expect(fault(await offer(who, provider, customer))).toEqual([403, 'contract.provider_not_proven']);
    const client_contracts = [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }];
    const opened = await as(boss, 'POST', '/api/v2/client-accounts', {
      organization_number: await company(),
      client_contracts,
    });
    expect(fault(opened)).toEqual([403, 'contract.provider_not_proven']);
    await prove(provider);
    expect((await offer(boss, provider, customer)).status).toBe(201);
  });

  it('cannot take on clients, with or without an account of theirs, and nothing is stored [CTL-R04]', async () => {
    const boss = user();
    const { id: provider_client_account_id } = await account(boss, { industry_code: '69.201' });
    const number = await company();
    const found = await as(boss, 'GET', `/api/v2/organizations?organization_number=${number}`);
    const organization_id = found.body.data[0].id;
    for (const target of [{ client_account_id: (await account(user())).id }, { organization_id }]) {
      const answer = await as(boss, 'POST', '/api/v2/client-engagements', {
        provider_client_account_id,
        service_provided: 'ACCOUNTING',
        ...target,
      });
      expect(fault(answer)).toEqual([403, 'client_engagement.provider_not_proven']);
    }
    expect((await as(boss, 'GET', `/api/v2/organizations/${organization_id}`)).body.already_registered).toBe(false);
  });
});

describe('a company without an owner', () => {
  it('is not read by a firm that offers itself: its contract waits [CTL-R10]', async () => {
    const { customer } = await ownerless();
    const { boss, provider } = await practice();
    const { body } = await offer(boss, provider, customer);
    expect(body).toMatchObject({
      approval_status: 'PENDING',
      approved_by_id: null,
      pending_since: expect.any(String),
      is_active: false,
    });
    expect(await reads(boss, customer)).toBe(403);
    expect(fault(await patch(boss, body.id, { approval_status: 'APPROVED' }))).toEqual([
      403,
      'contract.approval_not_authorized',
    ]);
    expect(await reads(boss, customer)).toBe(403);
  });

  it('that a person opened for themselves and left is not read either [CTL-R10] [CTL-R15]', async () => {
    const owner = user();
    const { id: customer } = await account(owner);
    user({ ...owner, isActive: false });
    const { boss, provider } = await practice();
    expect((await offer(boss, provider, customer)).body.approval_status).toBe('PENDING');
    expect(await reads(boss, customer)).toBe(403);
  });

  it.each(['AA', 'CA'] as const)(
    'has its contracts decided by %s of a firm that works for it [CTL-R10]',
    async (role) => {
      const { opener, customer } = await ownerless();
      const member = user();
      await link(opener.provider, member, role);
      const other = await practice();
      const approved = (await offer(other.boss, other.provider, customer)).body.id;
      const rejected = (await offer(other.boss, other.provider, customer, { service_provided: 'TASK_CONTRIBUTION' }))
        .body.id;
      expect((await patch(member, approved, { approval_status: 'APPROVED' })).body).toMatchObject({
        approval_status: 'APPROVED',
        approved_by_id: member.id,
      });
      expect((await patch(member, rejected, { approval_status: 'REJECTED' })).body.approval_status).toBe('REJECTED');
      expect(await reads(other.boss, customer)).toBe(200);
    },
  );

  it.each(['BK', 'US', 'EM'] as const)(
    'has nothing decided by %s of that firm, nor by a firm that works for it no longer [CTL-R10]',
    async (role) => {
      const { opener, customer } = await ownerless();
      const member = user();
      await link(opener.provider, member, role);
      const other = await practice();
      const { id } = (await offer(other.boss, other.provider, customer)).body;
      for (const approval_status of ['APPROVED', 'REJECTED'])
        expect(fault(await patch(member, id, { approval_status }))[0]).toBe(403);
      const [own] = (
        await as(opener.boss, 'GET', `${CONTRACTS}?client_account_id=${customer}&approval_status=APPROVED`)
      ).body.data;
      await patch(opener.boss, own.id, { end_date: today() });
      world.service.setClock(`${days(2)}T12:00:00Z`);
      expect((await patch(opener.boss, id, { approval_status: 'APPROVED' })).status).toBe(403);
      expect((await patch(user({ isAdmin: true }), id, { approval_status: 'APPROVED' })).status).toBe(200);
    },
  );

  it('decides for itself once it has an owner; an owner whose user is deactivated is none [CTL-R10] [CTL-R15]', async () => {
    const { opener, customer } = await ownerless();
    const owner = user();
    await link(customer, owner, 'CA');
    const other = await practice();
    const { id } = (await offer(other.boss, other.provider, customer)).body;
    expect(fault(await patch(opener.boss, id, { approval_status: 'APPROVED' }))).toEqual([
      403,
      'contract.approval_not_authorized',
    ]);
    const mine = await offer(opener.boss, opener.provider, customer);
    expect(mine.body.approval_status).toBe('PENDING');
    user({ ...owner, isActive: false });
    expect((await patch(opener.boss, id, { approval_status: 'APPROVED' })).status).toBe(200);
    const again = await offer(opener.boss, opener.provider, customer, { service_provided: 'TASK_CONTRIBUTION' });
    expect(again.body.approval_status).toBe('APPROVED');
  });

  it.each(['ended', 'rejected'] as const)(
    'whose owner has %s a contract with the firm that opened it is not read by that firm once the owner is gone [CON-R07] [CTL-R10]',
    async (how) => {
      const { opener, customer } = await ownerless();
      const owner = user();
      await link(customer, owner, 'CA');
      const audit = (await as(opener.boss, 'GET', `${CONTRACTS}?client_account_id=${customer}`)).body.data[0].id;
      if (how === 'ended') expect((await patch(owner, audit, { end_date: today() })).status).toBe(200);
      else {
        const { id } = (await offer(opener.boss, opener.provider, customer)).body;
        expect((await patch(owner, id, { approval_status: 'REJECTED' })).status).toBe(200);
        expect((await patch(opener.boss, audit, { end_date: today() })).status).toBe(200);
      }
      user({ ...owner, isActive: false });
      world.service.setClock(`${days(2)}T10:00:00Z`);
      expect((await offer(opener.boss, opener.provider, customer)).body.approval_status).toBe('PENDING');
      expect(await reads(opener.boss, customer)).toBe(403);
    },
  );

  it('takes back the firm that opened it when the firm itself had ended the contract [CON-R07]', async () => {
    const { opener, customer } = await ownerless();
    const audit = (await as(opener.boss, 'GET', `${CONTRACTS}?client_account_id=${customer}`)).body.data[0].id;
    expect((await patch(opener.boss, audit, { end_date: today() })).status).toBe(200);
    world.service.setClock(`${days(2)}T10:00:00Z`);
    expect(await reads(opener.boss, customer)).toBe(403);
    expect((await offer(opener.boss, opener.provider, customer)).body.approval_status).toBe('APPROVED');
    expect(await reads(opener.boss, customer)).toBe(200);
  });

  it('is not decided about while auth cannot say whether its owner is active: 503 [CTL-R15]', async () => {
    const { opener, customer } = await ownerless();
    await link(customer, user(), 'CA');
    const ask = () => offer(opener.boss, opener.provider, customer);
    // Known to auth already, so that only the owner is asked about.
    expect(await reads(opener.boss, customer)).toBe(200);
    world.service.world.isAway = true;
    try {
      expect((await ask()).status).toBe(503);
    } finally {
      world.service.world.isAway = false;
    }
    expect((await ask()).body.approval_status).toBe('PENDING');
  });
});

describe('what was approved', () => {
  it('is not moved back to an earlier day, nor turned into another service [CTL-R14]', async () => {
    const { boss, owner, contract } = await engaged();
    for (const body of [{ start_date: days(-11) }, { start_date: '2000-01-01' }, { service_provided: 'AUDITING' }])
      expect(fault(await patch(boss, contract, body)), JSON.stringify(body)).toEqual([400, 'contract.terms_immutable']);
    expect((await patch(boss, contract, { start_date: days(-10), service_provided: 'ACCOUNTING' })).status).toBe(200);
    expect((await patch(boss, contract, { start_date: days(3) })).body).toMatchObject({
      start_date: days(3),
      is_active: false,
    });
    // Later, and there it stays.
    expect(fault(await patch(boss, contract, { start_date: days(2) }))).toEqual([400, 'contract.terms_immutable']);
    const [row] = (await as(owner, 'GET', CONTRACTS)).body.data;
    expect(row).toMatchObject({ start_date: days(3), service_provided: 'ACCOUNTING' });
  });

  it('while it still waits it can be changed freely [CTL-R14]', async () => {
    const { boss, provider } = await practice();
    const { id: customer } = await account(user());
    const { id } = (await offer(boss, provider, customer, { start_date: days(5) })).body;
    const body = { start_date: days(-5), service_provided: 'AUDITING' };
    expect((await patch(boss, id, body)).body).toMatchObject(body);
  });
});

describe('an inactive account', () => {
  it('of a firm lets its access to customers rest, on every way there, and nobody else loses any [CTL-R17]', async () => {
    const { boss, provider, owner, customer } = await engaged();
    const listed = async () =>
      (await as(boss, 'GET', '/api/v2/client-accounts')).body.data.map(({ id }: { id: number }) => id);
    expect([await reads(boss, customer), await listed()]).toEqual([200, expect.arrayContaining([customer, provider])]);
    await switchAccount(boss, provider, false);
    expect(await reads(boss, customer)).toBe(403);
    expect(await listed()).toEqual([provider]);
    expect((await as(boss, 'GET', `/api/v2/client-accounts/${customer}/users`)).status).toBe(403);
    expect(await reads(owner, customer)).toBe(200);
    await switchAccount(boss, provider, true);
    expect(await reads(boss, customer)).toBe(200);
  });

  it('of a firm is shown to whoever remembers what its people reach [CTL-R17]', async () => {
    const { boss, provider } = await engaged();
    const clerk = user();
    await link(provider, clerk, 'BK');
    const published = async () =>
      (await world.service.events('organisation.access.changed')).map(({ payload }) => payload.user_id);
    const before = (await published()).length;
    await switchAccount(boss, provider, false);
    expect((await published()).slice(before)).toEqual(expect.arrayContaining([boss.id, clerk.id]));
  });

  it('on either side stops nobody from ending or rejecting a contract [CTL-R18]', async () => {
    for (const side of ['customer', 'firm'] as const) {
      const { boss, provider, owner, customer, contract } = await engaged();
      const pending = (await offer(boss, provider, customer, { service_provided: 'AUDITING' })).body.id;
      await (side === 'customer' ? switchAccount(owner, customer, false) : switchAccount(boss, provider, false));
      expect(fault(await patch(owner, pending, { approval_status: 'APPROVED' }))).toEqual([
        409,
        'client_account.inactive',
      ]);
      expect((await patch(owner, pending, { approval_status: 'REJECTED' })).body.approval_status, side).toBe(
        'REJECTED',
      );
      const ended = await patch(side === 'customer' ? boss : owner, contract, { end_date: today() });
      expect(ended.body, side).toMatchObject({ end_date: today() });
    }
  });

  it('refuses by role before it refuses by state [CTL-R18]', async () => {
    const { boss, provider, customer } = await engaged();
    const auditors = await practice();
    const { id } = (await offer(auditors.boss, auditors.provider, provider, { service_provided: 'AUDITING' })).body;
    await patch(boss, id, { approval_status: 'APPROVED' });
    await switchAccount(boss, provider, false);
    // By contract only: no member of the firm.
    expect(fault(await offer(auditors.boss, provider, customer))).toEqual([403, 'contract.not_authorized']);
    expect(fault(await offer(boss, provider, customer, { service_provided: 'AUDITING' }))).toEqual([
      409,
      'client_account.inactive',
    ]);
    const engage = (who: WorldUser) =>
      as(who, 'POST', '/api/v2/client-engagements', {
        provider_client_account_id: provider,
        client_account_id: customer,
        service_provided: 'AUDITING',
      });
    expect(fault(await engage(auditors.boss))).toEqual([403, 'client_engagement.not_provider_member']);
    expect(fault(await engage(boss))).toEqual([409, 'client_account.inactive']);
  });
});

describe('the job that ends what waits too long', () => {
  /** The service's database, as the superuser. */
  const admin = () => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = new URL(world.service.env.DATABASE_URL!).pathname;
    return connect({ url: url.href, schema: 'organisation', applicationName: 'test', max: 1 });
  };
  const statusOf = async (who: WorldUser, id: number) =>
    (await as(who, 'GET', CONTRACTS)).body.data.find((one: { id: number }) => one.id === id).approval_status;

  it('leaves alone what was decided while it waited [CTL-R24]', async () => {
    const { boss, provider } = await practice();
    const owner = user();
    const { id: customer } = await account(owner);
    world.service.setClock('2026-01-01T12:00:00Z');
    const { id } = (await offer(boss, provider, customer)).body;
    world.service.setClock('2026-05-01T12:00:00Z');
    const other = admin();
    try {
      // Somebody decides, and is not done when the job comes by.
      let job: Promise<number> | undefined;
      await other.write(async (tx) => {
        await tx.execute(
          sql`update contracts set approval_status = 'APPROVED', start_date = '2026-05-01', approved_at = now() where id = ${id}`,
        );
        job = world.service.runJob('contract-expiry');
        await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      });
      expect(await job).toBe(0);
    } finally {
      await other.close();
    }
    expect(await statusOf(owner, id)).toBe('APPROVED');
  });

  it('and nobody approves what it has just ended [CTL-R24]', async () => {
    const { boss, provider } = await practice();
    const owner = user();
    const { id: customer } = await account(owner);
    world.service.setClock('2026-01-01T12:00:00Z');
    const { id } = (await offer(boss, provider, customer)).body;
    world.service.setClock('2026-05-01T12:00:00Z');
    const other = admin();
    let approval: ReturnType<typeof patch> | undefined;
    try {
      await other.write(async (tx) => {
        // The job, in the moment before its commit.
        await tx.execute(
          sql`update contracts set approval_status = 'EXPIRED' where id = ${id} and approval_status = 'PENDING'`,
        );
        approval = patch(owner, id, { approval_status: 'APPROVED' });
        await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      });
      expect(fault(await approval!)).toEqual([400, 'contract.not_pending']);
    } finally {
      await other.close();
    }
    expect(await statusOf(owner, id)).toBe('EXPIRED');
  });

  it('and an approval at the same moment agree on what became of the contract, round after round [CTL-R24]', async () => {
    const { boss, provider } = await practice();
    for (let round = 0; round < 8; round++) {
      const owner = user();
      const { id: customer } = await account(owner);
      world.service.setClock('2026-01-01T12:00:00Z');
      const { id } = (await offer(boss, provider, customer)).body;
      world.service.setClock('2026-05-01T12:00:00Z');
      const [answer, ended] = await Promise.all([
        patch(owner, id, { approval_status: 'APPROVED' }),
        world.service.runJob('contract-expiry'),
      ]);
      const status = await statusOf(owner, id);
      expect([answer.status, ended, status]).toEqual(
        answer.status === 200 ? [200, 0, 'APPROVED'] : [400, 1, 'EXPIRED'],
      );
      world.service.setClock(null);
    }
  });

  /** Statements of the service that wait for a lock. */
  const waiting = () =>
    world.service.db.executor.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
    );
});

it('of two engagements with one company at the same moment both wait for those who keep its books', async () => {
  const { customer, opener } = await ownerless();
  const firms = await Promise.all([practice(), practice()]);
  const answers = await Promise.all(
    firms.map(({ boss, provider }) =>
      as(boss, 'POST', '/api/v2/client-engagements', {
        provider_client_account_id: provider,
        client_account_id: customer,
        service_provided: 'ACCOUNTING',
        invite_owner: true,
        owner_email: `eier${provider}@example.no`,
      }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body.contract_status])).toEqual([
    [201, 'PENDING'],
    [201, 'PENDING'],
  ]);
  for (const { boss } of firms) expect(await reads(boss, customer)).toBe(403);
  expect((await as(opener.boss, 'GET', `/api/v2/client-accounts/${customer}/users`)).body).toEqual([]);
});
