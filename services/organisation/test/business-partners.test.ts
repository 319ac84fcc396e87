import { unavailable } from '@app/contract';
import { BankAccounts, Ledger, Partners, References } from '@app/rpc';
import { stub } from '@app/testing';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextOrganizationNumber, useOrganisation } from './start.ts';

const PATH = '/api/v2/business-partners';
const SYNTHETIC = '27879014110';
const D_NUMBER = '65826714209';

/** Balances per partner and account, as the ledger has them. */
const balances = new Map<string, string>();
/** Bank accounts by id: of which client account and partner. */
const bankAccounts = new Map<number, { readonly clientAccountId: number; readonly businessPartnerId: number }>();
/** Accounts by number: whether each is active. */
const chart = new Map([
  ['4300', true],
  ['6894', false],
]);
let isLedgerAway = false;

const ledger = stub(Ledger, {
  DescribeBooks: async ({ accountCodes }) => {
    if (isLedgerAway) throw unavailable('The ledger is away');
    return {
      ...{ currencyCode: 'NOK', isVatLiable: true, accountingLanguage: 'nob', records: [] },
      taxCodes: [{ id: 2, code: '1', rate: '25.00' }],
      accounts: accountCodes
        .filter((code) => chart.has(code))
        .map((code) => ({
          ...{ id: Number(code), code, isActive: chart.get(code)!, taxCodes: [] },
          ...{ descriptionNob: 'Konto', descriptionEng: 'Account' },
        })),
    };
  },
  GetPartnerBalances: async ({ businessPartnerIds, accountCodes }) => {
    if (isLedgerAway) throw unavailable('The ledger is away');
    return {
      balances: businessPartnerIds.flatMap((businessPartnerId) =>
        accountCodes.flatMap((accountCode) => {
          const balance = balances.get(`${businessPartnerId} ${accountCode}`);
          return balance === undefined ? [] : [{ businessPartnerId, accountCode, balance }];
        }),
      ),
    };
  },
});
const bankReferences = stub(References, {
  Resolve: async ({ clientAccountId, type, ids }) => ({
    references: ids
      .filter((id) => type === 'bankacc' && bankAccounts.get(id)?.clientAccountId === clientAccountId)
      .map((id) => ({ id, name: `Account ${id}`, isActive: true })),
  }),
});
const bank = stub(BankAccounts, {
  ListPartnerBankAccounts: async ({ clientAccountId, businessPartnerIds }) => ({
    bankAccounts: [...bankAccounts]
      .filter(
        ([, one]) => one.clientAccountId === clientAccountId && businessPartnerIds.includes(one.businessPartnerId),
      )
      .map(([id, one]) => ({
        id,
        ...one,
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
        type: 'CURRENT',
        bban: '30007582362',
        isActive: true,
      })),
  }),
});

const world = useOrganisation({ others: { ledger: [ledger], reconciliation: [bankReferences, bank] } });
const { as, user, account, company, link } = world;

let owner: ReturnType<typeof user>;
let books: number;

beforeEach(async () => {
  isLedgerAway = false;
  owner = user();
  books = (await account(owner)).id;
});

const create = (body: object, who = owner) => as(who, 'POST', PATH, { client_account_id: books, ...body });
const created = async (body: object = {}) => {
  const { status, body: partner } = await create({ name: 'Partner', ...body });
  expect(status, JSON.stringify(partner)).toBe(201);
  return partner;
};
const change = (id: number, body: object, who = owner) => as(who, 'PATCH', `${PATH}/${id}`, body);
const list = async (query = '') => (await as(owner, 'GET', `${PATH}?client_account_id=${books}${query}`)).body;
const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);
const fault = ({ status, body }: Awaited<ReturnType<typeof create>>) => [
  status,
  body.error?.code,
  body.error?.details?.fields?.[0]?.field,
];

describe('creating', () => {
  it('answers 201 with a sequence number and every field [BPA-R04]', async () => {
    const answer = await create({ name: ' Kari ', is_customer: true });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${PATH}/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
      created_by_id: owner.id,
      updated_at: answer.body.created_at,
      updated_by_id: owner.id,
      client_account_id: books,
      sequence_number: 1,
      name: 'Kari',
      is_organization: false,
      organization_id: null,
      organization_number: null,
      user_id: null,
      first_name: null,
      last_name: null,
      email: null,
      phone: null,
      street_address: null,
      postal_code: null,
      city: null,
      country_code: 'NO',
      vat_number: null,
      is_customer: true,
      is_supplier: false,
      is_employee: false,
      is_owner: false,
      birth_date: null,
      has_national_identity_number: false,
      payment_terms_days: 14,
      currency_code: null,
      default_account_code: null,
      default_tax_code: null,
      invoice_email: null,
      default_bank_account_id: null,
      is_active: true,
      autonomy_level: null,
      external_id: null,
      metadata: {},
    });
    expect((await as(owner, 'GET', `${PATH}/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await created()).sequence_number).toBe(2);
  });

  it('keeps everything that is said', async () => {
    const colleague = user();
    await link(books, colleague, 'EM');
    bankAccounts.set(71, { clientAccountId: books, businessPartnerId: 0 });
    const said = {
      user_id: colleague.id,
      first_name: 'Kari',
      last_name: 'Nordmann',
      email: 'kari@example.no',
      phone: '+47 99 99 99 99',
      street_address: 'Gata 1',
      postal_code: '0001',
      city: 'Oslo',
      country_code: 'SE',
      vat_number: 'SE556000000001',
      is_supplier: true,
      is_employee: true,
      is_owner: true,
      birth_date: '1990-02-28',
      payment_terms_days: 30,
      currency_code: 'SEK',
      default_account_code: '4300',
      default_tax_code: '1',
      invoice_email: 'faktura@example.no',
      default_bank_account_id: 71,
      autonomy_level: 'FULL',
      metadata: { own: { id: '7' } },
    };
    const partner = await created(said);
    expect(partner).toMatchObject(said);
    const nulls = Object.fromEntries(
      Object.entries(said).map(([field, value]) => [field, typeof value === 'boolean' ? value : null]),
    );
    const cleared = (await change(partner.id, nulls)).body;
    expect(cleared).toMatchObject({ ...nulls, country_code: 'NO', payment_terms_days: 14, metadata: {} });
  });

  it('takes the terms of payment from the settings in force when none are sent', async () => {
    await as(owner, 'PATCH', `/api/v2/client-accounts/${books}/settings`, { default_payment_terms_days: 21 });
    expect((await created()).payment_terms_days).toBe(21);
    expect((await created({ payment_terms_days: 0 })).payment_terms_days).toBe(0);
  });

  it('without name and organization is 400 [BPA-R05]', async () => {
    for (const body of [
      {},
      { name: null },
      { name: '  ' },
      { first_name: 'Kari', last_name: 'Nordmann' },
      { organization_number: null },
    ])
      expect(fault(await create(body))).toEqual([400, 'common.validation_error', 'name']);
    expect((await list()).meta.records).toBe(0);
  });

  it('takes name and number from a registered organization, by number or by id', async () => {
    const number = await company({ name: 'Leverandør AS' });
    const written = `NO ${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)} MVA`;
    const partner = await created({ name: undefined, organization_number: written });
    expect(partner).toMatchObject({ name: 'Leverandør AS', organization_number: number, is_organization: true });
    expect(partner.organization_id).toEqual(expect.any(Number));
    books = (await account(owner)).id;
    expect(await created({ name: 'Our name', organization_id: partner.organization_id })).toMatchObject({
      name: 'Our name',
      organization_id: partner.organization_id,
      organization_number: number,
      is_organization: true,
    });
  });

  it('with an organization number that fails its check digit, or that nobody registered, is 400 [BPA-R06]', async () => {
    const valid = nextOrganizationNumber();
    const broken = `${valid.slice(0, 8)}${(Number(valid[8]) + 1) % 10}`;
    for (const number of [broken, '12345678', '1234567890', 'abcdefghi', 123])
      expect(fault(await create({ name: 'x', organization_number: number })), String(number)).toEqual([
        400,
        'common.validation_error',
        'organization_number',
      ]);
    await world.fault({ status: 404, count: 1 });
    expect(fault(await create({ organization_number: nextOrganizationNumber() }))).toEqual([
      400,
      'common.validation_error',
      'organization_number',
    ]);
    expect(fault(await create({ organization_id: 999_999_999 }))).toEqual([
      400,
      'common.validation_error',
      'organization_id',
    ]);
  });

  it('with an id and a number that do not agree is 400', async () => {
    const { organization_id } = await created({ organization_number: await company() });
    books = (await account(owner)).id;
    const answer = await create({ organization_id, organization_number: await company() });
    expect(fault(answer)).toEqual([400, 'common.validation_error', 'organization_number']);
    expect((await create({ organization_id, organization_number: null })).status).toBe(400);
  });

  it('while the registry is down is 502 for a number that is not stored, and works for one that is', async () => {
    const number = await company();
    await created({ organization_number: number });
    books = (await account(owner)).id;
    await world.fault({ status: 503, count: 10 });
    const unknown = await create({ organization_number: nextOrganizationNumber() });
    expect([unknown.status, unknown.body.error.code]).toEqual([502, 'integration.upstream_failed']);
    expect((await create({ organization_number: number })).status).toBe(201);
    await world.fault({ count: 0 });
  });

  it('the same organization twice is 409, also at the same moment, and not once the first is inactive [BPA-R07]', async () => {
    const number = await company();
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ organization_number: number })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.error.code).toBe('business_partner.duplicate_organization');
    const first = answers.find(({ status }) => status === 201)!.body;
    const other = await created({ name: 'Other' });
    expect(fault(await change(other.id, { organization_number: number })).slice(0, 2)).toEqual([
      409,
      'business_partner.duplicate_organization',
    ]);
    await as(owner, 'DELETE', `${PATH}/${first.id}`);
    expect((await create({ organization_number: number })).status).toBe(201);
    expect(fault(await change(first.id, { is_active: true })).slice(0, 2)).toEqual([
      409,
      'business_partner.duplicate_organization',
    ]);
    expect((await list('&is_active=null')).data.map((p: { sequence_number: number }) => p.sequence_number)).toEqual([
      1, 2, 3,
    ]);
  });

  it.each([
    ['email', 'not an address'],
    ['email', 'a@b'],
    ['invoice_email', 'kari@'],
    ['country_code', 'XQ'],
    ['country_code', 'no'],
    ['currency_code', 'KRONER'],
    ['payment_terms_days', 366],
    ['payment_terms_days', -1],
    ['birth_date', '1990-02-30'],
    ['autonomy_level', 'SOME'],
    ['metadata', []],
    ['is_customer', 'yes'],
    ['name', 'x'.repeat(1001)],
    ['user_id', 999_999_999],
    ['user_id', -1],
    ['default_bank_account_id', 999_999_999],
    ['default_account_code', 'cash'],
    ['default_account_code', '4399'],
    ['default_account_code', '6894'],
    ['default_tax_code', '99'],
    ['national_identity_number', '12345678901'],
  ])('with %s = %j is 400, on creating and on changing', async (field, value) => {
    expect(fault(await create({ name: 'x', [field]: value }))).toEqual([400, 'common.validation_error', field]);
    const { id } = await created();
    expect(fault(await change(id, { [field]: value }))).toEqual([400, 'common.validation_error', field]);
  });

  it('does not take the bank account of another client account', async () => {
    bankAccounts.set(72, { clientAccountId: (await account(owner)).id, businessPartnerId: 0 });
    expect(fault(await create({ name: 'x', default_bank_account_id: 72 }))).toEqual([
      400,
      'common.validation_error',
      'default_bank_account_id',
    ]);
  });

  it('proposes accounts and tax codes that the books have, said in both languages, and what stays is not asked about', async () => {
    const refusals = async (language: string) => {
      const sent = { default_account_code: ['4399', '6894'], default_tax_code: ['99'] };
      const texts = Object.entries(sent).flatMap(([field, values]) =>
        values.map(async (value) => {
          const body = { client_account_id: books, name: 'x', [field]: value };
          const answer = await as(owner, 'POST', PATH, body, { headers: { 'accept-language': language } });
          return [answer.status, answer.body.error.message];
        }),
      );
      return Promise.all(texts);
    };
    expect(await refusals('en')).toEqual([
      [400, 'default_account_code: is "4399", which does not exist in the chart of accounts'],
      [400, 'default_account_code: is account "6894", which is inactive and takes no new lines'],
      [400, 'default_tax_code: is "99", which is no tax code in force today'],
    ]);
    expect(await refusals('nb')).toEqual([
      [400, 'default_account_code: er «4399», som ikke finnes i kontoplanen'],
      [400, 'default_account_code: er konto «6894», som er inaktiv og ikke tar imot nye linjer'],
      [400, 'default_tax_code: er «99», som ikke er en mva-kode som gjelder i dag'],
    ]);
    const said = { default_account_code: '4300', default_tax_code: '1' };
    const { id } = await created(said);
    isLedgerAway = true;
    expect((await change(id, { ...said, city: 'Oslo' })).status).toBe(200);
    expect((await change(id, { default_account_code: null, default_tax_code: null })).status).toBe(200);
    expect((await change(id, said)).status).toBe(503);
  });

  it('needs access to the client account, and an active one', async () => {
    const employee = user();
    await link(books, employee, 'EM');
    for (const who of [user(), employee])
      expect((await create({ name: 'x' }, who)).body.error.code).toBe('common.forbidden');
    expect((await create({ name: 'x', client_account_id: undefined })).body.error.code).toBe('common.validation_error');
    await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false });
    expect((await create({ name: 'x' })).body.error.code).toBe('client_account.inactive');
  });

  it('sent twice with one key is done once', async () => {
    const number = await company();
    const send = () =>
      as(
        owner,
        'POST',
        PATH,
        { client_account_id: books, organization_number: number },
        { headers: { 'idempotency-key': `bp-${books}` } },
      );
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(second.body).toEqual(first.body);
    expect((await list()).meta.records).toBe(1);
  });

  it('as a dry run answers the same and leaves nothing', async () => {
    const number = await company({ name: 'Prøve AS' });
    const { status, body } = await as(
      owner,
      'POST',
      PATH,
      { client_account_id: books, organization_number: number },
      { dryRun: true },
    );
    expect([status, body.name, body.sequence_number]).toEqual([201, 'Prøve AS', 1]);
    expect((await list()).meta.records).toBe(0);
    expect((await created()).sequence_number).toBe(1);
  });

  it('is shown to whoever refers to partners', async () => {
    const { id } = await created({ name: 'Kari' });
    await change(id, { name: 'Kari N.' });
    await change(id, { phone: '1' });
    await as(owner, 'DELETE', `${PATH}/${id}`);
    const published = (await world.service.events('organisation.reference.changed'))
      .map(({ payload }) => payload)
      .filter((fact) => fact.id === id && fact.type === 'businesspartner');
    expect(published.map(({ name, is_active, version }) => [name, is_active, version])).toEqual([
      ['Kari', true, 1],
      ['Kari N.', true, 2],
      ['Kari N.', false, 4],
    ]);
  });
});

describe('national identity numbers', () => {
  it('of the test population and D-numbers are accepted, and never shown or kept in the clear [BPA-R11] [ID-R01]', async () => {
    const partner = await created({ national_identity_number: `${SYNTHETIC.slice(0, 6)} ${SYNTHETIC.slice(6)}` });
    expect(partner.has_national_identity_number).toBe(true);
    expect((await change(partner.id, { national_identity_number: D_NUMBER })).body.has_national_identity_number).toBe(
      true,
    );
    const shown = [
      await list('&with=organization,user,bank_accounts,statistics'),
      (await as(owner, 'GET', `${PATH}/${partner.id}`)).body,
      partner,
    ];
    const [row] = await world.service.db.executor.execute<{ row: string }>(
      sql`select row_to_json(b)::text as row from business_partners b where b.id = ${partner.id}`,
    );
    const published = await world.service.events();
    for (const place of [JSON.stringify(shown), row!.row, JSON.stringify(published)])
      for (const digits of [SYNTHETIC, D_NUMBER]) {
        expect(place).not.toContain(digits);
        expect(place).not.toContain(Buffer.from(digits).toString('hex'));
      }
  });

  it('are read by the payroll service alone', async () => {
    const { id } = await created({ national_identity_number: SYNTHETIC });
    const without = await created();
    const asked = { clientAccountId: books, businessPartnerIds: [id, without.id] };
    expect(await world.service.connect(Partners, 'payroll').GetIdentityNumbers(asked)).toEqual({
      identityNumbers: [{ businessPartnerId: id, nationalIdentityNumber: SYNTHETIC }],
    });
    const elsewhere = { ...asked, clientAccountId: (await account(owner)).id };
    expect(await world.service.connect(Partners, 'payroll').GetIdentityNumbers(elsewhere)).toEqual({
      identityNumbers: [],
    });
    for (const other of ['ledger', 'gateway'])
      await expect(world.service.connect(Partners, other).GetIdentityNumbers(asked)).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
      });
  });

  it('are taken away by null', async () => {
    const { id } = await created({ national_identity_number: SYNTHETIC });
    expect((await change(id, { national_identity_number: null })).body.has_national_identity_number).toBe(false);
  });

  it('with wrong check digits, or of no day of the calendar, are 400, and in no message about it [ID-R02]', async () => {
    for (const digits of ['27879014116', '05928947355', '32919000049', '30829000012', '2787901411']) {
      const answer = await create({ name: 'x', national_identity_number: digits });
      expect(fault(answer), digits).toEqual([400, 'common.validation_error', 'national_identity_number']);
      expect(JSON.stringify(answer.body)).not.toContain(digits);
    }
  });
});

describe('changing', () => {
  it.each(['PUT', 'PATCH'])('by %s changes what is sent and keeps the rest', async (method) => {
    const partner = await created({ name: 'Before', city: 'Oslo' });
    const { status, body } = await as(owner, method, `${PATH}/${partner.id}`, { name: 'After' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...partner, name: 'After', updated_at: expect.any(String) });
  });

  it('never moves a partner to another client account [BPA-R08]', async () => {
    const { id } = await created();
    const elsewhere = (await account(owner)).id;
    for (const method of ['PUT', 'PATCH'])
      expect(
        (await as(owner, method, `${PATH}/${id}`, { client_account_id: elsewhere, name: method })).body,
      ).toMatchObject({
        id,
        client_account_id: books,
        name: method,
      });
    expect((await as(owner, 'GET', `${PATH}?client_account_id=${elsewhere}`)).body.meta.records).toBe(0);
  });

  it('gives and takes away the organization', async () => {
    const number = await company();
    const { id } = await created();
    expect((await change(id, { organization_number: number })).body).toMatchObject({
      name: 'Partner',
      organization_number: number,
      is_organization: true,
    });
    expect((await change(id, { is_organization: false })).body.is_organization).toBe(true);
    expect((await change(id, { organization_id: null, is_organization: false })).body).toMatchObject({
      organization_id: null,
      organization_number: null,
      is_organization: false,
    });
    expect(fault(await change(id, { name: null }))).toEqual([400, 'common.validation_error', 'name']);
  });

  it('an unknown partner is 404, one out of reach 403 [BPA-R12]', async () => {
    const { id } = await created();
    for (const unknown of ['999999999', 'abc', '0'])
      for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['PATCH', { name: 'x' }], ['DELETE']] as const)
        expect(fault(await as(owner, method, `${PATH}/${unknown}`, body)).slice(0, 2), `${method} ${unknown}`).toEqual([
          404,
          'business_partner.not_found',
        ]);
    const employee = user();
    await link(books, employee, 'EM');
    for (const who of [user(), employee])
      for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
        expect(fault(await as(who, method, `${PATH}/${id}`, body)).slice(0, 2), method).toEqual([
          403,
          'common.forbidden',
        ]);
  });
});

describe('deactivating', () => {
  it('answers 200 with is_active false, once and again [BPA-R09]', async () => {
    const { id } = await created();
    for (let round = 0; round < 2; round++) {
      const { status, body } = await as(owner, 'DELETE', `${PATH}/${id}`);
      expect([status, body.id, body.is_active]).toEqual([200, id, false]);
    }
    expect(idsOf(await list())).toEqual([]);
    expect((await change(id, { is_active: true })).body.is_active).toBe(true);
  });

  it.each(['1500', '2400', '2930'])('with a balance on %s is 409 and changes nothing [BPA-R10]', async (code) => {
    const { id } = await created();
    for (const balance of ['0.01', '-1250.00']) {
      balances.set(`${id} ${code}`, balance);
      for (const answer of [
        await as(owner, 'DELETE', `${PATH}/${id}`),
        await change(id, { is_active: false, name: 'Renamed' }),
      ]) {
        expect(fault(answer).slice(0, 2)).toEqual([409, 'business_partner.has_open_items']);
        expect(answer.body.error.message).toContain(`${code}: ${balance}`);
      }
    }
    expect((await as(owner, 'GET', `${PATH}/${id}`)).body).toMatchObject({ is_active: true, name: 'Partner' });
    balances.set(`${id} ${code}`, '0.00');
    expect((await as(owner, 'DELETE', `${PATH}/${id}`)).status).toBe(200);
  });

  it('is not done in doubt: while the ledger cannot be asked, nothing changes', async () => {
    const { id } = await created();
    isLedgerAway = true;
    expect(fault(await as(owner, 'DELETE', `${PATH}/${id}`)).slice(0, 2)).toEqual([503, 'common.service_unavailable']);
    isLedgerAway = false;
    expect((await as(owner, 'GET', `${PATH}/${id}`)).body.is_active).toBe(true);
  });
});

describe('the list', () => {
  it('requires client_account_id, of an account within reach [BPA-R01]', async () => {
    for (const [query, status, code] of [
      ['', 400, 'common.validation_error'],
      ['?client_account_id=x', 400, 'common.validation_error'],
      ['?client_account_id=999999999', 403, 'common.forbidden'],
    ] as const)
      expect(fault(await as(owner, 'GET', `${PATH}${query}`)).slice(0, 2), query).toEqual([status, code]);
    expect((await as(user(), 'GET', `${PATH}?client_account_id=${books}`)).status).toBe(403);
  });

  it('holds active partners by default, inactive or all when asked [BPA-R02]', async () => {
    const [on, off] = [await created(), await created()];
    await as(owner, 'DELETE', `${PATH}/${off.id}`);
    expect(idsOf(await list())).toEqual([on.id]);
    expect(idsOf(await list('&is_active=false'))).toEqual([off.id]);
    expect(idsOf(await list('&is_active=null'))).toEqual([on.id, off.id]);
    expect((await list('&is_active=maybe')).error.code).toBe('common.validation_error');
  });

  it('filters by organization, user and words [BPA-R03]', async () => {
    const colleague = user();
    await link(books, colleague, 'EM');
    const number = await company({ name: 'Bygg og Anlegg AS' });
    const firm = await created({ name: undefined, organization_number: number });
    const person = await created({ name: 'Kari', user_id: colleague.id, email: 'kari.byggmester@example.no' });
    expect(idsOf(await list('&is_organization=true'))).toEqual([firm.id]);
    expect(idsOf(await list('&is_organization=0'))).toEqual([person.id]);
    expect(idsOf(await list(`&organization_id=${firm.organization_id}`))).toEqual([firm.id]);
    expect(idsOf(await list(`&user_id=${colleague.id}`))).toEqual([person.id]);
    expect(idsOf(await list('&free_text=BYGG'))).toEqual([firm.id, person.id]);
    expect(idsOf(await list('&free_text=anlegg bygg'))).toEqual([firm.id]);
    expect(idsOf(await list(`&free_text=${number}`))).toEqual([firm.id]);
    expect(idsOf(await list('&free_text=%25'))).toEqual([]);
    const many = await list(`&free_text=${Array(21).fill('bygg').join('%20')}`);
    expect(many.error.code).toBe('common.validation_error');
    expect((await list('&user_id=x')).error.code).toBe('common.validation_error');
  });

  it('has 100 rows a page, in order of id unless asked otherwise', async () => {
    const all = [await created({ name: 'b' }), await created({ name: 'Å' }), await created({ name: 'a' })];
    const page = await list();
    expect([idsOf(page), page.meta]).toEqual([
      all.map(({ id }) => id),
      { page: 1, pages: 1, per_page: 100, records: 3, next_cursor: null },
    ]);
    expect((await list('&order_by=name')).data.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'Å']);
    expect(idsOf(await list('&per_page=2&page=2'))).toEqual([all[2].id]);
  });

  it('can be polled by updated_from', async () => {
    await created();
    expect((await list('&updated_from=2000-01-01T00:00:00Z')).meta.records).toBe(1);
    expect((await list('&updated_from=2999-01-01T00:00:00Z')).meta.records).toBe(0);
  });
});

describe('relations', () => {
  it('are embedded when asked for, on the single read and in the list', async () => {
    const colleague = user();
    await link(books, colleague, 'EM');
    const partner = await created({
      name: undefined,
      organization_number: await company({ name: 'Alt AS' }),
      user_id: colleague.id,
    });
    balances.set(`${partner.id} 1500`, '100.50');
    balances.set(`${partner.id} 2400`, '-20.00');
    bankAccounts.set(73, { clientAccountId: books, businessPartnerId: partner.id });
    const query = 'with=organization,user,bank_accounts,statistics,nothing';
    const { body } = await as(owner, 'GET', `${PATH}/${partner.id}?${query}`);
    expect(body.organization).toMatchObject({ id: partner.organization_id, name: 'Alt AS' });
    expect(body.user).toMatchObject({ id: colleague.id, first_name: colleague.firstName });
    expect(body.user).not.toHaveProperty('email');
    expect(body.bank_accounts).toMatchObject([
      { id: 73, business_partner_id: partner.id, is_house: false, iban: null },
    ]);
    expect(body.statistics).toEqual({ receivable_balance: '100.50', payable_balance: '20.00' });
    expect((await list(`&${query}`)).data).toEqual([body]);
    expect(Object.keys(partner)).not.toEqual(expect.arrayContaining(['organization']));
  });

  it('with nothing to show are left out, or empty', async () => {
    const { id } = await created();
    const { body } = await as(owner, 'GET', `${PATH}/${id}?with=organization,user,bank_accounts,statistics`);
    expect(body).not.toHaveProperty('organization');
    expect(body).not.toHaveProperty('user');
    expect([body.bank_accounts, body.statistics]).toEqual([
      [],
      { receivable_balance: '0.00', payable_balance: '0.00' },
    ]);
    expect(
      (await as(owner, 'GET', `${PATH}?client_account_id=${(await account(owner)).id}&with=statistics`)).body.data,
    ).toEqual([]);
  });
});

it('questions for partners that come together are answered each for its own client account', async () => {
  const [one, two] = [await created(), await created()];
  const partners = world.service.connect(Partners, 'documents');
  const elsewhere = (await account(owner)).id;
  const questions = [
    ...[
      { clientAccountId: books, ids: [one.id] },
      { clientAccountId: elsewhere, ids: [one.id, two.id] },
    ],
    ...[
      { clientAccountId: books, ids: [two.id, one.id, two.id] },
      { clientAccountId: books, ids: [] },
    ],
    // Too many for a group.
    { clientAccountId: books, ids: [...Array.from({ length: 30 }, (_, index) => 1_000_000_000 + index), two.id] },
  ];
  const answers = await Promise.all(questions.map((question) => partners.GetPartners(question)));
  expect(answers.map((answer) => answer.partners.map(({ id }) => id))).toEqual([
    ...[[one.id], [], [one.id, two.id], []],
    [two.id],
  ]);
  expect(await partners.GetPartnersOfMany({ questions })).toEqual({ answers });
  const many = Array.from({ length: 65 }, () => questions[0]!);
  await expect(partners.GetPartnersOfMany({ questions: many })).rejects.toMatchObject({ status: 400 });
  await expect(partners.GetPartnersOfMany({ questions: [] })).rejects.toMatchObject({ status: 400 });
});

it('other services read partners of one client account, and find them by organization number', async () => {
  const number = await company({ name: 'Leverandør AS' });
  const metadata = { kept: 'here' };
  const partner = await created({
    name: undefined,
    organization_number: number,
    default_account_code: '4300',
    metadata,
  });
  const gone = await created({ name: 'Gone' });
  await as(owner, 'DELETE', `${PATH}/${gone.id}`);
  const partners = world.service.connect(Partners, 'documents');
  const elsewhere = (await account(owner)).id;
  const read = async (clientAccountId: number) =>
    (await partners.GetPartners({ clientAccountId, ids: [gone.id, partner.id] })).partners;
  expect(await read(books)).toMatchObject([
    {
      id: partner.id,
      name: 'Leverandør AS',
      organizationNumber: number,
      defaultAccountCode: '4300',
      isActive: true,
      paymentTermsDays: 14,
      // What others embed is what this service would answer itself.
      organizationId: partner.organization_id,
      createdAt: partner.created_at,
      createdById: partner.created_by_id,
      updatedAt: partner.updated_at,
      updatedById: partner.updated_by_id,
      metadata: '{"kept":"here"}',
    },
    { id: gone.id, isActive: false },
  ]);
  expect(await read(elsewhere)).toEqual([]);
  const find = async (clientAccountId: number) =>
    (await partners.FindPartnersByOrganization({ clientAccountId, organizationNumbers: [number] })).partners.map(
      ({ id }) => id,
    );
  expect([await find(books), await find(elsewhere)]).toEqual([[partner.id], []]);
});

const importing = () => world.service.connect(Partners, 'ledger');
const filed = (name: string, sourceId: string, more: object = {}) => ({
  name,
  sourceIds: [sourceId],
  isCustomer: true,
  isSupplier: false,
  ...more,
});
const imported = async (key: string, ...partners: ReturnType<typeof filed>[]) =>
  (
    await importing().ImportPartners({
      clientAccountId: books,
      commandKey: `${books} ${key}`,
      actorId: owner.id,
      partners,
    })
  ).ids;
const partnerOf = async (id: number | undefined) => (await as(owner, 'GET', `${PATH}/${id}`)).body;

it('the partners of a file are made once per command, however often and however close together it is sent', async () => {
  const send = () =>
    imported('file 1', filed('Kari Kunde', 'customer 1', { city: 'Bergen', email: 'kari@kunde.example' }), {
      ...filed('Leverandør', 'supplier 1', { email: 'none', countryCode: 'norge', registrationNumber: 'DE 811' }),
      ...{ isCustomer: false, isSupplier: true },
    });
  const answers = await Promise.all(Array.from({ length: 4 }, send));
  answers.push(await send());
  const [first, second] = answers[0]!;
  expect(answers).toEqual(answers.map(() => [first, second]));
  expect(await partnerOf(first)).toMatchObject({
    ...{ name: 'Kari Kunde', city: 'Bergen', email: 'kari@kunde.example', is_customer: true, is_supplier: false },
    ...{ is_organization: false, created_by_id: owner.id, payment_terms_days: 14 },
  });
  expect(await partnerOf(second)).toMatchObject({
    ...{ is_customer: false, is_supplier: true, email: null, country_code: 'NO' },
    metadata: { saft_ids: ['supplier 1'], registration_number: 'DE 811' },
  });
  expect((await as(owner, 'GET', `${PATH}?client_account_id=${books}`)).body.meta.records).toBe(2);
});

it('a partner of a file that is known is found: by its organization, else by its name and what a file called it', async () => {
  const number = await company({ name: 'Registrert AS' });
  const known = await created({ organization_number: number, name: 'Vårt navn', city: 'Oslo' });
  const both = { registrationNumber: `${number} MVA`, isSupplier: true, city: 'Bergen' };
  const [organization, person] = await imported(
    'a',
    filed('Filens navn', 'customer 7', both),
    filed('Ola', 'customer 8'),
  );
  expect(organization).toBe(known.id);
  expect(await partnerOf(organization)).toMatchObject({
    ...{ name: 'Vårt navn', city: 'Oslo', is_customer: true, is_supplier: true },
  });
  const next = await imported('b', filed('Ola', 'customer 8'), filed('Ola', 'customer 9'), filed('Kari', 'customer 8'));
  expect(next[0]).toBe(person);
  expect(new Set([person, ...next]).size).toBe(3);
  const other = await company({ name: 'To ganger AS' });
  const twice = filed('To ganger', 'customer 20', { registrationNumber: other });
  const [one, two] = await imported('c', twice, filed('To', 'supplier 20', { registrationNumber: other }));
  expect(one).toBe(two);
  expect(await partnerOf(one)).toMatchObject({ organization_number: other, is_organization: true, name: 'To ganger' });
});

it('a number of eleven digits is never kept of a partner of a file: it may be a national identity number', async () => {
  const [id] = await imported('a', filed('Per Person', 'customer 1', { registrationNumber: '010180 12345' }));
  expect(JSON.stringify(await partnerOf(id))).not.toMatch(/12345/);
});

it('partners of a file are not made while the registry is away, nor for an account that takes no writes', async () => {
  const number = nextOrganizationNumber();
  const known = filed('Et selskap', 'customer 1', { registrationNumber: number });
  const refusal = async (key: string, ...partners: ReturnType<typeof filed>[]) =>
    imported(key, ...partners).then(
      () => undefined,
      ({ status, code }) => [status, code],
    );
  await world.fault({ status: 403, count: 100 });
  expect(await refusal('a', known)).toEqual([502, 'integration.upstream_failed']);
  await world.fault({ status: 404, count: 100 });
  // The registry does not know it: it is a partner without an organization.
  const [id] = await imported('a', known);
  await world.fault({ count: 0 });
  expect(await partnerOf(id)).toMatchObject({ organization_id: null, metadata: { registration_number: number } });
  expect(await refusal('b', ...Array.from({ length: 101 }, (_, n) => filed('N', `customer ${n}`)))).toEqual([
    400,
    'common.validation_error',
  ]);
  await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false });
  expect(await refusal('c', filed('Sen', 'customer 2'))).toEqual([409, 'client_account.inactive']);
});

it('the statistics of a client account count its partners', async () => {
  world.played.counts = { journal_entries: 0, vouchers: 0, documents: 0, bank_transactions: 0 };
  await created();
  expect(
    (await as(owner, 'GET', `/api/v2/client-accounts/${books}?with=statistics`)).body.statistics.business_partners,
  ).toBe(1);
});

it('the settings take a partner of the account as pension provider, and no other', async () => {
  const provider = await created({ name: 'Pensjon AS' });
  const path = `/api/v2/client-accounts/${books}/settings`;
  expect((await as(owner, 'PATCH', path, { pension_provider_id: provider.id })).body.pension_provider_id).toBe(
    provider.id,
  );
  expect((await as(owner, 'PATCH', path, { pension_provider_id: 999_999_999 })).status).toBe(400);
});

describe("the caller's own id of a partner", () => {
  const KEY = 'CRM-17';

  it('comes back, finds its partner, stays as it is unless it is sent, and null takes it away', async () => {
    const partner = await created({ external_id: KEY });
    await created({ external_id: 'CRM-18' });
    expect(partner.external_id).toBe(KEY);
    expect(idsOf(await list(`&external_id=${KEY}`))).toEqual([partner.id]);
    expect(idsOf(await list('&external_id=CRM-1'))).toEqual([]);
    expect((await change(partner.id, { name: 'Another', external_id: KEY })).body.external_id).toBe(KEY);
    expect((await change(partner.id, { name: 'A third' })).body.external_id).toBe(KEY);
    expect((await change(partner.id, { external_id: null })).body.external_id).toBeNull();
    expect((await created({ external_id: KEY })).external_id).toBe(KEY);
  });

  it('is that of one partner of a client account, inactive ones included, and free in another one', async () => {
    const first = await created({ external_id: KEY });
    const taken = { code: 'common.conflict', details: { id: first.id } };
    expect((await create({ name: 'Another', external_id: KEY })).body.error).toMatchObject(taken);
    await as(owner, 'DELETE', `${PATH}/${first.id}`);
    expect(await create({ name: 'Another', external_id: KEY })).toMatchObject({ status: 409, body: { error: taken } });
    const other = await created();
    expect(await change(other.id, { external_id: KEY })).toMatchObject({ status: 409, body: { error: taken } });
    const elsewhere = (await account(owner)).id;
    expect((await create({ client_account_id: elsewhere, name: 'Another', external_id: KEY })).status).toBe(201);
  });

  it('goes to one of twenty who ask for it at the same moment, and names that one to the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create({ name: `Partner ${n}`, external_id: KEY })),
    );
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(made).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    expect(new Set(refused.map(({ body }) => body.error.details.id))).toEqual(new Set(made));
  });

  it.each(['', 'x'.repeat(101), 7, ['a']])('is text of 1 to 100 characters, and not %j', async (external_id) => {
    expect(fault(await create({ name: 'Partner', external_id }))).toEqual([
      400,
      'common.validation_error',
      'external_id',
    ]);
  });
});
