import type { TestService } from '@app/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

const path = '/api/v2/general-ledger-accounts';

let service: TestService;
let books: Books;

beforeAll(async () => {
  service = await startReading();
});
afterAll(() => service.stop());
beforeEach(async () => {
  books = await openBooks(service);
});

const send = (method: string, to: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, to, { token: books.token, headers, ...(body === undefined ? {} : { body }) });

const create = (body: Record<string, unknown> = {}) =>
  send('POST', path, { client_account_id: books.id, account_code: '1921', description_nob: 'Bankkonto lønn', ...body });

const systemAccount = async (code: string) => (await books.get(`${path}?account_code=${code}`)).body.data[0];

const fieldsOf = (answer: { body: { error: { details?: { fields?: { field: string }[] } } } }) =>
  answer.body.error.details?.fields?.map(({ field }) => field);

describe('the list', () => {
  it('holds the accounts of the system chart alone without a client account [GLA-R18]', async () => {
    await create();
    const { body } = await books.get(`${path}?per_page=1000`);
    expect(body.meta).toEqual({ page: 1, pages: 1, per_page: 1000, records: 341, next_cursor: null });
    expect(body.data).toHaveLength(341);
    expect(
      body.data.every(
        (account: { is_system: boolean; client_account_id: unknown }) =>
          account.is_system && account.client_account_id === null,
      ),
    ).toBe(true);
  });

  it('is paginated by 100, in the order of the codes [GLA-R01]', async () => {
    const first = (await books.get(path)).body;
    expect(first.meta).toEqual({ page: 1, pages: 4, per_page: 100, records: 341, next_cursor: expect.any(String) });
    const codes = first.data.map((account: { account_code: string }) => account.account_code);
    expect(codes).toHaveLength(100);
    expect(codes).toEqual(codes.toSorted());
    expect((await books.get(`${path}?page=99`)).body.meta.page).toBe(4);
  });

  it('keeps the codes asked for [GLA-R02]', async () => {
    const codes = async (query: string) =>
      (await books.get(`${path}?${query}`)).body.data.map((a: { account_code: string }) => a.account_code);
    expect(await codes('account_code=1920')).toEqual(['1920']);
    expect(await codes('account_code=1920,1500;2400 9999')).toEqual(['1500', '1920', '2400']);
    expect((await books.get(`${path}?account_code=19x`)).status).toBe(400);
  });

  it('keeps descriptions that hold the text, in either language [GLA-R03]', async () => {
    const codes = async (text: string) =>
      (await books.get(`${path}?description=${encodeURIComponent(text)}`)).body.data.map(
        (a: { account_code: string }) => a.account_code,
      );
    expect(await codes('KUNDEFORDRINGER')).toEqual(['1500', '1510', '1580']);
    expect(await codes('trade receivables')).toEqual(['1500', '1510']);
    expect(await codes('%')).toEqual([]);
    expect(await codes('_')).toEqual([]);
  });

  it('is empty for another country than NO [GLA-R04]', async () => {
    const { status, body } = await books.get(`${path}?country_code=SE`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: [], meta: { page: 1, pages: 1, per_page: 100, records: 0, next_cursor: null } });
    expect((await books.get(`${path}?country_code=NO`)).body.meta.records).toBe(341);
  });

  it('shows active accounts, inactive ones or both', async () => {
    const id = (await create()).body.id;
    await send('DELETE', `${path}/${id}`);
    const records = async (query: string) =>
      (await books.get(`${path}?client_account_id=${books.id}&account_code=1921&${query}`)).body.meta.records;
    expect(await records('')).toBe(0);
    expect(await records('is_active=false')).toBe(1);
    expect(await records('is_active=null')).toBe(1);
    expect((await books.get(`${path}?is_active=perhaps`)).status).toBe(400);
  });

  it('says that statistics need a client account [GLA-R05]', async () => {
    const answer = await books.get(`${path}?with=statistics`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('common.validation_error');
    expect(fieldsOf(answer)).toEqual(['client_account_id']);
    const account = await systemAccount('1920');
    expect((await books.get(`${path}/${account.id}?with=statistics`)).status).toBe(400);
  });

  it('embeds statistics of posted lines, cancelled ones included', async () => {
    await books.post('2026-01-10', [
      ['1920', '100.00'],
      ['3000', '-100.00'],
    ]);
    const wrong = await books.post('2026-02-10', [
      ['1920', '7.00'],
      ['3000', '-7.00'],
    ]);
    await books.cancel(wrong, '2026-03-01');
    await books.post(
      '2026-04-10',
      [
        ['1920', '1.00'],
        ['3000', '-1.00'],
      ],
      { isDraft: true },
    );
    const { body } = await books.get(`${path}?client_account_id=${books.id}&account_code=1920,1900&with=statistics`);
    expect(body.data.map((account: { statistics: unknown }) => account.statistics)).toEqual([
      { line_count: 0, last_posting_date: null, balance: '0.00' },
      { line_count: 3, last_posting_date: '2026-03-01', balance: '100.00' },
    ]);
  });

  it('orders as asked, Å after Z', async () => {
    for (const [code, name] of [
      ['1922', 'Ås'],
      ['1923', 'Zorro'],
      ['1924', 'Ære'],
    ] as const)
      await create({ account_code: code, description_nob: name });
    const names = async (order: string) =>
      (
        await books.get(`${path}?client_account_id=${books.id}&account_code=1922,1923,1924&order_by=${order}`)
      ).body.data.map((a: { description: string }) => a.description);
    expect(await names('description')).toEqual(['Zorro', 'Ære', 'Ås']);
    expect(await names('-description')).toEqual(['Ås', 'Ære', 'Zorro']);
    expect(await names('colour')).toEqual(['Ås', 'Zorro', 'Ære']);
  });

  it('gives what changed since a moment, and misses nothing', async () => {
    const before = (await create()).body;
    const changed = await books.get(`${path}?client_account_id=${books.id}&updated_from=${before.updated_at}`);
    expect(changed.body.data.map((a: { id: number }) => a.id)).toContain(before.id);
    // The clock steps back; the stamp does not.
    service.setClock('2020-01-01T00:00:00Z');
    const token = await service.world.token({
      userId: before.created_by_id,
      now: Temporal.Instant.from('2020-01-01T00:00:00Z'),
    });
    const after = await service.call('PUT', `${path}/${before.id}`, { token, body: { description_nob: 'Ny' } });
    service.setClock(null);
    expect(after.status).toBe(200);
    expect(after.body.updated_at >= before.updated_at).toBe(true);
  });

  it('embeds the whitelist of tax codes, as codes or whole [GLA-R06]', async () => {
    const taxCodes = (await books.get('/api/v2/tax-codes?active_on=2026-01-01')).body;
    const [one, three] = ['1', '3'].map((code) => taxCodes.find((each: { code: string }) => each.code === code));
    const { id } = (await create({ tax_code_ids: [three.id, one.id] })).body;
    const list = (query: string) => books.get(`${path}?client_account_id=${books.id}&account_code=1921&${query}`);
    expect((await list('')).body.data[0]).not.toHaveProperty('tax_codes');
    expect((await list('with=tax_codes')).body.data[0].tax_codes).toEqual([
      { id: expect.any(Number), tax_code_id: three.id, tax_code: '3' },
      { id: expect.any(Number), tax_code_id: one.id, tax_code: '1' },
    ]);
    const whole = (await books.get(`${path}/${id}?with[]=tax_codes.tax_code`)).body.tax_codes;
    expect(whole[0].tax_code).toMatchObject({ id: three.id, code: '3', tax_rate: '25.00', category: 'output' });
    expect((await list('account_code=1920&with=tax_codes')).status).toBe(400);
  });

  it('embeds the dimensions that lines should carry [GLA-R07]', async () => {
    const { body } = await books.get(`${path}?with=mandatory_dimensions&per_page=1000`);
    const byType: Record<string, string[]> = {};
    for (const account of body.data)
      for (const { relation_type } of account.mandatory_dimensions)
        byType[relation_type] = [...(byType[relation_type] ?? []), account.account_code];
    expect(byType).toEqual({
      businesspartner: ['1500', '1571', '2400', '2910', '2930'],
      bankacc: ['1920', '1950'],
      asset: [
        '1000',
        '1030',
        '1060',
        '1099',
        '1100',
        '1105',
        '1109',
        '1120',
        '1129',
        '1150',
        '1180',
        '1200',
        '1209',
        '1210',
        '1220',
        '1230',
        '1235',
        '1239',
        '1250',
        '1259',
        '1265',
        '1280',
        '1289',
      ],
    });
    expect((await books.get(path)).body.data[0]).not.toHaveProperty('mandatory_dimensions');
  });

  it('speaks the language of the caller [GLA-R08]', async () => {
    const describe = async (language?: string) =>
      (await books.get(`${path}?account_code=1500`, language ? { headers: { 'accept-language': language } } : {})).body
        .data[0];
    expect(await describe()).toMatchObject({
      description: 'Kundefordringer',
      description_nob: 'Kundefordringer',
      description_eng: 'Trade receivables',
      category_description_2: 'Kortsiktige fordringer',
    });
    expect(await describe('en-GB,nb;q=0.5')).toMatchObject({
      description: 'Trade receivables',
      category_description_1: 'Assets',
      category_description_2: 'Current receivables',
    });
    expect(await describe('de')).toMatchObject({ description: 'Kundefordringer' });
  });

  it('carries three levels; a subgroup without a name of its own repeats its group', async () => {
    await create({ account_code: '7991' });
    const [account] = (await books.get(`${path}?client_account_id=${books.id}&account_code=7991`)).body.data;
    expect(account).toMatchObject({
      category_code_1: '7',
      category_code_2: '79',
      category_description_2: 'Periodisering av kostnader',
      category_code_3: '799',
      category_description_3: 'Periodisering av kostnader',
      country_code: 'NO',
      industry_extension: null,
    });
  });
});

describe('one account', () => {
  it('of the system chart', async () => {
    const { id } = await systemAccount('3000');
    const { status, body } = await books.get(
      `${path}/${id}?client_account_id=${books.id}&with=statistics,mandatory_dimensions`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account_code: '3000',
      client_account_id: null,
      is_system: true,
      grouping_category: 'salgsinntekt',
      grouping_code: '3000',
      grouping_is_derived: false,
      mandatory_dimensions: [],
      statistics: { line_count: 0, last_posting_date: null, balance: '0.00' },
    });
  });

  it.each(['999999999', '0', 'abc', '9007199254740993', '-1'])('that does not exist: %s [GLA-R17]', async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await send(method, `${path}/${id}`, method === 'PUT' ? {} : undefined);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('accounting.account_not_found');
    }
  });

  it('of one client is invisible to another [GLA-R16]', async () => {
    const mine = (await create()).body;
    const stranger = await openBooks(service);
    expect((await stranger.get(`${path}/${mine.id}`)).status).toBe(403);
    expect((await stranger.get(`${path}?client_account_id=${books.id}`)).status).toBe(403);
    expect((await stranger.get(`${path}?client_account_id=${stranger.id}&account_code=1921`)).body.data).toEqual([]);
    expect(
      (await service.call('PUT', `${path}/${mine.id}`, { token: stranger.token, body: { description_nob: 'Mitt' } }))
        .status,
    ).toBe(403);
    expect((await service.call('DELETE', `${path}/${mine.id}`, { token: stranger.token })).status).toBe(403);
    // Somebody who reaches both sees it in its own company only.
    service.world.grant(mine.created_by_id, stranger.id, 'CA');
    expect((await books.get(`${path}/${mine.id}?client_account_id=${stranger.id}`)).status).toBe(404);
    expect((await books.get(`${path}/${mine.id}?client_account_id=${books.id}`)).status).toBe(200);
    // The code is free there.
    expect(
      (
        await service.call('POST', path, {
          token: stranger.token,
          body: { client_account_id: stranger.id, account_code: '1921', description_nob: 'Vår' },
        })
      ).status,
    ).toBe(201);
  });
});

describe('creating', () => {
  it('answers 201 with the account, and informs the others [GLA-R09]', async () => {
    const answer = await create({
      description_eng: 'Payroll bank',
      mandatory_dimensions: ['bankacc', 'project', 'bankacc'],
    });
    expect(answer.status).toBe(201);
    const { id, created_by_id } = answer.body;
    expect(answer.headers.get('location')).toBe(`${path}/${id}`);
    expect(answer.body).toMatchObject({
      client_account_id: books.id,
      account_code: '1921',
      description: 'Bankkonto lønn',
      description_eng: 'Payroll bank',
      is_active: true,
      is_system: false,
      mandatory_dimensions: [{ relation_type: 'bankacc' }, { relation_type: 'project' }],
      tax_codes: [],
      updated_by_id: created_by_id,
    });
    expect((await books.get(`${path}/${id}`)).body.account_code).toBe('1921');
    expect((await service.events('ledger.account.changed')).at(-1)).toEqual({
      name: 'ledger.account.changed',
      clientAccountId: books.id,
      payload: { client_account_id: books.id, account_id: id, account_code: '1921', is_active: true, version: 1 },
    });
  });

  it.each(['0920', '9200', '192', '1920123', '19 20', '19.0', '', 'abcd', '１９２１'])(
    'refuses the code "%s" [GLA-R10]',
    async (account_code) => {
      const answer = await create({ account_code });
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('common.validation_error');
      expect(fieldsOf(answer)).toEqual(['account_code']);
    },
  );

  it.each(['1921', '19210', '192100', '8999'])('takes the code %s', async (account_code) => {
    expect((await create({ account_code })).status).toBe(201);
  });

  it('refuses a code of the system chart, or of the company itself [GLA-R11]', async () => {
    expect((await create()).status).toBe(201);
    for (const account_code of ['1920', '1921']) {
      const answer = await create({ account_code });
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({
        code: 'accounting.account_code_taken',
        message: expect.stringContaining(account_code),
      });
    }
  });

  it('gives a code to one of ten who race for it', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ account_code: '2461' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    const events = (await service.events('ledger.account.changed')).filter(
      ({ clientAccountId }) => clientAccountId === books.id,
    );
    expect(events).toHaveLength(1);
  });

  it('executes once for one idempotency key', async () => {
    const body = { client_account_id: books.id, account_code: '1921', description_nob: 'Bank' };
    const first = await send('POST', path, body, { 'idempotency-key': 'a' });
    const again = await send('POST', path, body, { 'idempotency-key': 'a' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.bytes).toEqual(first.bytes);
  });

  it.each([
    [{ description_nob: undefined }, 'description_nob'],
    [{ description_nob: '   ' }, 'description_nob'],
    [{ description_nob: null }, 'description_nob'],
    [{ description_nob: 'x'.repeat(1001) }, 'description_nob'],
    [{ account_code: 1921 }, 'account_code'],
    [{ mandatory_dimensions: ['colour'] }, 'mandatory_dimensions.0'],
    [{ mandatory_dimensions: 'project' }, 'mandatory_dimensions'],
    [{ tax_code_ids: [1, 999999] }, 'tax_code_ids.1'],
    [{ tax_code_ids: ['x'] }, 'tax_code_ids.0'],
    [{ grouping_category: 'kortsiktigGjeld' }, 'grouping_code'],
    [{ grouping_code: '1920' }, 'grouping_category'],
    [{ grouping_category: 'kortsiktigGjeld', grouping_code: '1920' }, 'grouping_category'],
  ])('says what is wrong with %j', async (body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('common.validation_error');
    expect(fieldsOf(answer)).toContain(field);
    expect((await books.get(`${path}?client_account_id=${books.id}&account_code=1921`)).body.data).toEqual([]);
  });

  it('derives the grouping from the nearest account of the chart unless one is named', async () => {
    expect((await create()).body).toMatchObject({
      grouping_category: 'balanseverdiForOmloepsmiddel',
      grouping_code: '1920',
      grouping_is_derived: true,
    });
    const named = await create({ account_code: '1922', grouping_category: 'kortsiktigGjeld', grouping_code: '2740' });
    expect(named.body).toMatchObject({
      grouping_category: 'kortsiktigGjeld',
      grouping_code: '2740',
      grouping_is_derived: false,
    });
  });

  it('needs a client account that the caller reaches, the scope and a role', async () => {
    expect((await send('POST', path, { account_code: '1921', description_nob: 'x' })).status).toBe(400);
    expect((await create({ client_account_id: 999999 })).status).toBe(403);
    expect((await service.call('POST', path, { body: {} })).status).toBe(401);
    const user = service.world.user();
    const body = { client_account_id: books.id, account_code: '1921', description_nob: 'x' };
    service.world.grant(user.id, books.id, 'CA');
    const readOnly = await service.world.token({ userId: user.id, scope: 'read' });
    expect((await service.call('POST', path, { token: readOnly, body })).body.error.code).toBe(
      'common.insufficient_scope',
    );
    service.world.grant(user.id, books.id, 'EM');
    expect(
      (await service.call('POST', path, { token: await service.world.token({ userId: user.id }), body })).status,
    ).toBe(403);
    service.world.account({ id: books.id, isActive: false });
    expect((await create()).body.error.code).toBe('client_account.inactive');
  });
});

describe('changing', () => {
  const own = async () => (await create({ description_eng: 'Payroll bank', mandatory_dimensions: ['bankacc'] })).body;

  it('keeps what is not sent and replaces lists as a whole', async () => {
    const { id } = await own();
    const answer = await send('PUT', `${path}/${id}`, {
      description_nob: 'Skattetrekk',
      mandatory_dimensions: ['project'],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      description_nob: 'Skattetrekk',
      description_eng: 'Payroll bank',
      mandatory_dimensions: [{ relation_type: 'project' }],
    });
    expect(
      (await send('PUT', `${path}/${id}`, { description_eng: null, mandatory_dimensions: null })).body,
    ).toMatchObject({
      description_eng: null,
      description_nob: 'Skattetrekk',
      mandatory_dimensions: [],
    });
    const events = (await service.events('ledger.account.changed')).filter(({ payload }) => payload.account_id === id);
    expect(events.map(({ payload }) => payload.version)).toEqual([1, 2, 3]);
  });

  it('stores nothing when nothing is sent', async () => {
    const account = await own();
    const answer = await send('PUT', `${path}/${account.id}`, {
      account_code: '1921',
      client_account_id: books.id,
      unknown: 1,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(account);
    expect(
      (await service.events('ledger.account.changed')).filter(({ payload }) => payload.account_id === account.id),
    ).toHaveLength(1);
  });

  it('names a grouping, and takes it back to the derived one', async () => {
    const { id } = await own();
    const named = await send('PUT', `${path}/${id}`, { grouping_category: 'kortsiktigGjeld', grouping_code: '2740' });
    expect(named.body).toMatchObject({ grouping_code: '2740', grouping_is_derived: false });
    expect((await send('PUT', `${path}/${id}`, { grouping_category: 'nope', grouping_code: '2740' })).status).toBe(400);
    const derived = await send('PUT', `${path}/${id}`, { grouping_category: null, grouping_code: null });
    expect(derived.body).toMatchObject({ grouping_code: '1920', grouping_is_derived: true });
  });

  it('never changes the code or the client account [GLA-R13]', async () => {
    const { id } = await own();
    for (const body of [{ account_code: '1922' }, { client_account_id: books.id + 1 }]) {
      const answer = await send('PUT', `${path}/${id}`, body);
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual(Object.keys(body));
    }
  });

  it('never touches an account of the system chart [GLA-R12]', async () => {
    const before = await systemAccount('1920');
    for (const [method, body] of [
      ['PUT', { description_nob: 'Vår bank' }],
      ['PUT', { is_active: false }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await send(method, `${path}/${before.id}`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('accounting.account_is_system');
    }
    expect(await systemAccount('1920')).toEqual(before);
  });
});

describe('deactivating', () => {
  it('answers 200 with is_active false, also a second time [GLA-R15]', async () => {
    const { id } = (await create()).body;
    for (let time = 0; time < 2; time++) {
      const answer = await send('DELETE', `${path}/${id}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, is_active: false });
    }
    expect((await send('PUT', `${path}/${id}`, { is_active: true })).body.is_active).toBe(true);
  });

  it('refuses an account with a balance, whatever its sign and date [GLA-R14]', async () => {
    const { id } = (await create()).body;
    await books.post('2031-01-01', [
      ['1921', '-0.01'],
      ['3000', '0.01'],
    ]);
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PUT', { is_active: false }],
    ] as const) {
      const answer = await send(method, `${path}/${id}`, body);
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({
        code: 'accounting.account_has_balance',
        message: expect.stringContaining('-0.01'),
        details: { account_code: '1921', balance: '-0.01' },
      });
    }
    await books.post('2026-01-01', [
      ['1921', '0.01'],
      ['3000', '-0.01'],
    ]);
    expect((await send('DELETE', `${path}/${id}`)).status).toBe(200);
  });

  it('races with a posting: the account has a balance or is inactive, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const code = `19${30 + round}1`;
      const { id } = (await create({ account_code: code })).body;
      const [posted, deactivated] = await Promise.allSettled([
        books.post('2026-01-01', [
          [code, '1.00'],
          ['3000', '-1.00'],
        ]),
        send('DELETE', `${path}/${id}`),
      ]);
      const isInactive = deactivated.status === 'fulfilled' && deactivated.value.status === 200;
      expect(isInactive).toBe(posted.status === 'rejected');
    }
  });
});

describe('the database itself', () => {
  const refusal = (statement: string) =>
    service.db.raw.unsafe(statement).then(
      () => 'nothing',
      (error: { constraint_name?: string; code: string }) => error.constraint_name ?? error.code,
    );

  it('lets the service change neither the system chart nor the code of an account', async () => {
    expect(
      await refusal(
        `update ledger.accounts set is_active = false where account_code = '1920' and client_account_id is null`,
      ),
    ).toBe('accounts_system_guard');
    expect(
      await refusal(
        `insert into ledger.accounts (account_code, description_nob, grouping_category, grouping_code, created_at, updated_at) values ('1999', 'x', 'egenkapital', '2000', now(), now())`,
      ),
    ).toBe('accounts_system_guard');
    expect(await refusal(`delete from ledger.account_mandatory_dimensions`)).toBe('accounts_system_guard');
    expect(
      await refusal(
        `insert into ledger.account_tax_codes (account_id, tax_code_id) select id, 1 from ledger.accounts where account_code = '1500'`,
      ),
    ).toBe('accounts_system_guard');
    for (const table of ['tax_codes', 'account_categories', 'grouping_codes'])
      expect(await refusal(`delete from ledger.${table}`)).toBe('42501');
    const { id } = (await create()).body;
    expect(await refusal(`update ledger.accounts set account_code = '1922' where id = ${id}`)).toBe(
      'accounts_identity_guard',
    );
    expect(await refusal(`delete from ledger.accounts where id = ${id}`)).toBe('42501');
  });
});

it('a chart of ten thousand own accounts takes no more: every posting is judged by all of them', async () => {
  await service.db.raw`
    insert into accounts (client_account_id, account_code, description_nob, grouping_category, grouping_code, grouping_is_derived, created_at, updated_at)
    select ${books.id}, (600000 + n)::text, 'x', grouping_category, grouping_code, true, now(), now()
    from accounts, generate_series(1, 10000) n where account_code = '6300' and client_account_id is null`;
  const refused = await create();
  expect([refused.status, refused.body.error.code]).toEqual([409, 'common.conflict']);
  expect((await create({ client_account_id: (await openBooks(service)).id })).status).not.toBe(409);
});
