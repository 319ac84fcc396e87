import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  ledger.setClock('2026-06-15T10:00:00Z');
});
beforeEach(async () => {
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const create = (body: object = {}, own = books) =>
  own.call('POST', '/assets', { client_account_id: own.clientAccountId, name: 'Kaffebrenner', ...body });
const made = async (body: object = {}, own = books) => {
  const answer = await create(body, own);
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const list = (query = '', own = books) => own.call('GET', `/assets?client_account_id=${own.clientAccountId}${query}`);
const idsOf = (answer: { readonly body: { readonly data: readonly { readonly id: number }[] } }) =>
  answer.body.data.map(({ id }) => id);
const bought = (id: number, amount = '12000.00') =>
  books.posted({
    lines: [
      debit('1200', amount, { dimensions: [{ relation_type: 'asset', relation_id: id }] }),
      credit('2990', amount),
    ],
  });

describe('creating', () => {
  it('answers 201 with the asset, numbered within its client account [AST-R31] [AST-R07] [AST-R08]', async () => {
    const body = { asset_class: 'MACHINERY_AND_EQUIPMENT', acquisition_date: '2026-02-15', autonomy_level: 'DRAFT' };
    const answer = await create(body);
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        created_at: '2026-06-15T10:00:00Z',
        created_by_id: books.userId,
        updated_at: '2026-06-15T10:00:00Z',
        updated_by_id: books.userId,
        client_account_id: books.clientAccountId,
        sequence_number: 1,
        currency_code: 'NOK',
        name: 'Kaffebrenner',
        is_active: true,
        depreciation_method: null,
        retirement_date: null,
        auto_depreciate: true,
        external_source: null,
        external_id: null,
        ...body,
      },
    ]);
    expect(answer.headers.get('location')).toContain(`/assets/${answer.body.id}`);
    expect((await made({ auto_depreciate: false })).sequence_number).toBe(2);
    expect((await made({}, await ledger.books())).sequence_number).toBe(1);
  });

  it('gives numbers without gap or repeat to whoever comes at once [AST-R07]', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => made()));
    expect(answers.map(({ sequence_number }) => sequence_number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  it('needs a name and a client account [AST-R06]', async () => {
    for (const name of [undefined, null, '', '  ', 5]) {
      const answer = await create({ name });
      expect([answer.status, codeOf(answer), Object.keys(faultsOf(answer))]).toEqual([
        400,
        'common.validation_error',
        ['name'],
      ]);
    }
    for (const client_account_id of [undefined, null, 'x', 0])
      expect((await create({ client_account_id })).status).toBe(400);
    expect((await books.call('POST', '/assets')).status).toBe(400);
  });

  it('refuses a class that does not exist, and fields of another kind, each by its name [AST-R32]', async () => {
    const answer = await create({ asset_class: 'YACHT' });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'asset.invalid_asset_class']);
    for (const [field, value] of Object.entries({
      depreciation_method: 'DOUBLE',
      acquisition_date: '2026-02-30',
      retirement_date: 5,
      auto_depreciate: 'yes',
      autonomy_level: 'SOME',
    })) {
      const refused = await create({ [field]: value });
      expect([refused.status, codeOf(refused), Object.keys(faultsOf(refused))]).toEqual([
        400,
        'common.validation_error',
        [field],
      ]);
    }
    expect((await list('&is_active=null')).body.meta.records).toBe(0);
  });

  it('once under one key', async () => {
    const body = { client_account_id: books.clientAccountId, name: 'Varebil' };
    const headers = { 'idempotency-key': 'van' };
    const answers = await Promise.all([1, 2].map(() => books.call('POST', '/assets', body, headers)));
    const again = await books.call('POST', '/assets', body, headers);
    expect(answers.map(({ status }) => status)).toContain(201);
    expect(again.status).toBe(201);
    expect((await list()).body.meta.records).toBe(1);
  });
});

describe('classes', () => {
  it('are an array of 18, in the language asked for [AST-R14]', async () => {
    const answer = await books.call('GET', '/asset-classes', undefined, { 'accept-language': 'nb' });
    expect([
      answer.status,
      answer.body.length,
      new Set(answer.body.map(({ code }: { code: string }) => code)).size,
    ]).toEqual([200, 18, 18]);
    const english = await books.call('GET', '/asset-classes', undefined, { 'accept-language': 'en' });
    expect([answer.body[4].name, english.body[4].name]).toEqual(['Verktøy', 'Tools and instruments']);
  });

  it('have a straight line, but land has none [AST-R15]', async () => {
    const { body } = await books.call('GET', '/asset-classes');
    for (const { code, depreciation_method } of body)
      expect([code, depreciation_method]).toEqual([code, code === 'LAND' ? 'NONE' : 'STRAIGHT_LINE']);
  });

  it('carry group, rate and three accounts, each of which is in the chart [AST-R61]', async () => {
    const { body } = await books.call('GET', '/asset-classes');
    const byCode = new Map(body.map((one: { code: string; no: object; ifrs_standard: string }) => [one.code, one]));
    expect(byCode.get('COMMERCIAL_VEHICLES')).toMatchObject({
      ifrs_standard: 'IAS 16',
      no: {
        saldogruppe: 'c',
        depreciation_rate: '24.00',
        default_asset_account: '1235',
        default_accumulated_account: '1239',
        default_expense_account: '6010',
      },
    });
    expect(byCode.get('LAND')).toMatchObject({
      no: {
        saldogruppe: null,
        depreciation_rate: null,
        default_asset_account: '1150',
        default_accumulated_account: null,
        default_expense_account: null,
      },
    });
    const chart = await ledger.db.raw<{ account_code: string }[]>`
      select account_code from accounts where client_account_id is null`;
    const known = new Set([null, ...chart.map(({ account_code }) => account_code)]);
    for (const { no } of body as { no: Record<string, string | null> }[])
      for (const name of ['default_asset_account', 'default_accumulated_account', 'default_expense_account'])
        expect(known.has(no[name]!), `${name} ${no[name]}`).toBe(true);
  });
});

describe('reading', () => {
  it('lists those of a client account, active ones unless asked otherwise [AST-R01] [AST-R02]', async () => {
    const active = await made();
    const inactive = await made({ name: 'Gammel' });
    await books.call('DELETE', `/assets/${inactive.id}`);
    const other = await ledger.books();
    await made({}, other);
    expect(idsOf(await list())).toEqual([active.id]);
    expect(idsOf(await list('&is_active=false'))).toEqual([inactive.id]);
    expect(idsOf(await list('&is_active=null'))).toEqual([active.id, inactive.id]);
    expect(idsOf(await books.call('GET', '/assets'))).toEqual([active.id]);
    expect((await list('&is_active=maybe')).status).toBe(400);
  });

  it('pages by 50, and by as many as are asked for [AST-R03]', async () => {
    await ledger.db.raw`
      insert into assets (client_account_id, sequence_number, name, is_active, auto_depreciate, created_at, updated_at)
      select ${books.clientAccountId}, n, 'Stol', true, true, now(), now() + n * interval '1 second' from generate_series(1, 130) n`;
    expect((await list()).body.meta).toMatchObject({ per_page: 50, pages: 3, records: 130 });
    const all = await list('&per_page=100000');
    expect([all.body.meta.per_page, all.body.data.length]).toEqual([100_000, 130]);
  });

  it('follows changes by cursor, in their order', async () => {
    const [first, second] = [await made(), await made()];
    await books.call('PUT', `/assets/${first.id}`, { name: 'Ny' });
    const page = await list('&updated_from=2026-01-01T00:00:00Z&per_page=1');
    expect(idsOf(page)).toEqual([second.id]);
    const next = await list(`&updated_from=2026-01-01T00:00:00Z&per_page=1&cursor=${page.body.meta.next_cursor}`);
    expect(idsOf(next)).toEqual([first.id]);
  });

  it('shows balances that are not zero with with=statistics [AST-R04]', async () => {
    const asset = await made({ asset_class: 'MACHINERY_AND_EQUIPMENT' });
    await bought(asset.id);
    const dimensions = [{ relation_type: 'asset', relation_id: asset.id }];
    await books.posted({
      lines: [debit('6010', '100.00', { dimensions }), credit('1209', '100.00', { dimensions })],
    });
    await books.posted({
      lines: [debit('6620', '50.00', { dimensions }), credit('6620', '50.00', { dimensions })],
    });
    const { body } = await books.call('GET', `/assets/${asset.id}?with=statistics`);
    expect(body.statistics).toEqual({
      balances: [
        { account_code: '1200', balance: '12000.00' },
        { account_code: '1209', balance: '-100.00' },
        { account_code: '6010', balance: '100.00' },
      ],
    });
    expect((await list('&with=statistics')).body.data[0].statistics).toEqual(body.statistics);
    expect((await books.call('GET', `/assets/${asset.id}`)).body).not.toHaveProperty('statistics');
  });

  it('brings client account and user with with=client_account,created_by [AST-R05]', async () => {
    const asset = await made();
    const { status, body } = await books.call('GET', `/assets/${asset.id}?with=client_account,created_by,property`);
    expect(status).toBe(200);
    expect(body.client_account).toEqual({
      id: books.clientAccountId,
      display_name: expect.any(String),
      unique_name: expect.any(String),
    });
    expect(body.created_by).toMatchObject({ id: books.userId });
    expect(body.property).toBeNull();
  });

  it('an unknown id 404, an asset out of reach 403, a token without scope or none at all is refused [AST-R29] [AST-R30]', async () => {
    const asset = await made();
    const stranger = await ledger.books();
    const employee = await ledger.books({ role: 'EM' });
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { name: 'Min' }],
      ['POST', '', { name: 'Min' }],
      ['DELETE', '', undefined],
    ] as const) {
      expect(codeOf(await stranger.call(method, `/assets/${asset.id}${path}`, body))).toBe('common.forbidden');
      const missing = await books.call(method, `/assets/999999999${path}`, body);
      expect([missing.status, codeOf(missing)]).toEqual([404, 'asset.not_found']);
      expect((await books.call(method, `/assets/x${path}`, body)).status).toBe(404);
      expect((await ledger.call(method, `/api/v2/assets/${asset.id}${path}`, body ? { body } : {})).status).toBe(401);
    }
    expect((await create({ client_account_id: stranger.clientAccountId })).status).toBe(403);
    expect((await create({}, employee)).status).toBe(403);
    expect((await list(`,${stranger.clientAccountId}`)).status).toBe(403);
    const reader = await ledger.world.token({ userId: books.userId, scope: 'read' });
    const written = await ledger.call('DELETE', `/api/v2/assets/${asset.id}`, { token: reader });
    expect([written.status, codeOf(written)]).toEqual([403, 'common.insufficient_scope']);
    expect((await books.call('GET', `/assets/${asset.id}`)).body).toMatchObject({
      name: 'Kaffebrenner',
      is_active: true,
    });
  });
});

describe('changing', () => {
  it('works by PUT and by POST, and changes what is sent alone [AST-R09]', async () => {
    const asset = await made({ asset_class: 'TOOLS', acquisition_date: '2026-01-01' });
    for (const [method, name] of [
      ['PUT', 'Første'],
      ['POST', 'Andre'],
    ] as const) {
      const answer = await books.call(method, `/assets/${asset.id}`, { name });
      expect([answer.status, answer.body]).toEqual([
        200,
        { ...asset, name, updated_at: expect.any(String), updated_by_id: books.userId },
      ]);
    }
    const cleared = await books.call('PUT', `/assets/${asset.id}`, { asset_class: null, acquisition_date: null });
    expect(cleared.body).toMatchObject({ asset_class: null, acquisition_date: null, name: 'Andre' });
    for (const body of [undefined, { name: null }, { name: '' }, { is_active: null }])
      expect((await books.call('PUT', `/assets/${asset.id}`, body)).status).toBe(400);
    const unknown = await books.call('PUT', `/assets/${asset.id}`, { asset_class: 'YACHT' });
    expect(codeOf(unknown)).toBe('asset.invalid_asset_class');
  });

  it('sets is_active as sent [AST-R10]', async () => {
    const asset = await made();
    await bought(asset.id);
    const set = async (is_active: boolean) => (await books.call('PUT', `/assets/${asset.id}`, { is_active })).body;
    expect((await set(false)).is_active).toBe(false);
    expect((await books.post({ lines: taggedLines(asset.id).lines })).status).toBe(400);
    expect((await set(true)).is_active).toBe(true);
    expect((await books.post({ lines: taggedLines(asset.id).lines })).status).toBe(201);
  });

  it('says so to the others, and writes nothing where nothing differs', async () => {
    const asset = await made();
    await books.call('PUT', `/assets/${asset.id}`, { name: 'Brenner' });
    const same = await books.call('PUT', `/assets/${asset.id}`, { name: 'Brenner' });
    expect(same.status).toBe(200);
    const told = (await ledger.events('ledger.reference.changed'))
      .map(({ payload }) => payload as { id: number; name: string; version: number; is_active: boolean })
      .filter(({ id }) => id === asset.id);
    expect(told).toMatchObject([
      { name: 'Kaffebrenner', is_active: true, version: 1 },
      { name: 'Brenner', is_active: true, version: 2 },
    ]);
  });
});

describe('deactivating', () => {
  it('keeps the record [AST-R12]', async () => {
    const asset = await made();
    const answer = await books.call('DELETE', `/assets/${asset.id}`);
    expect([answer.status, answer.body.is_active]).toEqual([200, false]);
    expect((await books.call('GET', `/assets/${asset.id}`)).body).toMatchObject({ id: asset.id, is_active: false });
    expect((await books.call('DELETE', `/assets/${asset.id}`)).status).toBe(200);
    await ledger.expectSound(books.clientAccountId);
  });

  it('is refused with a balance on an account that asks for assets; it names account and balance [AST-R11]', async () => {
    const asset = await made();
    await bought(asset.id, '9000.00');
    const answer = await books.call('DELETE', `/assets/${asset.id}`);
    expect([answer.status, codeOf(answer), answer.body.error.message]).toEqual([
      400,
      'common.validation_error',
      expect.stringMatching(/1200: 9000\.00/),
    ]);
    expect((await books.call('GET', `/assets/${asset.id}`)).body.is_active).toBe(true);
    const dimensions = [{ relation_type: 'asset', relation_id: asset.id }];
    await books.posted({ lines: [debit('2990', '9000.00'), credit('1200', '9000.00', { dimensions })] });
    // What another account has of it is no hindrance.
    await books.posted({ lines: [debit('6620', '10.00', { dimensions }), credit('2990', '10.00')] });
    expect((await books.call('DELETE', `/assets/${asset.id}`)).status).toBe(200);
  });

  it('and a posting at the same moment never both succeed', async () => {
    for (let round = 0; round < 6; round++) {
      const asset = await made();
      const { lines } = taggedLines(asset.id);
      const [posted, gone] = await Promise.all([books.post({ lines }), books.call('DELETE', `/assets/${asset.id}`)]);
      expect([posted.status, gone.status].sort()).not.toEqual([200, 201]);
    }
  });

  it('an inactive client account is read-only', async () => {
    const other = await ledger.books({ isActive: false });
    const answer = await create({}, other);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'client_account.inactive']);
  });
});

const taggedLines = (id: number) => ({
  lines: [debit('1200', '5.00', { dimensions: [{ relation_type: 'asset', relation_id: id }] }), credit('2990', '5.00')],
});
