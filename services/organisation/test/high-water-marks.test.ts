import { allEndpoints } from '@app/api/endpoints';
import { objectShapeOf } from '@app/contract';
import { Ledger, Organisation } from '@app/rpc';
import { stub, type TestAnswer, type WorldUser } from '@app/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { roleId } from '../src/roles/roles.ts';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

// Every record of this service that shows `created_at` and `updated_at`, with every way of changing it. An endpoint
// that answers such a record and is tried by nothing here fails the first test.

const invited = playInvitedUsers((changes) => user(changes));
const ledger = stub(Ledger, { GetPartnerBalances: async () => ({ balances: [] }) });
const world = useOrganisation({ others: { auth: [invited.stub], ledger: [ledger] } });
const { as, user, account, company, firm, prove, mailTo } = world;

type Stamped = { readonly id: number; readonly created_at: string; readonly updated_at: string };

interface RecordKind {
  readonly path: string;
  /** Endpoints that `create` and the changes call. */
  readonly endpoints: readonly string[];
  create(): Promise<Stamped>;
  /** Ways to change a record, each starting from a fresh one. */
  readonly changes: Readonly<Record<string, (record: Stamped) => Promise<unknown>>>;
}

let owner: WorldUser;
let books: number;
let moment: Temporal.Instant;
let serial = 0;

/** Moves the clock to the next full hour, so that no two steps share a second. */
function nextHour(): string {
  moment = moment.add({ hours: 1 });
  world.service.setClock(moment.toString());
  return moment.toString();
}

beforeEach(async () => {
  moment = Temporal.Instant.from('2031-05-01T00:00:00Z');
  nextHour();
  owner = user({ email: `owner${++serial}@books.test` });
  books = (await account(owner)).id;
});
afterEach(() => world.service.setClock(null));

async function done(answer: Promise<TestAnswer>) {
  const { status, body } = await answer;
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}
const send = (method: string, path: string, body?: object, who = owner) => done(as(who, method, path, body));

const invitationsPath = '/api/v2/invitations';
const invite = (email: string) =>
  send('POST', invitationsPath, { client_account_id: books, email, role_id: roleId('BK') });
const emailOf = async ({ id }: Stamped): Promise<string> => (await send('GET', `${invitationsPath}/${id}`)).email;
const renamed = (path: string) => (record: Stamped) => send('PUT', `${path}/${record.id}`, { name: 'Changed' });
const removed = (path: string) => (record: Stamped) => send('DELETE', `${path}/${record.id}`);
const numbered = (word: string, path: string): RecordKind => ({
  path,
  endpoints: ['create', 'update', 'deactivate'].map((verb) => `organisation.${verb}${word}`),
  create: () => send('POST', path, { client_account_id: books, name: 'Before' }),
  changes: { 'a new name': renamed(path), deactivation: removed(path) },
});
const accountPath = (id: number) => `/api/v2/client-accounts/${id}`;
const patched = (body: object) => (record: Stamped) => send('PATCH', accountPath(record.id), body);

const kinds: Readonly<Record<string, RecordKind>> = {
  'business partner': numbered('BusinessPartner', '/api/v2/business-partners'),
  project: numbered('Project', '/api/v2/projects'),
  department: numbered('Department', '/api/v2/departments'),
  invitation: {
    path: invitationsPath,
    endpoints: ['organisation.createInvitation', 'organisation.cancelInvitation', 'organisation.acceptInvitation'],
    create: () => invite(`guest${++serial}@books.test`),
    changes: {
      cancellation: removed(invitationsPath),
      'a newer invitation of the same person': async (record) => invite(await emailOf(record)),
      acceptance: async (record) => {
        const email = await emailOf(record);
        await expect.poll(() => mailTo(email), { timeout: 20_000 }).toHaveLength(1);
        const token = /invitations\/([\w-]{43})(?![\w-])/.exec((await mailTo(email))[0]!.text)![1]!;
        const body = { first_name: 'Ny', last_name: 'Person', email, password: 'Et-godt-passord-1' };
        return done(as(null, 'POST', `/public/v2/invitations/${token}/accept`, body));
      },
      'the end of its days': async () => {
        moment = moment.add({ hours: 8 * 24 });
        nextHour();
        expect(await world.service.runJob('invitation-expiry')).toBeGreaterThan(0);
      },
      'a taking over of the account': async () => {
        const { organization_id } = await send('GET', accountPath(books));
        const taking = { commandKey: `mark-${++serial}`, userId: user().id, organizationId: organization_id };
        await world.service.connect(Organisation, 'auth').RegisterFromSignup(taking);
      },
    },
  },
  'client account': {
    path: '/api/v2/client-accounts',
    endpoints: ['organisation.createClientAccount', 'organisation.updateClientAccount'],
    create: async () => send('POST', '/api/v2/client-accounts', { organization_number: await company() }),
    changes: {
      'a new name': patched({ display_name: 'Changed' }),
      'a new currency': patched({ accounting_currency: 'EUR' }),
      'a new language': patched({ accounting_language: 'eng' }),
      'other metadata': patched({ metadata: { kept: 'here' } }),
      deactivation: patched({ is_active: false }),
      confirmation: (record) => prove(record.id),
      'liability to VAT in the settings in force': ({ id }) =>
        send('PATCH', `${accountPath(id)}/settings`, { vat_liable: true }),
      'liability to VAT in new settings': ({ id }) => send('POST', `${accountPath(id)}/settings`, { vat_liable: true }),
      'a taking over': async ({ id }) => {
        const { organization_id } = await send('GET', accountPath(id));
        const taking = { commandKey: `mark-${++serial}`, userId: user().id, organizationId: organization_id };
        await world.service.connect(Organisation, 'auth').RegisterFromSignup(taking);
      },
    },
  },
};

const showsMoments = (schema: Parameters<typeof objectShapeOf>[0]): boolean => {
  const shape = objectShapeOf(schema) ?? {};
  if ('created_at' in shape && 'updated_at' in shape) return true;
  return Object.values(shape).some((part) => objectShapeOf(part) !== undefined && showsMoments(part));
};

it('every operation of this service that answers a record with its moments is tried below [EVT-R02] [EVT-R03]', () => {
  const writing = allEndpoints.filter(
    ({ service, methods, output }) => service === 'organisation' && !methods.includes('GET') && showsMoments(output),
  );
  const tried = Object.values(kinds).flatMap(({ endpoints }) => endpoints);
  expect(tried.sort()).toEqual(writing.map(({ name }) => name).sort());
});

const secondAfter = (mark: string): string => Temporal.Instant.from(mark).add({ seconds: 1 }).toString();

/** The record as the list shows it to whoever asks for what changed since a moment; undefined when it is not there. */
async function polled(kind: RecordKind, { id }: Stamped, from: string): Promise<Stamped | undefined> {
  const account = kind.path === '/api/v2/client-accounts' ? '' : `client_account_id=${books}&`;
  // The list of partners shows active ones unless it is asked otherwise.
  const all = kind.path === '/api/v2/business-partners' ? 'is_active=null&' : '';
  const admin = user({ isAdmin: true });
  const { data } = await send(
    'GET',
    `${kind.path}?${account}${all}updated_from=${from}&per_page=100`,
    undefined,
    admin,
  );
  return data.find((row: Stamped) => row.id === id);
}

describe.each(Object.entries(kinds))('moments of the record %s', (_name, kind) => {
  it('created_at and updated_at say when it was made, and serve as a high-water mark [EVT-R02]', async () => {
    const now = nextHour();
    const made = await kind.create();
    expect([made.created_at, made.updated_at]).toEqual([now, now]);
    expect(await polled(kind, made, now)).toMatchObject({ id: made.id, created_at: now, updated_at: now });
    expect(await polled(kind, made, secondAfter(now))).toBeUndefined();
  });

  it.each(Object.entries(kind.changes))(
    'updated_at changes with %s, and created_at does not [EVT-R03]',
    async (_change, change) => {
      const made = await kind.create();
      const mark = made.updated_at;
      nextHour();
      await change(made);
      const row = await polled(kind, made, secondAfter(mark));
      expect(row).toMatchObject({ id: made.id, created_at: made.created_at, updated_at: moment.toString() });
    },
  );

  it('updated_at does not fall behind a mark that somebody keeps, though the clock goes back [EVT-R02]', async () => {
    const made = await kind.create();
    world.service.setClock(Temporal.Instant.from(made.updated_at).subtract({ hours: 2 }).toString());
    await Object.values(kind.changes)[0]!(made);
    const row = await polled(kind, made, made.updated_at);
    expect(row).toMatchObject({ id: made.id, created_at: made.created_at });
    expect(row!.updated_at >= made.updated_at).toBe(true);
  });
});

it('updated_at of an account changes when it begins to be billed for another one, once [EVT-R03]', async () => {
  const boss = user();
  const payer = await firm(boss);
  const engage = async () => {
    const { id } = await send(
      'GET',
      `/api/v2/organizations?organization_number=${await company()}`,
      undefined,
      boss,
    ).then(({ data }) => data[0]);
    await send(
      'POST',
      '/api/v2/client-engagements',
      { provider_client_account_id: payer, organization_id: id, service_provided: 'ACCOUNTING' },
      boss,
    );
    return send('GET', accountPath(payer), undefined, boss);
  };
  const now = nextHour();
  expect(await engage()).toMatchObject({ is_billing_account: true, updated_at: now });
  nextHour();
  expect((await engage()).updated_at).toBe(now);
});
