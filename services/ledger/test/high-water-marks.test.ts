import { allEndpoints } from '@app/api/endpoints';
import { clockOfFullHours, keepsHighWaterMarks, type Stamped, type StampedKind } from '@app/testing';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';
import { shop, startPropertyRegister, type TestRegister } from './support/property-register.ts';

// Every record of the ledger that shows `created_at` and `updated_at`, with every way of changing it.

let register: TestRegister;
let ledger: Ledger;
let books: Books;
let code = 0;

beforeAll(async () => {
  register = await startPropertyRegister();
  ledger = await startLedger({ env: register.env });
});
afterAll(async () => {
  await ledger?.stop();
  await register?.stop();
});

const setClock = (moment: string | null): void => ledger.setClock(moment);
const clock = clockOfFullHours(setClock);
beforeEach(async () => {
  books = await ledger.books();
});

/** A call with a token that is good at the moment of the service's clock; expects success. */
async function send(method: string, path: string, body?: object) {
  const token = await ledger.world.token({ userId: books.userId, now: ledger.running.composition.clock.now() });
  const answer = await ledger.call(method, `/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) });
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.body;
}
const ofBooks = (body: object) => ({ client_account_id: books.clientAccountId, ...body });
const put = (path: string, body: object) => (record: Stamped) => send('PUT', `${path}/${record.id}`, body);
const patch = (path: string, body: object) => (record: Stamped) => send('PATCH', `${path}/${record.id}`, body);

const entriesPath = '/journal-entries';
/** A list under the filters with which it shows all of its records. */
const listOf = (path: string, all: string) => async (moment: string) =>
  (await send('GET', `${path}?${all}&client_account_id=${books.clientAccountId}&updated_from=${moment}`)).data;
const entryList = listOf(entriesPath, 'include_drafts=true');
const accountsPath = '/general-ledger-accounts';
const whitelisted = async () =>
  (await send('GET', '/tax-codes')).find((one: { code: string }) => one.code === '1').id as number;

const link = (id: number) =>
  send('PUT', `/assets/${id}/property`, { external_id: shop.external_id, inntektsaar: 2025 });

const sharesPath = '/equity/transactions';
/** An operation on shares: recorded once, never changed. @param bodyOf for a partner who has just got ten shares */
const shareKind = (endpoint: string, operation: string, bodyOf: (partner: number) => object): StampedKind => ({
  listedSince: listOf(sharesPath, 'per_page=100'),
  endpoints: [endpoint],
  create: async () => {
    const partner = ++code;
    for (const id of [partner, 999]) ledger.own(books.clientAccountId, 'businesspartner', { id });
    const issue = ofBooks({ business_partner_id: partner, share_class: 'ORDINARY', quantity: '10' });
    if (operation === 'issue') return send('POST', `${sharesPath}/issue`, issue);
    await send('POST', `${sharesPath}/issue`, issue);
    return send('POST', `${sharesPath}/${operation}`, ofBooks({ share_class: 'ORDINARY', ...bodyOf(partner) }));
  },
  changes: {},
});

const kinds: Readonly<Record<string, StampedKind>> = {
  'posted entry': {
    listedSince: entryList,
    endpoints: ['ledger.createJournalEntry', 'ledger.cancelJournalEntry'],
    create: () => send('POST', `${entriesPath}/`, ofBooks(rent())),
    changes: {
      'other metadata': patch(entriesPath, { metadata: { kept: 'here' } }),
      cancellation: patch(entriesPath, { cancelled: 'Y', cancellation_reason: 'Wrong' }),
    },
  },
  'entry of a batch': {
    listedSince: entryList,
    endpoints: ['ledger.createJournalEntries'],
    create: async () =>
      (await send('POST', `${entriesPath}/batch?with=journal_entry`, ofBooks({ atomic: true, entries: [rent()] })))
        .results[0].journal_entry,
    changes: { cancellation: patch(entriesPath, { cancelled: 'Y', cancellation_reason: 'Wrong' }) },
  },
  draft: {
    listedSince: entryList,
    endpoints: ['ledger.updateJournalEntry'],
    create: () => send('POST', `${entriesPath}/`, ofBooks({ ...rent(), is_draft: true })),
    changes: {
      'other lines': put(entriesPath, { ...rent('200.00'), is_draft: true }),
      posting: put(entriesPath, { ...rent(), is_draft: false }),
      'other metadata': patch(entriesPath, { metadata: { kept: 'here' } }),
    },
  },
  "account of a company's own": {
    listedSince: listOf(accountsPath, 'is_active=null'),
    endpoints: ['ledger.createAccount', 'ledger.updateAccount', 'ledger.deactivateAccount'],
    create: () =>
      send('POST', accountsPath, ofBooks({ account_code: String(19_310 + ++code), description_nob: 'Before' })),
    changes: {
      'a new description': put(accountsPath, { description_nob: 'Changed' }),
      'mandatory dimensions': put(accountsPath, { mandatory_dimensions: ['project'] }),
      'its tax codes': async (record) => put(accountsPath, { tax_code_ids: [await whitelisted()] })(record),
      deactivation: (record) => send('DELETE', `${accountsPath}/${record.id}`),
    },
  },
  asset: {
    listedSince: listOf('/assets', 'is_active=null'),
    endpoints: [
      'ledger.createAsset',
      'ledger.updateAsset',
      'ledger.deactivateAsset',
      'ledger.disposeAsset',
      'ledger.linkAssetProperty',
      'ledger.unlinkAssetProperty',
    ],
    create: () =>
      send(
        'POST',
        '/assets',
        ofBooks({ name: 'Brenner', asset_class: 'MACHINERY_AND_EQUIPMENT', acquisition_date: '2031-01-15' }),
      ),
    changes: {
      'another name': put('/assets', { name: 'Kaffebrenner' }),
      disposal: ({ id }) => send('POST', `/assets/${id}/disposal`, { disposal_date: '2031-05-01' }),
      deactivation: ({ id }) => send('DELETE', `/assets/${id}`),
      'a linked property': ({ id }) => link(id),
      'a property linked and unlinked': async ({ id }) => {
        await link(id);
        await send('DELETE', `/assets/${id}/property`);
      },
    },
  },
  issuance: shareKind('ledger.issueShares', 'issue', () => ({})),
  transfer: shareKind('ledger.transferShares', 'transfer', (partner) => ({
    ...{ from_business_partner_id: partner, to_business_partner_id: 999, quantity: '1' },
  })),
  buyback: shareKind('ledger.buyBackShares', 'buyback', (partner) => ({
    ...{ from_business_partner_id: partner, company_business_partner_id: 999, quantity: '1' },
  })),
  retirement: shareKind('ledger.retireShares', 'retire', (partner) => ({
    ...{ company_business_partner_id: partner, quantity: '1' },
  })),
  split: shareKind('ledger.splitShares', 'split', (partner) => ({
    ...{ business_partner_id: partner, old_quantity: '10', new_quantity: '20' },
  })),
};

const endpoints = allEndpoints.filter(({ service }) => service === 'ledger');
describe('moments of records serve as high-water marks [EVT-R02] [EVT-R03]', () => {
  keepsHighWaterMarks({ endpoints, kinds, clock, setClock });
});
