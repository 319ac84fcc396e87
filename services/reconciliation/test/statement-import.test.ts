import {
  type NotificationOut,
  type PaymentOut,
  type StatementOut,
  writeNotifications,
  writeStatements,
} from '@app/camt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankWorld, type Company, refusal, startBank } from './world.ts';

let bank: BankWorld;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank?.stop());

const BBAN = '86011117947';
const IBAN = 'NO9386011117947';
const message = { messageId: 'MSG-1', createdAt: '2026-04-01T04:00:00' };

/** A house account of the number that the statements are of, and its company. */
async function housed(more: object = {}): Promise<{ readonly own: Company; readonly house: { readonly id: number } }> {
  const own = await bank.company();
  return { own, house: await account(own, more) };
}

const account = (own: Company, more: object = {}) =>
  own.done('POST', '/bank-accounts', {
    ...{ client_account_id: own.clientAccountId, type: 'CURRENT', bban: BBAN, bank_country: 'NO' },
    ...more,
  });

const send = (own: Company, file: string | Uint8Array, headers?: Readonly<Record<string, string>>) => {
  const form = new FormData();
  form.append('client_account_id', String(own.clientAccountId));
  form.append('file', new Blob([typeof file === 'string' ? file : Uint8Array.from(file)]), 'camt.xml');
  return own.call('POST', '/bank-statements/import', form, headers);
};

async function imported(own: Company, file: string) {
  const answer = await send(own, file);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const entry = (amount: string, reference?: string, more: Partial<PaymentOut> = {}): PaymentOut => ({
  amount,
  bookingDate: '2026-03-02',
  ...(reference === undefined ? {} : { reference }),
  ...more,
});

/** A statement whose closing balance is what its entries give. */
const statement = (entries: readonly PaymentOut[], more: Partial<StatementOut> = {}): StatementOut => {
  const { opening = '0.00' } = more;
  const booked = entries.filter(({ status }) => status === undefined);
  const cents = booked.reduce(
    (sum, { amount }) => sum + Math.round(Number(amount) * 100),
    Math.round(Number(opening) * 100),
  );
  return {
    ...{ account: IBAN, owner: 'Oss AS', currency: 'NOK', reference: 'S-1', from: '2026-03-01', to: '2026-03-31' },
    ...{ opening, closing: (cents / 100).toFixed(2), entries },
    ...more,
  };
};

const file = (...statements: readonly StatementOut[]): string => [...writeStatements(message, statements)].join('');
const notification = (entries: readonly PaymentOut[], more: Partial<NotificationOut> = {}): string =>
  [...writeNotifications(message, [{ account: BBAN, currency: 'NOK', reference: 'N-1', entries, ...more }])].join('');

const rowsOf = (own: Company, table: string) =>
  bank.db.raw.unsafe(`select * from ${table} where client_account_id = $1 order by id`, [own.clientAccountId]);
const amountsOf = async (own: Company) => (await rowsOf(own, 'bank_transactions')).map(({ amount }) => amount);
const expectNothing = async (own: Company) => {
  for (const table of ['bank_statements', 'bank_transactions', 'bank_transaction_details', 'receivable_payments'])
    expect(await rowsOf(own, table)).toHaveLength(0);
};

describe('a CAMT.053 file', () => {
  it('becomes a statement with its transactions and details [BST-R06] [BST-R07] [BST-R08]', async () => {
    const { own, house } = await housed();
    const other = await account(own, { bban: '15032080119' });
    const partnerId = bank.own(own, 'businesspartner');
    const supplier = await account(own, { bban: '12345678903', business_partner_id: partnerId });
    const body = await imported(
      own,
      file(
        statement(
          [
            entry('1200.00', 'REF-1', {
              valueDate: '2026-03-03',
              details: [
                {
                  ...{
                    reference: 'ARK-1',
                    messageId: 'M-1',
                    paymentId: 'P-1',
                    instructionId: 'I-1',
                    endToEndId: 'E-1',
                  },
                  debtor: { name: 'Kunde AS', account: '15032080119' },
                  ...{ text: ['Faktura 10'], structuredReference: '053100330923271937458', invoiceNumber: '10' },
                },
              ],
            }),
            entry('-300.00', 'REF-2', {
              information: 'Utbetaling',
              details: [
                { amount: '100.00', creditor: { name: 'Leverandør AS', account: '12345678903' } },
                { amount: '200.00', instructed: { amount: '18.00', currency: 'EUR', rate: '11.1111' } },
              ],
            }),
            entry('-55.50', 'REF-3', { details: [{ creditor: { name: 'Leverandør AS', account: '12345678903' } }] }),
            entry('55.50', 'REF-4', {
              isReversal: true,
              details: [{ creditor: { name: 'Leverandør AS', account: '12345678903' } }],
            }),
            entry('-215.00', 'REF-5', {
              details: [{ instructed: { amount: '18.00', currency: 'EUR', rate: '11.9444' } }],
            }),
          ],
          { opening: '-50.00' },
        ),
      ),
    );
    expect(body).toEqual({
      statements: [
        {
          ...{ id: expect.any(Number), uuid: expect.any(String), created_at: expect.stringMatching(/Z$/) },
          ...{ created_by_id: own.userId, client_account_id: own.clientAccountId, bank_account_id: house.id },
          ...{ statement_reference: 'S-1', from_date: '2026-03-01', to_date: '2026-03-31', currency_code: 'NOK' },
          ...{ opening_balance: '-50.00', closing_balance: '635.00', source: 'CAMT053', transaction_count: 5 },
        },
      ],
      ...{ receivable_payments: [], receivable_payment_count: 0, skipped: [], skipped_count: 0 },
    });
    const [incoming, batch, payment, reversal, foreign] = await rowsOf(own, 'bank_transactions');
    const ids = (row: typeof incoming) =>
      [row!.payee_bank_account_id, row!.payor_bank_account_id].map((id) => id && Number(id));
    expect(incoming).toMatchObject({
      ...{ amount: '1200.00', currency_code: 'NOK', exchange_rate: '1.000000', bank_reference: 'REF-1' },
      ...{ payee_name: 'Oss AS', payor_name: 'Kunde AS', memo: 'Faktura 10' },
      ...{ message_id: 'M-1', payment_id: 'P-1', instruction_id: 'I-1', end_to_end_id: 'E-1' },
      ...{ instructed_amount: '1200.00', instructed_currency_code: 'NOK', external_reconciled_amount: '0.00' },
    });
    expect(ids(incoming)).toEqual([house.id, other.id]);
    expect(batch).toMatchObject({ amount: '-300.00', payee_name: null, end_to_end_id: null, memo: 'Utbetaling' });
    expect(ids(batch)).toEqual([null, house.id]);
    expect(payment).toMatchObject({ amount: '-55.50', payee_name: 'Leverandør AS', payor_name: 'Oss AS' });
    expect(ids(payment)).toEqual([supplier.id, house.id]);
    expect(reversal).toMatchObject({ amount: '55.50', payee_name: 'Oss AS', payor_name: 'Leverandør AS' });
    expect(ids(reversal)).toEqual([house.id, supplier.id]);
    expect(foreign).toMatchObject({
      ...{ instructed_amount: '-18.00', instructed_currency_code: 'EUR', instructed_exchange_rate: '11.944400' },
    });
    const details = await rowsOf(own, 'bank_transaction_details');
    expect(details.map(({ bank_transaction_id, amount }) => [bank_transaction_id, amount])).toEqual([
      [incoming!.id, '1200.00'],
      [batch!.id, '-100.00'],
      [batch!.id, '-200.00'],
      [payment!.id, '-55.50'],
      [reversal!.id, '55.50'],
      [foreign!.id, '-215.00'],
    ]);
    expect(details[0]).toMatchObject({
      ...{
        transaction_type: 'PMNT/RCDT/DMCT',
        account_name: 'Oss AS',
        account_number: IBAN,
        account_currency_code: 'NOK',
      },
      ...{ archive_reference: 'ARK-1', structured_reference: '053100330923271937458', invoice_number: '10' },
      ...{ sender_name: 'Kunde AS', sender_account: '15032080119', description: 'Faktura 10' },
      statement_uuid: body.statements[0].uuid,
    });
    await bank.expectSound(own.clientAccountId);
  });

  it('may bring several accounts; one in a foreign currency has no rate', async () => {
    const { own } = await housed();
    await account(own, {
      bban: undefined,
      bank_country: undefined,
      iban: 'DE89370400440532013000',
      currency_code: 'EUR',
    });
    const euros = { account: 'DE89370400440532013000', currency: 'EUR', reference: 'S-EUR' };
    const body = await imported(own, file(statement([entry('10.00')]), statement([entry('20.00')], euros)));
    expect(body.statements).toHaveLength(2);
    const rows = await rowsOf(own, 'bank_transactions');
    expect(rows.map(({ currency_code, exchange_rate }) => [currency_code, exchange_rate])).toEqual([
      ['NOK', '1.000000'],
      ['EUR', null],
    ]);
    const wrong = await send(
      own,
      file(statement([entry('10.00')], { currency: 'EUR', from: '2026-04-01', to: '2026-04-30', reference: 'S-2' })),
    );
    expect(refusal(wrong)).toEqual([400, 'bank_statement.invalid_file']);
  });

  it('keeps two equal purchases of one day two; what moved nothing or is not booked is left out and named', async () => {
    const { own } = await housed();
    const twice = [entry('-20.00', 'KIOSK'), entry('-20.00', 'KIOSK')];
    const others = [
      entry('0.00', 'ZERO'),
      entry('5.00', 'LATER', { status: 'PDNG' }),
      entry('6.00', 'INFO', { status: 'INFO' }),
    ];
    const body = await imported(own, file(statement([...twice, ...others])));
    expect(body.skipped).toEqual([
      { reference: 'ZERO', reason: 'zero_amount' },
      { reference: 'LATER', reason: 'not_booked' },
      { reference: 'INFO', reason: 'not_booked' },
    ]);
    expect(await amountsOf(own)).toEqual(['-20.00', '-20.00']);
    await bank.expectSound(own.clientAccountId);
  });

  it('that comes again stores nothing and says so; a row that was stored before counts in the balance alone [BST-R12]', async () => {
    const { own, house } = await housed();
    const first = file(statement([entry('100.00', 'A'), entry('-20.00', 'B'), entry('-20.00', 'B')]));
    await imported(own, first);
    const again = await imported(own, first);
    expect(again).toMatchObject({ statements: [], skipped: [{ reference: 'S-1', reason: 'duplicate' }] });
    const renamed = await imported(own, first.replace('>S-1<', '>S-2<'));
    expect(renamed).toMatchObject({ statements: [], skipped: [{ reference: 'S-2', reason: 'duplicate' }] });
    expect(await amountsOf(own)).toEqual(['100.00', '-20.00', '-20.00']);
    // The bank tells of the end of March once more in April, with one more of the same that is new.
    const april = [entry('-20.00', 'B'), entry('-20.00', 'B'), entry('-20.00', 'B'), entry('7.00', 'C')];
    const body = await imported(
      own,
      file(statement(april, { reference: 'S-4', from: '2026-04-01', to: '2026-04-30', opening: '60.00' })),
    );
    expect(body.skipped).toEqual([
      { reference: 'B', reason: 'duplicate' },
      { reference: 'B', reason: 'duplicate' },
    ]);
    expect(body.statements[0]).toMatchObject({
      transaction_count: 2,
      bank_account_id: house.id,
      closing_balance: '7.00',
    });
    expect(await amountsOf(own)).toEqual(['100.00', '-20.00', '-20.00', '-20.00', '7.00']);
    await bank.expectSound(own.clientAccountId);
  });

  it('that does not add up, overlaps or leaves a gap stores nothing', async () => {
    const { own } = await housed();
    const wrong = await send(own, file(statement([entry('10.00')], { closing: '11.00' })));
    expect(refusal(wrong)).toEqual([400, 'bank_statement.unbalanced']);
    await expectNothing(own);
    await imported(own, file(statement([entry('10.00')])));
    const april = { reference: 'S-4', from: '2026-04-01', to: '2026-04-30' };
    const refused = [
      statement([entry('1.00')], { ...april, opening: '9.00' }),
      statement([entry('1.00')], { ...april, from: '2026-03-31', opening: '10.00' }),
      statement([entry('1.00')], { reference: 'S-2', from: '2026-02-01', to: '2026-02-28' }),
    ];
    for (const each of refused) {
      const later = statement([entry('1.00')], { reference: 'S-9', from: '2026-09-01', to: '2026-09-30' });
      expect(refusal(await send(own, file(later, each)))).toEqual([409, 'bank_statement.balance_gap']);
    }
    expect(await amountsOf(own)).toEqual(['10.00']);
    // After a month that nobody sent, another balance is none of our knowledge.
    await imported(
      own,
      file(statement([entry('1.00')], { reference: 'S-6', from: '2026-06-01', to: '2026-06-30', opening: '77.00' })),
    );
  });

  it('from twenty callers at once is stored once', async () => {
    const { own } = await housed();
    const content = file(statement(Array.from({ length: 50 }, (_, n) => entry('1.00', `R-${n}`))));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(own, content)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ body }) => body.statements.length === 1)).toHaveLength(1);
    expect(await amountsOf(own)).toHaveLength(50);
    await bank.expectSound(own.clientAccountId);
  });

  it('that is faulty at its end is refused while another writer has the bank of the company', async () => {
    const { own } = await housed();
    const { raw } = bank.db;
    const sound = file(statement([entry('1.00', 'R-1')]));
    const faulty = sound.replace('</Document>', '');
    await own.done('GET', `/bank-accounts?client_account_id=${own.clientAccountId}`);
    const stored = await raw.begin(async (holder) => {
      await holder`select from change_turns where client_account_id = ${own.clientAccountId} for update`;
      const waiting = send(own, sound);
      expect(refusal(await send(own, faulty))).toEqual([400, 'bank_statement.invalid_file']);
      return { waiting };
    });
    expect((await stored.waiting).status).toBe(201);
    expect(await amountsOf(own)).toEqual(['1.00']);
  });

  it('whose import is cut off in the middle left nothing, and is stored once by the next call', async () => {
    const { own } = await housed();
    const content = file(
      statement(Array.from({ length: 2_500 }, (_, n) => entry('1.00', `R-${n}`, { details: [{}] }))),
    );
    const { raw } = bank.db;
    const cut = await raw.begin(async (holder) => {
      await holder`lock table bank_transaction_details in exclusive mode`;
      const answer = send(own, content);
      await expect
        .poll(
          async () => {
            const [row] = await raw`
            select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%bank_transaction_details%'`;
            return Number(row!.ended);
          },
          { timeout: 60_000 },
        )
        .toBe(1);
      return answer;
    });
    expect(cut.status).toBeGreaterThanOrEqual(500);
    await expectNothing(own);
    expect((await imported(own, content)).statements).toMatchObject([{ transaction_count: 2_500 }]);
    expect(await rowsOf(own, 'bank_transaction_details')).toHaveLength(2_500);
  });

  it('with a key is imported once, and its answer given again', async () => {
    const { own } = await housed();
    const content = file(statement([entry('10.00', 'A')]));
    const first = await send(own, content, { 'idempotency-key': 'import-1' });
    const again = await send(own, content, { 'idempotency-key': 'import-1' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('says in one event what a statement brought', async () => {
    const { own, house } = await housed();
    await imported(own, file(statement([entry('10.00', 'A'), entry('10.00', 'B')])));
    const events = await bank.db.raw`
      select payload from outbox
      where client_account_id = ${own.clientAccountId} and subject = 'events.reconciliation.bank_transaction.recorded'`;
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { bank_account_id: house.id, count: 2, date_from: '2026-03-02', date_to: '2026-03-02' },
    ]);
  });
});

describe('a CAMT.054 file', () => {
  const payments = (amounts: readonly string[], reference = 'BATCH-12345'): PaymentOut =>
    entry(
      amounts.reduce((sum, each) => (Number(sum) + Number(each)).toFixed(2), '0'),
      reference,
      {
        details: amounts.map((amount, n) => ({
          amount,
          debtor: { name: `Kunde ${n}`, addressLines: ['Storgata 1', '0155 Oslo'], account: '15032080119' },
          ...{ structuredReference: `KID-${n}`, text: [`Betaling ${n}`], invoiceNumber: `${n}` },
        })),
      },
    );

  it('gives a receivable payment for each payment of its credits [BST-R09]', async () => {
    const { own, house } = await housed();
    const body = await imported(
      own,
      notification([payments(['100.00', '50.00']), entry('-5.00', 'OUT'), entry('7.00', 'ALONE')]),
    );
    expect(body).toMatchObject({
      statements: [],
      receivable_payment_count: 3,
      skipped: [{ reference: 'OUT', reason: 'debit' }],
    });
    expect(body.receivable_payments[0]).toEqual({
      ...{ id: expect.any(Number), client_account_id: own.clientAccountId, bank_account_id: house.id },
      ...{ debtor_account_number: '15032080119', debtor_name: 'Kunde 0', debtor_address: 'Storgata 1, 0155 Oslo' },
      ...{
        archive_reference: 'BATCH-12345',
        description: 'Betaling 0',
        structured_reference: 'KID-0',
        document_number: '0',
      },
      ...{ booking_date: '2026-03-02', value_date: '2026-03-02', amount: '100.00', currency_code: 'NOK' },
      ...{ booked_amount: '100.00', account_currency_code: 'NOK', charge_amount: null, charge_currency_code: null },
      ...{ exchange_rate: null, transaction_type: 'PMNT/RCDT/DMCT' },
    });
    expect(body.receivable_payments[2]).toMatchObject({
      amount: '7.00',
      archive_reference: 'ALONE',
      debtor_name: null,
    });
    const [row] = await rowsOf(own, 'receivable_payments');
    expect(row).toMatchObject({ reference_end: '12345' });
  });

  it('that comes again, or overlaps, brings nothing twice; equal payments of one file stay two [BST-R12]', async () => {
    const { own } = await housed();
    const first = [payments(['100.00', '100.00']), entry('9.00')];
    expect(await imported(own, notification(first))).toMatchObject({ receivable_payment_count: 3, skipped_count: 0 });
    const again = await imported(own, notification([...first, payments(['100.00'], 'OTHER-12345'), entry('9.00')]));
    expect(again.receivable_payments).toMatchObject([{ archive_reference: 'OTHER-12345' }, { amount: '9.00' }]);
    expect(again.skipped).toEqual([
      { reference: 'BATCH-12345', reason: 'duplicate' },
      { reference: 'BATCH-12345', reason: 'duplicate' },
      { reference: null, reason: 'duplicate' },
    ]);
    expect(await rowsOf(own, 'receivable_payments')).toHaveLength(5);
  });
});

describe('a file that is refused', () => {
  it.each([
    ['a text', 'Dato;Beløp\n', /well-formed|no XML/],
    ['half a file', file(statement([entry('10.00')])).slice(0, -40), /well-formed|broke off/],
    ['another document', '<html/>', /no CAMT.053/],
    ['packed bytes', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /UTF-8|well-formed/],
    ['an amount of three decimals', file(statement([entry('10.00')])).replace('>10.00<', '>10.005<'), /two decimals/],
    ['an unknown currency', file(statement([entry('10.00')])).replaceAll('"NOK"', '"XTS"'), /no currency|XTS/],
    ['an impossible day', file(statement([entry('10.00')])).replace('2026-03-02', '2026-02-30'), /2026-02-30/],
    [
      'an entry without its day',
      file(statement([entry('10.00')])).replace(/<BookgDt>.*?<\/BookgDt>/, ''),
      /booking date/,
    ],
  ])('for %s stores nothing and says why [BST-R10]', async (_, content, why) => {
    const { own } = await housed();
    const answer = await send(own, content);
    expect(refusal(answer)).toEqual([400, 'bank_statement.invalid_file']);
    expect(answer.body.error.message).toMatch(why);
    await expectNothing(own);
  });

  it('for its entities is told so, in Norwegian as well [BST-R13]', async () => {
    const { own } = await housed();
    const bomb = file(statement([entry('10.00')])).replace('<Document', '<!DOCTYPE d [<!ENTITY a "aa">]><Document');
    const answer = await send(own, bomb, { 'accept-language': 'nb' });
    expect(refusal(answer)).toEqual([400, 'bank_statement.invalid_file']);
    expect(answer.body.error.message).toMatch(/dokumenttypedeklarasjon/);
    await expectNothing(own);
  });

  it('is about an account that is not known, of a partner, inactive, or of another company [BST-R11]', async () => {
    const { own: stranger } = await housed();
    const own = await bank.company();
    const sound = file(statement([entry('10.00')]));
    const unknown = async () => {
      expect(refusal(await send(own, sound))).toEqual([400, 'bank_statement.unknown_bank_account']);
      await expectNothing(own);
    };
    await unknown();
    await account(own, { business_partner_id: bank.own(own, 'businesspartner') });
    await unknown();
    const house = await account(own);
    await own.done('DELETE', `/bank-accounts/${house.id}`);
    await unknown();
    await expectNothing(stranger);
    const other = await account(own, { bban: '15032080119' });
    const both = file(statement([entry('10.00')], { account: 'NO5015032080119' }), statement([entry('10.00')]));
    expect(refusal(await send(own, both))).toEqual([400, 'bank_statement.unknown_bank_account']);
    await expectNothing(own);
    expect(other.id).not.toBe(house.id);
  });

  it('is sent by nobody, a stranger, an employee, without a file, or is too large', async () => {
    const { own } = await housed();
    const sound = file(statement([entry('10.00')]));
    const stranger = await bank.company();
    expect(refusal(await send({ ...stranger, clientAccountId: own.clientAccountId }, sound))[0]).toBe(403);
    expect(refusal(await send(await bank.colleague(own, 'EM'), sound))).toEqual([403, 'common.forbidden']);
    const nobody = await bank.call('POST', '/api/v2/bank-statements/import', { body: new FormData() });
    expect(nobody.status).toBe(401);
    const empty = new FormData();
    empty.append('client_account_id', String(own.clientAccountId));
    expect(refusal(await own.call('POST', '/bank-statements/import', empty))).toEqual([400, 'common.validation_error']);
    const json = await own.call('POST', '/bank-statements/import', { client_account_id: own.clientAccountId });
    expect(json.status).toBe(415);
    const large = await send(own, new Uint8Array(20 * 1024 * 1024 + 1));
    expect(refusal(large)).toEqual([413, 'common.payload_too_large']);
    await expectNothing(own);
    expect((await send(await bank.colleague(own, 'BK'), sound)).status).toBe(201);
  });
});
