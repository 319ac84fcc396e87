import { catalogueEndpoints } from '@app/api/documents/catalogue';
import { Erasure } from '@app/rpc';
import { clockOfFullHours, keepsHighWaterMarks, type Stamped, type StampedKind } from '@app/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogueTest, startCatalogue } from './catalogue.ts';
import type { Company } from './documents.ts';

// Every record of the catalogue that shows `created_at` and `updated_at`, with every way of changing it.

let documents: CatalogueTest;
let own: Company;
let serial = 0;
beforeAll(async () => {
  documents = await startCatalogue();
});
afterAll(() => documents?.stop());
beforeEach(async () => {
  own = await documents.company();
});

/** A call with a token that is good at the moment of the service's clock; expects success. */
async function send(method: string, path: string, body?: object) {
  const token = await documents.world.token({ userId: own.userId, now: documents.running.composition.clock.now() });
  const answer = await documents.call(method, `/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) });
  expect([200, 201, 202, 204], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.body;
}
const ofAccount = (body: object) => ({ client_account_id: own.clientAccountId, ...body });
const since =
  (path: string, all = '') =>
  async (moment: string) =>
    (await send('GET', `${path}?client_account_id=${own.clientAccountId}&updated_from=${moment}${all}`)).data;
const put = (path: string, body: object) => (record: Stamped) => send('PUT', `${path}/${record.id}`, body);
const patch = (path: string, body: object) => (record: Stamped) => send('PATCH', `${path}/${record.id}`, body);
const item = () =>
  send(
    'POST',
    '/items',
    ofAccount({ item_no: `N-${++serial + 1_000}`, name: 'Kaffe', sales_unit_id: 1, tax_code_id: 5 }),
  );

let entries = '';
const kinds: Readonly<Record<string, StampedKind>> = {
  item: {
    listedSince: since('/items', '&is_active=null'),
    endpoints: ['documents.createItem', 'documents.updateItem', 'documents.deactivateItem'],
    create: item,
    changes: {
      'another name': put('/items', { name: 'Te' }),
      'another price': put('/items', { price: '3' }),
      deactivation: ({ id }) => send('DELETE', `/items/${id}`),
    },
  },
  'item collection': {
    listedSince: since('/item-collections'),
    endpoints: ['documents.createItemCollection', 'documents.updateItemCollection'],
    create: () => send('POST', '/item-collections', ofAccount({ collection_type: 'CART' })),
    changes: { 'another type': put('/item-collections', { collection_type: 'ORDER' }) },
  },
  'entry of a collection': {
    listedSince: async (moment) => (await send('GET', `${entries}?updated_from=${moment}`)).data,
    endpoints: [
      'documents.createCollectionEntry',
      'documents.updateCollectionEntry',
      'documents.deleteCollectionEntry',
    ],
    create: async () => {
      const { id } = await send('POST', '/item-collections', ofAccount({ collection_type: 'CART' }));
      entries = `/item-collections/${id}/entries`;
      return send('POST', entries, { quantity: 1, price: 2, unit_id: 1, tax_code_id: 5 });
    },
    changes: { 'another quantity': ({ id }) => send('PUT', `${entries}/${id}`, { quantity: 2 }) },
  },
  question: {
    listedSince: since('/questions'),
    endpoints: ['documents.createQuestion', 'documents.answerQuestion'],
    create: () => send('POST', '/questions', ofAccount({ question: 'Hva er dette?' })),
    changes: {
      'an answer': patch('/questions', { answer_text: 'Kaffe' }),
      closing: patch('/questions', { question_status: 'CLOSED' }),
    },
  },
  task: {
    listedSince: since('/tasks'),
    endpoints: ['documents.createTask', 'documents.updateTask'],
    create: () => send('POST', '/tasks', ofAccount({ title: 'Se over' })),
    changes: { 'another status': patch('/tasks', { status: 'DONE' }) },
  },
  'voucher collection': {
    listedSince: since('/voucher-collections'),
    endpoints: ['documents.createVoucherCollection', 'documents.updateVoucherCollection'],
    create: () => send('POST', '/voucher-collections', ofAccount({ name: `Reise ${++serial}` })),
    changes: { 'another description': put('/voucher-collections', { description: 'Tog' }) },
  },
};

describe('moments of the catalogue serve as high-water marks [EVT-R02] [EVT-R03]', () => {
  const setClock = (moment: string | null): void => documents.setClock(moment);
  const clock = clockOfFullHours(setClock);
  // A statement shows the collection that it names, and changes nothing of it.
  const endpoints = catalogueEndpoints.filter(({ name }) => name !== 'documents.createVoucherStatement');
  keepsHighWaterMarks({ endpoints, kinds, clock, setClock });
});

describe('lists of the catalogue', () => {
  it('are followed to their end by cursors, with what changed meanwhile [GENX-R59]', async () => {
    const made: number[] = [];
    for (let i = 0; i < 5; i++) made.push((await item()).id);
    const path = `/items?client_account_id=${own.clientAccountId}&per_page=2`;
    const first = await send('GET', `${path}&order_by=-item_no`);
    expect(first.data.map(({ id }: Stamped) => id)).toEqual(made.toReversed().slice(0, 2));
    await send('PUT', `/items/${made[4]}`, { name: 'Endret' });
    const seen: Stamped[] = [...first.data];
    for (let cursor = first.meta.next_cursor; cursor !== null; ) {
      const page = await send('GET', `${path}&cursor=${cursor}`);
      seen.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(made));
    expect(seen.at(-1)).toMatchObject({ id: made[4], name: 'Endret' });
    const foreign = await documents.call(
      'GET',
      `/api/v2/tasks?client_account_id=${own.clientAccountId}&cursor=${first.meta.next_cursor}`,
      {
        token: own.token,
      },
    );
    expect(foreign.status).toBe(400);
  });

  it('show one record for one key, however often it is sent', async () => {
    const body = ofAccount({ title: 'Se over' });
    const headers = { 'idempotency-key': 'one task' };
    const call = () => documents.call('POST', '/api/v2/tasks', { token: own.token, body, headers });
    const answers = [await call(), await call(), ...(await Promise.all([call(), call()]))];
    const [first, ...repeats] = answers.map(({ status, body }) => [status, body.id]);
    expect(repeats).toEqual([first, first, first]);
    expect(first![0]).toBe(201);
    expect(answers.map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true', 'true', 'true']);
    expect((await send('GET', `/tasks?client_account_id=${own.clientAccountId}`)).meta.records).toBe(1);
  });
});

describe('a reset', () => {
  const erase = async (category: string) => {
    const { clientAccountId } = own;
    for (;;) {
      const command = { clientAccountId, categories: [category], commandKey: `reset-${++serial}` };
      const { isDone, counts } = await documents.connect(Erasure, 'organisation').EraseRecords(command);
      if (isDone) return Object.fromEntries(counts.map((each) => [each.category, each.count]));
    }
  };
  const counted = async (path: string) =>
    (await send('GET', `${path}?client_account_id=${own.clientAccountId}`)).meta.records as number;

  it('of items takes them with their collections, and says so to who refers to them [CAC-R38]', async () => {
    const { id } = await item();
    const collection = (await send('POST', '/item-collections', ofAccount({ collection_type: 'CART' }))).id;
    const entry = { item_id: id, quantity: 1, price: 2, unit_id: 1, tax_code_id: 5 };
    await send('POST', `/item-collections/${collection}/entries`, entry);
    await send('POST', '/tasks', ofAccount({ title: 'Blir' }));
    expect(await erase('ITEMS')).toEqual({ ITEMS: 1 });
    expect([await counted('/items'), await counted('/item-collections'), await counted('/tasks')]).toEqual([0, 0, 1]);
    const said = await documents.events('documents.reference.changed');
    expect(said.filter(({ clientAccountId }) => clientAccountId === own.clientAccountId).at(-1)?.payload).toMatchObject(
      {
        id,
        type: 'item',
        is_active: false,
        version: 2,
      },
    );
  });

  it('of vouchers takes what is said, asked and to be done about them, and no other question or task', async () => {
    const voucher = await documents.voucher(own);
    await send('POST', `/vouchers/${voucher}/statements`, { comment: 'Lunsj' });
    await send('POST', '/voucher-collections', ofAccount({ name: 'Reise' }));
    for (const about of [{ voucher_id: voucher }, {}])
      await send('POST', '/questions', ofAccount({ question: 'Hva?', answer_options: [{ option: 'Ja' }], ...about }));
    for (const about of [{ relation_type: 'voucher', relation_id: voucher }, {}])
      await send('POST', '/tasks', ofAccount({ title: 'Se over', ...about }));
    expect(await erase('VOUCHERS')).toMatchObject({ VOUCHERS: 1 });
    const left = ['/questions', '/tasks', '/voucher-collections'].map(counted);
    expect(await Promise.all(left)).toEqual([1, 1, 0]);
  });

  it('of business partners leaves statements and entries without them', async () => {
    const partner = documents.own(own, 'businesspartner');
    const voucher = await documents.voucher(own);
    await send('POST', `/vouchers/${voucher}/statements`, { payor_id: partner });
    await send('POST', '/tasks', ofAccount({ title: 'Ring', relation_type: 'businesspartner', relation_id: partner }));
    await erase('BUSINESS_PARTNERS');
    expect((await send('GET', `/vouchers/${voucher}/statements`)).data).toMatchObject([{ payor_id: null }]);
    expect(await counted('/tasks')).toBe(0);
  });
});
