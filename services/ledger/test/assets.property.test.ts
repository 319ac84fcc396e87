import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, codeOf, faultsOf, type Ledger, startLedger } from './ledger.ts';
import { OWNER, shop, startPropertyRegister, type TestRegister } from './support/property-register.ts';

let register: TestRegister;
let ledger: Ledger;
let books: Books;

beforeAll(async () => {
  register = await startPropertyRegister();
  ledger = await startLedger({ env: register.env });
});
beforeEach(async () => {
  books = await ledger.books({ organizationNumber: OWNER });
});
afterAll(async () => {
  await ledger?.stop();
  await register?.stop();
});

const control: TestRegister['control'] = (path, body) => register.control(path, body);

const found = {
  external_id: '4601-164-12',
  address: shop.address,
  municipality_number: '4601',
  municipality_name: 'Bergen',
  cadastral: { gaardsnummer: 164, bruksnummer: 12, festenummer: 0, seksjonsnummer: 0 },
  property_type: 'NAERINGSEIENDOM',
  ownership_share: '100.00',
};

const searchPath = (query: string, { clientAccountId } = books, year = '2025') =>
  `/integrations/skatteetaten/eiendom/soek/${year}?client_account_id=${clientAccountId}${query}`;
const search = (query: string, own = books, year = '2025') => own.call('GET', searchPath(query, own, year));
const made = async (own = books, body: object = {}) =>
  (await own.call('POST', '/assets', { client_account_id: own.clientAccountId, name: 'Brenneriet', ...body })).body;
const link = (id: number, body: unknown = { external_id: shop.external_id, inntektsaar: 2025 }, own = books) =>
  own.call('PUT', `/assets/${id}/property`, body);

describe('searching', () => {
  it('gives the cadastral data of what fits [AST-R40]', async () => {
    const answer = await search('&kommunenummer=4601&gaardsnummer=164&bruksnummer=12');
    expect([answer.status, answer.body]).toEqual([200, [found]]);
    expect((await search('&address=torg')).body).toHaveLength(2);
    expect((await search('&festenummer=0&seksjonsnummer=14')).body).toMatchObject([{ external_id: 'flat' }]);
    expect((await search('&address=torg', books, '2024')).body).toEqual([]);
  });

  it('asks in the name of the company, which owns what the register says it owns', async () => {
    const other = await ledger.books({ organizationNumber: '381960013' });
    expect((await search('&gaardsnummer=164', other)).body).toEqual([{ ...found, ownership_share: '0.00' }]);
  });

  it('without anything to search by, or with what is no number or year, 400 that names the field', async () => {
    const refused = async (query: string, year?: string) => {
      const answer = await search(query, books, year);
      return [answer.status, codeOf(answer), ...Object.keys(faultsOf(answer))];
    };
    const wrong = [400, 'common.validation_error'];
    expect(await refused('')).toEqual([...wrong, 'address']);
    expect(await refused('&address=%20')).toEqual([...wrong, 'address']);
    expect(await refused('&gaardsnummer=-1')).toEqual([...wrong, 'gaardsnummer']);
    expect(await refused('&kommunenummer=46')).toEqual([...wrong, 'kommunenummer']);
    expect(await refused(`&address=${'x'.repeat(201)}`)).toEqual([...wrong, 'address']);
    expect(await refused('&gaardsnummer=164', '25')).toEqual([404, 'common.not_found']);
  });

  it('is for those with access to the client account', async () => {
    const stranger = await ledger.books();
    const answer = await stranger.call('GET', searchPath('&address=torg'));
    expect([answer.status, codeOf(answer)]).toEqual([403, 'common.forbidden']);
    expect((await ledger.call('GET', `/api/v2${searchPath('&address=torg')}`)).status).toBe(401);
  });
});

describe('linking', () => {
  it('shows in source and id of the asset, and brings the property on demand [AST-R41]', async () => {
    const asset = await made();
    const answer = await link(asset.id);
    const linked = { external_source: 'SKATTEETATEN', external_id: shop.external_id };
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...asset, ...linked, updated_at: expect.any(String), updated_by_id: books.userId },
    ]);
    const read = await books.call('GET', `/assets/${asset.id}?with=property`);
    expect(read.body).toMatchObject({
      ...linked,
      property: { ...found, tax_value: '12500000.00', income_year: 2025, fetched_at: expect.any(String) },
    });
    // The register answers a moment before the link is stored, which may be a second earlier.
    expect(read.body.property.fetched_at <= answer.body.updated_at).toBe(true);
    const listed = await books.call('GET', `/assets?client_account_id=${books.clientAccountId}&with=property`);
    expect(listed.body.data[0].property.tax_value).toBe('12500000.00');

    expect((await link(asset.id, { external_id: 'flat', inntektsaar: 2025 })).body.external_id).toBe('flat');
    const gone = await books.call('DELETE', `/assets/${asset.id}/property?with=property`);
    expect([gone.status, gone.body]).toMatchObject([200, { external_source: null, external_id: null, property: null }]);
    expect((await books.call('DELETE', `/assets/${asset.id}/property`)).status).toBe(200);
  });

  it('what another asset of the account has is refused, whoever races; another account may [AST-R42]', async () => {
    const assets = await Promise.all([1, 2, 3].map(() => made()));
    const answers = await Promise.all(assets.map(({ id }) => link(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(codeOf)).toEqual(['asset.property_already_linked', 'asset.property_already_linked']);

    const winner = assets[answers.findIndex(({ status }) => status === 200)];
    expect((await link(winner.id)).status).toBe(200);
    const other = await ledger.books({ organizationNumber: '381960013' });
    const theirs = await made(other);
    expect((await link(theirs.id, undefined, other)).status).toBe(200);
    // What a property is worth is its owner's business.
    const read = await other.call('GET', `/assets/${theirs.id}?with=property`);
    expect(read.body.property).toMatchObject({ tax_value: null, ownership_share: '0.00' });
    await books.call('DELETE', `/assets/${winner.id}/property`);
    const freed = assets.find(({ id }) => id !== winner.id);
    expect((await link(freed.id)).status).toBe(200);
  });

  it('with a property that the register does not have, or without an id or year, 400 and no link', async () => {
    const asset = await made();
    for (const external_id of ['unknown', '..', '.', 'a/../../b', '%2e%2e', 'Æ#?&'])
      expect(faultsOf(await link(asset.id, { external_id, inntektsaar: 2025 }))).toMatchObject({
        external_id: expect.stringContaining('does not have for 2025'),
      });
    expect(Object.keys(faultsOf(await link(asset.id, {}))).sort()).toEqual(['external_id', 'inntektsaar']);
    expect(Object.keys(faultsOf(await link(asset.id, { external_id: 'flat', inntektsaar: 25 })))).toEqual([
      'inntektsaar',
    ]);
    expect((await books.call('GET', `/assets/${asset.id}`)).body.external_id).toBeNull();
  });

  it('is for those who may write in the books of the asset: 404, 403, 401, 409', async () => {
    const asset = await made();
    expect(codeOf(await link(999_999_999))).toBe('asset.not_found');
    const stranger = await ledger.books();
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { external_id: 'flat', inntektsaar: 2025 } : undefined;
      const refused = await stranger.call(method, `/assets/${asset.id}/property`, body);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'common.forbidden']);
      expect((await ledger.call(method, `/api/v2/assets/${asset.id}/property`, { body })).status).toBe(401);
    }
    expect((await books.call('GET', `/assets/${asset.id}`)).body.external_id).toBeNull();
  });
});

describe('a register that is away', () => {
  it('is a 502 that changes nothing, and a call after it works [EXT-R10]', async () => {
    const asset = await made();
    await control('/faults/tax', { status: 503, count: 3 });
    const answer = await link(asset.id, undefined);
    expect([answer.status, codeOf(answer)]).toEqual([502, 'integration.upstream_failed']);
    expect((await books.call('GET', `/assets/${asset.id}`)).body.external_id).toBeNull();
    await control('/faults/tax', { status: 500, count: 3 });
    expect(codeOf(await search('&address=torg'))).toBe('integration.upstream_failed');
    // Two failures are tried again by themselves.
    await control('/faults/tax', { status: 500, count: 2 });
    expect((await link(asset.id)).status).toBe(200);
  });

  it('is not asked for what another asset has', async () => {
    const [first, second] = [await made(), await made()];
    await link(first.id);
    await control('/faults/tax', { status: 503, count: 3 });
    expect((await link(second.id)).status).toBe(409);
    await control('/faults/tax', { count: 0 });
  });

  it('holds nothing of the books while it is waited for, also under a key', async () => {
    const asset = await made();
    const letGo = register.hold();
    const body = { external_id: shop.external_id, inntektsaar: 2025 };
    const linking = books.call('PUT', `/assets/${asset.id}/property`, body, { 'idempotency-key': 'slow' });
    let isLinked = false;
    void linking.then(() => {
      isLinked = true;
    });
    const open = () =>
      ledger.asOwner(
        (owner) => owner`select pid from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`,
      );
    try {
      await expect.poll(register.waiting).toBeGreaterThan(0);
      const renamed = await books.call('PUT', `/assets/${asset.id}`, { name: 'Brenneriet i Bergen' });
      expect([renamed.status, isLinked]).toEqual([200, false]);
      // What publishes the events of the service has a transaction of its own for a moment.
      await expect.poll(async () => (await open()).length).toBe(0);
      expect([register.waiting() > 0, isLinked]).toEqual([true, false]);
    } finally {
      letGo();
    }
    expect((await linking).body).toMatchObject({ name: 'Brenneriet i Bergen', external_id: shop.external_id });
  });
});
