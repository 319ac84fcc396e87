import { randomUUID } from 'node:crypto';
import { documentChanged, paymentChanged } from '@app/events';
import { Payments } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountNumber, type Debtor, type Payables, type PlayedDocument, startPayables } from './payables.ts';
import { faultsOf, refusal } from './world.ts';

// The world plays documents, organisation and the ledger.

let world: Payables;
beforeAll(async () => {
  world = await startPayables();
});
afterAll(() => world?.stop());

type Body = Readonly<Record<string, unknown>>;
const create = (own: Debtor, { id }: Pick<PlayedDocument, 'id'>, more: Body = {}) =>
  own.call('POST', '/payments', { document_id: id, bank_account_id: own.house, ...more });
const made = (own: Debtor, { id }: Pick<PlayedDocument, 'id'>, more: Body = {}) =>
  own.done('POST', '/payments', { document_id: id, bank_account_id: own.house, ...more });
const patch = (own: Pick<Debtor, 'call'>, id: number, body: Body) => own.call('PATCH', `/payments/${id}`, body);
const approved = async (own: Debtor, more: Body = {}) => {
  const { id } = await made(own, world.bill(own), more);
  return own.done('PATCH', `/payments/${id}`, { status: 'APPROVED' });
};
const exported = (own: Debtor, ids: readonly number[], headers?: Readonly<Record<string, string>>) =>
  own.call('POST', '/payments/export', { client_account_id: own.clientAccountId, payment_ids: ids }, headers);
const statusOf = async (own: Debtor, id: number) => (await own.done('GET', `/payments/${id}`)).status;

describe('a payment', () => {
  it('is made of a document, with what the document says, and read again [PAY-R01] [PAY-R02]', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    const answer = await create(own, bill);
    expect(answer.status).toBe(201);
    const { body } = answer;
    expect(answer.headers.get('location')).toBe(`/api/v2/payments/${body.id}`);
    const moment = expect.stringMatching(/Z$/);
    expect(body).toEqual({
      ...{ id: body.id, created_at: moment, created_by_id: own.userId, updated_at: moment, updated_by_id: own.userId },
      ...{ client_account_id: own.clientAccountId, document_id: bill.id, business_partner_id: own.supplier },
      ...{
        bank_account_id: own.house,
        creditor_bank_account_id: own.creditor,
        amount: '1250.00',
        currency_code: 'NOK',
      },
      ...{ payment_date: '2099-01-31', payment_ref: '1234567897', message: null, status: 'PENDING', transfer: null },
      ...{ bank_transaction_id: null, error_message: null, end_to_end_id: `P${body.id}`, approved_at: null },
      ...{ approved_by_id: null, external_id: null, metadata: null },
    });
    expect(await own.done('GET', `/payments/${body.id}`)).toEqual(body);
    const shown = await own.done('GET', `/payments/${body.id}?with=document,business_partner`);
    expect(shown.document).toMatchObject({ id: bill.id, document_number: `F-${bill.id}`, open_amount: '1250.00' });
    expect(shown.business_partner).toMatchObject({ id: own.supplier, name: `Partner ${own.supplier}` });
    const today = world.running.composition.clock.today();
    const late = await made(own, world.bill(own, { dueDate: '2020-01-31' }));
    expect(late.payment_date).toBe(today);
    await world.expectSound(own.clientAccountId);
  });

  it('never pays more than is open beyond what is on its way [PAY-R02] [PAY-R04] [PAY-R08]', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    const first = await made(own, bill, { amount: '1000.00' });
    expect(refusal(await create(own, bill, { amount: '250.01' }))).toEqual([400, 'payment.amount_exceeds_open_amount']);
    expect(await made(own, bill)).toMatchObject({ amount: '250.00' });
    expect(refusal(await create(own, bill))).toEqual([400, 'payment.amount_exceeds_open_amount']);
    expect(refusal(await patch(own, first.id, { amount: '1000.01' }))[1]).toBe('payment.amount_exceeds_open_amount');
    expect((await own.call('DELETE', `/payments/${first.id}`)).status).toBe(204);
    expect(await statusOf(own, first.id)).toBe('CANCELLED');
    const other = await made(own, bill);
    expect(other.amount).toBe('1000.00');
    expect((await patch(own, other.id, { amount: '999.99' })).body.amount).toBe('999.99');
    for (const amount of ['0', '-1.00', '1.001', 'many'])
      expect(faultsOf(await create(own, bill, { amount })), amount).toHaveProperty('amount');
    await world.expectSound(own.clientAccountId);
  });

  it('is what a bank can carry out: without decimals where its currency has none, below a hundred billion', async () => {
    const own = await world.debtor();
    const yen = world.bill(own, { currencyCode: 'JPY', openAmount: '1000.50' });
    const crowns = { amount: 'An amount in JPY has no decimals' };
    for (const more of [{}, { amount: '999.50' }]) {
      const refused = await create(own, yen, more);
      expect([refusal(refused), faultsOf(refused)]).toEqual([[400, 'common.validation_error'], crowns]);
    }
    const { id } = await made(own, yen, { amount: '999' });
    expect(faultsOf(await patch(own, id, { amount: '999.50' }))).toEqual(crowns);
    expect((await patch(own, id, { amount: '1000.00' })).body.amount).toBe('1000.00');
    const huge = await create(own, world.bill(own, { openAmount: '100000000000.00' }));
    expect(faultsOf(huge)).toEqual({ amount: expect.stringContaining('at most 99999999999.99') });
  });

  it('of fifty makers of one document pays it once [PAY-R04]', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(own, bill, { amount: '400.00' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 201).map((answer) => refusal(answer)[1]))).toEqual(
      new Set(['payment.amount_exceeds_open_amount']),
    );
    const { pendingAmounts } = await world.connect(Payments, 'documents').GetPendingAmounts({
      ...{ clientAccountId: own.clientAccountId, documentIds: [bill.id] },
    });
    expect(pendingAmounts).toEqual([{ documentId: bill.id, amount: '1200.00', version: expect.any(Number) }]);
  });

  it('is made once under a key, however often it is asked for', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    const key = { 'idempotency-key': randomUUID() };
    const body = { document_id: bill.id, bank_account_id: own.house, amount: '10.00' };
    const first = await own.call('POST', '/payments', body, key);
    const again = await own.call('POST', '/payments', body, key);
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect((await own.done('GET', `/payments?client_account_id=${own.clientAccountId}`)).meta.records).toBe(1);
  });

  it('is refused for what nobody owes [PAY-R03]', async () => {
    const own = await world.debtor();
    const unpayable: readonly Partial<PlayedDocument>[] = [
      { status: 'DRAFT', isPayable: false },
      { isPayable: false, openAmount: '0.00' },
      { documentType: 'ARINV', isPayable: false, openLineSign: 1 },
      // A credit note of a supplier is open too, but there the supplier owes.
      { documentType: 'APCRN', openLineSign: 1 },
      { isBusy: true },
    ];
    for (const more of unpayable)
      expect(refusal(await create(own, world.bill(own, more)))).toEqual([400, 'payment.document_not_payable']);
    expect(faultsOf(await create(own, { id: 999_999 }))).toHaveProperty('document_id');
  });

  it('needs an account of its receiver: the named one, the partner’s choice, or its first [PAY-R05]', async () => {
    const own = await world.debtor();
    const poor = world.own(own, 'businesspartner');
    expect(refusal(await create(own, world.bill(own, { businessPartnerId: poor })))).toEqual([
      400,
      'payment.missing_creditor_account',
    ]);
    const nobody = world.bill(own, { businessPartnerId: undefined, documentType: 'RECPT' });
    expect(refusal(await create(own, nobody))[1]).toBe('payment.missing_creditor_account');
    expect(await made(own, nobody, { creditor_bank_account_id: own.creditor })).toMatchObject({
      business_partner_id: own.supplier,
    });
    const second = await own.done('POST', '/bank-accounts', {
      ...{ client_account_id: own.clientAccountId, type: 'CURRENT', bban: accountNumber(), bank_country: 'NO' },
      business_partner_id: own.supplier,
    });
    expect(await made(own, world.bill(own), { creditor_bank_account_id: second.id })).toMatchObject({
      creditor_bank_account_id: second.id,
    });
    await own.call('DELETE', `/bank-accounts/${own.creditor}`);
    expect((await made(own, world.bill(own))).creditor_bank_account_id).toBe(second.id);
    const inactive = await create(own, world.bill(own), { creditor_bank_account_id: own.creditor });
    expect(faultsOf(inactive)).toHaveProperty('creditor_bank_account_id');
    expect(faultsOf(await create(own, world.bill(own), { payment_date: '2020-01-01' }))).toHaveProperty('payment_date');
  });
});

describe('a payment and its states', () => {
  it('is approved by an administrator alone, and goes from state to state as the table says [PAY-R06] [PAY-R07] [PAY-R08] [ROLE-R03]', async () => {
    const own = await world.debtor();
    const { id } = await made(own, world.bill(own));
    for (const role of ['BK', 'US'] as const) {
      const colleague = await world.colleague(own, role);
      expect(refusal(await patch(colleague, id, { status: 'APPROVED' }))).toEqual([403, 'common.forbidden']);
      expect((await patch(colleague, id, { message: `from ${role}` })).status).toBe(200);
    }
    const employee = await world.colleague(own, 'EM');
    expect(refusal(await employee.call('GET', `/payments/${id}`))).toEqual([403, 'common.forbidden']);
    const chief = await world.colleague(own, 'CA');
    const yes = await patch(chief, id, { status: 'APPROVED' });
    expect(yes.body).toMatchObject({ status: 'APPROVED', approved_by_id: chief.userId, message: 'from US' });
    for (const status of ['SENT', 'PAID', 'PENDING', 'LOST'])
      expect(faultsOf(await patch(own, id, { status })), status).toHaveProperty('status');
    const invalid = [409, 'payment.invalid_state'];
    expect(refusal(await patch(own, id, { status: 'APPROVED' }))).toEqual(invalid);
    expect(refusal(await patch(own, id, { status: 'REJECTED', error_message: 'no' }))).toEqual(invalid);
    for (const change of [{ amount: '1.00' }, { payment_date: '2099-12-31' }, { message: 'x' }])
      expect(refusal(await patch(own, id, change)), JSON.stringify(change)).toEqual(invalid);
    expect((await patch(own, id, { metadata: { batch: 7 } })).body.metadata).toEqual({ batch: 7 });
    expect((await exported(own, [id])).status).toBe(200);
    expect(refusal(await own.call('DELETE', `/payments/${id}`))).toEqual(invalid);
    expect(refusal(await patch(own, id, { status: 'CANCELLED' }))).toEqual(invalid);
    expect(faultsOf(await patch(own, id, { status: 'REJECTED' }))).toHaveProperty('error_message');
    const no = await patch(own, id, { status: 'REJECTED', error_message: 'Konto sperret' });
    expect(no.body).toMatchObject({ status: 'REJECTED', error_message: 'Konto sperret' });
    expect(refusal(await patch(own, id, { status: 'CANCELLED' }))).toEqual(invalid);
    const approvedOne = await approved(own);
    expect((await patch(own, approvedOne.id, { status: 'CANCELLED' })).body.status).toBe('CANCELLED');
    expect(refusal(await own.call('GET', '/payments/999999'))).toEqual([404, 'payment.not_found']);
    await world.expectSound(own.clientAccountId);
  });

  it('says each change with what is on its way to the document [PAY-R13]', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    const { id } = await made(own, bill, { amount: '1000.00' });
    await made(own, bill);
    await patch(own, id, { status: 'CANCELLED' });
    const said = (await world.events(paymentChanged.name)).filter(({ payload }) => payload.document_id === bill.id);
    expect(said.map(({ payload }) => [payload.status, payload.pending_amount])).toEqual([
      ['PENDING', '1000.00'],
      ['PENDING', '1250.00'],
      ['CANCELLED', '250.00'],
    ]);
    const versions = said.map(({ payload }) => Number(payload.version));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    const { payments } = await world.connect(Payments, 'documents').GetPayments({
      ...{ clientAccountId: own.clientAccountId, documentIds: [bill.id] },
    });
    expect(payments.map(({ content }) => JSON.parse(content).status)).toEqual(['CANCELLED', 'PENDING']);
    const stranger = await world.debtor();
    const other = { clientAccountId: stranger.clientAccountId, documentIds: [bill.id] };
    expect(await world.connect(Payments, 'documents').GetPayments(other)).toEqual({ payments: [] });
    expect(await world.connect(Payments, 'documents').GetPendingAmounts(other)).toEqual({ pendingAmounts: [] });
  });

  it('is cancelled with its document, unless the bank has it', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    const open = await made(own, bill, { amount: '50.00' });
    const sent = await made(own, bill, { amount: '60.00' });
    await patch(own, sent.id, { status: 'APPROVED' });
    await exported(own, [sent.id]);
    await world.publish(
      documentChanged.create(
        {
          ...{ client_account_id: own.clientAccountId, document_id: bill.id, document_type: 'APINV', version: 9 },
          ...{ status: 'CANCELLED', voucher_id: null, journal_entry_id: null },
        },
        own.clientAccountId,
      ),
    );
    await expect.poll(() => statusOf(own, open.id)).toBe('CANCELLED');
    expect(await statusOf(own, sent.id)).toBe('SENT');
  });

  it('does not outlive a document that was cancelled while it was made', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    // It is posted when it is first asked about, and what is said of its end is heard before there is a payment.
    let asked = 0;
    Object.defineProperty(bill, 'status', { get: () => (asked++ === 0 ? 'POSTED' : 'CANCELLED'), enumerable: true });
    expect(refusal(await create(own, bill))).toEqual([400, 'payment.document_not_payable']);
    const { data } = await own.done('GET', `/payments?client_account_id=${own.clientAccountId}`);
    expect(data).toMatchObject([{ document_id: bill.id, status: 'CANCELLED' }]);
    await world.expectSound(own.clientAccountId);
  });

  it('does not outlive such a document either where whoever made it died before asking again', async () => {
    const own = await world.debtor();
    const [bill, kept, gone] = [world.bill(own), world.bill(own), world.bill(own)];
    const ids = [];
    for (const each of [bill, kept, gone]) ids.push((await made(own, each)).id);
    // As a kill leaves it: nobody has heard of the end of the one, and the other is away with its documents.
    bill.status = 'CANCELLED';
    world.documents.splice(world.documents.indexOf(gone), 1);
    expect(await world.runJob('payments-left-behind')).toBe(1);
    const states = await Promise.all(ids.map((id) => statusOf(own, id)));
    expect(states).toEqual(['CANCELLED', 'PENDING', 'PENDING']);
    expect(await world.runJob('payments-left-behind')).toBe(0);
    await world.expectSound(own.clientAccountId);
  });
});

describe('a file for the bank', () => {
  it('holds what was approved, and makes it SENT, all or nothing [PAY-R09] [PAY-R10]', async () => {
    const own = await world.debtor();
    const [one, two] = [await approved(own), await approved(own, { message: 'Takk' })];
    const pending = await made(own, world.bill(own));
    expect(refusal(await exported(own, [one.id, pending.id]))).toEqual([409, 'payment.invalid_state']);
    expect(refusal(await exported(own, [one.id, 999_999]))).toEqual([404, 'payment.not_found']);
    expect(await statusOf(own, one.id)).toBe('APPROVED');
    const key = { 'idempotency-key': randomUUID() };
    const answer = await exported(own, [one.id, two.id, one.id], key);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(answer.body).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.03');
    expect([...answer.body.matchAll(/<EndToEndId>(.*?)<\/EndToEndId>/g)].map(([, id]) => id)).toEqual([
      one.end_to_end_id,
      two.end_to_end_id,
    ]);
    expect(answer.body).toContain('<CtrlSum>2500.00</CtrlSum>');
    expect([await statusOf(own, one.id), await statusOf(own, two.id)]).toEqual(['SENT', 'SENT']);
    // An answer that was lost is had again, and nobody else gets a file.
    expect((await exported(own, [one.id, two.id, one.id], key)).body).toBe(answer.body);
    expect(refusal(await exported(own, [one.id]))).toEqual([409, 'payment.invalid_state']);
    await world.expectSound(own.clientAccountId);
  });

  it('of fifty callers with overlapping lists holds each payment once', async () => {
    const own = await world.debtor();
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await approved(own)).id as number));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => exported(own, [ids[i % 6]!, ids[(i * 5 + 1) % 6]!, ids[(i + 3) % 6]!])),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const sent = answers
      .filter(({ status }) => status === 200)
      .flatMap(({ body }) => [...String(body).matchAll(/<EndToEndId>P(\d+)</g)].map(([, id]) => Number(id)));
    expect(new Set(sent).size).toBe(sent.length);
    const states = await Promise.all(ids.map((id) => statusOf(own, id)));
    expect(states.filter((status) => status === 'SENT')).toHaveLength(sent.length);
    await world.expectSound(own.clientAccountId);
  });

  it('holds nobody who was paid otherwise, and no account that was changed, since it was approved', async () => {
    const own = await world.debtor();
    const bill = world.bill(own);
    const { id } = await made(own, bill);
    await patch(own, id, { status: 'APPROVED' });
    bill.openAmount = '1000.00';
    expect(refusal(await exported(own, [id]))).toEqual([400, 'payment.amount_exceeds_open_amount']);
    bill.isPayable = false;
    expect(refusal(await exported(own, [id]))).toEqual([400, 'payment.document_not_payable']);
    Object.assign(bill, { isPayable: true, openAmount: '1250.00' });
    const before = (await own.done('GET', `/bank-accounts/${own.creditor}`)).bban;
    await own.done('PUT', `/bank-accounts/${own.creditor}`, { bban: accountNumber() });
    const answer = await exported(own, [id]);
    expect(refusal(answer)).toEqual([409, 'payment.invalid_state']);
    expect(answer.body.error.message).toContain(String(id));
    await own.done('PUT', `/bank-accounts/${own.creditor}`, { bban: before, name: 'Another name' });
    expect((await exported(own, [id])).body).toContain(before);
  });

  it('says which payment no bank could carry out', async () => {
    const own = await world.debtor();
    const far = await own.done('POST', '/bank-accounts', {
      ...{ client_account_id: own.clientAccountId, type: 'CURRENT', bban: '12345678', bank_country: 'AE' },
      business_partner_id: own.supplier,
    });
    const { id } = await approved(own, { creditor_bank_account_id: far.id });
    const answer = await exported(own, [id]);
    expect(refusal(answer)).toEqual([400, 'common.validation_error']);
    expect(answer.body.error.message).toContain(`Payment ${id}`);
    expect(await statusOf(own, id)).toBe('APPROVED');
    expect(faultsOf(await exported(own, []))).toHaveProperty('payment_ids');
  });
});

describe('payments of others', () => {
  it('are neither seen, changed nor paid with, whatever field names them', async () => {
    const [own, other] = [await world.debtor(), await world.debtor()];
    const { id } = await approved(other);
    for (const [method, path, body] of [
      ['GET', `/payments/${id}`],
      ['PATCH', `/payments/${id}`, { status: 'CANCELLED' }],
      ['DELETE', `/payments/${id}`],
      ['GET', `/payments?client_account_id=${other.clientAccountId}`],
      ['POST', '/payments', { document_id: 1, bank_account_id: other.house }],
      ['POST', '/payments/export', { client_account_id: other.clientAccountId, payment_ids: [id] }],
    ] as const)
      expect(refusal(await own.call(method, path, body)), `${method} ${path}`).toEqual([403, 'common.forbidden']);
    expect(refusal(await exported(own, [id]))).toEqual([404, 'payment.not_found']);
    const bill = world.bill(own);
    const foreign = await create(own, world.bill(other));
    expect(faultsOf(foreign)).toHaveProperty('document_id');
    const named = { client_account_id: own.clientAccountId };
    expect(faultsOf(await create(own, bill, { ...named, bank_account_id: other.house }))).toHaveProperty(
      'bank_account_id',
    );
    for (const account of [other.creditor, other.house, own.house, 999_999])
      expect(faultsOf(await create(own, bill, { creditor_bank_account_id: account })), String(account)).toHaveProperty(
        'creditor_bank_account_id',
      );
    expect(faultsOf(await create(own, bill, { bank_account_id: own.creditor }))).toHaveProperty('bank_account_id');
    expect(faultsOf(await create(own, bill, { bank_account_id: 999_999 }))).toHaveProperty('bank_account_id');
    const mine = await made(own, bill);
    for (const change of [{ bank_account_id: other.house }, { creditor_bank_account_id: other.creditor }])
      expect(Object.keys(faultsOf(await patch(own, mine.id, change)))).toEqual(Object.keys(change));
    expect((await own.call('GET', `/payments?client_account_id=${own.clientAccountId}`)).body.meta.records).toBe(1);
    expect((await world.call('GET', `/api/v2/payments/${id}`)).status).toBe(401);
  });

  it('are listed by document, partner, status and day, and by the id of the caller', async () => {
    const own = await world.debtor();
    const [first, second] = [world.bill(own), world.bill(own)];
    const a = await made(own, first, { external_id: 'A-1', metadata: { run: '7' }, payment_date: '2098-01-01' });
    const b = await made(own, second);
    await patch(own, b.id, { status: 'APPROVED' });
    const taken = await create(own, first, { external_id: 'A-1', amount: '1.00' });
    expect([refusal(taken), taken.body.error.details.id]).toEqual([[409, 'common.conflict'], a.id]);
    const ids = async (query: string) =>
      (await own.done('GET', `/payments?client_account_id=${own.clientAccountId}&${query}`)).data.map(
        (payment: { id: number }) => payment.id,
      );
    const filters = {
      '': [a.id, b.id],
      [`document_id=${first.id}`]: [a.id],
      [`business_partner_id=${own.supplier}`]: [a.id, b.id],
      'business_partner_id=1': [],
      'status=APPROVED': [b.id],
      'status=APPROVED,PENDING': [a.id, b.id],
      'from_date=2098-01-02': [b.id],
      'to_date=2098-01-01': [a.id],
      'external_id=A-1': [a.id],
      'updated_from=2020-01-01T00:00:00Z': [a.id, b.id],
    };
    for (const [query, expected] of Object.entries(filters)) expect(await ids(query), query).toEqual(expected);
    expect((await own.done('GET', `/payments/${a.id}`)).metadata).toEqual({ run: '7' });
    expect((await own.call('GET', '/payments')).status).toBe(400);
    const page = await own.done('GET', `/payments?client_account_id=${own.clientAccountId}&per_page=1&with=document`);
    expect([page.data[0].document.id, page.meta]).toMatchObject([first.id, { pages: 2, records: 2 }]);
  });
});
