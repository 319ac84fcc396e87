import type { WorldUser } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

const PATH = '/api/v2/invitations';
const PASSWORD = 'Et-godt-passord-1';
const invited = playInvitedUsers((changes) => user(changes));
const world = useOrganisation({ others: { auth: [invited.stub] } });
const { as, user, account, company, firm, link, mailTo } = world;

let owner: WorldUser;
let books: number;
let serial = 0;

beforeEach(async () => {
  invited.away = 'no';
  invited.silentAbout = undefined;
  invited.pause = async () => undefined;
  owner = user();
  books = (await account(owner)).id;
});
afterEach(() => world.service.setClock(null));

const address = () => `ny${++serial}@example.no`;
const fault = ({ status, body }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const invite = (who: WorldUser, body: object = {}) =>
  as(who, 'POST', PATH, { email: address(), client_account_id: books, role_id: 4, ...body });

async function tokenOf(email: string): Promise<string> {
  await expect.poll(() => mailTo(email)).toHaveLength(1);
  return /\/invitations\/([\w-]{43})/.exec((await mailTo(email))[0]!.text)![1]!;
}
/** An invitation and the token that came by mail. */
async function ready(who: WorldUser, body: object = {}) {
  const answer = await invite(who, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { id, email } = answer.body as { id: number; email: string };
  return { id, email, token: await tokenOf(email) };
}
const accept = ({ token, email }: { readonly token: string; readonly email: string }) =>
  world.service.call('POST', `/public/v2/invitations/${token}/accept`, {
    body: { first_name: 'Ny', last_name: 'Person', email, password: PASSWORD },
  });
const linksOf = async (id = books): Promise<readonly { user_id: number; role_id: number }[]> =>
  (await as(user({ isAdmin: true }), 'GET', `/api/v2/client-accounts/${id}/users`)).body;
const statusOf = async (id: number) => (await as(user({ isAdmin: true }), 'GET', `${PATH}/${id}`)).body.status;
const intents = async () =>
  Number(
    (
      await world.service.db.executor.execute<{ n: string }>(
        sql`select count(*) as n from use_cases where name = 'accept_invitation' and state in ('open', 'undoing')`,
      )
    )[0]!.n,
  );
const age = () =>
  world.service.db.executor.execute(
    sql`update use_cases set lease_until = lease_until - interval '2 minutes' where state in ('open', 'undoing')`,
  );

/** A company without an owner, that a firm has opened and works for. */
async function ownerless() {
  const boss = user();
  const provider = await firm(boss);
  const client_contracts = [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }];
  const { id, organization_id } = await account(boss, {}, { client_contracts });
  const [contract] = (await as(boss, 'GET', `/api/v2/contracts?client_account_id=${id}`)).body.data;
  return { boss, provider, id, organization_id, contractId: contract.id as number };
}

describe('an owner who is asked in through a contract', () => {
  it('becomes one while there is none, and no second one does: 409 [CTL-R09]', async () => {
    const { boss, id } = await ownerless();
    const [first, second] = [
      await ready(boss, { client_account_id: id, role_id: 3 }),
      await ready(boss, { client_account_id: id, role_id: 3 }),
    ];
    expect((await accept(first)).status).toBe(200);
    const late = await world.service.call('GET', `/public/v2/invitations/${second.token}`);
    expect(late.body.can_be_accepted).toBe(false);
    expect(fault(await accept(second))).toEqual([409, 'invitation.cannot_be_accepted']);
    expect(await linksOf(id)).toHaveLength(1);
  });

  it('at the same moment as another: one becomes owner, and of the other no user is left [CTL-R09] [CTL-R23]', async () => {
    for (let round = 0; round < 4; round++) {
      const { boss, id } = await ownerless();
      const offers = await Promise.all([1, 2].map(() => ready(boss, { client_account_id: id, role_id: 3 })));
      const before = invited.made.length;
      const answers = await Promise.all(offers.map(accept));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await linksOf(id)).filter(({ role_id }) => role_id === 3)).toHaveLength(1);
      expect(invited.made.length).toBe(before + 1);
    }
    expect(await intents()).toBe(0);
  });

  it('by an engagement cannot accept once the firm works for the company no longer [CTL-R12]', async () => {
    const { boss, provider, organization_id, contractId, id } = await ownerless();
    const email = address();
    const engaged = await as(boss, 'POST', '/api/v2/client-engagements', {
      provider_client_account_id: provider,
      organization_id,
      service_provided: 'TASK_CONTRIBUTION',
      invite_owner: true,
      owner_email: email,
    });
    expect(engaged.body.contract_status).toBe('APPROVED');
    const token = await tokenOf(email);
    const yesterday = Temporal.PlainDate.from(world.service.running.composition.clock.today())
      .subtract({ days: 1 })
      .toString();
    await world.service.db.executor.execute(
      sql`update contracts set start_date = ${yesterday}::date, end_date = ${yesterday}::date where id in (${engaged.body.contract_id}, ${contractId})`,
    );
    expect(fault(await accept({ token, email }))).toEqual([409, 'invitation.cannot_be_accepted']);
    expect(await linksOf(id)).toEqual([]);
  });

  it.each(['BK', 'US'] as const)(
    'by an engagement that a %s of the firm sent may accept; a member who has left it sends nobody in [CTL-R12]',
    async (role) => {
      const { provider, organization_id, id } = await ownerless();
      const member = user();
      await link(provider, member, role);
      const engage = async (service_provided: string) => {
        const email = address();
        const { status } = await as(member, 'POST', '/api/v2/client-engagements', {
          provider_client_account_id: provider,
          organization_id,
          service_provided,
          invite_owner: true,
          owner_email: email,
        });
        expect(status).toBe(201);
        return { email, token: await tokenOf(email) };
      };
      const [first, second] = [await engage('AUDITING'), await engage('TASK_CONTRIBUTION')];
      await world.service.db.executor.execute(
        sql`update client_account_users set is_active = false where client_account_id = ${provider} and user_id = ${member.id}`,
      );
      expect(fault(await accept(first))).toEqual([409, 'invitation.cannot_be_accepted']);
      await link(provider, member, role);
      expect((await accept(second)).status).toBe(200);
      expect(await linksOf(id)).toHaveLength(1);
    },
  );
});

describe('whoever may no longer give the role', () => {
  it('lets nobody in: an owner who is an accountant by now, a deactivated one, an administrator who was [CTL-R12]', async () => {
    const second = user();
    await link(books, second, 'CA');
    const demoted = await ready(second, { role_id: 3 });
    // Without the cancelling that comes with the change of role.
    await link(books, second, 'AA');
    expect(fault(await accept(demoted))).toEqual([409, 'invitation.cannot_be_accepted']);

    const third = user();
    await link(books, third, 'CA');
    const deactivated = await ready(third);
    user({ ...third, isActive: false });
    expect(fault(await accept(deactivated))).toEqual([409, 'invitation.cannot_be_accepted']);

    const admin = user({ isAdmin: true });
    const former = await ready(admin, { role_id: 3 });
    user({ ...admin, isAdmin: false });
    expect(fault(await accept(former))).toEqual([409, 'invitation.cannot_be_accepted']);
    expect(await linksOf()).toHaveLength(3);
    expect(
      invited.made.filter(({ email }) => [demoted, deactivated, former].some((one) => one.email === email)),
    ).toEqual([]);
  });

  it('may be the one who still may: accepting is as it was', async () => {
    const second = user();
    await link(books, second, 'CA');
    const offer = await ready(second, { role_id: 5 });
    await link(books, second, 'AA');
    expect((await accept(offer)).status).toBe(200);
  });

  it('is not looked up while auth is away: 503, and nothing is stored [CTL-R12]', async () => {
    const offer = await ready(owner);
    world.service.world.isAway = true;
    expect((await accept(offer)).status).toBe(503);
    world.service.world.isAway = false;
    expect(await intents()).toBe(0);
    expect((await accept(offer)).status).toBe(200);
  });
});

describe('removing a person', () => {
  const remove = (id: number, userId: number, who = owner) =>
    as(who, 'DELETE', `/api/v2/client-accounts/${id}/users/${userId}`);

  it('cancels the pending invitations it sent, of this account alone, and none of others [CTL-R13]', async () => {
    const second = user();
    await link(books, second, 'CA');
    const { id: elsewhere } = await account(second);
    const prepared = [await ready(second, { role_id: 3 }), await ready(second)];
    const others = [await ready(owner), await ready(second, { client_account_id: elsewhere })];
    const accepted = await ready(second, { role_id: 5 });
    await accept(accepted);
    await remove(books, second.id);
    for (const { id } of prepared) expect(await statusOf(id)).toBe('CANCELLED');
    for (const { id } of others) expect(await statusOf(id)).toBe('PENDING');
    expect(await statusOf(accepted.id)).toBe('ACCEPTED');
    expect(fault(await accept(prepared[0]!))).toEqual([409, 'invitation.cancelled']);
    expect((await linksOf()).map(({ user_id }) => user_id)).not.toContain(second.id);
  });

  it.each([2, 6])('so does taking its role away (to %i) [CTL-R13]', async (role_id) => {
    const second = user();
    await link(books, second, 'CA');
    const { id } = await ready(second, { role_id: 3 });
    expect((await as(owner, 'PATCH', `/api/v2/client-accounts/${books}/users/${second.id}`, { role_id })).status).toBe(
      200,
    );
    expect(await statusOf(id)).toBe('CANCELLED');
  });

  it('from a firm cancels what it sent to the customers of the firm, unless it has a role of its own there [CTL-R13]', async () => {
    const { boss, provider, id } = await ownerless();
    const [clerk, resident] = [user(), user()];
    for (const one of [clerk, resident]) await link(provider, one, 'AA');
    await link(id, resident, 'CA');
    const [gone, stays] = [
      await ready(clerk, { client_account_id: id }),
      await ready(resident, { client_account_id: id }),
    ];
    for (const one of [clerk, resident]) expect((await remove(provider, one.id, boss)).status).toBe(200);
    expect([await statusOf(gone.id), await statusOf(stays.id)]).toEqual(['CANCELLED', 'PENDING']);
  });

  it('while somebody accepts: the person is in, or the invitation is void, and of a refusal no user is left [CTL-R12] [CTL-R13] [CTL-R23]', async () => {
    for (let round = 0; round < 6; round++) {
      const second = user();
      await link(books, second, 'CA');
      const offer = await ready(second, { role_id: 3 });
      const [before, links] = [invited.made.length, (await linksOf()).length];
      const [answer, removed] = await Promise.all([accept(offer), remove(books, second.id)]);
      expect(removed.status).toBe(200);
      const isIn = answer.status === 200;
      expect([answer.status, await statusOf(offer.id)]).toEqual(isIn ? [200, 'ACCEPTED'] : [409, 'CANCELLED']);
      expect(invited.made.length - before).toBe(isIn ? 1 : 0);
      expect((await linksOf()).length - links).toBe(isIn ? 0 : -1);
    }
  });

  it('while it invites: nothing it sent stays open [CTL-R13]', async () => {
    for (let round = 0; round < 6; round++) {
      const second = user();
      await link(books, second, 'CA');
      const [sent] = await Promise.all([invite(second), remove(books, second.id)]);
      expect([201, 403]).toContain(sent.status);
      if (sent.status === 201) expect(await statusOf(sent.body.id)).toBe('CANCELLED');
    }
  });
});

describe('a refused acceptance', () => {
  it('takes the user back that it made [CTL-R23]', async () => {
    const offer = await ready(owner);
    const forgotten = invited.forgotten.length;
    invited.pause = async () => void (await as(owner, 'DELETE', `${PATH}/${offer.id}`));
    expect(fault(await accept(offer))).toEqual([409, 'invitation.cancelled']);
    expect(invited.made.some(({ email }) => email === offer.email)).toBe(false);
    expect(invited.forgotten.length).toBe(forgotten + 1);
    expect(await intents()).toBe(0);
  });

  it('leaves a user alone that was there before [CTL-R23]', async () => {
    const person = user({ email: address() });
    invited.add(person, PASSWORD);
    const offer = await ready(owner, { email: person.email });
    invited.pause = async () => void (await as(owner, 'DELETE', `${PATH}/${offer.id}`));
    expect(fault(await accept(offer))).toEqual([409, 'invitation.cancelled']);
    expect([await intents(), invited.forgotten.includes(person.id)]).toEqual([0, false]);
  });

  it('makes no user at all when the refusal can be foreseen [CTL-R23]', async () => {
    const offer = await ready(owner);
    user({ ...owner, isActive: false });
    const before = [invited.made.length, invited.forgotten.length];
    expect(fault(await accept(offer))).toEqual([409, 'invitation.cannot_be_accepted']);
    expect([invited.made.length, invited.forgotten.length]).toEqual(before);
  });

  it('is undone later when auth is away in that moment, and never carried on instead [CTL-R23]', async () => {
    const offer = await ready(owner);
    invited.pause = async () => {
      await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false });
      // Makes the user and answers; the next call is not answered.
      queueMicrotask(() => {
        invited.away = 'before';
      });
    };
    expect(fault(await accept(offer))).toEqual([409, 'invitation.cannot_be_accepted']);
    expect([invited.made.some(({ email }) => email === offer.email), await intents()]).toEqual([true, 1]);
    // By now it could be accepted again; the refusal was answered and stands.
    await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: true });
    invited.away = 'no';
    await age();
    expect(await world.service.runJob('use-case-recovery')).toBe(1);
    expect([invited.made.some(({ email }) => email === offer.email), await intents()]).toEqual([false, 0]);
    expect(await linksOf()).toHaveLength(1);
    invited.pause = async () => undefined;
    expect((await accept(offer)).status).toBe(200);
  });
});

describe('the recovery of acceptances', () => {
  it('carries the others on when one fails, again and again', async () => {
    const offers = [await ready(owner), await ready(owner), await ready(owner)];
    invited.away = 'after';
    for (const offer of offers) expect((await accept(offer)).status).toBe(503);
    invited.away = 'no';
    await age();
    const rows = await world.service.db.executor.execute<{ command_key: string; invitation_id: string }>(
      sql`select command_key, intent ->> 'invitationId' as invitation_id from use_cases where state = 'open' order by lease_until`,
    );
    // The first in line is the one that auth says nothing about.
    invited.silentAbout = `invitation:${rows[0]!.command_key}`;
    expect(await world.service.runJob('use-case-recovery')).toBe(2);
    const statuses = async () => Promise.all(offers.map(({ id }) => statusOf(id)));
    expect((await statuses()).sort()).toEqual(['ACCEPTED', 'ACCEPTED', 'PENDING']);
    expect(await statusOf(Number(rows[0]!.invitation_id))).toBe('PENDING');
    invited.silentAbout = undefined;
    await age();
    expect(await world.service.runJob('use-case-recovery')).toBe(1);
    expect(await statuses()).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
  });

  it('looks at the inviter again, and takes the user back when it may no longer give the role [CTL-R12] [CTL-R23]', async () => {
    const second = user();
    await link(books, second, 'CA');
    const offer = await ready(second, { role_id: 3 });
    invited.away = 'after';
    expect((await accept(offer)).status).toBe(503);
    invited.away = 'no';
    await link(books, second, 'US');
    await age();
    await world.service.runJob('use-case-recovery');
    expect(await intents()).toBe(0);
    expect(invited.made.some(({ email }) => email === offer.email)).toBe(false);
    expect(await linksOf()).toHaveLength(2);
  });
});

describe('can_be_accepted', () => {
  const shown = async (): Promise<Readonly<Record<number, boolean>>> => {
    const { status, body } = await as(user({ isAdmin: true }), 'GET', `${PATH}?client_account_id=${books}`);
    expect(status).toBe(200);
    const rows: readonly { readonly id: number; readonly can_be_accepted: boolean }[] = body.data;
    return Object.fromEntries(rows.map(({ id, can_be_accepted }) => [id, can_be_accepted]));
  };
  const one = async (id: number) => (await as(user({ isAdmin: true }), 'GET', `${PATH}/${id}`)).body.can_be_accepted;

  it('is false everywhere once the inviter may not give the role any more, and what is accepted says the same [CTL-R12]', async () => {
    const helper = user();
    await link(books, helper, 'AA');
    const [ofHelper, ofOwner] = [await ready(helper), await ready(owner)];
    expect(await shown()).toEqual({ [ofHelper.id]: true, [ofOwner.id]: true });
    // Deactivated in auth, or with another role in a table that an earlier release wrote: nothing cancelled the
    // invitation.
    world.user({ ...helper, isActive: false });
    expect([await shown(), await one(ofHelper.id)]).toEqual([{ [ofHelper.id]: false, [ofOwner.id]: true }, false]);
    expect((await accept(ofHelper)).status).toBe(409);
    world.user({ ...helper, isActive: true });
    expect(await shown()).toEqual({ [ofHelper.id]: true, [ofOwner.id]: true });
    await world.service.db.executor.execute(
      sql`update client_account_users set role_id = 5 where client_account_id = ${books} and user_id = ${helper.id}`,
    );
    expect([await shown(), await one(ofHelper.id)]).toEqual([{ [ofHelper.id]: false, [ofOwner.id]: true }, false]);
    expect((await accept(ofHelper)).status).toBe(409);
    expect((await accept(ofOwner)).status).toBe(200);
  });

  it('in a list asks auth about each inviter once, however many of them there are', async () => {
    const inviters = Array.from({ length: 12 }, () => user());
    for (const each of inviters) await link(books, each, 'AA');
    for (const each of inviters) expect((await invite(each)).status).toBe(201);
    const all = await shown();
    expect(Object.values(all)).toEqual(Array(12).fill(true));
  });
});

describe('too many invitations', () => {
  /** Some that were sent earlier, straight into the table. */
  const seed = (count: number, inviter: number, clientAccountId: number, createdAt: string) =>
    world.service.db.executor.execute(sql`
      insert into invitations (client_account_id, email, email_key, role_id, status, token_seed, token_digest, expires_at, invited_by_id, created_at, updated_at)
      select ${clientAccountId}, 'x', 'x' || n, 4, 'CANCELLED', '', sha256((random()::text || n)::bytea), ${createdAt}::timestamptz + interval '7 days', ${inviter}, ${createdAt}::timestamptz, ${createdAt}::timestamptz
      from generate_series(1, ${count}) n`);

  /** The clock that is set goes on: what came since shortens the wait. */
  const expectWait = ({ headers }: { headers: Headers }, seconds: number) => {
    const wait = Number(headers.get('retry-after'));
    expect([wait <= seconds, wait > seconds - 30]).toEqual([true, true]);
  };

  it('of one inviter within an hour are 429, with the time to wait; cancelled ones count too [PPL-R09]', async () => {
    world.service.setClock('2026-03-01T10:00:00Z');
    await seed(29, owner.id, books, '2026-03-01T09:30:00Z');
    expect((await invite(owner)).status).toBe(201);
    const refused = await invite(owner);
    expect(fault(refused)).toEqual([429, 'common.rate_limited']);
    expectWait(refused, 1_800);
    // In another account of theirs as well, and nobody else is stopped.
    expect((await invite(owner, { client_account_id: (await account(owner)).id })).status).toBe(429);
    const second = user();
    await link(books, second, 'CA');
    expect((await invite(second)).status).toBe(201);
    world.service.setClock('2026-03-01T10:30:01Z');
    expect((await invite(owner)).status).toBe(201);
  });

  it('to one account within a day are 429, whoever invites [PPL-R09]', async () => {
    world.service.setClock('2026-03-02T10:00:00Z');
    await seed(99, 999_999, books, '2026-03-01T12:00:00Z');
    expect((await invite(owner)).status).toBe(201);
    const second = user();
    await link(books, second, 'CA');
    for (const who of [owner, second]) {
      const refused = await invite(who);
      expect(fault(refused)).toEqual([429, 'common.rate_limited']);
      expectWait(refused, 7_200);
    }
    expect((await invite(owner, { client_account_id: (await account(owner)).id })).status).toBe(201);
  });

  it('at the same moment are counted together: exactly those that are left go out [PPL-R09]', async () => {
    await seed(26, owner.id, books, new Date().toISOString());
    const second = (await account(owner)).id;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => invite(owner, { client_account_id: n % 2 === 0 ? books : second })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
  });

  it('in engagements are 429 too, and nothing of the engagement is stored [PPL-R09]', async () => {
    const boss = user();
    const provider = await firm(boss);
    await seed(30, boss.id, provider, new Date().toISOString());
    const number = await company();
    const { id: organization_id } = (await as(boss, 'GET', `/api/v2/organizations?organization_number=${number}`)).body
      .data[0];
    const engage = (body: object) =>
      as(boss, 'POST', '/api/v2/client-engagements', {
        provider_client_account_id: provider,
        organization_id,
        service_provided: 'ACCOUNTING',
        ...body,
      });
    const refused = await engage({ invite_owner: true, owner_email: address() });
    expect(fault(refused)).toEqual([429, 'common.rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await as(boss, 'GET', `/api/v2/organizations/${organization_id}`)).body.already_registered).toBe(false);
    expect((await engage({})).status).toBe(201);
  });

  it('with a key are not remembered as refused: the same request goes out later [PPL-R09]', async () => {
    world.service.setClock('2026-03-01T10:00:00Z');
    await seed(30, owner.id, books, '2026-03-01T09:30:00Z');
    const body = { email: address(), client_account_id: books, role_id: 4 };
    const send = () => as(owner, 'POST', PATH, body, { headers: { 'idempotency-key': `limit-${books}` } });
    expect((await send()).status).toBe(429);
    world.service.setClock('2026-03-01T10:31:00Z');
    expect((await send()).status).toBe(201);
  });
});
