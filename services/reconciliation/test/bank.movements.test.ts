import { takeStamp } from '@app/records';
import { References } from '@app/rpc';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markReconciled } from '../src/bank-transactions/known.ts';
import { receivablePayments } from '../src/schema/receivable-payments.ts';
import { type BankWorld, type Company, faultsOf, refusal, startBank } from './world.ts';

let bank: BankWorld;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank?.stop());

const GENERAL = 'common.validation_error';

interface Banked extends Company {
  /** A house account, and the account of a partner. */
  readonly house: number;
  readonly partner: number;
}

async function banked(): Promise<Banked> {
  const own = await bank.company();
  const account = async (more: object) =>
    (
      await own.done('POST', '/bank-accounts', {
        ...{ client_account_id: own.clientAccountId, type: 'CURRENT', bank_country: 'NO' },
        ...more,
      })
    ).id;
  const house = await account({ bban: '15032080119' });
  const partner = await account({ bban: '86011117947', business_partner_id: bank.own(own, 'businesspartner') });
  return { ...own, house, partner };
}

const incoming = (own: Banked, more: object = {}) => ({
  ...{ client_account_id: own.clientAccountId, amount: '100.00', currency_code: 'NOK', booking_date: '2026-03-10' },
  ...{ payee_bank_account_id: own.house, ...more },
});
const post = (own: Banked, more: object = {}) => own.call('POST', '/bank-transactions', incoming(own, more));
const stored = (own: Banked, more: object = {}) => own.done('POST', '/bank-transactions', incoming(own, more));
const list = (own: Company, query = '') =>
  own.done('GET', `/bank-transactions?client_account_id=${own.clientAccountId}${query}`);
const idsOf = async (own: Company, query = ''): Promise<readonly number[]> =>
  (await list(own, query)).data.map(({ id }: { id: number }) => id);

const march = (own: Banked, more: object = {}) => ({
  ...{ client_account_id: own.clientAccountId, bank_account_id: own.house },
  ...{ from_date: '2026-03-01', to_date: '2026-03-31', opening_balance: '10.00', closing_balance: '85.50' },
  transactions: [
    { amount: '100.00', booking_date: '2026-03-10', bank_reference: 'A1' },
    { amount: '-24.50', booking_date: '2026-03-11', bank_reference: 'A2', payee_name: 'Strøm AS' },
  ],
  ...more,
});
const send = (own: Banked, more: object = {}) => own.call('POST', '/bank-statements', march(own, more));

/** As external reconciliations do it. */
const reconcile = (own: Company, id: number, isReconciled = true) =>
  bank.db.write(async (tx) => {
    const stamp = await takeStamp(tx, bank.running.composition.clock, own.clientAccountId, own.userId);
    await markReconciled(tx, { clientAccountId: own.clientAccountId, id }, isReconciled, stamp);
  });

describe('a bank transaction', () => {
  it('is created with its defaults, without details, and read with them [BTX-R06] [BTX-R11] [BTX-R27] [BTX-R29] [BTX-R30]', async () => {
    const own = await banked();
    const answer = await post(own, {
      id: 77,
      external_reconciled_amount: '100.00',
      payor_bank_account_id: own.partner,
    });
    expect(answer.status).toBe(201);
    const { body } = answer;
    expect(answer.headers.get('location')).toBe(`/api/v2/bank-transactions/${body.id}`);
    expect(body.id).not.toBe(77);
    expect(body).toMatchObject({
      ...{ bank_account_id: own.house, bank_statement_id: null, payee_bank_account_id: own.house },
      ...{ payor_bank_account_id: own.partner, amount: '100.00', currency_code: 'NOK', exchange_rate: '1.000000' },
      ...{ instructed_amount: '100.00', instructed_currency_code: 'NOK', instructed_exchange_rate: '1.000000' },
      ...{ value_date: null, memo: null, bank_reference: null, external_reconciled_amount: '0.00' },
    });
    expect('details' in body).toBe(false);
    expect(await own.done('GET', `/bank-transactions/${body.id}`)).toEqual({ ...body, details: [] });
    const euro = await stored(own, { currency_code: 'EUR', instructed_currency_code: 'USD', instructed_amount: 120 });
    expect(euro).toMatchObject({ exchange_rate: null, instructed_exchange_rate: null, instructed_amount: '120.00' });
    expect(await stored(own, { currency_code: 'EUR', exchange_rate: '11.25' })).toMatchObject({
      exchange_rate: '11.250000',
    });
    const rates = await bank.db.raw`
      select currency_code, exchange_rate::text, rate_to from bank_transactions
      where client_account_id = ${own.clientAccountId} order by id`;
    expect(rates.map(({ currency_code, exchange_rate, rate_to }) => [currency_code, exchange_rate, rate_to])).toEqual([
      ['NOK', '1.000000', 'NOK'],
      ['EUR', null, null],
      ['EUR', '11.250000', 'NOK'],
    ]);
    const said = (await bank.events('reconciliation.bank_transaction.recorded')).filter(
      ({ clientAccountId }) => clientAccountId === own.clientAccountId,
    );
    expect(said[0]!.payload).toMatchObject({
      bank_account_id: own.house,
      bank_statement_id: null,
      count: 1,
    });
    await bank.expectSound(own.clientAccountId);
  });

  it('needs its fields, an amount, and the house account that it moved [BTX-R07] [BTX-R08] [BTX-R09] [BTX-R10] [BTX-R22]', async () => {
    const [own, stranger] = [await banked(), await banked()];
    const field = async (more: object) => {
      const answer = await post(own, more);
      return [...refusal(answer), ...Object.keys(faultsOf(answer))];
    };
    for (const name of ['amount', 'currency_code', 'booking_date'])
      expect(await field({ [name]: undefined })).toEqual([400, GENERAL, name]);
    expect((await post(own, { client_account_id: undefined })).status).toBe(400);
    for (const amount of ['0', '0.00', '-0', '1.234', 'abc', null])
      expect(await field({ amount })).toEqual([400, GENERAL, 'amount']);
    for (const [name, value] of [
      ['currency_code', 'XXX'],
      ['booking_date', '2026-02-30'],
      ['exchange_rate', '0'],
      // It is in the accounting currency.
      ['exchange_rate', '1.5'],
    ] as const)
      expect(await field({ [name]: value })).toEqual([400, GENERAL, name]);
    const required = 'bank_transaction.bank_account_required';
    expect(await field({ payee_bank_account_id: null })).toEqual([400, required, 'payee_bank_account_id']);
    expect(await field({ amount: '-5' })).toEqual([400, required, 'payor_bank_account_id']);
    const invalid = 'bank_transaction.invalid_bank_account';
    for (const id of [own.partner, stranger.house, 999_999])
      expect(await field({ payee_bank_account_id: id })).toEqual([400, invalid, 'payee_bank_account_id']);
    for (const id of [stranger.house, stranger.partner])
      expect(await field({ payor_bank_account_id: id })).toEqual([400, invalid, 'payor_bank_account_id']);
    await own.done('DELETE', `/bank-accounts/${own.house}`);
    expect(await field({})).toEqual([400, invalid, 'payee_bank_account_id']);
    expect((await list(own)).meta.records).toBe(0);
  });

  it('is listed by day and amount, filtered, page by page, by number and by cursor [BTX-R01] [BTX-R02] [BTX-R03] [BTX-R21]', async () => {
    const own = await banked();
    const second = (
      await own.done('POST', '/bank-accounts', {
        ...{ client_account_id: own.clientAccountId, type: 'SAVINGS', bban: '12345678903', bank_country: 'NO' },
      })
    ).id;
    const at = async (day: string, amount: string, account = own.house) =>
      (await stored(own, { booking_date: day, amount, payee_bank_account_id: account, payor_bank_account_id: account }))
        .id;
    const late = await at('2026-03-12', '9.00');
    const large = await at('2026-03-10', '100.00');
    const small = await at('2026-03-10', '9.50', second);
    const out = await at('2026-03-10', '-20.00');
    expect(await idsOf(own)).toEqual([out, small, large, late]);
    expect(await idsOf(own, '&order_by=-amount')).toEqual([large, small, late, out]);
    expect(await idsOf(own, `&bank_account_id=${second}`)).toEqual([small]);
    expect(await idsOf(own, '&from_date=2026-03-11')).toEqual([late]);
    expect(await idsOf(own, '&from_date=2026-03-10&to_date=2026-03-10')).toEqual([out, small, large]);
    await reconcile(own, small);
    expect(await idsOf(own, '&include_externally_reconciled=false')).toEqual([out, large, late]);
    expect(await idsOf(own, '&include_externally_reconciled=1')).toEqual([out, small, large, late]);
    const { meta } = await list(own);
    expect([meta.per_page, meta.records, meta.pages]).toEqual([50, 4, 1]);
    expect(await idsOf(own, '&per_page=3&page=2')).toEqual([late]);
    for (const order of ['', '&order_by=-amount,booking_date', '&order_by=amount']) {
      const whole = await idsOf(own, order);
      const walked: number[] = [];
      for (let cursor = ''; cursor !== 'end'; ) {
        const page = await list(own, `${order}&per_page=1${cursor && `&cursor=${cursor}`}`);
        walked.push(...page.data.map(({ id }: { id: number }) => id));
        cursor = page.meta.next_cursor ?? 'end';
      }
      expect(walked).toEqual(whole);
    }
    const changed = await list(own, '&updated_from=2020-01-01T00:00:00Z');
    expect(changed.data.at(-1).id).toBe(small);
    const wrong = Buffer.from(JSON.stringify({ v: 1 })).toString('base64url');
    expect((await own.call('GET', `/bank-transactions?cursor=${wrong}`)).status).toBe(400);
    const references = bank.connect(References, 'documents');
    const ask = { clientAccountId: own.clientAccountId, type: 'banktransaction', ids: [late, 999_999] };
    expect((await references.Resolve(ask)).references).toEqual([
      { id: late, name: '2026-03-12 9.00 NOK', isActive: true },
    ]);
  });

  it('keeps its account from being deactivated until it is reconciled [BAC-R09]', async () => {
    const own = await banked();
    const { id } = await stored(own);
    const open = 'bank_account.has_unreconciled_transactions';
    expect(refusal(await own.call('DELETE', `/bank-accounts/${own.house}`))).toEqual([409, open]);
    expect(refusal(await own.call('PUT', `/bank-accounts/${own.house}`, { is_active: false }))).toEqual([409, open]);
    expect((await own.call('DELETE', `/bank-accounts/${own.partner}`)).status).toBe(200);
    await reconcile(own, id);
    expect((await own.done('GET', `/bank-transactions/${id}`)).external_reconciled_amount).toBe('100.00');
    expect((await own.call('DELETE', `/bank-accounts/${own.house}`)).status).toBe(200);
  });

  it('shows the advices that it sums up, and no others [BTX-R19]', async () => {
    const own = await banked();
    const advise = (amount: string, reference: string, more: Partial<typeof receivablePayments.$inferInsert> = {}) =>
      bank.db.executor.insert(receivablePayments).values({
        ...{ clientAccountId: own.clientAccountId, createdAt: new Date(), bankAccountId: own.house },
        ...{ bookingDate: '2026-03-10', amount, currencyCode: 'NOK' },
        ...{ archiveReference: reference, referenceEnd: reference.slice(-5), ...more },
      });
    await advise('60.00', '9-12345');
    await advise('400.00', 'X-12345', { bookedAmount: '40.00', currencyCode: 'SEK' });
    await advise('100.00', '9-12345', { bookingDate: '2026-03-11' });
    await advise('70.00', '9-99999');
    const both = (await stored(own, { bank_reference: 'AB0000012345' })).id;
    const next = (await stored(own, { bank_reference: '12345', booking_date: '2026-03-11' })).id;
    const wrongSum = (await stored(own, { bank_reference: 'Q99999' })).id;
    const none = (await stored(own)).id;
    const { data } = await list(own, '&with=receivable_payments&order_by=id');
    const shown = new Map(
      data.map((one: { id: number; receivable_payments: { amount: string }[] }) => [
        one.id,
        one.receivable_payments.map(({ amount }) => amount),
      ]),
    );
    expect(shown).toEqual(
      new Map([
        [both, ['60.00', '400.00']],
        [next, ['100.00']],
        [wrongSum, []],
        [none, []],
      ]),
    );
    const all = await own.done(
      'GET',
      `/receivable-payments?client_account_id=${own.clientAccountId}&bank_account_id=${own.house}&from_date=2026-03-11&to_date=2026-03-31`,
    );
    expect([all.meta.records, all.data[0].amount, all.data[0].archive_reference]).toEqual([1, '100.00', '9-12345']);
    const stranger = await bank.company();
    expect((await stranger.call('GET', `/receivable-payments?client_account_id=${own.clientAccountId}`)).status).toBe(
      403,
    );
    expect((await stranger.call('GET', '/receivable-payments')).status).toBe(400);
  });

  it('embeds what is asked for, and details unless something else is [BTX-R04] [BTX-R05] [BTX-R28]', async () => {
    const own = await banked();
    const { id } = await stored(own);
    expect((await list(own)).data[0].details).toEqual([]);
    const names = ['questions', 'statements', 'reconciled_documents', 'posted_payments', 'receivable_payments'];
    const [{ details, ...one }] = (await list(own, `&with=${names.join()}`)).data;
    expect(details).toBeUndefined();
    expect(Object.fromEntries(names.map((name) => [name, one[name]]))).toMatchObject({
      questions: [{ id: 9, bank_transaction_id: id, question_status: 'OPEN', type: 'STATEMENT' }],
      ...{ statements: [], reconciled_documents: [], posted_payments: [], receivable_payments: [] },
    });
    expect('questions' in (await own.done('GET', `/bank-transactions/${id}?with=details`))).toBe(false);
  });

  it('is nobody else’s to see or to guess at [BTX-R12] [BTX-R26]', async () => {
    const own = await banked();
    const { id } = await stored(own);
    const [stranger, employee] = [await bank.company(), await bank.colleague(own, 'EM')];
    for (const caller of [stranger, employee]) {
      expect(refusal(await caller.call('GET', `/bank-transactions/${id}`))).toEqual([403, 'common.forbidden']);
      expect(refusal(await caller.call('GET', `/bank-transactions/${id}/statements`))).toEqual([
        403,
        'common.forbidden',
      ]);
      expect(refusal(await caller.call('POST', `/bank-transactions/${id}/statements`, {}))).toEqual([
        403,
        'common.forbidden',
      ]);
      expect(refusal(await caller.call('POST', '/bank-transactions', incoming(own)))).toEqual([
        403,
        'common.forbidden',
      ]);
      expect((await caller.call('GET', `/bank-transactions?client_account_id=${own.clientAccountId}`)).status).toBe(
        403,
      );
    }
    for (const path of ['999999', 'x', '0'])
      expect(refusal(await own.call('GET', `/bank-transactions/${path}`))).toEqual([404, 'bank_transaction.not_found']);
    expect(refusal(await own.call('POST', '/bank-transactions/999999/statements', {}))).toEqual([
      404,
      'bank_transaction.not_found',
    ]);
    expect((await bank.call('GET', `/api/v2/bank-transactions/${id}`)).status).toBe(401);
    expect((await stranger.done('GET', '/bank-transactions')).data).toEqual([]);
  });
});

describe('a statement about a transaction', () => {
  it('is kept, tells who asked, and is read with what it names [BTX-R13] [BTX-R14] [BTX-R15] [BTX-R16] [BTX-R25]', async () => {
    const [own, other] = [await banked(), await banked()];
    const { id } = await stored(own);
    const path = `/bank-transactions/${id}/statements`;
    const empty = await own.call('POST', path, {});
    expect([empty.status, empty.body]).toEqual([
      201,
      {
        ...{ id: empty.body.id, created_at: expect.stringMatching(/Z$/), created_by_id: own.userId },
        ...{ client_account_id: own.clientAccountId, bank_transaction_id: id, category: null },
        ...{ business_partner_id: null, voucher_id: null, comment: null },
      },
    ]);
    const named = { business_partner_id: bank.own(own, 'businesspartner'), voucher_id: bank.own(own, 'voucher') };
    const full = {
      category: 'BANK_FEE',
      comment: ' Gebyr ',
      ...named,
      bank_transaction_id: 5,
      client_account_id: other.clientAccountId,
    };
    const said = await own.done('POST', path, full);
    expect(said).toMatchObject({
      ...named,
      category: 'BANK_FEE',
      comment: 'Gebyr',
      bank_transaction_id: id,
      client_account_id: own.clientAccountId,
    });
    expect(await own.done('GET', path)).toEqual([empty.body, said]);
    const [first, second] = await own.done('GET', `${path}?with=bank_transaction,business_partner,voucher`);
    expect(first).toMatchObject({ bank_transaction: { id }, business_partner: null, voucher: null });
    expect(second).toMatchObject({
      business_partner: { id: named.business_partner_id },
      voucher: { id: named.voucher_id, file_name: `Bilag ${named.voucher_id}.pdf` },
    });
    expect((await list(own, '&with=statements')).data[0].statements).toEqual([empty.body, said]);
    const events = (await bank.events('reconciliation.bank_transaction.explained')).filter(
      ({ clientAccountId }) => clientAccountId === own.clientAccountId,
    );
    expect(events.map(({ payload }) => payload)).toEqual(
      [1, 2].map(() => ({ client_account_id: own.clientAccountId, bank_transaction_id: id, user_id: own.userId })),
    );
  });

  it('needs a body, a category that there is, and a partner and voucher of the company [BTX-R18] [BTX-R23] [BTX-R24]', async () => {
    const [own, stranger] = [await banked(), await banked()];
    const path = `/bank-transactions/${(await stored(own)).id}/statements`;
    expect(refusal(await own.call('POST', path))).toEqual([400, 'bank_transaction.missing_body']);
    expect(refusal(await own.call('POST', path, '[]', { 'content-type': 'application/json' }))).toEqual([400, GENERAL]);
    const field = async (body: object) => {
      const answer = await own.call('POST', path, body);
      return [answer.status, ...Object.keys(faultsOf(answer))];
    };
    expect(await field({ category: 'FUN' })).toEqual([400, 'category']);
    for (const id of [bank.own(stranger, 'businesspartner'), 999_999])
      expect(await field({ business_partner_id: id })).toEqual([400, 'business_partner_id']);
    expect(await field({ voucher_id: bank.own(stranger, 'voucher') })).toEqual([400, 'voucher_id']);
    expect(await own.done('GET', path)).toEqual([]);
  });
});

describe('a statement of the bank', () => {
  it('is stored with its transactions and their details [BST-R01] [BST-R05]', async () => {
    const own = await banked();
    const detail = { structured_reference: '1234563', amount: '100.00', currency_code: 'NOK', sender_name: 'Kari' };
    const [first, second] = march(own).transactions;
    const answer = await send(own, {
      statement_reference: ' 3/2026 ',
      transactions: [{ ...first, details: [detail] }, second],
    });
    expect(answer.status).toBe(201);
    const { transactions, skipped, ...statement } = answer.body;
    expect(answer.headers.get('location')).toBe(`/api/v2/bank-statements/${statement.id}`);
    expect(statement).toEqual({
      ...{ id: statement.id, uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), created_at: expect.stringMatching(/Z$/) },
      ...{ created_by_id: own.userId, client_account_id: own.clientAccountId, bank_account_id: own.house },
      ...{ statement_reference: '3/2026', from_date: '2026-03-01', to_date: '2026-03-31', opening_balance: '10.00' },
      ...{ closing_balance: '85.50', currency_code: 'NOK', source: 'API', transaction_count: 2 },
    });
    expect(skipped).toEqual([]);
    expect(transactions).toMatchObject([
      {
        amount: '100.00',
        payee_bank_account_id: own.house,
        payor_bank_account_id: null,
        bank_statement_id: statement.id,
      },
      { amount: '-24.50', payor_bank_account_id: own.house, payee_bank_account_id: null, payee_name: 'Strøm AS' },
    ]);
    expect(transactions[0].details).toMatchObject([
      { ...detail, statement_uuid: statement.uuid, transaction_uuid: null },
    ]);
    expect(await own.done('GET', `/bank-statements/${statement.id}`)).toEqual(statement);
    const whole = await own.done('GET', `/bank-statements/${statement.id}?with=transactions`);
    expect(whole).toEqual({ ...statement, transactions });
    const found = async (query: string) =>
      (await own.done('GET', `/bank-statements?client_account_id=${own.clientAccountId}${query}`)).data.length;
    expect([await found('&from_date=2026-03-31'), await found('&from_date=2026-04-01')]).toEqual([1, 0]);
    expect([await found('&to_date=2026-03-01'), await found('&to_date=2026-02-28')]).toEqual([1, 0]);
    expect([
      await found(`&bank_account_id=${own.house}&with=transactions`),
      await found('&bank_account_id=9999'),
    ]).toEqual([1, 0]);
    const account = await own.done('GET', `/bank-accounts/${own.house}?with=balance`);
    expect(account.balance).toEqual({ as_of: '2026-03-31', amount: '85.50', currency_code: 'NOK' });
    const said = (await bank.events()).filter(({ clientAccountId }) => clientAccountId === own.clientAccountId);
    expect(said.slice(-2).map(({ name, payload }) => [name, payload.bank_statement_id, payload.count])).toEqual([
      ['reconciliation.bank_transaction.recorded', statement.id, 2],
      ['reconciliation.bank_statement.recorded', statement.id, undefined],
    ]);
    await bank.expectSound(own.clientAccountId);
  });

  it('balances, and holds what belongs to it alone [BST-R02]', async () => {
    const [own, stranger] = [await banked(), await banked()];
    const field = async (more: object) => {
      const answer = await send(own, more);
      return [...refusal(answer), ...Object.keys(faultsOf(answer))];
    };
    expect(await field({ closing_balance: '85.51' })).toEqual([400, 'bank_statement.unbalanced']);
    expect(await field({ transactions: [] })).toEqual([400, 'bank_statement.unbalanced']);
    for (const name of ['bank_account_id', 'from_date', 'to_date', 'opening_balance', 'closing_balance'])
      expect(await field({ [name]: undefined })).toEqual([400, GENERAL, name]);
    for (const id of [own.partner, stranger.house, 999_999])
      expect(await field({ bank_account_id: id })).toEqual([
        400,
        'bank_statement.unknown_bank_account',
        'bank_account_id',
      ]);
    expect(await field({ to_date: '2026-02-01' })).toEqual([400, GENERAL, 'to_date']);
    const one = (more: object) => ({ transactions: [{ amount: '75.50', booking_date: '2026-03-10', ...more }] });
    expect(await field(one({ booking_date: '2026-04-01' }))).toEqual([400, GENERAL, 'transactions.0.booking_date']);
    expect(await field(one({ currency_code: 'EUR' }))).toEqual([400, GENERAL, 'transactions.0.currency_code']);
    const invalid = 'bank_transaction.invalid_bank_account';
    expect(await field(one({ payee_bank_account_id: own.partner }))).toEqual([
      400,
      invalid,
      'transactions.0.payee_bank_account_id',
    ]);
    expect(await field(one({ payor_bank_account_id: stranger.house }))).toEqual([
      400,
      invalid,
      'transactions.0.payor_bank_account_id',
    ]);
    expect((await list(own)).meta.records).toBe(0);
    expect((await send(own, { transactions: null, closing_balance: '10' })).status).toBe(201);
  });

  it('is stored once, also when twenty send it at once [BST-R03]', async () => {
    const own = await banked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(own)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map((one) => refusal(one).join()))).toEqual(
      new Set(['409,bank_statement.duplicate']),
    );
    expect((await list(own)).meta.records).toBe(2);
    const april = {
      from_date: '2026-04-01',
      to_date: '2026-04-30',
      opening_balance: '85.5',
      closing_balance: '85.5',
      transactions: [],
    };
    await own.done('POST', '/bank-statements', march(own, { ...april, statement_reference: 'R4' }));
    const may = { ...april, from_date: '2026-05-01', to_date: '2026-05-31', statement_reference: 'R4' };
    expect(refusal(await send(own, may))).toEqual([409, 'bank_statement.duplicate']);
    await bank.expectSound(own.clientAccountId);
  });

  it('continues its neighbours on both sides, also when they are sent at once [BST-R04]', async () => {
    const own = await banked();
    const gap = 'bank_statement.balance_gap';
    await own.done('POST', '/bank-statements', march(own));
    const april = (more: object = {}) =>
      send(own, {
        from_date: '2026-04-01',
        to_date: '2026-04-30',
        opening_balance: '85.50',
        closing_balance: '85.50',
        transactions: [],
        ...more,
      });
    expect(refusal(await april({ opening_balance: '85.49', closing_balance: '85.49' }))).toEqual([409, gap]);
    expect(refusal(await april({ from_date: '2026-03-31' }))).toEqual([409, gap]);
    const february = { from_date: '2026-02-01', to_date: '2026-02-28', transactions: [] };
    expect(refusal(await send(own, { ...february, opening_balance: '9', closing_balance: '9' }))).toEqual([409, gap]);
    expect((await send(own, { ...february, opening_balance: '10', closing_balance: '10' })).status).toBe(201);
    const day = (from: number, to: number, balance: string) =>
      april({
        ...{ from_date: `2026-04-${String(from).padStart(2, '0')}`, to_date: `2026-04-${String(to).padStart(2, '0')}` },
        ...{ opening_balance: balance, closing_balance: balance },
      });
    const racing = await Promise.all(
      Array.from({ length: 20 }, (_, index) => day(1 + (index % 10), 5 + (index % 10), index % 2 ? '85.50' : '90.00')),
    );
    expect(
      racing
        .map(({ status }) => status)
        .sort((a, b) => a - b)
        .at(0),
    ).toBe(201);
    expect(new Set(racing.map(({ status }) => status))).toEqual(new Set([201, 409]));
    await bank.expectSound(own.clientAccountId);
  });

  it('leaves out what is stored by reference, amount and day, and keeps equal ones of its own', async () => {
    const own = await banked();
    await stored(own, { bank_reference: 'A1' });
    const twice = { amount: '50.00', booking_date: '2026-03-12', bank_reference: 'B' };
    const answer = await own.done(
      'POST',
      '/bank-statements',
      march(own, { closing_balance: '185.50', transactions: [...march(own).transactions, twice, twice] }),
    );
    expect(answer.skipped).toEqual([{ reference: 'A1', reason: 'duplicate' }]);
    expect(answer.transactions.map(({ amount }: { amount: string }) => amount)).toEqual(['-24.50', '50.00', '50.00']);
    expect([answer.transaction_count, (await list(own)).meta.records]).toEqual([3, 4]);
    await bank.expectSound(own.clientAccountId);
  });

  it('is deleted with its transactions unless one is reconciled [BST-R14] [BST-R15]', async () => {
    const own = await banked();
    const { id, transactions } = await own.done('POST', '/bank-statements', march(own));
    await own.done('POST', `/bank-transactions/${transactions[0].id}/statements`, { comment: 'x' });
    await reconcile(own, transactions[0].id);
    const [stranger, employee] = [await bank.company(), await bank.colleague(own, 'EM')];
    for (const caller of [stranger, employee]) {
      for (const method of ['GET', 'DELETE'])
        expect(refusal(await caller.call(method, `/bank-statements/${id}`))).toEqual([403, 'common.forbidden']);
      expect((await caller.call('GET', `/bank-statements?client_account_id=${own.clientAccountId}`)).status).toBe(403);
      expect((await caller.call('POST', '/bank-statements', march(own))).status).toBe(403);
    }
    expect(refusal(await own.call('DELETE', `/bank-statements/${id}`))).toEqual([
      409,
      'bank_statement.has_reconciled_transactions',
    ]);
    await reconcile(own, transactions[0].id, false);
    const gone = await own.call('DELETE', `/bank-statements/${id}`);
    expect([gone.status, gone.body]).toEqual([204, null]);
    expect((await list(own)).meta.records).toBe(0);
    for (const path of [`/bank-statements/${id}`, '/bank-statements/x', '/bank-statements/999999'])
      expect(refusal(await own.call('GET', path))).toEqual([404, 'bank_statement.not_found']);
    const [left] = await bank.db.executor.execute<{ count: string }>(
      sql`select count(*) as count from transaction_statements where client_account_id = ${own.clientAccountId}`,
    );
    expect(Number(left!.count)).toBe(0);
    expect((await send(own)).status).toBe(201);
  });
});
