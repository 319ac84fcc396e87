import { kindsByService } from '@app/audit';
import { Organisation } from '@app/rpc';
import type { WorldUser } from '@app/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

const invited = playInvitedUsers((changes) => user(changes));
const world = useOrganisation({ others: { auth: [invited.stub] } });
const { as, user, account, firm, link, mailTo } = world;

const address = '198.51.100.20';
let owner: WorldUser;
let books: number;
let serial = 0;

beforeEach(async () => {
  owner = user({ email: `owner${++serial}@books.test` });
  books = (await account(owner)).id;
});

afterEach(() => world.service.setClock(null));

/** What a request leaves, and its answer. */
async function recordsOf(who: WorldUser | null, method: string, path: string, body?: unknown, dryRun = false) {
  const requestId = `records-${++serial}`;
  const answer = await as(who, method, path, body, { address, dryRun, headers: { 'x-request-id': requestId } });
  const records = (await world.service.records()).filter(({ request_id }) => request_id === requestId);
  for (const record of records) expect(record.address).toBe(address);
  return { answer, records };
}
const here = (kind: string, details: object = {}, more: object = {}) => ({
  kind,
  result: 'done',
  user_id: owner.id,
  client_account_id: books,
  details,
  ...more,
});

describe('roles', () => {
  it('leave who gave, changed and took them, on which account and whose', async () => {
    const member = user();
    await link(books, member, 'US');
    const path = `/api/v2/client-accounts/${books}/users/${member.id}`;
    const target = { target_user_id: member.id };
    expect((await world.service.records('role_given')).at(-1)).toMatchObject({
      client_account_id: books,
      ...target,
      details: { role_id: 6 },
    });
    expect((await recordsOf(owner, 'PATCH', path, { role_id: 2 }, true)).records).toEqual([]);
    expect((await recordsOf(owner, 'PATCH', path, { role_id: 2 })).records).toMatchObject([
      here('role_changed', { role_id: 2 }, target),
    ]);
    expect((await recordsOf(owner, 'DELETE', path)).records).toMatchObject([here('role_removed', {}, target)]);
    const { answer, records } = await recordsOf(member, 'DELETE', path);
    expect(answer.status).toBe(403);
    expect(records).toMatchObject([
      {
        kind: 'access_refused',
        result: 'refused',
        user_id: member.id,
        client_account_id: books,
        details: { missing: 'account' },
      },
    ]);
  });
});

describe('contracts', () => {
  it('leave who offered, approved, rejected, changed and ended them', async () => {
    const boss = user();
    const provider = await firm(boss);
    const offer = () =>
      recordsOf(boss, 'POST', '/api/v2/contracts', {
        client_account_id: books,
        provider_client_account_id: provider,
        service_provided: 'ACCOUNTING',
      });
    const offered = await offer();
    const { id } = offered.answer.body;
    const details = { contract_id: id, provider_client_account_id: provider };
    expect(offered.records).toMatchObject([
      here('contract_offered', { ...details, service: 'ACCOUNTING' }, { user_id: boss.id }),
    ]);
    const patch = async (who: WorldUser, body: object, contract = id) =>
      (await recordsOf(who, 'PATCH', `/api/v2/contracts/${contract}`, body)).records;
    expect(await patch(boss, { approval_status: 'APPROVED' })).toMatchObject([
      { kind: 'access_refused', user_id: boss.id },
    ]);
    expect(await patch(boss, { service_provided: 'AUDITING' })).toMatchObject([
      here('contract_changed', details, { user_id: boss.id }),
    ]);
    expect(await patch(owner, { approval_status: 'APPROVED' })).toMatchObject([here('contract_approved', details)]);
    const end_date = world.service.running.composition.clock.today();
    expect(await patch(owner, { end_date, termination_reason: 'Kari Nordmann was rude' })).toMatchObject([
      here('contract_terminated', { ...details, end_date }),
    ]);
    const other = (await offer()).answer.body.id;
    expect(await patch(owner, { approval_status: 'REJECTED' }, other)).toMatchObject([
      here('contract_rejected', { ...details, contract_id: other }),
    ]);
  });
});

/** The records that concern this test's account, of some kinds. */
const recordsOfBooks = async (...kinds: readonly string[]) =>
  (await world.service.records()).filter(
    ({ client_account_id, kind }) => client_account_id === books && kinds.includes(kind),
  );
const later = (days: number) =>
  world.service.setClock(
    Temporal.Now.instant()
      .add({ hours: 24 * days })
      .toString(),
  );

describe('what time ends', () => {
  it('leaves which contract nobody decided on and which invitation nobody took, and names nobody who did it', async () => {
    const boss = user();
    const provider = await firm(boss);
    const contract = { client_account_id: books, provider_client_account_id: provider, service_provided: 'ACCOUNTING' };
    const offered = (await recordsOf(boss, 'POST', '/api/v2/contracts', contract)).answer.body.id;
    const invitation = { email: `sen${++serial}@books.test`, client_account_id: books, role_id: 4 };
    const sent = (await recordsOf(owner, 'POST', '/api/v2/invitations', invitation)).answer.body.id;
    later(100);
    await world.service.runJob('contract-expiry');
    await world.service.runJob('invitation-expiry');
    const byTime = { result: 'done', user_id: null, client_account_id: books };
    expect(await recordsOfBooks('contract_expired', 'invitation_expired')).toMatchObject([
      { ...byTime, kind: 'contract_expired', details: { contract_id: offered, provider_client_account_id: provider } },
      { ...byTime, kind: 'invitation_expired', details: { invitation_id: sent } },
    ]);
  });
});

describe('invitations', () => {
  it('leave that one could not be accepted after all, and why', async () => {
    const email = `fjernet${++serial}@books.test`;
    const invitation = { email, client_account_id: books, role_id: 4 };
    const { id } = (await recordsOf(owner, 'POST', '/api/v2/invitations', invitation)).answer.body;
    await expect.poll(() => mailTo(email)).toHaveLength(1);
    const token = /invitations\/([\w-]{43})(?![\w-])/.exec((await mailTo(email))[0]!.text)![1]!;
    // While auth makes the user, the invitation is cancelled.
    invited.pause = async () => {
      invited.pause = async () => undefined;
      expect((await as(owner, 'DELETE', `/api/v2/invitations/${id}`)).status).toBe(200);
    };
    const body = { first_name: 'Ny', last_name: 'Person', email, password: 'Et-godt-passord-1' };
    const { answer } = await recordsOf(null, 'POST', `/public/v2/invitations/${token}/accept`, body);
    expect(answer.status).toBe(409);
    expect(await recordsOfBooks('invitation_refused')).toMatchObject([
      { result: 'refused', details: { invitation_id: id, code: answer.body.error.code } },
    ]);
  });

  it('leave who sent and cancelled them, and who accepted', async () => {
    const invite = (email: string) =>
      recordsOf(owner, 'POST', '/api/v2/invitations', { email, client_account_id: books, role_id: 4 });
    const sent = await invite('kari.invitert@books.test');
    const { id } = sent.answer.body;
    expect(sent.records).toMatchObject([here('invitation_sent', { invitation_id: id, role_id: 4 })]);
    expect((await recordsOf(owner, 'DELETE', `/api/v2/invitations/${id}`)).records).toMatchObject([
      here('invitation_cancelled', { invitation_id: id }),
    ]);
    const email = `ny${++serial}@books.test`;
    const second = (await invite(email)).answer.body.id;
    await expect.poll(() => mailTo(email)).toHaveLength(1);
    const token = /invitations\/([\w-]{43})(?![\w-])/.exec((await mailTo(email))[0]!.text)![1]!;
    const body = { first_name: 'Ny', last_name: 'Person', email, password: 'Et-godt-passord-1' };
    const accepted = await recordsOf(null, 'POST', `/public/v2/invitations/${token}/accept`, body);
    expect(accepted.answer.status).toBe(200);
    const user_id = accepted.answer.body.user.id;
    const whose = { user_id, target_user_id: user_id };
    expect(accepted.records).toMatchObject([
      here('role_given', { role_id: 4 }, whose),
      here('invitation_accepted', { invitation_id: second }, whose),
    ]);
  });
});

describe('client accounts', () => {
  it('leave who opened, switched and confirmed them, what they named for billing and which settings they changed', async () => {
    const opened = (await world.service.records('account_opened')).find(
      ({ client_account_id }) => client_account_id === books,
    );
    expect(opened).toMatchObject({ user_id: owner.id, details: { organization_id: expect.any(Number) } });
    const path = `/api/v2/client-accounts/${books}`;
    const admin = user({ isAdmin: true });
    const patch = async (body: object, who = owner) => (await recordsOf(who, 'PATCH', path, body)).records;
    const billing = (await account(owner)).id;
    expect(await patch({ metadata: { billing_client_account_id: billing, note: 'Kari Nordmann pays' } })).toMatchObject(
      [
        here('account_changed', { fields: ['metadata'] }),
        here('billing_changed', { billing_client_account_id: billing }),
      ],
    );
    expect(await patch({ is_proven: true }, admin)).toMatchObject([here('account_proven', {}, { user_id: admin.id })]);
    expect(await patch({ is_active: false })).toMatchObject([here('account_deactivated')]);
    expect(await patch({ is_active: true })).toMatchObject([here('account_activated')]);
    const settings = await recordsOf(owner, 'PATCH', `${path}/settings`, {
      vat_liable: true,
      default_payment_terms_days: 20,
    });
    expect(settings.records).toMatchObject([
      here('settings_changed', { fields: expect.arrayContaining(['vatLiable', 'defaultPaymentTermsDays']) }),
    ]);
  });

  it('leave who took them over, and what that ended', async () => {
    const helper = user();
    await link(books, helper, 'AA');
    const boss = user();
    const contract = {
      client_account_id: books,
      provider_client_account_id: await firm(boss),
      service_provided: 'ACCOUNTING',
    };
    const { id } = (await as(boss, 'POST', '/api/v2/contracts', contract)).body;
    expect((await as(owner, 'PATCH', `/api/v2/contracts/${id}`, { approval_status: 'APPROVED' })).status).toBe(200);
    const { organization_id } = (await as(owner, 'GET', `/api/v2/client-accounts/${books}`)).body;
    const proven = user();
    const client = world.service.connect(Organisation, 'auth');
    await client.RegisterFromSignup({
      commandKey: `taking-${++serial}`,
      userId: proven.id,
      organizationId: Number(organization_id),
    });
    const records = (await world.service.records()).filter(({ client_account_id }) => client_account_id === books);
    const ended = records.filter(({ kind }) => kind === 'role_removed').map(({ target_user_id }) => target_user_id);
    expect(ended.sort()).toEqual([owner.id, helper.id].sort());
    expect(records.filter(({ kind }) => kind === 'contract_reopened')).toMatchObject([
      { result: 'done', details: { contract_id: id } },
    ]);
    expect(records.find(({ kind }) => kind === 'account_taken_over')).toMatchObject({
      user_id: proven.id,
      target_user_id: proven.id,
    });
  });
});

it('records of an account that is cleared and removed stay, with its number alone', async () => {
  const boss = user();
  const { id, unique_name: confirm } = await account(boss);
  const about = { client_account_id: id, user_id: boss.id, result: 'done' };
  const path = `/api/v2/client-accounts/${id}`;
  const cleared = await recordsOf(boss, 'POST', `${path}/reset`, { categories: ['CHAT'], confirm });
  expect(cleared.records).toMatchObject([{ ...about, kind: 'account_reset', details: { categories: ['CHAT'] } }]);
  const removed = await recordsOf(boss, 'DELETE', path);
  expect(removed.records).toMatchObject([{ ...about, kind: 'account_removed', details: {} }]);
});

it('no record holds an address of a person, a name or what somebody wrote', async () => {
  const text = JSON.stringify(await world.service.records());
  expect(text.length).toBeGreaterThan(1_000);
  expect(['@', 'Kari', 'Nordmann', 'rude', 'Company', 'passord'].filter((secret) => text.includes(secret))).toEqual([]);
});

it('every kind of record that organisation keeps was tried above', async () => {
  const kept = new Set((await world.service.records()).map(({ kind }) => kind));
  expect(Object.keys(kindsByService.organisation).filter((kind) => !kept.has(kind))).toEqual([]);
});
