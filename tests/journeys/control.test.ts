import { beforeAll, describe, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import {
  ADMIN,
  type Addresses,
  type Answer,
  call,
  createNumbers,
  eventually,
  newOwner,
  type Owner,
} from '../src/system.ts';

/**
 * Ways in which strangers once got a company's books, from sign-up to the 403 (docs/contract/control-of-a-company.md).
 */

let system: Addresses;
/** A company with an owner, and two firms that work for others. */
let owner: Owner;
let firm: Owner;
let stranger: Owner;
const numbers = createNumbers();
const PASSWORD = 'Blå-himmel-over-9';
let serial = 0;

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, numbers);
  firm = await newOwner(system, numbers, '69.201');
  stranger = await newOwner(system, numbers, '69.201');
});

const as = (who: { readonly token: string }, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(system.gateway, method, path, { token: who.token, ...(body === undefined ? {} : { body }) });
const codeOf = ({ status, body }: Answer) => [status, body.error?.code];
const address = () => `second-address-${++serial}@example.test`;
const userId = async (who: { readonly token: string }): Promise<number> =>
  (await as(who, 'GET', '/api/v2/users/me')).body.id;
const engage = (who: Owner, body: object) =>
  as(who, 'POST', '/api/v2/client-engagements', {
    provider_client_account_id: who.clientAccountId,
    service_provided: 'ACCOUNTING',
    ...body,
  });
const decide = (who: { readonly token: string }, contract: number, body: object) =>
  as(who, 'PATCH', `/api/v2/contracts/${contract}`, body);
const invite = (who: { readonly token: string }, client_account_id: number, role_id: number, email = address()) =>
  as(who, 'POST', '/api/v2/invitations', { client_account_id, role_id, email });
const usersOf = (id: number, user?: number) =>
  `/api/v2/client-accounts/${id}/users${user === undefined ? '' : `/${user}`}`;
/** The calendar day in Oslo, which is the next one during the last hours of a day by UTC. */
const today = () => Temporal.Now.plainDateISO('Europe/Oslo').toString();
const books = (id: number) => `/api/v2/journal-entries?client_account_id=${id}`;
/** What counts at every service within a second of the answer. */
const comesTo = (who: { readonly token: string }, path: string, wanted: number) =>
  eventually(
    async () => (await as(who, 'GET', path)).status,
    (status) => status === wanted,
  );

async function tokenFor(email: string): Promise<string> {
  const mails = await eventually(
    async () =>
      (await call(system.sandbox, 'GET', `/sandbox/mail?to=${encodeURIComponent(email)}`)).body as { text: string }[],
    (found) => found.some(({ text }) => /\/invitations\//.test(text)),
  );
  return /\/invitations\/([\w-]{43})/.exec(mails[0]!.text)![1]!;
}
const accept = async (email: string): Promise<Answer> =>
  call(system.gateway, 'POST', `/public/v2/invitations/${await tokenFor(email)}/accept`, {
    body: { first_name: 'Andre', last_name: 'Adresse', email, password: PASSWORD },
  });
const canLogIn = async (email: string): Promise<boolean> =>
  (await call(system.gateway, 'POST', '/v2/oauth/login', { body: { email, password: PASSWORD } })).status === 200;

/** A company that nobody has signed up: the id of its organization. */
async function organization(): Promise<number> {
  const number = numbers.nextOrganization();
  await call(system.sandbox, 'PUT', `/sandbox/organizations/${number}`, {
    body: { name: `Uten eier ${number} AS`, organization_form: 'AS', industry_code: '47.110', country_code: 'NO' },
  });
  return (await as(firm, 'GET', `/api/v2/organizations?organization_number=${number}`)).body.data[0].id;
}
/** The same with books that the firm has opened and keeps. */
async function ownerless(): Promise<{ readonly id: number; readonly contract: number }> {
  const { status, body } = await engage(firm, { organization_id: await organization() });
  expect([status, body.contract_status]).toEqual([201, 'APPROVED']);
  return { id: body.client_account_id, contract: body.contract_id };
}
/** Somebody else in a company, by invitation of its owner. */
async function colleague(of: Owner, role_id: number): Promise<{ readonly token: string; readonly email: string }> {
  const email = address();
  expect((await invite(of, of.clientAccountId, role_id, email)).status).toBe(201);
  const accepted = await accept(email);
  expect(accepted.status).toBe(200);
  return { token: accepted.body.tokens.access_token, email };
}

describe('a stranger with a firm', () => {
  it('takes over no company that has an owner, with a second address of its own [CTL-R08]', async () => {
    const engaged = await engage(stranger, {
      client_account_id: owner.clientAccountId,
      invite_owner: true,
      owner_email: address(),
    });
    expect(codeOf(engaged)).toEqual([409, 'client_engagement.account_has_owner']);
    const plain = await engage(stranger, { client_account_id: owner.clientAccountId });
    expect(plain.body).toMatchObject({ contract_status: 'PENDING', invitation_id: null });
    expect((await as(stranger, 'GET', books(owner.clientAccountId))).status).toBe(403);
    expect(codeOf(await invite(stranger, owner.clientAccountId, 3))).toEqual([403, 'common.forbidden']);
    expect((await decide(owner, plain.body.contract_id, { approval_status: 'REJECTED' })).status).toBe(200);
  });

  it('reads no books of a company without an owner, neither by a contract nor by an owner it invites itself [CTL-R10] [CTL-R12] [CTL-R23]', async () => {
    const { id } = await ownerless();
    const offered = await as(stranger, 'POST', '/api/v2/contracts', {
      client_account_id: id,
      provider_client_account_id: stranger.clientAccountId,
      service_provided: 'AUDITING',
    });
    expect(offered.body).toMatchObject({ approval_status: 'PENDING', is_active: false });
    expect(codeOf(await decide(stranger, offered.body.id, { approval_status: 'APPROVED' }))).toEqual([
      403,
      'contract.approval_not_authorized',
    ]);
    const email = address();
    const engaged = await engage(stranger, { client_account_id: id, invite_owner: true, owner_email: email });
    expect(engaged.body.contract_status).toBe('PENDING');
    expect(codeOf(await accept(email))).toEqual([403, 'invitation.contract_not_approved']);
    expect(await canLogIn(email)).toBe(false);
    expect((await as(stranger, 'GET', books(id))).status).toBe(403);
    expect((await as(firm, 'GET', usersOf(id))).body).toEqual([]);
    // The firm that keeps the books decides.
    expect((await decide(firm, offered.body.id, { approval_status: 'APPROVED' })).status).toBe(200);
    await comesTo(stranger, books(id), 200);
  });

  it('that has proven nothing works for nobody [CTL-R03] [CTL-R04]', async () => {
    const number = numbers.nextOrganization();
    await call(system.sandbox, 'PUT', `/sandbox/organizations/${number}`, {
      body: { name: `Selvutnevnt ${number} AS`, organization_form: 'AS', industry_code: '69.201', country_code: 'NO' },
    });
    const opened = await as(stranger, 'POST', '/api/v2/client-accounts', { organization_number: number });
    expect(opened.body).toMatchObject({ is_provider: true, is_proven: false });
    const provider_client_account_id = opened.body.id;
    const pair = { client_account_id: owner.clientAccountId, provider_client_account_id, service_provided: 'AUDITING' };
    expect(codeOf(await as(stranger, 'POST', '/api/v2/contracts', pair))).toEqual([
      403,
      'contract.provider_not_proven',
    ]);
    expect(codeOf(await as(stranger, 'POST', '/api/v2/client-engagements', pair))).toEqual([
      403,
      'client_engagement.provider_not_proven',
    ]);
  });
});

describe('a firm with a contract', () => {
  let contract: number;
  beforeAll(async () => {
    contract = (await engage(firm, { client_account_id: owner.clientAccountId })).body.contract_id;
    expect((await decide(owner, contract, { approval_status: 'APPROVED' })).status).toBe(200);
    await comesTo(firm, books(owner.clientAccountId), 200);
  });

  it('neither moves its start back nor makes another service of it [CTL-R14]', async () => {
    for (const body of [{ start_date: '2020-01-01' }, { service_provided: 'TASK_CONTRIBUTION' }])
      expect(codeOf(await decide(firm, contract, body))).toEqual([400, 'contract.terms_immutable']);
  });

  it('neither makes nor unmakes an owner [CTL-R11]', async () => {
    const id = owner.clientAccountId;
    const clerk = await colleague(owner, 4);
    const [ownerId, clerkId] = [await userId(owner), await userId(clerk)];
    expect(codeOf(await as(firm, 'PATCH', usersOf(id, clerkId), { role_id: 3 }))).toEqual([403, 'common.forbidden']);
    expect(codeOf(await as(firm, 'PATCH', usersOf(id, ownerId), { role_id: 6 }))).toEqual([403, 'common.forbidden']);
    expect(codeOf(await as(firm, 'DELETE', usersOf(id, ownerId)))).toEqual([403, 'common.forbidden']);
    expect(codeOf(await invite(firm, id, 3))).toEqual([403, 'common.forbidden']);
  });

  it('has no access while its own account is inactive, at no service, and can be ended meanwhile [CTL-R17] [CTL-R18]', async () => {
    const own = `/api/v2/client-accounts/${firm.clientAccountId}`;
    expect((await as(firm, 'PATCH', own, { is_active: false })).status).toBe(200);
    await comesTo(firm, books(owner.clientAccountId), 403);
    expect((await as(owner, 'GET', books(owner.clientAccountId))).status).toBe(200);
    expect((await as(firm, 'PATCH', own, { is_active: true })).status).toBe(200);
    await comesTo(firm, books(owner.clientAccountId), 200);
    expect((await as(firm, 'PATCH', own, { is_active: false })).status).toBe(200);
    const ended = await decide(owner, contract, { end_date: today() });
    expect(ended.status).toBe(200);
    expect((await as(firm, 'PATCH', own, { is_active: true })).status).toBe(200);
  });
});

describe('an owner who is removed', () => {
  it('comes back by no invitation that was prepared [CTL-R12] [CTL-R13]', async () => {
    const second = await colleague(owner, 3);
    const prepared = address();
    const sent = await invite(second, owner.clientAccountId, 3, prepared);
    expect(sent.status).toBe(201);
    await tokenFor(prepared);
    expect((await as(owner, 'DELETE', usersOf(owner.clientAccountId, await userId(second)))).status).toBe(200);
    expect(codeOf(await accept(prepared))).toEqual([409, 'invitation.cancelled']);
    expect(await canLogIn(prepared)).toBe(false);
    expect((await as(owner, 'GET', `/api/v2/invitations/${sent.body.id}`)).body.status).toBe('CANCELLED');
    await comesTo(second, books(owner.clientAccountId), 403);
  });

  it('by being deactivated sends nobody in either, and a firm that opened the books is asked again [CTL-R12] [CTL-R15]', async () => {
    const admin = {
      token: (await call(system.gateway, 'POST', '/v2/oauth/login', { body: ADMIN })).body.token as string,
    };
    const { id } = await ownerless();
    const email = address();
    expect((await invite(firm, id, 3, email)).status).toBe(201);
    const accepted = await accept(email);
    expect(accepted.status).toBe(200);
    const boss = { token: accepted.body.tokens.access_token as string };
    const prepared = address();
    expect((await invite(boss, id, 3, prepared)).status).toBe(201);
    expect(codeOf(await invite(firm, id, 3))).toEqual([403, 'common.forbidden']);
    expect((await as(admin, 'PATCH', `/api/v2/users/${accepted.body.user.id}`, { is_active: false })).status).toBe(200);
    expect(codeOf(await accept(prepared))).toEqual([409, 'invitation.cannot_be_accepted']);
    expect(await canLogIn(prepared)).toBe(false);
    expect((await invite(firm, id, 3)).status).toBe(201);
  });
});
