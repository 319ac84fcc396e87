import { Failure } from '@app/contract';
import { Organisation } from '@app/rpc';
import type { TestAnswer, WorldUser } from '@app/testing';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockAccounts } from '../src/tenancy/account-store.ts';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

const invited = playInvitedUsers((changes) => user(changes));
const world = useOrganisation({ others: { auth: [invited.stub] } });
const { as, user, account, company, firm, link, mailTo } = world;

/** Waits for what happens by itself, under any load. */
const eventually = <T>(read: () => T) => expect.poll(read);

let serial = 0;
const someone = () => user({ email: `person${++serial}@books.test` });
const client = () => world.service.connect(Organisation, 'auth');

let stranger: WorldUser;
let owner: WorldUser;
beforeEach(() => {
  stranger = someone();
  owner = someone();
  invited.pause = async () => undefined;
});

type Account = Awaited<ReturnType<typeof account>>;
const signUp = (who: WorldUser, { organization_id }: Account, commandKey = `taking-${++serial}`) =>
  client().RegisterFromSignup({ commandKey, userId: who.id, organizationId: Number(organization_id) });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error) => (error instanceof Failure ? `${error.status} ${error.code}` : Promise.reject(error)),
  );
const usersOf = async ({ id }: Account, who = owner) =>
  (await as(who, 'GET', `/api/v2/client-accounts/${id}/users`)).body.map(
    ({ user_id, role_id }: { readonly user_id: number; readonly role_id: number }) => [user_id, role_id],
  );
const statusFor = async (who: WorldUser, { id }: Account) =>
  (await as(who, 'GET', `/api/v2/client-accounts/${id}`)).status;
const invite = async ({ id }: Account, who = stranger) => {
  const { body } = await as(who, 'POST', '/api/v2/invitations', {
    email: `bidden${++serial}@books.test`,
    client_account_id: id,
    role_id: 4,
  });
  return body as { readonly id: number; readonly email: string };
};
const stateOf = async (id: number) => (await as(owner, 'GET', `/api/v2/invitations/${id}`)).body.status;
/** A firm that may work for others. */
const provenFirm = async (boss: WorldUser): Promise<number> => {
  const id = await firm(boss);
  await as(user({ isAdmin: true }), 'PATCH', `/api/v2/client-accounts/${id}`, { is_proven: true });
  return id;
};
const offer = async (boss: WorldUser, provider: number, { id }: Account) =>
  (
    await as(boss, 'POST', '/api/v2/contracts', {
      client_account_id: id,
      provider_client_account_id: provider,
      service_provided: 'ACCOUNTING',
    })
  ).body as { readonly id: number; readonly approval_status: string };
const contractsOf = async (who: WorldUser, { id }: Account) =>
  (await as(who, 'GET', `/api/v2/contracts?client_account_id=${id}`)).body.data;

describe('an account that a person opened for themselves', () => {
  it('is free in the list of a signup until it is proven [CTL-R05]', async () => {
    const books = await account(stranger);
    const listed = async () =>
      (
        await client().StoreOrganizations({
          organizations: [{ organizationNumber: String(books.organization_number), name: 'x' }],
        })
      ).organizations[0];
    expect(await listed()).toMatchObject({ alreadyRegistered: false, clientAccountId: books.id });
    await signUp(owner, books);
    expect(await listed()).toMatchObject({ alreadyRegistered: true, clientAccountId: books.id });
  });

  it('goes to whoever completes signup: the same books, proven, and nobody else in them [CTL-R05] [CTL-R06]', async () => {
    const books = await account(stranger, {}, { display_name: 'Kapret AS' });
    const helper = someone();
    await link(books.id, helper, 'AA');
    expect(await signUp(owner, books)).toEqual({ clientAccountId: books.id });
    expect(await usersOf(books)).toEqual([[owner.id, 3]]);
    expect((await as(owner, 'GET', `/api/v2/client-accounts/${books.id}`)).body).toMatchObject({
      is_proven: true,
      updated_by_id: owner.id,
      created_by_id: stranger.id,
    });
    expect([await statusFor(stranger, books), await statusFor(helper, books)]).toEqual([403, 403]);
  });

  it('everybody concerned is informed by mail, and everybody else is not [CTL-R06]', async () => {
    const books = await account(stranger, {}, { display_name: 'Post \u202e& Bud AS' });
    const gone = someone();
    await link(books.id, gone, 'BK');
    await as(stranger, 'DELETE', `/api/v2/client-accounts/${books.id}/users/${gone.id}`);
    const { email } = await invite(books);
    await eventually(() => mailTo(email)).toHaveLength(1);
    await signUp(owner, books);
    await eventually(() => mailTo(stranger.email)).toHaveLength(1);
    await eventually(() => mailTo(email)).toHaveLength(2);
    expect((await mailTo(stranger.email))[0]).toMatchObject({
      subject: 'Tilgangen din til regnskapet for Post & Bud AS er avsluttet',
      text: expect.stringContaining('ber du en eier hos Post & Bud AS om en invitasjon'),
    });
    expect((await mailTo(email))[0]!.subject).toBe('Invitasjonen til regnskapet for Post & Bud AS gjelder ikke lenger');
    expect([await mailTo(owner.email), await mailTo(gone.email)]).toEqual([[], []]);
  });

  it('mails are in English where the books are not Norwegian [CTL-R06]', async () => {
    const books = await account(stranger, { country_code: 'SE' });
    await signUp(owner, books);
    await eventually(() => mailTo(stranger.email)).toHaveLength(1);
    expect((await mailTo(stranger.email))[0]!.subject).toMatch(/^Your access to the books of .* has ended$/);
  });

  it('an open invitation is cancelled, also while somebody accepts it [CTL-R06]', async () => {
    const books = await account(stranger);
    const [waiting, underWay] = [await invite(books), await invite(books)];
    await eventually(() => mailTo(underWay.email)).toHaveLength(1);
    const token = /invitations\/([\w-]{43})/.exec((await mailTo(underWay.email))[0]!.text)![1]!;
    invited.pause = async () => void (await signUp(owner, books));
    const accepted = await world.service.call('POST', `/public/v2/invitations/${token}/accept`, {
      body: { email: underWay.email, password: 'Et-godt-passord-1', first_name: 'For', last_name: 'Sen' },
    });
    expect([accepted.status, accepted.body.error.code]).toEqual([409, 'invitation.cancelled']);
    expect([await stateOf(waiting.id), await stateOf(underWay.id)]).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await usersOf(books)).toEqual([[owner.id, 3]]);
  });

  it('what the earlier owner approved waits for the new one, and the firm is informed [CTL-R06]', async () => {
    const boss = someone();
    const provider = await provenFirm(boss);
    const books = await account(stranger);
    const contract = await offer(boss, provider, books);
    await as(stranger, 'PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: 'APPROVED' });
    expect(await statusFor(boss, books)).toBe(200);
    await signUp(owner, books);
    expect(await statusFor(boss, books)).toBe(403);
    expect(await contractsOf(owner, books)).toMatchObject([
      { id: contract.id, approval_status: 'PENDING', approved_by_id: null },
    ]);
    await eventually(() => mailTo(boss.email)).toHaveLength(1);
    expect(
      (await as(stranger, 'PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: 'APPROVED' })).status,
    ).toBe(403);
    expect((await as(owner, 'PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: 'APPROVED' })).status).toBe(
      200,
    );
    expect(await statusFor(boss, books)).toBe(200);
  });

  it('whoever proves their own account stays in it, with the contracts they approved [CTL-R05]', async () => {
    const boss = someone();
    const provider = await provenFirm(boss);
    const books = await account(owner);
    const contract = await offer(boss, provider, books);
    await as(owner, 'PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: 'APPROVED' });
    await signUp(owner, books);
    expect(await usersOf(books)).toEqual([[owner.id, 3]]);
    expect(await statusFor(boss, books)).toBe(200);
  });

  it('is published: the account, its access and everybody whose role ended [CTL-R06]', async () => {
    const books = await account(stranger);
    const before = (await world.service.events()).length;
    await signUp(owner, books);
    const published = (await world.service.events())
      .slice(before)
      .map(({ name, payload }) => [name, payload.user_id ?? payload.client_account_id]);
    expect(published).toEqual([
      ['organisation.client_account.changed', books.id],
      ['organisation.access.changed', books.id],
      ['organisation.access.changed', owner.id],
      ['organisation.access.changed', stranger.id],
    ]);
  });
});

describe('an account that a firm opened', () => {
  it('keeps its links, invitations and contracts, and the new owner decides [CTL-R07]', async () => {
    const boss = someone();
    const provider = await provenFirm(boss);
    const books = await account(
      boss,
      {},
      { client_contracts: [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }] },
    );
    const colleague = someone();
    await link(books.id, colleague, 'BK');
    const invitation = await invite(books, boss);
    await signUp(owner, books);
    expect(await usersOf(books)).toEqual([
      [colleague.id, 4],
      [owner.id, 3],
    ]);
    expect([await statusFor(boss, books), await statusFor(colleague, books)]).toEqual([200, 200]);
    expect(await stateOf(invitation.id)).toBe('PENDING');
    const [contract] = await contractsOf(owner, books);
    expect(contract.approval_status).toBe('APPROVED');
    expect([await mailTo(boss.email), await mailTo(colleague.email)]).toEqual([[], []]);
    const ended = await as(owner, 'PATCH', `/api/v2/contracts/${contract.id}`, { end_date: contract.start_date });
    expect(ended.status).toBe(200);
  });

  it('by an engagement stays with the firm too [CTL-R07]', async () => {
    const boss = someone();
    const provider = await provenFirm(boss);
    const organizationNumber = await company();
    const { organizations } = await client().StoreOrganizations({
      organizations: [{ organizationNumber, name: 'Kunde AS' }],
    });
    const engaged = await as(boss, 'POST', '/api/v2/client-engagements', {
      provider_client_account_id: provider,
      organization_id: organizations[0]!.id,
      service_provided: 'ACCOUNTING',
    });
    expect(engaged.status).toBe(201);
    const books = { id: engaged.body.client_account_id, unique_name: '', organization_id: organizations[0]!.id };
    expect(await signUp(owner, books)).toEqual({ clientAccountId: books.id });
    expect(await statusFor(boss, books)).toBe(200);
    expect(await usersOf(books)).toEqual([[owner.id, 3]]);
  });
});

describe('an account that is proven', () => {
  it.each(['by signup', 'by an administrator'])('%s is not taken over [CTL-R05]', async (how) => {
    const books = await account(stranger);
    if (how === 'by signup') await signUp(stranger, books);
    else await as(user({ isAdmin: true }), 'PATCH', `/api/v2/client-accounts/${books.id}`, { is_proven: true });
    expect(await codeOf(signUp(owner, books))).toBe('400 signup.organization_already_registered');
    expect(await usersOf(books, stranger)).toEqual([[stranger.id, 3]]);
  });
});

describe('at the same moment', () => {
  it('of several who complete a signup one gets the account, and the others are refused [CTL-R05]', async () => {
    const books = await account(stranger);
    const people = [someone(), someone(), someone(), someone()];
    const outcomes = await Promise.all(people.map((one) => codeOf(signUp(one, books))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '400 signup.organization_already_registered')).toHaveLength(3);
    const winner = people[outcomes.indexOf('done')]!;
    expect(await usersOf(books, winner)).toEqual([[winner.id, 3]]);
  });

  it('a late copy of a signup that was refused gives its user nothing, also when it could by now [CTL-R05]', async () => {
    const books = await account(stranger);
    const [proven, unknown] = [`refused-${books.id}`, `unknown-${books.id}`];
    await as(user({ isAdmin: true }), 'PATCH', `/api/v2/client-accounts/${books.id}`, { is_proven: true });
    const refusals = async () => [
      await codeOf(signUp(owner, books, proven)),
      await codeOf(signUp(owner, { ...books, organization_id: 999_999_999 }, unknown)),
    ];
    const first = await refusals();
    expect(first).toEqual(['400 signup.organization_already_registered', '404 organization.not_found']);
    await world.service.db.executor.execute(sql`update client_accounts set is_proven = false where id = ${books.id}`);
    expect(await refusals()).toEqual(first);
    expect(await codeOf(signUp(owner, books, unknown))).toBe('404 organization.not_found');
    expect(await usersOf(books, stranger)).toEqual([[stranger.id, 3]]);
  });

  it('a repeat of a taking over gives the same account and mails once [CTL-R05]', async () => {
    const books = await account(stranger);
    const answers = await Promise.all([1, 2, 3].map(() => signUp(owner, books, `same-${books.id}`)));
    answers.push(await signUp(owner, books, `same-${books.id}`));
    expect(new Set(answers.map(({ clientAccountId }) => clientAccountId))).toEqual(new Set([books.id]));
    await eventually(() => mailTo(stranger.email)).toHaveLength(1);
  });

  it('opening an account and signing up for it end with the signed-up person as its only owner [CTL-R05]', async () => {
    for (let round = 0; round < 5; round++) {
      const organizationNumber = await company();
      const { organizations } = await client().StoreOrganizations({
        organizations: [{ organizationNumber, name: 'Kappløp AS' }],
      });
      const books = { id: 0, unique_name: '', organization_id: organizations[0]!.id };
      const [opened, signed] = await Promise.all([
        as(stranger, 'POST', '/api/v2/client-accounts', { organization_id: organizations[0]!.id }),
        signUp(owner, books),
      ]);
      expect([201, 409]).toContain(opened.status);
      if (opened.status === 201) expect(opened.body.id).toBe(signed.clientAccountId);
      expect(await usersOf({ ...books, id: signed.clientAccountId })).toEqual([[owner.id, 3]]);
    }
  });

  it('invitations, roles and approvals of the earlier owner change nothing afterwards [CTL-R06]', async () => {
    for (let round = 0; round < 4; round++) {
      const boss = someone();
      const [provider, books, helper] = [await provenFirm(boss), await account(stranger), someone()];
      await link(books.id, helper, 'AA');
      const contract = await offer(boss, provider, books);
      await Promise.all([
        invite(books),
        as(stranger, 'PATCH', `/api/v2/client-accounts/${books.id}/users/${helper.id}`, { role_id: 3 }),
        as(stranger, 'PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: 'APPROVED' }),
        signUp(owner, books),
        invite(books, helper),
        as(helper, 'PATCH', `/api/v2/client-accounts/${books.id}/users/${stranger.id}`, { role_id: 2 }),
      ]);
      expect(await usersOf(books)).toEqual([[owner.id, 3]]);
      expect(await contractsOf(owner, books)).toMatchObject([{ approval_status: 'PENDING' }]);
      const { data } = (await as(owner, 'GET', `/api/v2/invitations?client_account_id=${books.id}&status=PENDING`))
        .body;
      expect(data).toEqual([]);
    }
  });

  it('what the earlier owner began before, and what waited for the taking over, is refused after it [CTL-R06]', async () => {
    const boss = someone();
    const [provider, books] = [await provenFirm(boss), await account(stranger)];
    const contract = await offer(boss, provider, books);
    const { answers } = await whileLocked(books.id, async (waiting) => {
      const taken = signUp(owner, books);
      await waiting(1);
      const late = [
        as(stranger, 'PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: 'APPROVED' }),
        as(stranger, 'POST', '/api/v2/invitations', {
          email: 'sen@books.test',
          client_account_id: books.id,
          role_id: 3,
        }),
      ];
      // Of one account two are at work at once; the third waits in the service.
      await waiting(2);
      return { answers: Promise.all([taken, ...late]) };
    });
    const [taken, approved, invited] = await answers;
    expect(taken).toEqual({ clientAccountId: books.id });
    expect([approved, invited].map((answer) => (answer as TestAnswer).status)).toEqual([403, 403]);
    expect(await contractsOf(owner, books)).toMatchObject([{ approval_status: 'PENDING' }]);
  });

  it.each([
    ['its name', 'PATCH', '', { display_name: 'Sen AS' }],
    ['its metadata', 'PATCH', '', { metadata: { note: 'sen' } }],
    ['its currency', 'PATCH', '', { accounting_currency: 'EUR', display_name: 'Sen AS' }],
    ['a version of its settings', 'POST', '/settings', { active_from: '2031-01-01', early_access: true }],
    ['its settings in force', 'PATCH', '/settings', { early_access: true }],
  ] as const)(
    'a change of %s that waited for the taking over is refused after it [CTL-R06]',
    async (_, method, path, body) => {
      const books = await account(stranger);
      const at = `/api/v2/client-accounts/${books.id}`;
      const readAll = async () => [(await as(owner, 'GET', at)).body, (await as(owner, 'GET', `${at}/settings`)).body];
      const { answers } = await whileLocked(books.id, async (waiting) => {
        const taken = signUp(owner, books).then(readAll);
        await waiting(1);
        const late = as(stranger, method, `${at}${path}`, body);
        await waiting(2);
        return { answers: Promise.all([taken, late]) };
      });
      const [taken, late] = await answers;
      expect([late.status, late.body.error?.code]).toEqual([403, 'common.forbidden']);
      expect(await readAll()).toEqual(taken);
    },
  );
});

describe('whoever is removed from a firm at that moment', () => {
  const offers = ['a contract', 'an engagement', 'an account with a contract'] as const;
  it.each(offers)('makes nothing in its name afterwards: %s [CTL-R10]', async (what) => {
    const [boss, clerk] = [someone(), someone()];
    const [provider, customer] = [await provenFirm(boss), await account(owner)];
    await link(provider, clerk, 'AA');
    const service = { provider_client_account_id: provider, service_provided: 'ACCOUNTING' };
    const organization_number = await company();
    const send = () =>
      what === 'a contract'
        ? as(clerk, 'POST', '/api/v2/contracts', { client_account_id: customer.id, ...service })
        : what === 'an engagement'
          ? as(clerk, 'POST', '/api/v2/client-engagements', { client_account_id: customer.id, ...service })
          : as(clerk, 'POST', '/api/v2/client-accounts', { organization_number, client_contracts: [service] });
    const { answers } = await whileLocked(provider, async (waiting) => {
      const removed = as(boss, 'DELETE', `/api/v2/client-accounts/${provider}/users/${clerk.id}`);
      await waiting(1);
      const late = send();
      await waiting(2);
      return { answers: Promise.all([removed, late]) };
    });
    const [removed, late] = await answers;
    expect([removed.status, late.status]).toEqual([200, 403]);
    expect(await contractsOf(owner, customer)).toEqual([]);
  });

  it('cancels no invitation of others either', async () => {
    const clerk = someone();
    const books = await account(stranger);
    await link(books.id, clerk, 'AA');
    const invitation = await invite(books);
    const { answers } = await whileLocked(books.id, async (waiting) => {
      const removed = as(stranger, 'DELETE', `/api/v2/client-accounts/${books.id}/users/${clerk.id}`);
      await waiting(1);
      const late = as(clerk, 'DELETE', `/api/v2/invitations/${invitation.id}`);
      await waiting(2);
      return { answers: Promise.all([removed, late]) };
    });
    const [removed, late] = await answers;
    expect([removed.status, late.status, late.body.error.code]).toEqual([
      200,
      403,
      'invitation.not_authorized_to_cancel',
    ]);
  });
});

/** Holds the lock of an account until the work has begun; `waiting` waits until that many transactions wait for it. */
function whileLocked<T>(
  clientAccountId: number,
  work: (waiting: (count: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { db } = world.service;
  const countWaiting = async () =>
    (
      await db.raw<
        { n: number }[]
      >`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    )[0]!.n;
  return db.write(async (tx) => {
    await lockAccounts(tx, [clientAccountId]);
    return work((count) => eventually(countWaiting).toBe(count));
  });
}
