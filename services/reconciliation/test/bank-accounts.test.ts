import { BankAccounts, References } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankWorld, type Company, faultsOf, refusal, startBank } from './world.ts';

let bank: BankWorld;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank?.stop());

const BBAN = '86011117947';
const IBAN = 'NO9386011117947';

const sent = (own: Pick<Company, 'clientAccountId'>, more: object = {}) => ({
  client_account_id: own.clientAccountId,
  type: 'CURRENT',
  bban: BBAN,
  bank_country: 'NO',
  ...more,
});
const create = (own: Company, more: object = {}) => own.call('POST', '/bank-accounts', sent(own, more));
const made = (own: Company, more: object = {}) => own.done('POST', '/bank-accounts', sent(own, more));
const idsOf = async (own: Company, query = ''): Promise<readonly number[]> =>
  (await own.done('GET', `/bank-accounts?client_account_id=${own.clientAccountId}${query}`)).data.map(
    ({ id }: { id: number }) => id,
  );

describe('a bank account', () => {
  it('of the house is created with its IBAN and its defaults, and read again [BAC-R01] [BAC-R04] [BAC-R06]', async () => {
    const own = await bank.company();
    const answer = await create(own, { bban: '1503 20 80119', name: 'Drift' });
    expect(answer.status).toBe(201);
    const { body } = answer;
    expect(answer.headers.get('location')).toBe(`/api/v2/bank-accounts/${body.id}`);
    const moment = expect.stringMatching(/Z$/);
    expect(body).toEqual({
      ...{ id: body.id, created_at: moment, created_by_id: own.userId, updated_at: moment, updated_by_id: own.userId },
      ...{ client_account_id: own.clientAccountId, business_partner_id: null, name: 'Drift', type: 'CURRENT' },
      ...{ bban: '15032080119', iban: 'NO5015032080119', bank_country: 'NO' },
      ...{ bank_name: 'DNB Bank ASA', bank_zip: null, bank_city: null, bic: 'DNBANOKK', routing_number: null },
      ...{ currency_code: 'NOK', account_code: '1920', is_house: true, is_active: true },
    });
    expect(await own.done('GET', `/bank-accounts/${body.id}`)).toEqual(body);
    const byIban = await made(own, { bban: undefined, bank_country: undefined, iban: 'no93 8601 1117 947' });
    expect(byIban).toMatchObject({ iban: IBAN, bban: BBAN, bank_country: 'NO', bank_name: null, bic: null });
    await bank.expectSound(own.clientAccountId);
  });

  it('is booked by its type unless another account of the books is named [BAC-R07]', async () => {
    const own = await bank.company({ accountingCurrency: 'EUR' });
    expect(await made(own, { type: 'TAX' })).toMatchObject({ account_code: '1950', currency_code: 'EUR' });
    expect(await made(own, { type: 'LOAN', bban: '12345678903' })).toMatchObject({ account_code: '2220' });
    const named = await made(own, { type: 'SAVINGS', bban: '15032080119', account_code: '1930', currency_code: 'USD' });
    expect(named).toMatchObject({ account_code: '1930', currency_code: 'USD' });
    const unknown = await create(own, { iban: 'DE89370400440532013000', account_code: '9999' });
    expect([refusal(unknown), Object.keys(faultsOf(unknown))]).toEqual([
      [400, 'common.validation_error'],
      ['account_code'],
    ]);
  });

  it('needs a type and a number, both good [BAC-R01] [BAC-R02] [BAC-R03] [BAC-R11]', async () => {
    const own = await bank.company();
    const field = async (more: object) => [
      ...refusal(await create(own, more)),
      ...Object.keys(faultsOf(await create(own, more))),
    ];
    const general = 'common.validation_error';
    const number = 'bank_account.invalid_account_number';
    expect(await field({ type: undefined })).toEqual([400, general, 'type']);
    expect(await field({ type: 'CASH' })).toEqual([400, general, 'type']);
    expect(await field({ bban: undefined })).toEqual([400, general, 'iban']);
    expect(await field({ bank_country: undefined })).toEqual([400, general, 'bank_country']);
    for (const bban of ['86011117948', '8601111794', 'ABC'])
      expect(await field({ bban })).toEqual([400, number, 'bban']);
    // The second has good check digits and an account number without them; the third the length of no German number.
    for (const iban of ['NO9386011117948', 'NO6612345678901', 'DE8937040044053201300', 'NO', 'XX00'])
      expect(await field({ bban: undefined, iban })).toEqual([400, number, 'iban']);
    expect(await field({ iban: IBAN, bban: '12345678903' })).toEqual([400, number, 'bban']);
    expect(await field({ bic: 'DNB' })).toEqual([400, general, 'bic']);
    expect(await idsOf(own, '&is_active=null')).toEqual([]);
    const foreign = { iban: undefined, bban: '123-456 789', bank_country: 'US', routing_number: '021000021' };
    expect(await made(own, foreign)).toMatchObject({ iban: null, bban: '123-456789', routing_number: '021000021' });
    expect(refusal(await create(own, foreign))).toEqual([409, 'bank_account.duplicate']);
    await made(own, { ...foreign, routing_number: '011000015' });
  });

  it('is there once for one owner, also when twenty ask at once [BAC-R05]', async () => {
    const own = await bank.company();
    const partner = bank.own(own, 'businesspartner');
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(own)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map((one) => refusal(one).join()))).toEqual(
      new Set(['409,bank_account.duplicate']),
    );
    await made(own, { business_partner_id: partner });
    expect(refusal(await create(own, { business_partner_id: partner }))).toEqual([409, 'bank_account.duplicate']);
    const stranger = await bank.company();
    await made(stranger);
    const other = await made(stranger, { bban: '15032080119' });
    expect(refusal(await stranger.call('PUT', `/bank-accounts/${other.id}`, { bban: BBAN }))).toEqual([
      409,
      'bank_account.duplicate',
    ]);
  });

  it('of a partner is none of the house, and the partner is of the company', async () => {
    const [own, stranger] = [await bank.company(), await bank.company()];
    const partner = bank.own(own, 'businesspartner');
    const account = await made(own, { business_partner_id: partner, name: 'Leverandør' });
    expect(account).toMatchObject({
      is_house: false,
      account_code: null,
      business_partner_id: partner,
      currency_code: null,
    });
    for (const id of [bank.own(stranger, 'businesspartner'), 999_999])
      expect(faultsOf(await create(own, { bban: '15032080119', business_partner_id: id }))).toEqual({
        business_partner_id: `There is no business partner ${id} in this client account`,
      });
    const booked = await create(own, { bban: '15032080119', business_partner_id: partner, account_code: '1920' });
    expect(Object.keys(faultsOf(booked))).toEqual(['account_code']);
    const shown = await own.done('GET', `/bank-accounts/${account.id}?with=business_partner,balance,unknown`);
    expect(shown).toMatchObject({ business_partner: { id: partner, name: `Partner ${partner}` }, balance: null });
    const list = bank.connect(BankAccounts, 'organisation');
    const { bankAccounts } = await list.ListPartnerBankAccounts({
      clientAccountId: own.clientAccountId,
      businessPartnerIds: [partner],
    });
    expect(bankAccounts).toMatchObject([{ id: account.id, iban: IBAN, type: 'CURRENT', businessPartnerId: partner }]);
    const foreign = { clientAccountId: stranger.clientAccountId, businessPartnerIds: [partner] };
    expect((await list.ListPartnerBankAccounts(foreign)).bankAccounts).toEqual([]);
  });

  it('of the house, active and of the company alone, are told to who prints invoices', async () => {
    const [own, stranger] = [await bank.company(), await bank.company()];
    const tax = await made(own, { bban: '15032044708', type: 'TAX' });
    const current = await made(own, { currency_code: 'EUR' });
    await made(own, { bban: '15032080119', business_partner_id: bank.own(own, 'businesspartner') });
    const gone = await made(own, { bban: '90401000002' });
    await own.done('DELETE', `/bank-accounts/${gone.id}`);
    await made(stranger, { bban: '15032080119' });
    const list = bank.connect(BankAccounts, 'documents');
    const { houseAccounts } = await list.ListHouseAccounts({ clientAccountId: own.clientAccountId });
    expect(houseAccounts).toEqual([
      expect.objectContaining({ id: tax.id, type: 'TAX', currencyCode: 'NOK', bankCountry: 'NO' }),
      expect.objectContaining({ id: current.id, type: 'CURRENT', currencyCode: 'EUR', iban: IBAN, bban: BBAN }),
    ]);
  });

  it('changes as it is sent, by POST and PUT alike, and a new number brings its bank', async () => {
    const own = await bank.company();
    const { id } = await made(own, { bban: '15032080119' });
    expect(await own.done('POST', `/bank-accounts/${id}`, { name: 'Skatt', type: 'TAX' })).toMatchObject({
      name: 'Skatt',
      type: 'TAX',
      account_code: '1920',
      bban: '15032080119',
      bank_name: 'DNB Bank ASA',
    });
    const moved = await own.done('PUT', `/bank-accounts/${id}`, {
      iban: 'DE89 3704 0044 0532 0130 00',
      bic: 'cobadeff',
    });
    expect(moved).toMatchObject({ iban: 'DE89370400440532013000', bban: null, bank_country: 'DE', bic: 'COBADEFF' });
    const cleared = await own.done('PUT', `/bank-accounts/${id}`, { name: null, bank_city: '', account_code: null });
    expect(cleared).toMatchObject({ name: null, bank_city: null, account_code: '1950' });
    expect(refusal(await own.call('PUT', `/bank-accounts/${id}`, { type: 'X' }))[0]).toBe(400);
    const said = (await bank.events('reconciliation.reference.changed')).filter(
      ({ clientAccountId }) => clientAccountId === own.clientAccountId,
    );
    expect(said.map(({ payload }) => [payload.version, payload.name, payload.is_active])).toEqual([
      [1, '15032080119', true],
      [2, 'Skatt', true],
      [3, 'Skatt', true],
      [4, 'DE89370400440532013000', true],
    ]);
  });

  it('is deactivated and made active again, and lists show the active ones [BAC-R08] [BAC-R10]', async () => {
    const own = await bank.company();
    const [first, second] = [await made(own), await made(own, { bban: '15032080119' })];
    const gone = await own.call('DELETE', `/bank-accounts/${first.id}`);
    expect([gone.status, gone.body.is_active, gone.body.id]).toEqual([200, false, first.id]);
    expect(await idsOf(own)).toEqual([second.id]);
    expect(await idsOf(own, '&is_active=false')).toEqual([first.id]);
    expect(await idsOf(own, '&is_active=null&order_by=-id')).toEqual([second.id, first.id]);
    expect(await idsOf(own, '&is_active=null&is_house=false')).toEqual([]);
    const references = bank.connect(References, 'ledger');
    const ask = { clientAccountId: own.clientAccountId, type: 'bankacc', ids: [first.id, second.id, 999_999] };
    expect((await references.Resolve(ask)).references).toEqual([
      { id: first.id, name: BBAN, isActive: false },
      { id: second.id, name: '15032080119', isActive: true },
    ]);
    await own.done('PUT', `/bank-accounts/${first.id}`, { is_active: true });
    expect(await idsOf(own)).toEqual([first.id, second.id]);
    const all = await own.done('GET', '/bank-accounts?per_page=1');
    expect([all.meta.records, all.data[0].id]).toEqual([2, first.id]);
    const rest = await own.done('GET', `/bank-accounts?per_page=1&cursor=${all.meta.next_cursor}`);
    expect(rest.data[0].id).toBe(second.id);
  });

  it('is nobody else’s to see, to change or to guess at [BAC-R12]', async () => {
    const [own, stranger, employee] = [await bank.company(), await bank.company(), await bank.company({ role: 'EM' })];
    const { id } = await made(own);
    for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['POST', { name: 'x' }], ['DELETE']] as const) {
      expect(refusal(await stranger.call(method, `/bank-accounts/${id}`, body))).toEqual([403, 'common.forbidden']);
      expect(refusal(await own.call(method, '/bank-accounts/999999', body))).toEqual([404, 'bank_account.not_found']);
      expect((await bank.call(method, `/api/v2/bank-accounts/${id}`, { body })).status).toBe(401);
    }
    expect(refusal(await own.call('GET', '/bank-accounts/x'))).toEqual([404, 'bank_account.not_found']);
    for (const caller of [stranger, employee])
      expect(refusal(await caller.call('POST', '/bank-accounts', sent(own)))).toEqual([403, 'common.forbidden']);
    expect((await create(employee)).status).toBe(403);
    expect((await stranger.call('GET', `/bank-accounts?client_account_id=${own.clientAccountId}`)).status).toBe(403);
    expect((await stranger.done('GET', '/bank-accounts')).data).toEqual([]);
    const ask = { clientAccountId: stranger.clientAccountId, type: 'bankacc', ids: [id] };
    expect((await bank.connect(References, 'ledger').Resolve(ask)).references).toEqual([]);
    bank.world.account({ id: own.clientAccountId, isActive: false });
    expect(refusal(await create(own, { bban: '15032080119' }))).toEqual([409, 'client_account.inactive']);
  });
});
