import type { RoleCode } from '@app/access';
import type { WorldUser } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

/** Waits for what happens by itself, under any load. */
const eventually = <T>(read: () => T) => expect.poll(read);

const PATH = '/api/v2/invitations';
const PASSWORD = 'Et-godt-passord-1';
const invited = playInvitedUsers((changes) => user(changes));
const world = useOrganisation({ others: { auth: [invited.stub] } });
const { as, user, account, link, firm, mailTo } = world;

let owner: WorldUser;
let books: number;
let serial = 0;

beforeEach(async () => {
  invited.away = 'no';
  invited.pause = async () => undefined;
  owner = user();
  books = (await account(owner)).id;
});
afterEach(() => world.service.setClock(null));

const address = () => `ny${++serial}@example.no`;
const invite = (body: object = {}, who = owner, headers: Record<string, string> = {}) =>
  as(who, 'POST', PATH, { email: address(), client_account_id: books, role_id: 4, ...body }, { headers });
const sent = async (body: object = {}, headers: Record<string, string> = {}) => {
  const { status, body: invitation } = await invite(body, owner, headers);
  expect(status, JSON.stringify(invitation)).toBe(201);
  return invitation;
};
const get = (id: number | string, query = '', who = owner) => as(who, 'GET', `${PATH}/${id}${query}`);
const list = async (query = '', who = owner) => (await as(who, 'GET', `${PATH}${query}`)).body;
const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);
const fault = ({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { error?: { code: string; details?: { fields?: { field: string }[] } } };
}) => [status, body.error?.code];

/** The one mail that came for an address. */
async function mailOf(email: string) {
  await eventually(() => mailTo(email)).toHaveLength(1);
  return (await mailTo(email))[0]!;
}
const LINK = /https:\/\/app\.books\.test\/invitations\/([\w-]{43})(?![\w-])/;
const tokenIn = (text: string): string => LINK.exec(text)![1]!;
const tokenOf = async ({ email }: { readonly email: string }): Promise<string> => tokenIn((await mailOf(email)).text);

/** An invitation and the token that came by mail. */
async function ready(body: object = {}) {
  const invitation = await sent(body);
  return { invitation, token: await tokenOf(invitation) };
}
const accept = (token: string, body: object, headers: Record<string, string> = {}) =>
  world.service.call('POST', `/public/v2/invitations/${token}/accept`, { body, headers });
const yes = (email: string, changes: object = {}) => ({
  first_name: 'Ny',
  last_name: 'Person',
  email,
  password: PASSWORD,
  ...changes,
});
const linksOf = async (clientAccountId: number) =>
  (await as(owner, 'GET', `/api/v2/client-accounts/${clientAccountId}/users`)).body;
/** A moment some days from now, and an hour after it. */
const afterDays = (days: number) =>
  Temporal.Now.instant()
    .add({ hours: 24 * days + 1 })
    .toString();

/** How sending the mail of an invitation goes. */
const outboxOf = async (id: number) => {
  type Row = { readonly attempts: number; readonly last_fault: string | null; readonly outcome: string | null };
  const rows = await world.service.db.executor.execute<Row>(
    sql`select attempts, last_fault, outcome from mail_outbox where reference ->> 'invitation_id' = ${String(id)}`,
  );
  return rows[0];
};

describe('inviting', () => {
  it('answers 201 with a pending invitation that lives seven days [INV-R01] [INV-R13] [INV-R43]', async () => {
    world.service.setClock('2026-03-01T10:00:00Z');
    const email = address();
    const answer = await invite({ email: `  ${email.toUpperCase()} ` });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${PATH}/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      created_at: expect.stringMatching(/^2026-03-01T10:/),
      updated_at: expect.stringMatching(/^2026-03-01T10:/),
      email: email.toUpperCase(),
      client_account_id: books,
      role_id: 4,
      status: 'PENDING',
      expires_at: answer.body.created_at.replace('2026-03-01', '2026-03-08'),
      invited_by_id: owner.id,
      accepted_by_id: null,
      accepted_at: null,
      is_expired: false,
      is_pending: true,
      can_be_accepted: true,
    });
  });

  it('sends a mail with text and HTML and the link, which is shown nowhere else [INV-R16] [INV-R45] [EXT-R07]', async () => {
    const invitation = await sent();
    const mail = await mailOf(invitation.email);
    expect(mail).toMatchObject({ from: 'ikke-svar@books.test', to: invitation.email });
    const token = tokenIn(mail.text);
    expect(mail.html).toContain(`href="https://app.books.test/invitations/${token}"`);
    expect(tokenIn(mail.html)).toBe(token);
    const places = [
      invitation,
      (await get(invitation.id, '?with=client_account,role,invited_by,accepted_by')).body,
      await list(),
      (await world.service.call('GET', `/public/v2/invitations/${token}`)).body,
      await world.service.events(),
    ];
    const rows = await world.service.db.executor.execute(sql`
      select row_to_json(i)::text as row from invitations i union all select row_to_json(m)::text from mail_outbox m union all select row_to_json(k)::text from idempotency_keys k`);
    for (const place of [JSON.stringify(places), JSON.stringify(rows)]) {
      expect(place).not.toContain(token);
      expect(place).not.toContain(Buffer.from(token).toString('hex'));
      expect(place).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it.each([
    ['nb-NO, en;q=0.5', 'Invitasjon til regnskapet for'],
    ['no', 'Invitasjon'],
    ['nn', 'Invitasjon'],
    ['de-DE', 'Invitation to the books of'],
    [undefined, 'Invitation to'],
  ])('with Accept-Language %j the mail begins with "%s" [INV-R15]', async (language, beginning) => {
    const invitation = await sent({}, language === undefined ? {} : { 'accept-language': language });
    const { subject, text } = await mailOf(invitation.email);
    expect(subject.startsWith(beginning)).toBe(true);
    expect(text).toContain(`${owner.firstName} ${owner.lastName}`);
  });

  it('does not wait for the mail server, and the mail follows once it takes mail again [INV-R14]', async () => {
    await world.fault({ status: 451, count: 1 }, 'smtp');
    const invitation = await sent();
    const outbox = () => outboxOf(invitation.id);
    await eventually(outbox).toMatchObject({ attempts: 1, last_fault: expect.stringContaining('451'), outcome: null });
    expect(await mailTo(invitation.email)).toEqual([]);
    await world.service.db.write((tx) =>
      tx.execute(sql`update mail_outbox set next_attempt_at = clock_timestamp() where finished_at is null`),
    );
    await mailOf(invitation.email);
    await eventually(outbox).toMatchObject({ attempts: 2, outcome: 'sent' });
  });

  it.each(['email', 'client_account_id', 'role_id'])('without %s is 400 [INV-R02]', async (field) => {
    for (const value of [undefined, null, ...(field === 'email' ? ['', 7] : ['x', 0])])
      expect(fault(await invite({ [field]: value })), String(value)).toEqual([400, 'common.validation_error']);
    expect(fault(await as(owner, 'POST', PATH))).toEqual([400, 'common.validation_error']);
  });

  it.each([
    'kari',
    'kari@',
    '@example.no',
    'kari@example',
    'ka ri@example.no',
    'kari@example.no, ola@example.no',
    'a..b@example.no',
    'ka\u0007ri@example.no',
    `${'å'.repeat(33)}@example.no`,
  ])('the address "%s" is 400 [INV-R03]', async (email) => {
    expect(fault(await invite({ email }))).toEqual([400, 'invitation.invalid_email']);
  });

  it('as system administrator is 400 [INV-R04]', async () => {
    expect(fault(await invite({ role_id: 1 }))).toEqual([400, 'invitation.sa_role_not_assignable']);
  });

  it('as accountant is for provider firms [INV-R05]', async () => {
    expect(fault(await invite({ role_id: 2 }))).toEqual([400, 'invitation.aa_role_requires_provider_account']);
    books = await firm(owner);
    expect((await invite({ role_id: 2 })).status).toBe(201);
  });

  it('to a role that is not given by invitation is 404 [INV-R09]', async () => {
    for (const role_id of [6, 7, 99])
      expect(fault(await invite({ role_id })), String(role_id)).toEqual([404, 'invitation.role_not_found']);
  });

  it('without access is 403, to an account that does not exist 404 [INV-R06] [INV-R08]', async () => {
    expect(fault(await invite({}, user()))).toEqual([403, 'common.forbidden']);
    expect(fault(await invite({ client_account_id: 999_999_999 }))).toEqual([
      404,
      'invitation.client_account_not_found',
    ]);
  });

  it.each(['BK', 'US', 'EM'] as const)('by a %s is 403, whatever the body [INV-R07]', async (role) => {
    const who = user();
    await link(books, who, role);
    for (const body of [{}, { email: 'nobody', role_id: 1 }, { role_id: undefined }])
      expect(fault(await invite(body, who))).toEqual([403, 'invitation.not_authorized_to_invite']);
  });

  it('is for AA, CA and SA', async () => {
    const accountant = user();
    await link(books, accountant, 'AA');
    for (const who of [accountant, user({ isAdmin: true })]) expect((await invite({}, who)).status).toBe(201);
  });

  it('somebody with access is 409, by a link or by contract, whatever the case of the address [INV-R10]', async () => {
    const colleague = user({ email: 'kollega@example.no' });
    await link(books, colleague, 'EM');
    for (const email of ['kollega@example.no', 'KOLLEGA@Example.no'])
      expect(fault(await invite({ email }))).toEqual([409, 'invitation.already_has_access']);
    const accountant = user({ email: 'byra@example.no' });
    const provider = await firm(accountant);
    const contract = await as(accountant, 'POST', '/api/v2/contracts', {
      client_account_id: books,
      provider_client_account_id: provider,
      service_provided: 'ACCOUNTING',
    });
    expect((await invite({ email: 'byra@example.no' })).status).toBe(201);
    await as(owner, 'PATCH', `/api/v2/contracts/${contract.body.id}`, { approval_status: 'APPROVED' });
    expect(fault(await invite({ email: 'byra@example.no' }))).toEqual([409, 'invitation.already_has_access']);
  });

  it('an existing user without access, or whose access has ended, is invited [INV-R11]', async () => {
    const stranger = user({ email: 'kjent@example.no' });
    expect((await invite({ email: stranger.email })).status).toBe(201);
    const former = user({ email: 'tidligere@example.no' });
    await link(books, former, 'EM');
    await as(owner, 'DELETE', `/api/v2/client-accounts/${books}/users/${former.id}`);
    expect((await invite({ email: former.email })).status).toBe(201);
  });

  it('the same person again cancels what was pending, of this account alone [INV-R12]', async () => {
    const email = address();
    const first = await sent({ email });
    const elsewhere = await sent({ email, client_account_id: (await account(owner)).id });
    const second = await sent({ email: email.toUpperCase(), role_id: 5 });
    expect((await get(first.id)).body).toMatchObject({
      status: 'CANCELLED',
      is_pending: false,
      can_be_accepted: false,
    });
    for (const { id } of [second, elsewhere]) expect((await get(id)).body.status).toBe('PENDING');
  });

  it('the same person several times at once leaves one pending', async () => {
    const email = address();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => invite({ email })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const all = (await list(`?client_account_id=${books}`)).data.map(({ status }: { status: string }) => status);
    expect(all.sort()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'PENDING']);
  });

  it('with one key is done once, and one mail is sent', async () => {
    const email = address();
    const send = () => invite({ email }, owner, { 'idempotency-key': `inv-${books}` });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(second.body).toEqual(first.body);
    await mailOf(email);
    expect((await list(`?client_account_id=${books}`)).meta.records).toBe(1);
  });

  it('into an inactive client account is 409', async () => {
    await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false });
    expect(fault(await invite())).toEqual([409, 'client_account.inactive']);
  });

  it('a mail is not sent any more once the invitation is cancelled', async () => {
    await world.fault({ status: 451, count: 1 }, 'smtp');
    const invitation = await sent();
    const outcome = () => outboxOf(invitation.id);
    await eventually(outcome).toMatchObject({ attempts: 1, last_fault: expect.stringContaining('451') });
    await as(owner, 'DELETE', `${PATH}/${invitation.id}`);
    await world.service.db.write((tx) =>
      tx.execute(sql`update mail_outbox set next_attempt_at = clock_timestamp() where finished_at is null`),
    );
    await eventually(outcome).toMatchObject({ outcome: 'dropped' });
    expect(await mailTo(invitation.email)).toEqual([]);
  });
});

describe('reading', () => {
  it('relations come with "with" and not otherwise; one with nothing to show is left out [INV-R20] [INV-R21] [INV-R47]', async () => {
    const { invitation, token } = await ready();
    for (const name of ['client_account', 'role', 'invited_by', 'accepted_by'])
      expect(invitation).not.toHaveProperty(name);
    const all = '?with=client_account,role,invited_by,accepted_by';
    const { body: account } = await as(owner, 'GET', `/api/v2/client-accounts/${books}`);
    const expected = {
      client_account: { id: books, display_name: account.display_name, unique_name: account.unique_name },
      role: { id: 4, name: 'BK' },
      invited_by: { id: owner.id, first_name: owner.firstName, last_name: owner.lastName, email: owner.email },
    };
    const pending = (await get(invitation.id, all)).body;
    expect(pending).toMatchObject(expected);
    expect(pending).not.toHaveProperty('accepted_by');
    await accept(token, yes(invitation.email));
    const { accepted_by } = (await get(invitation.id, all)).body;
    expect(accepted_by).toMatchObject({ email: invitation.email, first_name: 'Ny', last_name: 'Person' });
    const created = await as(owner, 'POST', `${PATH}${all}`, {
      email: address(),
      client_account_id: books,
      role_id: 4,
    });
    expect(created.body).toMatchObject(expected);
    const [row] = (await list(`?client_account_id=${books}&with=client_account,role,invited_by`)).data;
    expect(row).toMatchObject({ client_account: expected.client_account, role: expected.role });
    expect(row).not.toHaveProperty('invited_by');
  });

  it('an unknown id is 404 [INV-R22]', async () => {
    for (const id of ['999999999', 'abc', '0'])
      for (const method of ['GET', 'DELETE'])
        expect(fault(await as(owner, method, `${PATH}/${id}`)), `${method} ${id}`).toEqual([404, 'common.not_found']);
  });

  it('takes access to the account, and a role that may read', async () => {
    const { id } = await sent();
    const bookkeeper = user();
    await link(books, bookkeeper, 'BK');
    expect((await get(id, '', bookkeeper)).status).toBe(200);
    const employee = user();
    await link(books, employee, 'EM');
    for (const who of [employee, user()]) {
      expect(fault(await get(id, '', who))).toEqual([403, 'common.forbidden']);
      expect(fault(await as(who, 'GET', `${PATH}?client_account_id=${books}`))).toEqual([403, 'common.forbidden']);
    }
  });

  it('the list covers every account the caller reaches, newest first, 100 a page [INV-R17] [INV-R48]', async () => {
    const first = await sent();
    const second = await sent({ client_account_id: (await account(owner)).id });
    const third = await sent();
    const page = await list();
    expect(idsOf(page)).toEqual([third.id, second.id, first.id]);
    expect(page.meta).toEqual({ page: 1, pages: 1, per_page: 100, records: 3, next_cursor: null });
    expect(idsOf(await list(`?client_account_id=${books}`))).toEqual([third.id, first.id]);
    expect(idsOf(await list('?order_by=id&per_page=2&page=2'))).toEqual([third.id]);
    expect(idsOf(await list('', user()))).toEqual([]);
  });

  it('the list of an account out of reach is 403, alone or among others [INV-R18]', async () => {
    const foreign = (await account(user())).id;
    for (const ids of [`${foreign}`, `${books},${foreign}`, '999999999'])
      expect(fault(await as(owner, 'GET', `${PATH}?client_account_id=${ids}`)), ids).toEqual([403, 'common.forbidden']);
  });

  it('the list filters by status, and by when something changed [INV-R19]', async () => {
    const [pending, cancelled] = [await sent(), await sent()];
    await as(owner, 'DELETE', `${PATH}/${cancelled.id}`);
    const { invitation, token } = await ready();
    await accept(token, yes(invitation.email));
    expect(idsOf(await list('?status=PENDING'))).toEqual([pending.id]);
    expect(idsOf(await list('?status=CANCELLED'))).toEqual([cancelled.id]);
    expect(idsOf(await list('?status=ACCEPTED'))).toEqual([invitation.id]);
    expect(idsOf(await list('?status=EXPIRED'))).toEqual([]);
    expect((await list('?status=OPEN')).error.code).toBe('common.validation_error');
    expect((await list('?updated_from=2999-01-01T00:00:00Z')).meta.records).toBe(0);
  });
});

describe('cancelling', () => {
  it('answers 200 CANCELLED, once and again [INV-R23]', async () => {
    const { id } = await sent();
    for (let round = 0; round < 2; round++) {
      const { status, body } = await as(owner, 'DELETE', `${PATH}/${id}`);
      expect([status, body.id, body.status, body.is_pending, body.can_be_accepted]).toEqual([
        200,
        id,
        'CANCELLED',
        false,
        false,
      ]);
    }
  });

  it('is for AA and CA of the account, and 403 for others [INV-R24]', async () => {
    for (const role of ['AA', 'CA'] as const) {
      const who = user();
      await link(books, who, role);
      expect((await as(who, 'DELETE', `${PATH}/${(await sent()).id}`)).status).toBe(200);
    }
    const { id } = await sent();
    for (const role of ['BK', 'US', 'EM'] as const) {
      const who = user();
      await link(books, who, role);
      expect(fault(await as(who, 'DELETE', `${PATH}/${id}`))).toEqual([403, 'invitation.not_authorized_to_cancel']);
    }
    expect(fault(await as(user(), 'DELETE', `${PATH}/${id}`))).toEqual([403, 'common.forbidden']);
    expect((await get(id)).body.status).toBe('PENDING');
  });

  it.each(['US', 'BK', 'EM'] as const)('the inviter may, also as %s by now [INV-R49]', async (role: RoleCode) => {
    const inviter = user();
    await link(books, inviter, 'AA');
    const { body } = await invite({}, inviter);
    await link(books, inviter, role);
    expect((await as(inviter, 'DELETE', `${PATH}/${body.id}`)).body.status).toBe('CANCELLED');
  });

  it('an accepted one is 409 [INV-R25]', async () => {
    const { invitation, token } = await ready();
    await accept(token, yes(invitation.email));
    expect(fault(await as(owner, 'DELETE', `${PATH}/${invitation.id}`))).toEqual([
      409,
      'invitation.cannot_cancel_accepted',
    ]);
    expect((await get(invitation.id)).body.status).toBe('ACCEPTED');
  });

  it('an expired one answers 200 CANCELLED [INV-R46]', async () => {
    const { id } = await sent();
    world.service.setClock(afterDays(8));
    await world.service.runJob('invitation-expiry');
    expect((await get(id)).body.status).toBe('EXPIRED');
    expect((await as(owner, 'DELETE', `${PATH}/${id}`)).body.status).toBe('CANCELLED');
  });
});

describe('running out', () => {
  it('shows at once and is stored by the job, of pending ones alone and once [INV-R44] [INV-R43] [JOB-R03]', async () => {
    const [old, cancelled] = [await sent(), await sent()];
    await as(owner, 'DELETE', `${PATH}/${cancelled.id}`);
    world.service.setClock(afterDays(6));
    const young = await sent();
    expect((await get(old.id)).body).toMatchObject({ status: 'PENDING', is_expired: false, can_be_accepted: true });
    world.service.setClock(afterDays(7));
    expect((await get(old.id)).body).toMatchObject({
      status: 'PENDING',
      is_expired: true,
      is_pending: true,
      can_be_accepted: false,
    });
    expect(await world.service.runJob('invitation-expiry')).toBeGreaterThanOrEqual(1);
    expect((await get(old.id)).body).toMatchObject({
      status: 'EXPIRED',
      is_expired: true,
      is_pending: false,
      can_be_accepted: false,
    });
    expect((await get(young.id)).body.status).toBe('PENDING');
    expect((await get(cancelled.id)).body).toMatchObject({ status: 'CANCELLED', is_expired: false });
    expect(await world.service.runJob('invitation-expiry')).toBe(0);
  });
});

describe('the public read', () => {
  it('needs no credential and says little [INV-R26]', async () => {
    const { invitation, token } = await ready();
    const { body: account } = await as(owner, 'GET', `/api/v2/client-accounts/${books}`);
    const answer = await world.service.call('GET', `/public/v2/invitations/${token}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      id: invitation.id,
      email: invitation.email,
      status: 'PENDING',
      expires_at: invitation.expires_at,
      is_expired: false,
      can_be_accepted: true,
      client_account: { id: books, display_name: account.display_name },
      role: { id: 4, name: 'BK', title: 'Bookkeeper' },
    });
    await as(owner, 'DELETE', `${PATH}/${invitation.id}`);
    const read = async () => (await world.service.call('GET', `/public/v2/invitations/${token}`)).body;
    expect(await read()).toMatchObject({ status: 'CANCELLED', can_be_accepted: false });
  });

  it('of an unknown token is 404 [INV-R27]', async () => {
    const { token } = await ready();
    for (const wrong of ['x', 'A'.repeat(43), token.slice(0, 42), `${token}a`, '%00', '..%2f'])
      expect(fault(await world.service.call('GET', `/public/v2/invitations/${wrong}`)), wrong).toEqual([
        404,
        'common.not_found',
      ]);
  });
});

describe('accepting', () => {
  it('makes the user of a new address, links it and answers with a session [INV-R38] [INV-R40] [INV-R41] [INV-R42]', async () => {
    const { invitation, token } = await ready({ role_id: 5 });
    const before = invited.made.length;
    const answer = await accept(
      token,
      yes(invitation.email.toUpperCase(), { first_name: ' Kari ', last_name: 'Nordmann' }),
    );
    expect(answer.status).toBe(200);
    expect(invited.made.length).toBe(before + 1);
    const made = invited.made.at(-1)!;
    expect(made).toMatchObject({ firstName: 'Kari', lastName: 'Nordmann', email: invitation.email });
    expect(answer.body).toEqual({
      message: expect.any(String),
      invitation: {
        ...invitation,
        status: 'ACCEPTED',
        updated_at: expect.any(String),
        accepted_by_id: made.id,
        accepted_at: expect.any(String),
        is_pending: false,
        can_be_accepted: false,
      },
      user: {
        self_url: `/api/v2/users/${made.id}`,
        id: made.id,
        first_name: 'Kari',
        last_name: 'Nordmann',
        email: made.email,
        email_verified: true,
        pending_email: null,
        profile_image_url: null,
        accounts: [
          {
            id: expect.any(Number),
            account: { id: books, unique_name: expect.any(String), display_name: expect.any(String) },
            role: { id: 5, name: 'EM' },
          },
        ],
        contracts: [],
        created_at: '2026-01-01T00:00:00Z',
        last_login: null,
        language: 'nob',
        has_identity_link: false,
        is_admin: false,
      },
      tokens: { access_token: expect.stringMatching(/^session-/), token_type: 'Bearer' },
    });
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^refresh_token=[\w-]{43};/);
    expect(cookie).toContain('HttpOnly');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const links = await linksOf(books);
    expect(links.map(({ user_id, role_id }: { user_id: number; role_id: number }) => [user_id, role_id])).toEqual([
      [owner.id, 3],
      [made.id, 5],
    ]);
    expect(await world.service.events('organisation.access.changed')).toContainEqual(
      expect.objectContaining({ payload: { user_id: made.id } }),
    );
  });

  it('by an existing user keeps its names and checks its password [INV-R39] [INV-R29]', async () => {
    const person = user({ email: address(), firstName: 'Gammel', lastName: 'Kjenning' });
    invited.add(person, PASSWORD);
    const { invitation, token } = await ready({ email: person.email });
    const wrong = await accept(token, yes(person.email, { password: 'Feil-passord-1' }));
    expect(fault(wrong)).toEqual([400, 'invitation.invalid_password']);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    expect((await get(invitation.id)).body.status).toBe('PENDING');
    expect(await linksOf(books)).toHaveLength(1);
    const right = await accept(token, yes(person.email));
    expect([right.status, right.body.user.id, right.body.user.first_name]).toEqual([200, person.id, 'Gammel']);
  });

  it('with a weak password is 400 and the invitation stays [INV-R30]', async () => {
    const { invitation, token } = await ready();
    expect(fault(await accept(token, yes(invitation.email, { password: 'kort' })))).toEqual([
      400,
      'invitation.weak_password',
    ]);
    expect((await accept(token, yes(invitation.email))).status).toBe(200);
  });

  it.each(['first_name', 'last_name', 'email', 'password'])(
    'without %s is 400 before anything else [INV-R28]',
    async (field) => {
      for (const value of [undefined, null, '', 7])
        expect(fault(await accept('unknown', yes('kari@example.no', { [field]: value }))), String(value)).toEqual([
          400,
          'common.validation_error',
        ]);
      expect(fault(await world.service.call('POST', '/public/v2/invitations/unknown/accept'))).toEqual([
        400,
        'common.validation_error',
      ]);
    },
  );

  it('with something that is no address is 400 [INV-R50]', async () => {
    const { token } = await ready();
    for (const known of [token, 'unknown'])
      expect(fault(await accept(known, yes('kari')))).toEqual([400, 'invitation.invalid_email']);
  });

  it('as somebody else is 403, as the same address in other letters fine [INV-R31] [INV-R32]', async () => {
    const { invitation, token } = await ready({ email: `Ærlig.${address()}` });
    expect(fault(await accept(token, yes(address())))).toEqual([403, 'invitation.email_mismatch']);
    expect((await accept(token, yes(invitation.email.toUpperCase()))).status).toBe(200);
  });

  it('an unknown token is 404 [INV-R34]', async () => {
    for (const token of ['A'.repeat(43), 'x'])
      expect(fault(await accept(token, yes('kari@example.no')))).toEqual([404, 'invitation.invalid_token']);
  });

  it('after seven days is 410, stored as expired or not, and changes nothing [INV-R35]', async () => {
    const { invitation, token } = await ready();
    world.service.setClock(afterDays(7));
    expect(fault(await accept(token, yes(invitation.email)))).toEqual([410, 'invitation.expired']);
    expect((await get(invitation.id)).body.status).toBe('PENDING');
    await world.service.runJob('invitation-expiry');
    expect(fault(await accept(token, yes(invitation.email)))).toEqual([410, 'invitation.expired']);
    expect((await get(invitation.id)).body.status).toBe('EXPIRED');
  });

  it('twice is 409, a cancelled one 409 [INV-R36] [INV-R37]', async () => {
    const first = await ready();
    expect((await accept(first.token, yes(first.invitation.email))).status).toBe(200);
    expect(fault(await accept(first.token, yes(first.invitation.email)))).toEqual([409, 'invitation.already_accepted']);
    const second = await ready();
    await as(owner, 'DELETE', `${PATH}/${second.invitation.id}`);
    expect(fault(await accept(second.token, yes(second.invitation.email)))).toEqual([409, 'invitation.cancelled']);
    world.service.setClock(afterDays(8));
    expect(fault(await accept(second.token, yes('other@example.no')))).toEqual([409, 'invitation.cancelled']);
    expect(fault(await accept(first.token, yes(first.invitation.email)))).toEqual([409, 'invitation.already_accepted']);
  });

  it('into an inactive client account is 409, before the address is compared [INV-R51]', async () => {
    const { invitation, token } = await ready();
    await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false });
    for (const email of [invitation.email, 'other@example.no'])
      expect(fault(await accept(token, yes(email)))).toEqual([409, 'invitation.cannot_be_accepted']);
    expect((await world.service.call('GET', `/public/v2/invitations/${token}`)).body.can_be_accepted).toBe(false);
  });

  it('a membership that was ended lives again with the invited role [INV-R40]', async () => {
    const former = user({ email: address() });
    invited.add(former, PASSWORD);
    await link(books, former, 'AA');
    await as(owner, 'DELETE', `/api/v2/client-accounts/${books}/users/${former.id}`);
    const { token } = await ready({ email: former.email, role_id: 5 });
    expect((await accept(token, yes(former.email))).status).toBe(200);
    expect((await linksOf(books)).find(({ user_id }: { user_id: number }) => user_id === former.id)).toMatchObject({
      role_id: 5,
      is_active: true,
    });
  });

  it('never takes a stronger role away that was given meanwhile', async () => {
    const person = user({ email: address() });
    invited.add(person, PASSWORD);
    const { token } = await ready({ email: person.email, role_id: 5 });
    await link(books, person, 'CA');
    expect((await accept(token, yes(person.email))).status).toBe(200);
    expect((await linksOf(books)).find(({ user_id }: { user_id: number }) => user_id === person.id).role_id).toBe(3);
  });

  it('the new user reaches the books at once', async () => {
    const { invitation, token } = await ready({ role_id: 4 });
    const { body } = await accept(token, yes(invitation.email));
    expect((await as({ ...owner, id: body.user.id }, 'GET', `/api/v2/client-accounts/${books}`)).status).toBe(200);
  });
});

describe('accepting in two services', () => {
  const intents = async () =>
    (
      await world.service.db.executor.execute<{ open: boolean }>(
        sql`select true as open from use_cases where name = 'accept_invitation' and state in ('open', 'undoing')`,
      )
    ).length;
  const age = () =>
    world.service.db.executor.execute(
      sql`update use_cases set lease_until = lease_until - interval '2 minutes' where state in ('open', 'undoing')`,
    );

  it('at the same moment links once: one wins, the others are 409', async () => {
    const { invitation, token } = await ready();
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token, yes(invitation.email))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.error.code).toBe('invitation.already_accepted');
    expect(await linksOf(books)).toHaveLength(2);
    expect(await intents()).toBe(0);
  });

  it('an acceptance that is cancelled while auth works is refused, and nobody is linked', async () => {
    const { invitation, token } = await ready();
    invited.pause = async () => void (await as(owner, 'DELETE', `${PATH}/${invitation.id}`));
    expect(fault(await accept(token, yes(invitation.email)))).toEqual([409, 'invitation.cancelled']);
    expect(await linksOf(books)).toHaveLength(1);
    expect(await intents()).toBe(0);
  });

  it('one that runs out while auth works is still good', async () => {
    const { invitation, token } = await ready();
    invited.pause = async () => {
      world.service.setClock(afterDays(7));
      await world.service.runJob('invitation-expiry');
    };
    expect((await accept(token, yes(invitation.email))).status).toBe(200);
    expect((await get(invitation.id)).body.status).toBe('ACCEPTED');
  });

  it('is 503 while auth is away, and the intent goes once it is known that nothing happened', async () => {
    const { invitation, token } = await ready();
    invited.away = 'before';
    expect(fault(await accept(token, yes(invitation.email)))).toEqual([503, 'common.service_unavailable']);
    invited.away = 'no';
    expect(await intents()).toBe(1);
    expect(await world.service.runJob('use-case-recovery')).toBe(0);
    await age();
    expect(await world.service.runJob('use-case-recovery')).toBe(1);
    expect(await intents()).toBe(0);
    expect((await get(invitation.id)).body.status).toBe('PENDING');
    expect((await accept(token, yes(invitation.email))).status).toBe(200);
  });

  it('is carried to its end when the answer of auth was lost, without anybody asking again', async () => {
    const { invitation, token } = await ready({ role_id: 5 });
    invited.away = 'after';
    expect((await accept(token, yes(invitation.email))).status).toBe(503);
    invited.away = 'no';
    await age();
    expect(await world.service.runJob('use-case-recovery')).toBe(1);
    const made = invited.made.at(-1)!;
    expect((await get(invitation.id)).body).toMatchObject({ status: 'ACCEPTED', accepted_by_id: made.id });
    expect((await linksOf(books)).map(({ user_id }: { user_id: number }) => user_id)).toContain(made.id);
    expect(await world.service.runJob('use-case-recovery')).toBe(0);
  });

  it('asked again with its key after the answer was lost gives the finished result, with one user', async () => {
    const { invitation, token } = await ready();
    const headers = { 'idempotency-key': `accept-${invitation.id}` };
    const before = invited.made.length;
    invited.away = 'after';
    expect((await accept(token, yes(invitation.email), headers)).status).toBe(503);
    invited.away = 'no';
    await age();
    await world.service.runJob('use-case-recovery');
    const again = await accept(token, yes(invitation.email), headers);
    expect([again.status, again.body.invitation.status]).toEqual([200, 'ACCEPTED']);
    const replay = await accept(token, yes(invitation.email), headers);
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(replay.body).toEqual(again.body);
    expect(replay.headers.get('set-cookie')).toBe(again.headers.get('set-cookie'));
    expect((await accept(token, yes(invitation.email, { password: 'Annet-passord-1' }), headers)).status).toBe(422);
    expect(invited.made.length).toBe(before + 1);
    expect(await linksOf(books)).toHaveLength(2);
  });

  it('guessing a password leaves no intent, and asks auth each time', async () => {
    const person = user({ email: address() });
    invited.add(person, PASSWORD);
    const { token } = await ready({ email: person.email });
    const before = invited.attempts;
    for (let round = 0; round < 3; round++)
      expect(fault(await accept(token, yes(person.email, { password: `Feil-passord-${round}` })))).toEqual([
        400,
        'invitation.invalid_password',
      ]);
    expect(invited.attempts).toBe(before + 3);
    expect(await intents()).toBe(0);
  });
});
