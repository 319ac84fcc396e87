import { allEndpoints } from '@app/api/endpoints';
import { Ledger, Organisation } from '@app/rpc';
import {
  clockOfFullHours,
  hourOf,
  keepsHighWaterMarks,
  type Stamped,
  type StampedKind,
  stub,
  type TestAnswer,
  type WorldUser,
} from '@app/testing';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { roleId } from '../src/roles/roles.ts';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

// Every record of this service that shows `created_at` and `updated_at`, with every way of changing it.

const invited = playInvitedUsers((changes) => user(changes));
const ledger = stub(Ledger, { GetPartnerBalances: async () => ({ balances: [] }) });
const world = useOrganisation({ others: { auth: [invited.stub], ledger: [ledger] } });
const { as, user, account, company, firm, prove, mailTo } = world;

let owner: WorldUser;
let books: number;
let serial = 0;

const setClock = (moment: string | null): void => world.service.setClock(moment);
const clock = clockOfFullHours(setClock);
beforeEach(async () => {
  owner = user({ email: `owner${++serial}@books.test` });
  books = (await account(owner)).id;
});

async function done(answer: Promise<TestAnswer>) {
  const { status, body } = await answer;
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}
const send = (method: string, path: string, body?: object, who = owner) => done(as(who, method, path, body));

/** A list of the account under the filters with which it shows all of its records; of accounts, those of everybody. */
const listOf =
  (path: string, all = '') =>
  async (moment: string) => {
    const of = path === '/api/v2/client-accounts' ? '' : `client_account_id=${books}&`;
    const admin = user({ isAdmin: true });
    return (await send('GET', `${path}?${of}${all}updated_from=${moment}&per_page=100`, undefined, admin)).data;
  };

const invitationsPath = '/api/v2/invitations';
const invite = (email: string) =>
  send('POST', invitationsPath, { client_account_id: books, email, role_id: roleId('BK') });
const emailOf = async ({ id }: Stamped): Promise<string> => (await send('GET', `${invitationsPath}/${id}`)).email;
const renamed = (path: string) => (record: Stamped) => send('PUT', `${path}/${record.id}`, { name: 'Changed' });
const removed = (path: string) => (record: Stamped) => send('DELETE', `${path}/${record.id}`);
const numbered = (word: string, path: string, all = ''): StampedKind => ({
  listedSince: listOf(path, all),
  endpoints: ['create', 'update', 'deactivate'].map((verb) => `organisation.${verb}${word}`),
  create: () => send('POST', path, { client_account_id: books, name: 'Before' }),
  changes: { 'a new name': renamed(path), deactivation: removed(path) },
});
const accountPath = (id: number) => `/api/v2/client-accounts/${id}`;
const patched = (body: object) => (record: Stamped) => send('PATCH', accountPath(record.id), body);

const setLogo = async (id: number) => {
  const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#14508c' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(picture)]), 'logo.png');
  await send('POST', `${accountPath(id)}/logo`, form);
};

const kinds: Readonly<Record<string, StampedKind>> = {
  'business partner': numbered('BusinessPartner', '/api/v2/business-partners', 'is_active=null&'),
  project: numbered('Project', '/api/v2/projects'),
  department: numbered('Department', '/api/v2/departments'),
  invitation: {
    listedSince: listOf(invitationsPath),
    endpoints: ['organisation.createInvitation', 'organisation.cancelInvitation', 'organisation.acceptInvitation'],
    create: () => invite(`guest${++serial}@books.test`),
    changes: {
      cancellation: removed(invitationsPath),
      'a newer invitation of the same person': async (record) => invite(await emailOf(record)),
      acceptance: async (record) => {
        const email = await emailOf(record);
        await expect.poll(() => mailTo(email)).toHaveLength(1);
        const token = /invitations\/([\w-]{43})(?![\w-])/.exec((await mailTo(email))[0]!.text)![1]!;
        const body = { first_name: 'Ny', last_name: 'Person', email, password: 'Et-godt-passord-1' };
        return done(as(null, 'POST', `/public/v2/invitations/${token}/accept`, body));
      },
      'the end of its days': async () => {
        clock.advance(8 * 24 + 1);
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
    listedSince: listOf('/api/v2/client-accounts'),
    endpoints: [
      'organisation.createClientAccount',
      'organisation.updateClientAccount',
      'organisation.setLogo',
      'organisation.removeLogo',
    ],
    create: async () => send('POST', '/api/v2/client-accounts', { organization_number: await company() }),
    changes: {
      'a new name': patched({ display_name: 'Changed' }),
      'a new currency': patched({ accounting_currency: 'EUR' }),
      'a new language': patched({ accounting_language: 'eng' }),
      'other metadata': patched({ metadata: { kept: 'here' } }),
      'a logo': ({ id }) => setLogo(id),
      'a logo that is taken away': async ({ id }) => {
        await setLogo(id);
        await send('DELETE', `${accountPath(id)}/logo`);
      },
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

const endpoints = allEndpoints.filter(({ service }) => service === 'organisation');
describe('moments of records serve as high-water marks [EVT-R02] [EVT-R03]', () => {
  keepsHighWaterMarks({ endpoints, kinds, clock, setClock });
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
  const now = clock.advance();
  const billed = await engage();
  expect([billed.is_billing_account, hourOf(billed.updated_at)]).toEqual([true, hourOf(now)]);
  clock.advance();
  expect((await engage()).updated_at).toBe(billed.updated_at);
});
