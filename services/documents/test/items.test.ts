import { References } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueTest, done, refusal, refuseStranger, startCatalogue } from './catalogue.ts';
import type { Company } from './documents.ts';

// Units, items and collections of items. The world plays the services that own what these name.

let documents: CatalogueTest;
beforeAll(async () => {
  documents = await startCatalogue();
});
afterAll(() => documents?.stop());

const CODE = 5;
let serial = 0;
const itemBody = ({ clientAccountId }: Company, changes: object = {}) => ({
  client_account_id: clientAccountId,
  item_no: `K-${++serial}`,
  name: 'Kaffe',
  sales_unit_id: 1,
  tax_code_id: CODE,
  ...changes,
});
const newItem = async (own: Company, changes: object = {}, query = '') =>
  done(await own.call('POST', `/items${query}`, itemBody(own, changes)));
const listed = async (own: Company, path: string, query = '') => {
  const { body } = await own.call('GET', `/${path}?client_account_id=${own.clientAccountId}${query}`);
  return body.data.map(({ id }: { id: number }) => id);
};

describe('units', () => {
  it('are listed page by page, read one by one in the language asked for, and never written [UNT-R01] [UNT-R02] [UNT-R03] [UNT-R04]', async () => {
    const own = await documents.company({ role: 'EM' });
    const { body } = await own.call('GET', '/units');
    expect(body.meta).toMatchObject({ page: 1, per_page: 100, records: body.data.length });
    expect(body.data.length).toBeGreaterThanOrEqual(30);
    const codes = new Set(body.data.map((unit: { un_ece_rec_20_code: string }) => unit.un_ece_rec_20_code));
    for (const code of 'EA HUR DAY MON KGM GRM TNE LTR MTR MTK MTQ KMT KWH C62 SET XPK'.split(' '))
      expect([code, codes.has(code)]).toEqual([code, true]);
    const [hour] = body.data.filter((unit: { un_ece_rec_20_code: string }) => unit.un_ece_rec_20_code === 'HUR');
    const read = (language: string) =>
      documents.call('GET', `/api/v2/units/${hour.id}`, { token: own.token, headers: { 'accept-language': language } });
    expect((await read('nb')).body).toEqual({ ...hour, description: 'Time' });
    expect((await read('en')).body.description).toBe('Hour');
    const second = (await own.call('GET', '/units?per_page=2&page=2&order_by=-id')).body;
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual([body.data.length - 2, body.data.length - 3]);
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await own.call(method, `/units/${hour.id}`, {})).status).toBe(405);
    expect((await own.call('POST', '/units', {})).status).toBe(405);
    for (const id of ['999', '0', 'x'])
      expect(refusal(await own.call('GET', `/units/${id}`))).toEqual([404, 'unit.not_found']);
    expect((await documents.call('GET', '/api/v2/units')).status).toBe(401);
  });
});

describe('an item', () => {
  it('is created with its defaults, told to those who refer to it, and read again [ITM-R07] [ITM-R11]', async () => {
    const own = await documents.company();
    const answer = await own.call('POST', '/items', itemBody(own, { item_no: 'A', name: undefined }));
    const item = done(answer);
    expect(answer.headers.get('location')).toBe(`/api/v2/items/${item.id}`);
    const moment = expect.stringMatching(/Z$/);
    expect(item).toEqual({
      id: item.id,
      created_at: moment,
      created_by_id: own.userId,
      updated_at: moment,
      updated_by_id: own.userId,
      client_account_id: own.clientAccountId,
      item_no: 'A',
      name: null,
      item_type: 'ITEM',
      sales_unit_id: 1,
      stock_unit_id: null,
      tax_code_id: CODE,
      price: '0.000000',
      metadata: {},
      is_active: true,
      autonomy_level: null,
    });
    expect((await own.call('GET', `/items/${item.id}`)).body).toEqual(item);
    done(await own.call('PUT', `/items/${item.id}`, { name: 'Kaffe', price: '12.5', metadata: { a: 1.5 } }), 200);
    const changed = (await own.call('GET', `/items/${item.id}`)).body;
    expect(changed).toMatchObject({ name: 'Kaffe', price: '12.500000', metadata: { a: 1.5 }, item_no: 'A' });
    const said = await documents.events('documents.reference.changed');
    expect(
      said.filter(({ clientAccountId }) => clientAccountId === own.clientAccountId).map(({ payload }) => payload),
    ).toEqual(
      [
        ...[{ type: 'item', id: item.id, name: 'A', is_active: true, version: 1 }],
        ...[{ type: 'item', id: item.id, name: 'Kaffe', is_active: true, version: 2 }],
      ].map((payload) => ({ ...payload, client_account_id: own.clientAccountId })),
    );
    const question = { clientAccountId: own.clientAccountId, type: 'item', ids: [item.id, 999_999] };
    expect((await documents.connect(References, 'ledger').Resolve(question)).references).toEqual([
      { id: item.id, name: 'Kaffe', isActive: true },
    ]);
    const stranger = await documents.company();
    const asked = { ...question, clientAccountId: stranger.clientAccountId };
    expect((await documents.connect(References, 'ledger').Resolve(asked)).references).toEqual([]);
  });

  it('embeds its units, tax code and prices when they are asked for, and the ledger is asked once [ITM-R06]', async () => {
    const own = await documents.company();
    const { id } = await newItem(own, { stock_unit_id: 17, price: 10 });
    const before = documents.asked.taxCodes;
    for (const path of [`/items/${id}?`, `/items?client_account_id=${own.clientAccountId}&`]) {
      const { body } = await own.call('GET', `${path}with=sales_unit,stock_unit,tax_code,prices,unknown`);
      expect(body.data?.[0] ?? body).toMatchObject({
        sales_unit: { id: 1, un_ece_rec_20_code: 'EA' },
        stock_unit: { id: 17, symbol: 'kg' },
        tax_code: { id: CODE, code: '3', tax_rate: '25.00', category: 'output', description: 'Utgående' },
        prices: [{ id: expect.any(Number), price: '10.000000', currency_code: 'NOK' }],
      });
    }
    expect(documents.asked.taxCodes).toBe(before);
    const plain = (await own.call('GET', `/items/${id}`)).body;
    expect(['sales_unit', 'stock_unit', 'tax_code', 'prices'].filter((name) => name in plain)).toEqual([]);
  });

  it('has a price per currency: a list takes the place of all, a flat price of the one in the accounting currency [ITM-R12] [ITM-R20]', async () => {
    const own = await documents.company({ accountingCurrency: 'EUR' });
    const price = (amount: string, currency_code: string) => ({ price: amount, currency_code });
    const both = { price: '1', prices: [price('90', 'NOK'), price('8.5', 'EUR')] };
    const item = await newItem(own, both, '?with=prices');
    expect(item.price).toBe('8.500000');
    expect(item.prices).toMatchObject([price('90.000000', 'NOK'), price('8.500000', 'EUR')]);
    const put = async (body: object) => done(await own.call('PUT', `/items/${item.id}?with=prices`, body), 200);
    const flat = await put({ price: '9' });
    expect(flat.price).toBe('9.000000');
    expect(flat.prices.map((each: { currency_code: string }) => each.currency_code).sort()).toEqual(['EUR', 'NOK']);
    expect(await put({ prices: [price('7', 'USD'), price('70', 'NOK')] })).toMatchObject({
      price: '7.000000',
      prices: [price('7.000000', 'USD'), price('70.000000', 'NOK')],
    });
    expect(await put({ prices: [] })).toMatchObject({ price: '0.000000', prices: [] });
    const twice = { prices: [price('1', 'NOK'), price('2', 'NOK')] };
    expect(refusal(await own.call('PUT', `/items/${item.id}`, twice))).toEqual([
      400,
      'common.validation_error',
      'prices',
    ]);
    expect(refusal(await own.call('POST', '/items', itemBody(own, twice)))).toEqual([
      400,
      'common.validation_error',
      'prices',
    ]);
  });

  it.each([
    ['no client account', { client_account_id: undefined }, 'client_account_id'],
    ['no number', { item_no: undefined }, 'item_no'],
    ['an empty number', { item_no: ' ' }, 'item_no'],
    ['no sales unit', { sales_unit_id: undefined }, 'sales_unit_id'],
    ['no tax code', { tax_code_id: null }, 'tax_code_id'],
    ['a number of 101 characters [ITM-R09]', { item_no: 'x'.repeat(101) }, 'item_no'],
    ['a name of 251 characters [ITM-R10]', { name: 'x'.repeat(251) }, 'name'],
    ['another type [ITM-R17]', { item_type: 'GOODS' }, 'item_type'],
    ['another level of autonomy [ITM-R18]', { autonomy_level: 'SOME' }, 'autonomy_level'],
    ['a unit that there is not', { sales_unit_id: 999 }, 'sales_unit_id'],
    ['a stock unit that there is not', { stock_unit_id: 999 }, 'stock_unit_id'],
    ['a tax code that there is not', { tax_code_id: 999 }, 'tax_code_id'],
    ['a price of seven decimals', { price: '1.0000000' }, 'price'],
    ['a currency that is none', { prices: [{ price: '1', currency_code: 'kr' }] }, 'prices.0.currency_code'],
    ['a NUL in its name', { name: 'a\0b' }, 'name'],
    ['metadata that is no object', { metadata: [] }, 'metadata'],
  ])('is refused with %s [ITM-R08]', async (_what, changes, field) => {
    const own = await documents.company();
    expect(refusal(await own.call('POST', '/items', itemBody(own, changes)))).toEqual([
      400,
      'common.validation_error',
      field,
    ]);
    expect(await listed(own, 'items', '&is_active=null')).toEqual([]);
  });

  it('takes each level of autonomy, and null for that of the account [ITM-R18]', async () => {
    const own = await documents.company();
    const { id } = await newItem(own);
    for (const autonomy_level of ['NONE', 'DRAFT', 'FULL', null])
      expect(done(await own.call('PUT', `/items/${id}`, { autonomy_level }), 200).autonomy_level).toBe(autonomy_level);
  });

  it('keeps its number for itself, also when it is inactive and when two are made at once [ITM-R19]', async () => {
    const [own, another] = [await documents.company(), await documents.company()];
    const { id } = await newItem(own, { item_no: 'K-1' });
    done(await own.call('DELETE', `/items/${id}`), 200);
    const again = await own.call('POST', '/items', itemBody(own, { item_no: 'K-1' }));
    expect(refusal(again)).toEqual([409, 'item.item_no_taken']);
    await newItem(another, { item_no: 'K-1' });
    const racing = await Promise.all(
      Array.from({ length: 5 }, () => own.call('POST', '/items', itemBody(own, { item_no: 'R' }))),
    );
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const { id: other } = await newItem(own, { item_no: 'B' });
    expect(refusal(await own.call('PUT', `/items/${other}`, { item_no: 'K-1' }))).toEqual([409, 'item.item_no_taken']);
  });

  it('stays in its client account, and is deactivated by DELETE [ITM-R13] [ITM-R14] [ITM-R16]', async () => {
    const [own, another] = [await documents.company(), await documents.company()];
    const { id } = await newItem(own);
    const moved = { client_account_id: another.clientAccountId };
    expect(refusal(await own.call('PUT', `/items/${id}`, moved))).toEqual([
      400,
      'common.validation_error',
      'client_account_id',
    ]);
    done(await own.call('PUT', `/items/${id}`, { client_account_id: own.clientAccountId }), 200);
    expect(done(await own.call('DELETE', `/items/${id}`), 200)).toMatchObject({ id, is_active: false });
    expect(done(await own.call('DELETE', `/items/${id}`), 200).is_active).toBe(false);
    expect(done(await own.call('PUT', `/items/${id}`, { is_active: true }), 200).is_active).toBe(true);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(refusal(await own.call(method, '/items/999999999', method === 'PUT' ? {} : undefined))).toEqual([
        404,
        'item.not_found',
      ]);
  });

  it('is listed by state, type and words, 50 on a page and never more than 100 [ITM-R01] [ITM-R02] [ITM-R03] [ITM-R04] [ITM-R05]', async () => {
    const own = await documents.company();
    const beans = (await newItem(own, { item_no: 'K-100%', name: 'Kaffe, hele BØNNER' })).id;
    const course = (await newItem(own, { item_no: 'KURS', name: 'Kurs i brygging', item_type: 'SERVICE' })).id;
    const old = (await newItem(own, { item_no: 'GML', name: 'Gammel kaffe' })).id;
    await own.call('DELETE', `/items/${old}`);
    expect(await listed(own, 'items')).toEqual([beans, course]);
    expect(await listed(own, 'items', '&is_active=null')).toEqual([beans, course, old]);
    expect(await listed(own, 'items', '&is_active=false')).toEqual([old]);
    expect(await listed(own, 'items', '&item_type=SERVICE')).toEqual([course]);
    expect(await listed(own, 'items', '&free_text=bønner%20kaffe')).toEqual([beans]);
    expect(await listed(own, 'items', '&free_text=100%25')).toEqual([beans]);
    expect(await listed(own, 'items', '&free_text=kurs')).toEqual([course]);
    expect(await listed(own, 'items', '&order_by=-item_no')).toEqual([course, beans]);
    const meta = async (query = '') =>
      (await own.call('GET', `/items?client_account_id=${own.clientAccountId}${query}`)).body.meta;
    expect([(await meta()).per_page, (await meta('&per_page=500')).per_page]).toEqual([50, 100]);
    expect(refusal(await own.call('GET', '/items'))).toEqual([400, 'common.validation_error', 'client_account_id']);
    expect((await own.call('GET', `/items?client_account_id=${own.clientAccountId}&item_type=X`)).status).toBe(400);
  });

  it('of another company is out of reach, for strangers, removed colleagues and the role EM [ITM-R15]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const { id } = await newItem(own);
    const removed = await documents.colleague(own, 'BK');
    documents.world.revoke(removed.userId, own.clientAccountId);
    const ways = [
      ['GET', `/items?client_account_id=${own.clientAccountId}`],
      ['GET', `/items/${id}`],
      ['PUT', `/items/${id}`, { name: 'x' }],
      ['DELETE', `/items/${id}`],
      ['POST', '/items', itemBody(own)],
    ] as const;
    for (const who of [stranger, removed, await documents.colleague(own, 'EM')]) await refuseStranger(who, ways);
    expect((await own.call('GET', `/items/${id}`)).body.name).toBe('Kaffe');
    const inactive = await documents.company({ isActive: false });
    expect(refusal(await inactive.call('POST', '/items', itemBody(inactive)))).toEqual([
      409,
      'client_account.inactive',
    ]);
  });
});

describe('a collection of items', () => {
  const newCollection = async (own: Company, changes: object = {}) =>
    done(
      await own.call('POST', '/item-collections', {
        client_account_id: own.clientAccountId,
        name: 'Abonnement',
        collection_type: 'TEMPLATE',
        ...changes,
      }),
    );
  const entryBody = (changes: object = {}) => ({
    quantity: '2',
    price: '79.5',
    unit_id: 1,
    tax_code_id: CODE,
    ...changes,
  });
  const newEntry = async (own: Company, collection: number, changes: object = {}, query = '') =>
    done(await own.call('POST', `/item-collections/${collection}/entries${query}`, entryBody(changes)));

  it('is created, changed and listed by type and name [ICO-R01] [ICO-R02] [ICO-R03] [ICO-R04] [ICO-R24]', async () => {
    const own = await documents.company();
    const template = await newCollection(own);
    expect(template).toMatchObject({ name: 'Abonnement', collection_type: 'TEMPLATE', created_by_id: own.userId });
    const cart = (await newCollection(own, { name: null, collection_type: 'CART' })).id;
    const order = (await newCollection(own, { name: 'Ordre 1', collection_type: 'ORDER' })).id;
    const all = await listed(own, 'item-collections');
    expect(all).toEqual([template.id, cart, order]);
    expect(await listed(own, 'item-collections', '&collection_type=CART,ORDER')).toEqual([cart, order]);
    expect(await listed(own, 'item-collections', '&name=ordre')).toEqual([order]);
    const { meta } = (await own.call('GET', `/item-collections?client_account_id=${own.clientAccountId}&per_page=999`))
      .body;
    expect(meta.per_page).toBe(100);
    const changed = done(
      await own.call('PUT', `/item-collections/${cart}`, { name: 'Kurv', collection_type: 'ORDER' }),
      200,
    );
    expect(changed).toMatchObject({ id: cart, name: 'Kurv', collection_type: 'ORDER' });
    expect(refusal(await own.call('GET', '/item-collections'))).toEqual([
      400,
      'common.validation_error',
      'client_account_id',
    ]);
  });

  it.each([
    ['no client account [ICO-R04]', { client_account_id: undefined }, 'client_account_id'],
    ['no type [ICO-R04]', { collection_type: undefined }, 'collection_type'],
    ['another type [ICO-R05]', { collection_type: 'LIST' }, 'collection_type'],
    ['a name of 151 characters [ICO-R06]', { name: 'x'.repeat(151) }, 'name'],
  ])('is refused with %s', async (_what, changes, field) => {
    const own = await documents.company();
    const body = { client_account_id: own.clientAccountId, collection_type: 'CART', ...changes };
    expect(refusal(await own.call('POST', '/item-collections', body))).toEqual([400, 'common.validation_error', field]);
  });

  it('shows its entries unless with says otherwise, and what they name when it is asked for [ICO-R07] [ICO-R20] [ICO-R25]', async () => {
    const own = await documents.company();
    const { id } = await newCollection(own);
    const item = await newItem(own, { name: 'Bønner', price: '80' });
    const customer = documents.own(own, 'businesspartner', { name: 'Kafé' });
    const first = await newEntry(own, id, { item_id: item.id, business_partner_id: customer });
    const second = await newEntry(own, id, { description: 'Frakt' });
    expect((await own.call('GET', `/item-collections/${id}`)).body.entries).toEqual([first, second]);
    expect((await own.call('GET', `/item-collections/${id}?with=unknown`)).body).not.toHaveProperty('entries');
    const nested = 'with=entries.item,entries.unit,entries.tax_code_details,entries.business_partner';
    const one = (await own.call('GET', `/item-collections/${id}?${nested}`)).body;
    expect(one.entries).toMatchObject([
      {
        item: { id: item.id, name: 'Bønner', price: '80.000000' },
        unit: { id: 1 },
        tax_code_details: { id: CODE, code: '3' },
        business_partner: { id: customer, name: 'Kafé' },
      },
      { item: null, unit: { id: 1 }, business_partner: null },
    ]);
    const many = (await own.call('GET', `/item-collections?client_account_id=${own.clientAccountId}&${nested}`)).body;
    expect(many.data).toEqual([one]);
    const relations = 'with=item,unit,tax_code_details,business_partner';
    const listedEntries = (await own.call('GET', `/item-collections/${id}/entries?${relations}`)).body;
    expect(listedEntries.data).toEqual(one.entries);
    expect(listedEntries.meta).toMatchObject({ per_page: 100, records: 2 });
  });

  it('has entries with every field; what is left out is null, and the name of the item describes them [ICO-R10] [ICO-R14]', async () => {
    const own = await documents.company();
    const { id } = await newCollection(own);
    const item = await newItem(own, { name: 'Bønner' });
    const project = documents.own(own, 'project');
    const fields = {
      item_id: item.id,
      quantity: '1.5',
      price: '-10',
      currency_code: 'EUR',
      unit_id: 8,
      tax_code_id: 7,
      project_id: project,
      recurring_start_date: '2026-02-01',
      recurring_end_date: '2026-12-31',
      recurring_terms: 'IN_ARREARS',
      recurring_interval: 3,
      refund_policy: 'PRORATED',
      trial_end_date: '2026-02-28',
    };
    const whole = {
      ...fields,
      quantity: '1.500000',
      price: '-10.000000',
      description: 'Bønner',
      business_partner_id: null,
    };
    expect(await newEntry(own, id, fields)).toMatchObject({ ...whole, item_collection_id: id });
    const bare = await newEntry(own, id);
    expect(bare).toMatchObject({
      ...{ item_id: null, description: null, currency_code: null, business_partner_id: null, project_id: null },
      ...{ recurring_start_date: null, recurring_end_date: null, recurring_terms: null, recurring_interval: null },
      ...{ refund_policy: null, trial_end_date: null, quantity: '2.000000', price: '79.500000' },
    });
  });

  it.each([
    ['no quantity [ICO-R11]', { quantity: undefined }, 'quantity'],
    ['no price [ICO-R11]', { price: null }, 'price'],
    ['no unit [ICO-R11]', { unit_id: undefined }, 'unit_id'],
    ['no tax code [ICO-R11]', { tax_code_id: null }, 'tax_code_id'],
    ['a negative quantity', { quantity: '-1' }, 'quantity'],
    ['a description of 1001 characters [ICO-R12]', { description: 'x'.repeat(1001) }, 'description'],
    ['other terms [ICO-R13]', { recurring_terms: 'LATER' }, 'recurring_terms'],
    ['another policy of refunds [ICO-R15]', { refund_policy: 'SOME' }, 'refund_policy'],
    ['an interval of nothing', { recurring_interval: 0 }, 'recurring_interval'],
    [
      'an end before its beginning',
      { recurring_start_date: '2026-02-01', recurring_end_date: '2026-01-31' },
      'recurring_end_date',
    ],
    ['a unit that there is not', { unit_id: 999 }, 'unit_id'],
    ['a tax code that there is not', { tax_code_id: 999 }, 'tax_code_id'],
    ['an item that there is not', { item_id: 999_999 }, 'item_id'],
    ['a partner that there is not', { business_partner_id: 999_999 }, 'business_partner_id'],
    ['a project that there is not', { project_id: 999_999 }, 'project_id'],
  ])('takes no entry with %s', async (_what, changes, field) => {
    const own = await documents.company();
    const { id } = await newCollection(own);
    const expected = [400, 'common.validation_error', field];
    expect(refusal(await own.call('POST', `/item-collections/${id}/entries`, entryBody(changes)))).toEqual(expected);
    expect((await own.call('GET', `/item-collections/${id}/entries`)).body.data).toEqual([]);
  });

  it('takes nothing of another company into an entry, and names every field that is wrong', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const { id } = await newCollection(own);
    const foreign = {
      item_id: (await newItem(stranger)).id,
      business_partner_id: documents.own(stranger, 'businesspartner'),
      project_id: documents.own(stranger, 'project'),
    };
    const answer = await own.call('POST', `/item-collections/${id}/entries`, entryBody(foreign));
    expect([...refusal(answer)].sort()).toEqual(
      [400, 'common.validation_error', 'item_id', 'business_partner_id', 'project_id'].sort(),
    );
  });

  it('has entries that change by PUT and by POST, and never move [ICO-R16] [ICO-R17]', async () => {
    const own = await documents.company();
    const [{ id }, { id: another }] = [await newCollection(own), await newCollection(own)];
    const entry = await newEntry(own, id, { description: 'Frakt', recurring_interval: 2 });
    const path = `/item-collections/${id}/entries/${entry.id}`;
    expect(done(await own.call('PUT', path, { quantity: '3' }), 202)).toMatchObject({
      quantity: '3.000000',
      description: 'Frakt',
      recurring_interval: 2,
    });
    expect(done(await own.call('POST', path, { recurring_interval: null }), 202).recurring_interval).toBeNull();
    const moved = { item_collection_id: another };
    expect(refusal(await own.call('PUT', path, moved))).toEqual([400, 'common.validation_error', 'item_collection_id']);
    expect(refusal(await own.call('PUT', path, { price: null }))).toEqual([400, 'common.validation_error', 'price']);
    expect((await own.call('PUT', `/item-collections/${another}/entries/${entry.id}`, {})).status).toBe(404);
  });

  it('lists entries by items and projects [ICO-R08]', async () => {
    const own = await documents.company();
    const { id } = await newCollection(own);
    const [a, b] = [(await newItem(own)).id, (await newItem(own)).id];
    const project = documents.own(own, 'project');
    const entries = [
      (await newEntry(own, id, { item_id: a })).id,
      (await newEntry(own, id, { item_id: b, project_id: project })).id,
      (await newEntry(own, id)).id,
    ];
    const found = async (query: string) =>
      (await own.call('GET', `/item-collections/${id}/entries${query}`)).body.data.map(
        (entry: { id: number }) => entry.id,
      );
    expect(await found('')).toEqual(entries);
    expect(await found(`?item_id=${a},${b}`)).toEqual(entries.slice(0, 2));
    expect(await found(`?project_id=${project};999`)).toEqual([entries[1]]);
    expect(await found('?order_by=-id')).toEqual(entries.toReversed());
  });

  it('loses an entry for good, and all of them with itself [ICO-R18] [ICO-R19] [ICO-R21] [ICO-R22]', async () => {
    const own = await documents.company();
    const { id } = await newCollection(own);
    const [first, second] = [await newEntry(own, id), await newEntry(own, id)];
    const path = (entry: { id: number }) => `/item-collections/${id}/entries/${entry.id}`;
    expect(done(await own.call('DELETE', path(first)))).toEqual(first);
    expect(refusal(await own.call('DELETE', path(first)))).toEqual([404, 'item_collection.entry_not_found']);
    expect((await own.call('DELETE', `/item-collections/${id}`)).status).toBe(204);
    for (const [method, gone] of [
      ['GET', `/item-collections/${id}`],
      ['GET', `/item-collections/${id}/entries`],
      ['PUT', path(second)],
      ['DELETE', `/item-collections/${id}`],
    ] as const)
      expect(refusal(await own.call(method, gone, method === 'PUT' ? {} : undefined))).toEqual([
        404,
        'item_collection.not_found',
      ]);
    const rows = await documents.db.raw`select 1 from item_collection_entries where item_collection_id = ${id}`;
    expect(rows).toHaveLength(0);
  });

  it('keeps entries that lines of documents were made of, and can leave them out of its list [ICO-R09] [ICO-R23]', async () => {
    const own = await documents.company();
    const { id } = await newCollection(own);
    const [used, free] = [await newEntry(own, id), await newEntry(own, id)];
    const { raw } = documents.db;
    const [document] = await raw`
      insert into documents (client_account_id, document_type, currency_code, net_amount, tax_amount, total_amount,
        created_in_application, created_at, updated_at)
      values (${own.clientAccountId}, 'ARINV', 'NOK', 159, 39.75, 198.75, true, now(), now()) returning id`;
    await raw`
      insert into document_lines (client_account_id, document_id, line_no, description, quantity, price,
        discount_percent, net_amount, tax_amount, gross_amount, account_code, account_id, tag_ids, item_collection_entry_id)
      values (${own.clientAccountId}, ${document!.id}, 1, 'Kaffe', 2, 79.5, 0, 159, 39.75, 198.75, '3000', 1, '{}', ${used.id})`;
    const entries = async (query: string) => (await own.call('GET', `/item-collections/${id}/entries?${query}`)).body;
    const line = { line_no: 1, quantity: '2.000000', price: '79.500000', gross_amount: '198.75' };
    expect((await entries('with=document_lines')).data).toMatchObject([
      { id: used.id, document_lines: [line] },
      { id: free.id, document_lines: [] },
    ]);
    expect((await entries('include_used=true')).meta.records).toBe(2);
    const unused = await entries('include_used=false');
    expect([unused.data, unused.meta.records]).toEqual([[free], 1]);
    const collection = (await own.call('GET', `/item-collections/${id}?with=entries.document_lines`)).body;
    expect(collection.entries.map((entry: { document_lines: object[] }) => entry.document_lines.length)).toEqual([
      1, 0,
    ]);
    for (const path of [`/item-collections/${id}`, `/item-collections/${id}/entries/${used.id}`])
      expect(refusal(await own.call('DELETE', path))).toEqual([409, 'item_collection.has_document_lines']);
    done(await own.call('DELETE', `/item-collections/${id}/entries/${free.id}`));
    await raw`delete from document_lines where item_collection_entry_id = ${used.id}`;
    expect((await own.call('DELETE', `/item-collections/${id}`)).status).toBe(204);
  });

  it('of another company is out of reach', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const { id } = await newCollection(own);
    const entry = await newEntry(own, id);
    const ways = [
      ['GET', `/item-collections?client_account_id=${own.clientAccountId}`],
      ['GET', `/item-collections/${id}`],
      ['PUT', `/item-collections/${id}`, { name: 'x' }],
      ['DELETE', `/item-collections/${id}`],
      ['GET', `/item-collections/${id}/entries`],
      ['POST', `/item-collections/${id}/entries`, entryBody()],
      ['PUT', `/item-collections/${id}/entries/${entry.id}`, { quantity: '9' }],
      ['DELETE', `/item-collections/${id}/entries/${entry.id}`],
    ] as const;
    await refuseStranger(stranger, ways);
    await refuseStranger(await documents.colleague(own, 'EM'), ways);
    expect((await own.call('GET', `/item-collections/${id}`)).body.entries).toEqual([entry]);
  });
});
