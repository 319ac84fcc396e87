import { allEndpoints } from '@app/api/endpoints';
import { Ledger } from '@app/rpc';
import { stub, type TestAnswer, type WorldUser } from '@app/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

// Whoever lacks a role hears that, whatever state the account is in (docs/contract/general.md, "Order of checks").
// Every write of this service is sent by several people to two scenes that differ in one account being inactive: where
// the active one answers 403, the other answers the same.

const ledger = stub(Ledger, { GetPartnerBalances: async () => ({ balances: [] }) });
const world = useOrganisation({ others: { ledger: [ledger] } });
const { as, user, account, company, firm, link } = world;

const people = ['owner', 'colleague', 'bookkeeper', 'employee', 'accountant', 'stranger'] as const;
type Who = (typeof people)[number];

interface Scene {
  readonly who: Readonly<Record<Who, WorldUser>>;
  readonly books: number;
  readonly provider: number;
  /** Another firm, of the owner's: it has offered nothing. */
  readonly otherFirm: number;
  readonly member: number;
  readonly approved: number;
  readonly pending: number;
  readonly invitation: number;
  readonly records: Readonly<Record<'business-partners' | 'projects' | 'departments' | 'tags', number>>;
  readonly newCompany: string;
}

const done = async (answer: Promise<TestAnswer>) => {
  const { status, body } = await answer;
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
};

/** @param inactive the account that is deactivated at the end */
async function sceneWith(inactive: 'none' | 'books' | 'provider'): Promise<Scene> {
  const who = Object.fromEntries(people.map((name) => [name, user({ firstName: name })])) as Record<Who, WorldUser>;
  const books = (await account(who.owner)).id;
  const [provider, otherFirm] = [await firm(who.accountant), await firm(who.owner)];
  await link(books, who.colleague, 'AA');
  await link(books, who.bookkeeper, 'BK');
  await link(books, who.employee, 'EM');
  // The same three are in the firm: what counts there is a direct role, and which.
  await link(provider, who.employee, 'EM');
  const member = user();
  await link(books, member, 'US');
  const offer = (service_provided: string) =>
    done(
      as(who.accountant, 'POST', '/api/v2/contracts', {
        client_account_id: books,
        provider_client_account_id: provider,
        service_provided,
      }),
    );
  const approved = (await offer('ACCOUNTING')).id;
  await done(as(who.owner, 'PATCH', `/api/v2/contracts/${approved}`, { approval_status: 'APPROVED' }));
  const pending = (await offer('AUDITING')).id;
  const made = async (path: string, body: object) =>
    (await done(as(who.owner, 'POST', `/api/v2/${path}`, { client_account_id: books, ...body }))).id as number;
  const invitation = await made('invitations', { email: `i${books}@books.test`, role_id: 4 });
  const records = {
    'business-partners': await made('business-partners', { name: 'Kunde AS' }),
    projects: await made('projects', { name: 'Prosjekt' }),
    departments: await made('departments', { name: 'Avdeling' }),
    tags: await made('tags', { name: 'Merke' }),
  };
  if (inactive === 'books')
    await done(as(who.owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false }));
  if (inactive === 'provider')
    await done(as(who.accountant, 'PATCH', `/api/v2/client-accounts/${provider}`, { is_active: false }));
  return {
    who,
    books,
    provider,
    otherFirm,
    member: member.id,
    approved,
    pending,
    invitation,
    records,
    newCompany: await company(),
  };
}

type Write = readonly [
  endpoint: string,
  name: string,
  (scene: Scene) => readonly [method: string, path: string, body?: object],
];

const of = (word: string, path: keyof Scene['records'], change: object): readonly Write[] => [
  [`create${word}`, path, ({ books }) => ['POST', `/api/v2/${path}`, { client_account_id: books, name: 'Ny' }]],
  [`update${word}`, path, ({ records }) => ['PUT', `/api/v2/${path}/${records[path]}`, change]],
  [`deactivate${word}`, path, ({ records }) => ['DELETE', `/api/v2/${path}/${records[path]}`]],
];
const contractPatch = (name: string, which: 'approved' | 'pending', body: object): Write => [
  'updateContract',
  name,
  (scene) => ['PATCH', `/api/v2/contracts/${scene[which]}`, body],
];
const emptyLogo = (): FormData => {
  const form = new FormData();
  form.append('file', new Blob([]), 'logo.png');
  return form;
};
const users = ({ books, member }: Scene) => `/api/v2/client-accounts/${books}/users/${member}`;

const writes: readonly Write[] = [
  [
    'updateClientAccount',
    'name',
    ({ books }) => ['PATCH', `/api/v2/client-accounts/${books}`, { display_name: 'Nytt' }],
  ],
  [
    'createClientAccount',
    'by two firms',
    ({ newCompany, provider, otherFirm }) => [
      'POST',
      '/api/v2/client-accounts',
      {
        organization_number: newCompany,
        client_contracts: [provider, otherFirm].map((id) => ({
          provider_client_account_id: id,
          service_provided: 'ACCOUNTING',
        })),
      },
    ],
  ],
  [
    'resetClientAccount',
    'unconfirmed',
    ({ books }) => ['POST', `/api/v2/client-accounts/${books}/reset`, { categories: ['CHAT'], confirm: 'another' }],
  ],
  ['removeClientAccount', 'with everything', ({ books }) => ['DELETE', `/api/v2/client-accounts/${books}`]],
  ['setLogo', 'of no bytes', ({ books }) => ['POST', `/api/v2/client-accounts/${books}/logo`, emptyLogo()]],
  ['removeLogo', 'that is not there', ({ books }) => ['DELETE', `/api/v2/client-accounts/${books}/logo`]],
  ['createSettings', 'plan', ({ books }) => ['POST', `/api/v2/client-accounts/${books}/settings`, { plan: 'BASIC' }]],
  ['updateSettings', 'plan', ({ books }) => ['PATCH', `/api/v2/client-accounts/${books}/settings`, { plan: 'BASIC' }]],
  ['updateAccountUser', 'to AA', (scene) => ['PATCH', users(scene), { role_id: 2 }]],
  ['updateAccountUser', 'to CA', (scene) => ['PATCH', users(scene), { role_id: 3 }]],
  ['removeAccountUser', 'of the account', (scene) => ['DELETE', users(scene)]],
  [
    'createContract',
    'of the firm',
    ({ books, provider }) => [
      'POST',
      '/api/v2/contracts',
      { client_account_id: books, provider_client_account_id: provider, service_provided: 'TASK_CONTRIBUTION' },
    ],
  ],
  contractPatch('approval', 'pending', { approval_status: 'APPROVED' }),
  contractPatch('rejection', 'pending', { approval_status: 'REJECTED' }),
  contractPatch('end', 'approved', { end_date: '2099-01-01', termination_reason: 'Over' }),
  contractPatch('change', 'pending', { service_provided: 'TASK_CONTRIBUTION' }),
  [
    'createClientEngagement',
    'of the firm',
    ({ books, provider }) => [
      'POST',
      '/api/v2/client-engagements',
      { client_account_id: books, provider_client_account_id: provider, service_provided: 'TASK_CONTRIBUTION' },
    ],
  ],
  ...[4, 3].map(
    (role_id): Write => [
      'createInvitation',
      `role ${role_id}`,
      ({ books }) => ['POST', '/api/v2/invitations', { client_account_id: books, email: 'gjest@books.test', role_id }],
    ],
  ),
  ['cancelInvitation', 'of the owner', ({ invitation }) => ['DELETE', `/api/v2/invitations/${invitation}`]],
  ...of('BusinessPartner', 'business-partners', { name: 'Endret' }),
  ...of('Project', 'projects', { name: 'Endret' }),
  ...of('Department', 'departments', { name: 'Endret' }),
  ...of('Tag', 'tags', { name: 'Endret' }),
];

it('every write of this service is tried', () => {
  const declared = allEndpoints.filter(
    ({ service, methods, auth }) => service === 'organisation' && auth === 'bearer' && !methods.includes('GET'),
  );
  expect([...new Set(writes.map(([endpoint]) => `organisation.${endpoint}`))].sort()).toEqual(
    declared.map(({ name }) => name).sort(),
  );
});

/** Who may end something does so on an inactive account too; the account itself is changed to make it active again. */
const allowed = ['updateClientAccount', 'removeClientAccount', 'cancelInvitation'];
const ends = ['rejection', 'end'];

describe.each(['books', 'provider'] as const)('while the account of the %s is inactive', (inactive) => {
  let [active, scene] = [] as unknown as [Scene, Scene];
  beforeAll(async () => {
    [active, scene] = [await sceneWith('none'), await sceneWith(inactive)];
  });

  const answerOf = async (at: Scene, who: Who, [, , request]: Write) => {
    const [method, path, sent] = request(at);
    const { status, body } = await as(at.who[who], method, path, sent, { dryRun: true });
    return [status, status < 400 ? '' : body.error.code, status === 403 ? body.error.details?.missing : undefined];
  };

  it.each(writes.map((write) => [`${write[0]} (${write[1]})`, write] as const))(
    '%s answers whoever lacks the role as ever',
    async (_name, write) => {
      const [endpoint, name] = write;
      const isStopped =
        inactive === 'books' &&
        !allowed.includes(endpoint) &&
        !ends.includes(name) &&
        endpoint !== 'createClientAccount';
      await Promise.all(
        people.map(async (who) => {
          const [before, now] = await Promise.all([answerOf(active, who, write), answerOf(scene, who, write)]);
          // What somebody reaches through a firm rests with it: then the account is what they miss.
          if (before[0] === 403 && inactive === 'provider')
            expect([who, ...now.slice(0, 2)]).toEqual([who, ...before.slice(0, 2)]);
          else if (before[0] === 403) expect([who, ...now]).toEqual([who, ...before]);
          else if (isStopped) expect([who, now[0], now[1]]).toEqual([who, 409, 'client_account.inactive']);
        }),
      );
    },
  );
});
