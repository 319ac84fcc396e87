import { DOCUMENT_ENTRIES } from '@app/db';
import { journalEntryCancelled } from '@app/events';
import { Bookings, Documents, Erasure } from '@app/rpc';
import { stub } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transferFigures } from '../src/payments/transfer.ts';
import { bankTransactions } from '../src/schema/bank-transactions.ts';
import { paymentMatching } from '../src/schema/payment-matching.ts';
import { accountNumber } from './payables.ts';
import { type Bookkeeper, type Interruption, startWithLedger, type WithLedger } from './with-ledger.ts';
import { faultsOf, refusal } from './world.ts';

// The ledger is real; the world plays documents and organisation.

interface Bill {
  readonly id: number;
  readonly clientAccountId: number;
  readonly supplier: number;
  readonly currency: string;
  readonly amount: string;
  readonly line: number;
  ref?: string;
}

let world: WithLedger;
const bills: Bill[] = [];
beforeAll(async () => {
  const documents = stub(Documents, {
    GetDocuments: async ({ clientAccountId, ids }) => ({
      documents: bills
        .filter((bill) => bill.clientAccountId === clientAccountId && ids.includes(bill.id))
        .map(({ id, supplier, currency, amount, line, ref }) => ({
          ...{ id, documentType: 'APINV', documentNumber: `F-${id}`, businessPartnerId: supplier, status: 'POSTED' },
          ...{ isBusy: false, currencyCode: currency, totalAmount: amount, paidAmount: '0.00', openAmount: amount },
          ...{ paymentStatus: 'UNPAID', isPayable: true, openLineId: line, openLineSign: -1, version: 1 },
          ...(ref === undefined ? {} : { paymentRef: ref }),
        })),
    }),
  });
  world = await startWithLedger({ isInterrupted: true, others: { documents: [documents] } });
});
afterAll(() => world?.stop());

interface Payer {
  readonly own: Bookkeeper;
  readonly house: number;
  readonly supplier: number;
  /** A posted invoice of the supplier, and a payment of all of it. */
  owe(more?: { amount?: string; base?: string; currency?: string; ref?: string; paid?: string }): Promise<{
    readonly bill: Bill;
    readonly payment: number;
  }>;
  settle(payment: number, body?: object): ReturnType<Bookkeeper['call']>;
}

async function payer(): Promise<Payer> {
  const own = await world.company();
  const supplier = world.own(own, 'businesspartner');
  const account = (more: object) =>
    own.done('POST', '/bank-accounts', {
      ...{
        client_account_id: own.clientAccountId,
        type: 'CURRENT',
        bban: accountNumber(),
        bank_country: 'NO',
        ...more,
      },
    });
  const house = (await account({})).id as number;
  await account({ business_partner_id: supplier });
  return {
    ...{ own, house, supplier },
    owe: async ({ amount = '1250.00', base = amount, currency = 'NOK', ref, paid } = {}) => {
      const fc = currency === 'NOK' ? {} : { fc: `-${amount}`, currency };
      const { lines } = await own.post([
        { account: '4300', amount: base },
        {
          account: '2400',
          amount: `-${base}`,
          ...fc,
          dimensions: [{ relation_type: 'businesspartner', relation_id: supplier }],
        },
      ]);
      const bill: Bill = {
        id: 5_000 + bills.length,
        clientAccountId: own.clientAccountId,
        supplier,
        currency,
        amount,
        line: lines[1]!,
        ...(ref ? { ref } : {}),
      };
      bills.push(bill);
      const sent = { document_id: bill.id, bank_account_id: house, ...(paid ? { amount: paid } : {}) };
      return { bill, payment: (await own.done('POST', '/payments', sent)).id };
    },
    settle: (payment, body = { posting_date: '2026-03-20' }) => own.call('POST', `/payments/${payment}/settle`, body),
  };
}

/** A movement out of the account of the house, as a statement brings it. */
async function movement({ own, house }: Payer, amount: string, more: object = {}): Promise<number> {
  const [row] = await world.db.executor
    .insert(bankTransactions)
    .values({
      ...{ clientAccountId: own.clientAccountId, bankAccountId: house, payorBankAccountId: house, amount },
      ...{ bookingDate: '2026-03-19', instructedAmount: amount, instructedCurrencyCode: 'NOK', currencyCode: 'NOK' },
      ...{ createdAt: new Date(), updatedAt: new Date(), ...more },
    })
    .returning({ id: bankTransactions.id });
  return row!.id;
}
/** What the ledger says of a cancelled entry; its own events do not reach the service here. */
const sayCancelled = ({ own: { clientAccountId } }: Payer, payment: number, entryId: number) =>
  world.publish(
    journalEntryCancelled.create(
      {
        ...{ client_account_id: clientAccountId, journal_entry_id: entryId, sequence_number: 1, voucher_id: null },
        ...{ relation_type: 'PAYMENT', relation_id: payment, cancelled: 'Y', cancellation_entry_id: entryId + 1 },
        ...{ date_from: '2026-03-19', date_to: '2026-03-19', account_codes: ['1920', '2400'], version: 99 },
      },
      clientAccountId,
    ),
  );
const lineOf = async ({ own }: Payer, bill: Bill) => (await own.line(bill.line)).remaining_amount;

describe('settling a payment', () => {
  it('books what is owed against the account of the house, and reconciles the document [PAY-R11] [PAY-R12] [PAY-R14]', async () => {
    const company = await payer();
    const { bill, payment } = await company.owe();
    expect(faultsOf(await company.settle(payment, {}))).toHaveProperty('posting_date');
    const { status, body } = await company.settle(payment);
    expect([status, body.status]).toEqual([200, 'PAID']);
    expect(body.transfer).toEqual({
      ...{ id: payment, journal_entry_id: expect.any(Number), is_draft: false },
      account_entries: [
        {
          ...{ account_code: '2400', debit: '1250.00', credit: '0.00' },
          dimensions: [{ relation_type: 'businesspartner', relation_id: company.supplier }],
        },
        {
          ...{ account_code: '1920', debit: '0.00', credit: '1250.00' },
          dimensions: [{ relation_type: 'bankacc', relation_id: company.house }],
        },
      ],
    });
    expect(await lineOf(company, bill)).toMatch(/^0\.00/);
    expect(refusal(await company.settle(payment))).toEqual([409, 'payment.invalid_state']);
    const entry = (await company.own.ledger('GET', `/journal-entries/${body.transfer.journal_entry_id}`)).body;
    expect(entry).toMatchObject({ relation_type: 'PAYMENT', relation_id: payment });
    await company.own.expectSound();
  });

  it('once by fifty callers, and in a locked period by nobody', async () => {
    const company = await payer();
    const { payment } = await company.owe();
    await company.own.lockUntil('2026-03-31');
    expect(refusal(await company.settle(payment))).toEqual([409, 'accounting.period_locked']);
    expect((await company.own.done('GET', `/payments/${payment}`)).transfer).toBeNull();
    const later = { posting_date: '2026-04-01' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => company.settle(payment, later)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await company.own.expectSound();
  });

  it('beside callers who cancel and export: each payment comes to one end, with what belongs to it', async () => {
    const company = await payer();
    const { own } = company;
    const owed: Awaited<ReturnType<typeof company.owe>>[] = [];
    for (let n = 0; n < 5; n++) {
      owed.push(await company.owe());
      await own.done('PATCH', `/payments/${owed[n]!.payment}`, { status: 'APPROVED' });
    }
    const acts = {
      settle: (id: number) => company.settle(id),
      cancel: (id: number) => own.call('PATCH', `/payments/${id}`, { status: 'CANCELLED' }),
      export: (id: number) =>
        own.call('POST', '/payments/export', { client_account_id: own.clientAccountId, payment_ids: [id] }),
    };
    const names = ['settle', 'cancel', 'export'] as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const [act, { payment }] = [names[n % 3]!, owed[n % 5]!];
        return { act, payment, status: (await acts[act](payment)).status };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    for (const { payment, bill } of owed) {
      const times = (act: string) =>
        answers.filter((each) => each.payment === payment && each.act === act && each.status === 200).length;
      const [settled, cancelled, exported] = names.map(times);
      // The bank gets it once and never when it was cancelled; nobody cancels what was paid.
      expect([
        [0, 1, 0],
        [1, 0, 0],
        [0, 0, 1],
        [1, 0, 1],
      ]).toContainEqual([settled, cancelled, exported]);
      const status = settled ? 'PAID' : cancelled ? 'CANCELLED' : 'SENT';
      const shown = await own.done('GET', `/payments/${payment}`);
      expect([shown.status, shown.transfer !== null]).toEqual([status, settled === 1]);
      await expect.poll(async () => Number(await lineOf(company, bill))).toBe(settled ? 0 : -1250);
    }
    await own.expectSound();
  });

  // The played documents service never hears of a payment: so does a real one, for a moment.
  it('leaves nothing to pay once more, whatever documents know of it by then [PAY-R02] [PAY-R03] [PAY-R04]', async () => {
    const company = await payer();
    const { bill, payment } = await company.owe();
    expect((await company.settle(payment)).status).toBe(200);
    const sent = { document_id: bill.id, bank_account_id: company.house };
    expect(refusal(await company.own.call('POST', '/payments', sent))).toEqual([400, 'payment.document_not_payable']);
    const part = await company.owe({ paid: '1000.00' });
    expect((await company.settle(part.payment)).status).toBe(200);
    const rest = { ...sent, document_id: part.bill.id };
    expect(refusal(await company.own.call('POST', '/payments', { ...rest, amount: '250.01' }))).toEqual([
      400,
      'payment.amount_exceeds_open_amount',
    ]);
    expect((await company.own.done('POST', '/payments', rest)).amount).toBe('250.00');
  });

  it('is said anew to its document when a reset clears what it was matched with', async () => {
    const company = await payer();
    const { clientAccountId } = company.own;
    const { bill, payment } = await company.owe();
    const paid = await movement(company, '-1250.00');
    expect((await company.settle(payment, { bank_transaction_id: paid })).status).toBe(200);
    const pending = async () =>
      (await world.events('reconciliation.payment.changed'))
        .filter((event) => event.clientAccountId === clientAccountId)
        .map(({ payload }) => [payload.document_id, payload.pending_amount, payload.version as number] as const);
    const before = (await pending()).at(-1)!;
    expect(before.slice(0, 2)).toEqual([bill.id, '0.00']);
    const reset = { clientAccountId, categories: ['RECONCILIATIONS'], commandKey: `reset-${clientAccountId}` };
    await expect.poll(async () => (await world.connect(Erasure, 'organisation').EraseRecords(reset)).isDone).toBe(true);
    const after = (await pending()).at(-1)!;
    expect(after.slice(0, 2)).toEqual([bill.id, '1250.00']);
    expect(after[2]).toBeGreaterThan(before[2]);
    expect(await company.own.done('GET', `/payments/${payment}`)).toMatchObject({
      ...{ status: 'PAID', bank_transaction_id: null },
    });
  });

  it('names its entry to the ledger alone, and goes with its document once no settling is under way', async () => {
    const [company, other] = [await payer(), await payer()];
    const { clientAccountId } = company.own;
    const { payment } = await company.owe();
    for (const one of [company, other]) await one.owe();
    expect((await company.settle(payment)).status).toBe(200);
    const { transfer } = await company.own.done('GET', `/payments/${payment}`);
    const list = () =>
      world.connect(Bookings, 'ledger').ListBookings({ clientAccountId, afterId: 0 }, { deadlineMillis: 120_000 });
    const booked = { bookings: [{ recordId: payment, journalEntryId: transfer.journal_entry_id }] };
    expect(await list()).toEqual(booked);
    const asked = world.connect(Bookings, 'documents').ListBookings({ clientAccountId, afterId: 0 });
    await expect(asked).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });

    const reset = {
      ...{ clientAccountId, categories: ['DOCUMENTS', 'RECONCILIATIONS', DOCUMENT_ENTRIES] },
      commandKey: `documents-${clientAccountId}`,
    };
    const erase = () => world.connect(Erasure, 'organisation').EraseRecords(reset, { deadlineMillis: 120_000 });
    const { raw } = world.db;
    await raw`insert into use_cases (command_key, name, client_account_id, state, intent, lease_until, ended_at)
      values (${reset.commandKey}, 'settle_payment', ${clientAccountId}, 'open', '{}', now() + interval '1 day', null)`;
    await expect(list()).rejects.toMatchObject({ status: 503 });
    await expect(erase()).rejects.toMatchObject({ status: 503 });
    expect((await company.own.done('GET', `/payments?client_account_id=${clientAccountId}`)).data).toHaveLength(2);
    await raw`delete from use_cases where command_key = ${reset.commandKey}`;
    expect(await list()).toEqual(booked);
    await expect.poll(async () => (await erase()).isDone, { timeout: 60_000 }).toBe(true);
    for (const [{ own }, count] of [
      [company, 0],
      [other, 1],
    ] as const)
      expect((await own.done('GET', `/payments?client_account_id=${own.clientAccountId}`)).data).toHaveLength(count);
  });

  it('and payments that are made meanwhile pay no more than is open together', async () => {
    const company = await payer();
    const { bill, payment } = await company.owe({ paid: '1000.00' });
    const sent = { document_id: bill.id, bank_account_id: company.house, amount: '250.00' };
    const [settled, ...made] = await Promise.all([
      company.settle(payment),
      ...Array.from({ length: 12 }, () => company.own.call('POST', '/payments', sent)),
    ]);
    expect(settled!.status).toBe(200);
    expect(made.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(new Set(made.map(({ status }) => status)).difference(new Set([201, 400, 409]))).toEqual(new Set());
    await company.own.call('POST', '/payments', sent);
    const { data } = await company.own.done('GET', `/payments?client_account_id=${company.own.clientAccountId}`);
    expect(data.map(({ amount }: { amount: string }) => amount).sort()).toEqual(['1000.00', '250.00']);
  });

  it('with the transaction that paid it, at its rate, and an exchange difference [PAY-R12] [BTX-R20]', async () => {
    const company = await payer();
    const { bill, payment } = await company.owe({ amount: '100.00', base: '1150.00', currency: 'EUR' });
    const euros = { instructedAmount: '-100.00', instructedCurrencyCode: 'EUR' };
    const other = await movement(company, '-1170.00', { ...euros, instructedAmount: '-99.00' });
    expect(faultsOf(await company.settle(payment, { bank_transaction_id: other }))).toHaveProperty(
      'bank_transaction_id',
    );
    const incoming = await payer();
    const foreign = await movement(incoming, '-1170.00', euros);
    expect(faultsOf(await company.settle(payment, { bank_transaction_id: foreign }))).toHaveProperty(
      'bank_transaction_id',
    );
    const paid = await movement(company, '-1170.00', euros);
    const { body } = await company.settle(payment, { bank_transaction_id: paid });
    expect(body).toMatchObject({ status: 'PAID', bank_transaction_id: paid });
    expect(
      body.transfer.account_entries.map((line: { debit: string; credit: string }) => [line.debit, line.credit]),
    ).toEqual([
      ['1170.00', '0.00'],
      ['0.00', '1170.00'],
    ]);
    const shown = await company.own.done('GET', `/bank-transactions/${paid}?with=posted_payments,reconciled_documents`);
    expect(shown.external_reconciled_amount).toBe('-1170.00');
    expect(shown.reconciled_documents).toEqual([
      { document_id: bill.id, document_type: 'APINV', document_number: `F-${bill.id}`, amount: '-100.00' },
    ]);
    expect(shown.posted_payments).toMatchObject([
      { id: payment, document_id: bill.id, status: 'PAID', is_draft: false, transfer: { is_draft: false } },
    ]);
    expect(shown.posted_payments[0].transfer.account_entries).toHaveLength(2);
    expect(await lineOf(company, bill)).toMatch(/^0\.00/);
    const lines = (
      await company.own.ledger(
        'GET',
        `/journal-entry-lines?client_account_id=${company.own.clientAccountId}&account_code=8160`,
      )
    ).body;
    expect(lines.data.map((line: { debit: string }) => line.debit)).toEqual(['20.00']);
    const { payment: second } = await company.owe({ amount: '100.00', base: '1150.00', currency: 'EUR' });
    expect(refusal(await company.settle(second, { bank_transaction_id: paid }))).toEqual([
      409,
      'payment.invalid_state',
    ]);
    await company.own.expectSound();
  });

  it('is SENT again when its entry was cancelled, and its transaction is free', async () => {
    const company = await payer();
    const { payment } = await company.owe();
    const paid = await movement(company, '-1250.00');
    const { body } = await company.settle(payment, { bank_transaction_id: paid });
    await sayCancelled(company, payment, body.transfer.journal_entry_id);
    const read = () => company.own.done('GET', `/payments/${payment}`);
    await expect.poll(read).toMatchObject({ status: 'SENT', transfer: null, bank_transaction_id: null });
  });

  it('says what its records say: neither, either or both may be taken back, and then its entry [PAY-R07]', async () => {
    const company = await payer();
    const { own, house } = company;
    const { bill, payment } = await company.owe();
    const paid = await movement(company, '-1250.00', { endToEndId: `P${payment}` });
    const { body } = await company.settle(payment, { bank_transaction_id: paid });
    const entryId = body.transfer.journal_entry_id as number;
    const read = () => own.done('GET', `/payments/${payment}`);
    const cancel = () =>
      own.ledger('PATCH', `/journal-entries/${entryId}`, { cancelled: 'Y', cancellation_reason: 'Feil betaling' });
    expect(refusal(await cancel())[0]).toBe(409);
    expect(await read()).toMatchObject({ status: 'PAID', bank_transaction_id: paid });

    const recordsOf = async (kind: string) =>
      (await own.done('GET', `/${kind}?client_account_id=${own.clientAccountId}`)).data as { id: number }[];
    const remove = async (kind: string) => {
      const [record] = await recordsOf(kind);
      expect((await own.call('DELETE', `/${kind}/${record!.id}`)).status).toBe(204);
    };
    await remove('external-reconciliations');
    expect(await read()).toMatchObject({ status: 'PAID', bank_transaction_id: null });
    expect(await own.done('GET', `/bank-transactions/${paid}?with=posted_payments`)).toMatchObject({
      ...{ external_reconciled_amount: '0.00', posted_payments: [] },
    });
    expect(await world.runJob('payment-matching')).toBe(0);

    const amount = { amount: '-1250.00', currency_code: 'NOK' };
    const { data } = (
      await own.ledger('GET', `/journal-entry-lines?client_account_id=${own.clientAccountId}&account_code=1920`)
    ).body;
    const [houseLine] = data.filter((line: { journal_entry_id: number }) => line.journal_entry_id === entryId);
    await own.done('POST', '/external-reconciliations', {
      client_account_id: own.clientAccountId,
      entries: [
        { ...amount, kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: paid },
        { ...amount, kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: entryId, relation_line_id: houseLine.id },
      ],
    });
    expect(await read()).toMatchObject({ status: 'PAID', bank_transaction_id: paid });
    await own.expectSound();

    await remove('external-reconciliations');
    await remove('reconciliations');
    await expect.poll(() => lineOf(company, bill)).toBe('-1250.00');
    const again = { document_id: bill.id, bank_account_id: house };
    expect(refusal(await own.call('POST', '/payments', again))).toEqual([400, 'payment.amount_exceeds_open_amount']);
    expect((await cancel()).status).toBe(200);
    await sayCancelled(company, payment, entryId);
    await expect.poll(read).toMatchObject({ status: 'SENT', transfer: null, bank_transaction_id: null });
    // What a person took back is theirs to settle.
    expect(await world.runJob('payment-matching')).toBe(0);
    expect((await company.settle(payment, { bank_transaction_id: paid })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'PAID', bank_transaction_id: paid });
    await own.expectSound();
  });

  it('goes on to its end when it is cut while the movement is reconciled, and takes all back when another took it', async () => {
    const company = await payer();
    const { bill, payment } = await company.owe();
    const paid = await movement(company, '-1250.00');
    const passes = async () => {};
    const second = (act: Interruption['act']) =>
      world.interruptions.push(
        { method: 'ClaimLines', when: 'before', act: passes },
        { method: 'ClaimLines', when: 'before', act },
      );
    const taken = { bank_transaction_id: paid };
    const { lines, id: entry } = await company.own.post([
      { account: '4300', amount: '1250.00' },
      {
        account: '1920',
        amount: '-1250.00',
        dimensions: [{ relation_type: 'bankacc', relation_id: company.house }],
      },
    ]);
    // Between the match and the record somebody else reconciles the movement with an entry of their own.
    world.interruptions.push({
      ...{ method: 'ClaimLines', when: 'after' },
      act: async () => {
        const amount = { amount: '-1250.00', currency_code: 'NOK' };
        await company.own.done('POST', '/external-reconciliations', {
          client_account_id: company.own.clientAccountId,
          entries: [
            { ...amount, kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: paid },
            { ...amount, kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: entry, relation_line_id: lines[1] },
          ],
        });
      },
    });
    expect(refusal(await company.settle(payment, taken))).toEqual([409, 'external_reconciliation.already_reconciled']);
    await world.runJob('use-case-recovery');
    expect(await company.own.done('GET', `/payments/${payment}`)).toMatchObject({ status: 'PENDING', transfer: null });
    await expect.poll(() => lineOf(company, bill)).toBe('-1250.00');
    await company.own.expectSound();

    const other = await movement(company, '-1250.00');
    second(() => {
      throw new Error('cut');
    });
    expect((await company.settle(payment, { bank_transaction_id: other })).status).toBe(500);
    await world.runJob('use-case-recovery');
    await expect.poll(async () => (await company.own.done('GET', `/payments/${payment}`)).status).toBe('PAID');
    const shown = await company.own.done('GET', `/bank-transactions/${other}`);
    expect(shown.external_reconciled_amount).toBe('-1250.00');
    await company.own.expectSound();
  });

  const cuts: readonly (readonly [Interruption['method'], Interruption['when']])[] = [
    ['PostEntry', 'before'],
    ['PostEntry', 'after'],
    ['ClaimLines', 'before'],
    ['ClaimLines', 'after'],
  ];
  it.each(cuts)('goes on to its end when it is cut at %s, %s it is done', async (method, when) => {
    const company = await payer();
    const { bill, payment } = await company.owe();
    world.interruptions.push({
      ...{ method, when },
      act: () => {
        throw new Error('cut');
      },
    });
    expect((await company.settle(payment)).status).toBe(500);
    await world.runJob('use-case-recovery');
    await expect.poll(async () => (await company.own.done('GET', `/payments/${payment}`)).status).toBe('PAID');
    expect(await lineOf(company, bill)).toMatch(/^0\.00/);
    await company.own.expectSound();
  });
});

describe('payments that the bank has carried out', () => {
  it('are settled by the job: by end-to-end id, or by account, amount and reference, and by nothing less', async () => {
    const company = await payer();
    const named = await company.owe();
    const referred = await company.owe({ ref: '1234567897' });
    const unnamed = await company.owe();
    const twice = await company.owe({ amount: '77.00', ref: '2345676' });
    await company.owe({ amount: '77.00', ref: '2345676' });
    await movement(company, '-1250.00', { endToEndId: `P${named.payment}` });
    await movement(company, '-1250.00', { memo: '1234567897' });
    await movement(company, '-77.00', { memo: '2345676' });
    const statusOf = async ({ payment }: { payment: number }) =>
      (await company.own.done('GET', `/payments/${payment}`)).status;
    // It begins by itself, too, soon after the bank says something.
    await world.runJob('payment-matching');
    await expect.poll(async () => [await statusOf(named), await statusOf(referred)]).toEqual(['PAID', 'PAID']);
    expect(await world.runJob('payment-matching')).toBe(0);
    expect([await statusOf(unnamed), await statusOf(twice)]).toEqual(['PENDING', 'PENDING']);
    await company.own.expectSound();
  });

  it('are settled soon after the bank says so', async () => {
    const company = await payer();
    const [first, second] = [await company.owe(), await company.owe({ amount: '90.00', ref: '3456787' })];
    await company.own.done('POST', '/bank-statements', {
      ...{ client_account_id: company.own.clientAccountId, bank_account_id: company.house },
      ...{ from_date: '2026-03-01', to_date: '2026-03-31', opening_balance: '0', closing_balance: '-1340.00' },
      transactions: [
        { amount: '-1250.00', booking_date: '2026-03-19', end_to_end_id: `P${first.payment}` },
        { amount: '-90.00', booking_date: '2026-03-19', memo: 'Betalt KID 3456787 takk' },
      ],
    });
    for (const { payment } of [first, second])
      await expect.poll(async () => (await company.own.done('GET', `/payments/${payment}`)).status).toBe('PAID');
    await company.own.expectSound();
  });

  it('of one company let the one of another in between, however many they are', async () => {
    const [busy, other] = await Promise.all([payer(), payer()]);
    const owed: { readonly payment: number }[] = [];
    for (let n = 0; n < 21; n++) owed.push(await busy.owe());
    const { payment: awaited } = await other.owe();
    for (const { payment } of owed) await movement(busy, '-1250.00', { endToEndId: `P${payment}` });
    await movement(other, '-1250.00', { endToEndId: `P${awaited}` });
    const due = (company: Payer, dueAt: string) => ({
      clientAccountId: company.own.clientAccountId,
      dueAt: new Date(dueAt),
    });
    await world.db.executor
      .insert(paymentMatching)
      .values([due(busy, '2026-01-01T00:00:00Z'), due(other, '2026-01-01T00:00:01Z')]);
    const read = async (company: Payer, payment: number) => company.own.done('GET', `/payments/${payment}`);
    const last = owed.at(-1)!.payment;
    await expect.poll(async () => (await read(busy, last)).status, { timeout: 60_000 }).toBe('PAID');
    const settled = await read(other, awaited);
    expect(settled.status).toBe('PAID');
    expect(Date.parse(settled.updated_at)).toBeLessThanOrEqual(Date.parse((await read(busy, last)).updated_at));
  });
});

describe('the figures of a transfer', () => {
  const debt = { base: '1150.00', fc: '100.00', remainingBase: '1150.00', remainingFc: '100.00' };
  const question = { currencyCode: 'EUR', accountingCurrency: 'NOK', houseCurrency: 'NOK', debt, movement: null };

  it('follow the document without a movement, share by share', () => {
    expect(transferFigures({ ...question, amount: '33.33' })).toEqual({
      ...{ base: '383.30', debtFc: { currencyCode: 'EUR', amount: '33.33' }, houseFc: null },
      cleared: { base: '383.30', fc: '33.33' },
    });
    const rest = { ...debt, remainingBase: '383.40', remainingFc: '33.34' };
    expect(transferFigures({ ...question, debt: rest, amount: '33.34' })).toMatchObject({ base: '383.40' });
    expect(transferFigures({ ...question, amount: '100.01' })).toBe('exceeds_open');
  });

  it('follow the movement in whatever currency it was', () => {
    const moved = { instructedAmount: '-100.00', instructedCurrencyCode: 'EUR' };
    const own = { ...moved, amount: '-100.00', currencyCode: 'EUR', exchangeRate: '11.8' };
    expect(transferFigures({ ...question, amount: '100.00', movement: own })).toMatchObject({
      ...{ base: '1180.00', houseFc: { currencyCode: 'EUR', amount: '100.00' } },
    });
    expect(transferFigures({ ...question, amount: '100.00', movement: { ...own, exchangeRate: null } })).toMatchObject({
      base: '1150.00',
    });
    const dollars = { ...moved, amount: '-110.00', currencyCode: 'USD', exchangeRate: '10.5' };
    expect(transferFigures({ ...question, amount: '100.00', movement: dollars })).toMatchObject({ base: '1155.00' });
    expect(transferFigures({ ...question, amount: '100.00', movement: { ...dollars, exchangeRate: null } })).toBe(
      'rate_unknown',
    );
    expect(transferFigures({ ...question, amount: '100.00', movement: { ...own, amount: '100.00' } })).toBe(
      'other_amount',
    );
  });
});
