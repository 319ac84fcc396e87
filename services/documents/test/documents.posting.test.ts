import { conflict, invalid } from '@app/contract/failure';
import { claimsChanged, organisationReferenceChanged, paymentChanged } from '@app/events';
import { Documents } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Body, codeOf, faultsOf, line, startTrade, type Trade, type Trader } from './trade.ts';

// The world plays the ledger and organisation.

// The first posting starts the threads that draw.
let trade: Trade;
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

const posted = { is_draft: false, document_date: '2026-03-14' };
const sale = (own: Trader, more: Body = {}): Body => ({
  ...{ document_type: 'ARINV', business_partner_id: own.customer, lines: [line({ tax_code: '3' })] },
  ...posted,
  ...more,
});
const purchase = (own: Trader, more: Body = {}): Body => ({
  ...{ document_type: 'APINV', business_partner_id: own.supplier, lines: [line({ tax_code: '1' })] },
  ...posted,
  ...more,
});
const entryOf = ({ journal_entry_id }: { journal_entry_id: number }) =>
  trade.books.entries.find(({ id }) => id === journal_entry_id)!;

describe('what posting books', () => {
  it('of an invoice: receivables with the partner, income and VAT, under the next number [DOC-R02] [DOC-R08] [DOC-R15] [DOC-R20] [DOC-R22] [DOC-R26] [DOC-R43] [DOC-R44]', async () => {
    const own = await trade.trader();
    const first = await own.made(sale(own));
    expect(first).toMatchObject({
      ...{ status: 'POSTED', is_draft: false, document_number: '1', created_in_application: true },
      ...{ payment_status: 'UNPAID', open_amount: '125.00', paid_amount: '0.00', is_unpaid: true, is_payable: false },
    });
    expect(trade.booked(first)).toEqual([
      ['3000', '-100.00'],
      ['2700', '-25.00'],
      ['1500', '125.00'],
    ]);
    const { request } = entryOf(first);
    expect(request).toMatchObject({
      ...{ relationType: 'ARINV', relationId: first.id, relationNumber: '1', voucherId: first.uploaded_file_id },
      lines: [
        { taxCode: '3', taxBaseAmount: '100.00', taxAmount: '25.00', dimensions: [] },
        { taxForLine: 1 },
        { dimensions: [{ relationType: 'businesspartner', relationId: own.customer }], postingDate: '2026-03-14' },
      ],
    });
    // The books say what it is, on every line that says nothing itself.
    expect([request.description, request.lines.map(({ description }) => description)]).toEqual([
      'Faktura 1',
      ['Kaffe', 'Kaffe', 'Faktura 1'],
    ]);
    const second = await own.made(sale(own));
    expect(second.document_number).toBe('2');
    expect(second.payment_ref).toMatch(/^\d{15}$/);
    const digits = [...second.payment_ref].reverse().map(Number);
    const sum = digits.reduce((total, digit, index) => {
      const product = index % 2 === 1 ? digit * 2 : digit;
      return total + (product > 9 ? product - 9 : product);
    }, 0);
    expect(sum % 10).toBe(0);
    const download = await own.call('GET', `/vouchers/${first.uploaded_file_id}/download`);
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(download.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await own.call('GET', `/vouchers/${first.uploaded_file_id}`)).body).toMatchObject({
      ...{ type: 'ARINV', status: 'BOOKED', file_name: 'ARINV_1.pdf' },
    });
    await trade.expectSound(own.clientAccountId);
  });

  it('of other kinds of documents [DOC-R09] [DOC-R10] [DOC-R12] [DOC-R14] [DOC-R21] [DOC-R46] [DOC-R48]', async () => {
    const own = await trade.trader();
    const cases: readonly (readonly [Body, readonly (readonly [string, string])[] | null])[] = [
      [
        sale(own, { document_type: 'ARCRN' }),
        [
          ['3000', '100.00'],
          ['2700', '25.00'],
          ['1500', '-125.00'],
        ],
      ],
      [
        sale(own, { document_type: 'ARDEB' }),
        [
          ['3000', '-100.00'],
          ['2700', '-25.00'],
          ['1500', '125.00'],
        ],
      ],
      [
        sale(own, { document_type: 'ARCIN' }),
        [
          ['3000', '-100.00'],
          ['2700', '-25.00'],
          ['1920', '125.00'],
        ],
      ],
      [
        sale(own, { document_type: 'ARCIN', payment_account_code: '1950' }),
        [
          ['3000', '-100.00'],
          ['2700', '-25.00'],
          ['1950', '125.00'],
        ],
      ],
      [
        purchase(own),
        [
          ['6300', '100.00'],
          ['2710', '25.00'],
          ['2400', '-125.00'],
        ],
      ],
      [
        purchase(own, { document_type: 'APCRN' }),
        [
          ['6300', '-100.00'],
          ['2710', '-25.00'],
          ['2400', '125.00'],
        ],
      ],
      [
        purchase(own, { document_type: 'APCIN' }),
        [
          ['6300', '100.00'],
          ['2710', '25.00'],
          ['1920', '-125.00'],
        ],
      ],
      [
        purchase(own, { document_type: 'RECPT', business_partner_id: null }),
        [
          ['4300', '100.00'],
          ['2710', '25.00'],
          ['2910', '-125.00'],
        ],
      ],
      [
        sale(own, { lines: [line({ tax_code: '3' }), line({ quantity: '-1', tax_code: '3' })] }),
        [
          ['3000', '-100.00'],
          ['2700', '-25.00'],
          ['3000', '50.00'],
          ['2700', '12.50'],
          ['1500', '62.50'],
        ],
      ],
      [sale(own, { document_type: 'ARPIN' }), null],
      [{ document_type: 'BANK_STATEMENT', total_amount: '5.00', ...posted }, null],
      [{ document_type: 'OTHER', ...posted }, null],
    ];
    for (const [document, lines] of cases) {
      const made = await own.made(document);
      expect(made.status).toBe('POSTED');
      if (lines) expect(trade.booked(made), made.document_type).toEqual(lines);
      else
        expect([made.journal_entry_id, made.payment_status, made.uploaded_file_id]).toEqual([
          null,
          'NOT_APPLICABLE',
          null,
        ]);
    }
    const numbers = (await own.call('GET', `/documents?client_account_id=${own.clientAccountId}&order_by=id`)).body
      .data;
    expect(
      numbers
        .map((each: Body) => [each.document_type, each.document_number])
        .filter(([, number]: unknown[]) => number !== null),
    ).toEqual([
      ['ARCRN', '1'],
      ['ARDEB', '1'],
      ['ARCIN', '2'],
      ['ARCIN', '3'],
      ['ARINV', '4'],
      ['ARPIN', 'P1'],
    ]);
    expect(
      numbers.filter((each: Body) => each.document_type === 'ARCIN').map((each: Body) => each.payment_status),
    ).toEqual(['PAID', 'PAID']);
    await trade.expectSound(own.clientAccountId);
  });

  it('of reverse charge: the document shows no VAT, the entry has it [DOC-R11]', async () => {
    const own = await trade.trader();
    const made = await own.made(
      purchase(own, {
        lines: [line({ tax_code: '86' }), line({ tax_code: '87', price: '10' }), line({ tax_code: '21', price: '1' })],
      }),
    );
    expect(made).toMatchObject({ tax_amount: '0.00', total_amount: '122.00' });
    expect(made.lines[0]).toMatchObject({ tax_amount: '0.00', gross_amount: '100.00' });
    expect(trade.booked(made)).toEqual([
      ['6300', '100.00'],
      ['2717', '25.00'],
      ['2707', '-25.00'],
      ['6300', '25.00'],
      ['2707', '-5.00'],
      ['6300', '2.00'],
      ['2400', '-122.00'],
    ]);
  });

  it('of settlements: every line by itself, and together nothing [DOC-R13]', async () => {
    const own = await trade.trader();
    const settlement = (last: string) => ({
      ...{ document_type: 'SALSM', ...posted },
      lines: [
        line({ price: null, net_amount: '125.00', account_code: '1920' }),
        line({ price: null, net_amount: '-100.00', account_code: '3000', tax_code: '3' }),
        line({ price: null, net_amount: last, account_code: '2740' }),
      ],
    });
    expect(trade.booked(await own.made(settlement('-25.00')))).toEqual([
      ['1920', '125.00'],
      ['3000', '-100.00'],
      ['2740', '-25.00'],
    ]);
    expect(codeOf(await own.create(settlement('-24.99')))).toBe('document.unbalanced');
    const bare = await own.create({ document_type: 'PAYSR', ...posted, lines: [line()] });
    expect(faultsOf(bare)).toHaveProperty(['lines.0.account_code']);
  });

  it('takes no rate for its own that was to the accounting currency of before', async () => {
    const own = await trade.trader();
    const { clientAccountId } = own;
    const draft = (more: Body) =>
      own.made(sale(own, { is_draft: true, lines: [line({ quantity: '1', price: '100' })], ...more }));
    const [crowns, dollars, euros] = [
      await draft({}),
      await draft({ currency_code: 'USD', exchange_rate: '10.4' }),
      await draft({ currency_code: 'EUR', exchange_rate: '11.5' }),
    ];
    trade.books.currencies.set(clientAccountId, 'EUR');
    const post = (id: number, more: Body = {}) => own.call('PUT', `/documents/${id}`, { is_draft: false, ...more });
    // Sent as it was read, the rate is still that of before.
    for (const [id, more] of [
      [crowns.id, {}],
      [dollars.id, { exchange_rate: dollars.exchange_rate }],
    ] as const) {
      const refused = await post(id, more);
      expect([refused.status, faultsOf(refused)]).toEqual([
        400,
        { exchange_rate: expect.stringMatching(/required to post/) },
      ]);
    }
    for (const [id, more, currency, base] of [
      [crowns.id, { exchange_rate: '0.087' }, 'NOK', '8.70'],
      [dollars.id, { exchange_rate: '0.92' }, 'USD', '92.00'],
      [euros.id, {}, 'EUR', '100.00'],
    ] as const) {
      const answer = await post(id, more);
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.objectContaining({ currency_code: currency, total_amount: '100.00', total_amount_base: base }),
      ]);
      expect(trade.booked(answer.body)).toContainEqual(['1500', base]);
    }
  });

  it('is judged anew when the books change their currency before the entry is posted', async () => {
    const own = await trade.trader();
    const { clientAccountId } = own;
    const lines = [line({ quantity: '1', price: '100', tax_code: '3' })];
    const changeAt = (currency: string) => {
      trade.books.refuse = () => {
        trade.books.currencies.set(clientAccountId, currency);
        trade.books.refuse = undefined;
        return undefined;
      };
    };
    changeAt('EUR');
    const made = await own.create(sale(own, { lines }));
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ status: 'POSTED', currency_code: 'EUR', total_amount_base: '125.00' }),
    ]);
    expect(trade.booked(made.body)).toContainEqual(['1500', '125.00']);
    // Crowns that were said are foreign by then, so that a rate is missing; the draft stays what it was.
    const draft = await own.made(sale(own, { lines, is_draft: true, currency_code: 'EUR' }));
    changeAt('SEK');
    const refused = await own.call('PUT', `/documents/${draft.id}`, { is_draft: false });
    expect([refused.status, faultsOf(refused)]).toEqual([400, { exchange_rate: expect.any(String) }]);
    expect(await own.read(draft.id)).toMatchObject({ status: 'DRAFT', document_number: null });
    const posted = await own.call('PUT', `/documents/${draft.id}`, { is_draft: false, exchange_rate: '11.1' });
    expect(posted.body).toMatchObject({ status: 'POSTED', total_amount_base: '1387.50' });
    expect(posted.body.document_number).toBe(String(Number(made.body.document_number) + 1));
    const listed = await own.call('GET', `/documents?client_account_id=${clientAccountId}`);
    expect(listed.body.data.map(({ id }: { id: number }) => id).toSorted()).toEqual([made.body.id, draft.id]);
    await trade.expectSound(clientAccountId);
  });

  it('in a foreign currency: lines converted by themselves, and their sum on receivables [DOC-R49]', async () => {
    const own = await trade.trader();
    const lines = Array.from({ length: 40 }, () => line({ quantity: '1', price: '0.03', tax_code: '3' }));
    const made = await own.made(sale(own, { currency_code: 'EUR', exchange_rate: '11.1818', lines }));
    // 0.03 EUR is 0.335454 NOK and its VAT, 0.01 EUR, 0.111818 NOK: 40 times 0.34 and 0.11.
    expect(made).toMatchObject({ total_amount: '1.60', total_amount_base: '18.00', exchange_rate: '11.181800' });
    expect(trade.booked(made).at(-1)).toEqual(['1500', '18.00']);
    expect(entryOf(made).lines.at(-1)!.amountFc).toBe('1.60');
    const refused = await own.create(sale(own, { currency_code: 'EUR' }));
    expect(faultsOf(refused)).toHaveProperty('exchange_rate');
  });

  it('of an invoice of nothing is nothing, and it is paid', async () => {
    const own = await trade.trader();
    expect(await own.made(sale(own, { lines: [line({ discount_percent: '100', tax_code: '3' })] }))).toMatchObject({
      ...{ status: 'POSTED', journal_entry_id: null, payment_status: 'PAID', document_number: '1' },
    });
  });
});

describe('posting is refused', () => {
  it('without partner, lines, day, or into a locked period, and stores nothing [DOC-R16] [DOC-R17] [DOC-R18]', async () => {
    const own = await trade.trader();
    const refusals: readonly (readonly [Body, string])[] = [
      [sale(own, { business_partner_id: null }), 'document.missing_business_partner'],
      [purchase(own, { business_partner_id: null }), 'document.missing_business_partner'],
      [sale(own, { lines: [] }), 'document.no_lines'],
      [sale(own, { document_date: null }), 'common.validation_error'],
    ];
    for (const [document, code] of refusals) expect(codeOf(await own.create(document))).toBe(code);
    trade.books.lockedUntil.set(own.clientAccountId, '2026-03-31');
    const locked = await own.create(sale(own));
    expect([locked.status, codeOf(locked)]).toEqual([409, 'accounting.period_locked']);
    trade.books.lockedUntil.delete(own.clientAccountId);
    expect((await own.call('GET', `/documents?client_account_id=${own.clientAccountId}`)).body.data).toEqual([]);
    expect((await own.made(sale(own))).document_number).toBe('1');
  });

  it('by the books leaves a draft as it was, its number to the next, and no voucher', async () => {
    const own = await trade.trader();
    const draft = await own.made(sale(own, { is_draft: true, description: 'Før' }));
    trade.books.refuse = () =>
      conflict(
        'Posting dates up to 2026-03-31 are locked; choose a later date or move the period lock',
        'accounting.period_locked',
      );
    const content = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
    const change = {
      ...{ is_draft: false, description: 'Etter', lines: [line({ price: '1' })] },
      files: [{ file_name: 'a.pdf', content_base64: content }],
    };
    const answer = await own.call('PUT', `/documents/${draft.id}`, change);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.period_locked']);
    const fresh = await own.create(sale(own));
    expect(fresh.status).toBe(409);
    trade.books.refuse = undefined;
    const after = await own.read(draft.id, '?with=files');
    expect({ ...after, updated_at: '', files: [] }).toEqual({ ...draft, updated_at: '', files: [] });
    expect(after.files).toEqual([]);
    const vouchers = await trade.db.raw`
      select status from vouchers where client_account_id = ${own.clientAccountId} and status <> 'DELETED'`;
    expect(vouchers).toHaveLength(0);
    expect((await own.made(sale(own))).document_number).toBe('1');
    expect((await own.call('PUT', `/documents/${draft.id}`, { is_draft: false })).body.document_number).toBe('2');
    await trade.expectSound(own.clientAccountId);
  });

  it('of a number that is taken, and of an invoice that was booked before [DOC-R23] [DOC-R24] [DOC-R25]', async () => {
    const own = await trade.trader();
    await own.made(sale(own, { document_number: '1', is_draft: true }));
    const taken = await own.create(sale(own, { document_number: '1' }));
    expect([taken.status, codeOf(taken)]).toEqual([409, 'document.number_taken']);
    expect((await own.made(sale(own))).document_number).toBe('2');
    await own.made(purchase(own, { document_number: 'F-7' }));
    const again = await own.create(purchase(own, { document_number: 'F-7' }));
    expect([again.status, codeOf(again)]).toEqual([409, 'document.duplicate']);
    await own.made(purchase(own, { document_number: 'F-7', is_draft: true }));
    await own.made(purchase(own, { document_number: 'F-7', document_type: 'APCRN' }));
  });

  it('of a voucher that has an entry', async () => {
    const own = await trade.trader();
    const content = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
    const first = await own.made(
      purchase(own, { files: [{ file_name: 'a.pdf', content_base64: content, type: 'VOUCHER' }] }),
    );
    const second = await own.create(purchase(own, { uploaded_file_id: first.uploaded_file_id }));
    expect([second.status, codeOf(second)]).toEqual([409, 'common.conflict']);
    expect((await own.call('POST', `/documents/${first.id}/cancel`, { cancellation_reason: 'Feil' })).status).toBe(200);
    expect((await own.made(purchase(own, { uploaded_file_id: first.uploaded_file_id }))).uploaded_file_id).toBe(
      first.uploaded_file_id,
    );
  });
});

describe('a posted document', () => {
  it('changes in the listed fields alone [DOC-R28] [DOC-R29]', async () => {
    const own = await trade.trader();
    const made = await own.made(sale(own));
    const free = {
      due_date: '2026-05-01',
      payment_ref: '123',
      description: 'Ny',
      buyer_reference: 'B',
      order_reference: 'O',
    };
    const changed = await own.call('PATCH', `/documents/${made.id}`, {
      ...free,
      structured_data: { a: 1 },
      metadata: { b: 2 },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({
      ...free,
      structured_data: { a: 1 },
      metadata: { b: 2 },
      total_amount: '125.00',
    });
    for (const [field, value] of Object.entries({
      document_date: '2026-03-15',
      currency_code: 'EUR',
      document_number: '9',
      business_partner_id: own.supplier,
      lines: [line({ price: '51' })],
      is_draft: true,
      document_type: 'ARDEB',
    })) {
      const answer = await own.call('PUT', `/documents/${made.id}`, { [field]: value });
      expect([answer.status, codeOf(answer)], field).toEqual([400, 'document.not_draft']);
    }
    // What is as it was changes nothing.
    const same = await own.call('PUT', `/documents/${made.id}`, {
      document_date: '2026-03-14',
      lines: [line({ tax_code: '3' })],
      is_draft: false,
    });
    expect(same.status, JSON.stringify(same.body)).toBe(200);
  });

  it('is paid as far as its line in the books is reconciled [DOC-R39]', async () => {
    const own = await trade.trader();
    const made = await own.made(sale(own));
    const open = entryOf(made).lines.at(-1)!.id;
    const claim = (version: number, amount_fc: string, journal_line_id = open) =>
      claimsChanged.create(
        { client_account_id: own.clientAccountId, version, lines: [{ journal_line_id, amount: amount_fc, amount_fc }] },
        own.clientAccountId,
      );
    const claimed = (version: number, amount_fc: string) => trade.publish(claim(version, amount_fc));
    const becomes = (expected: Body) =>
      vi.waitFor(async () => expect(await own.read(made.id)).toMatchObject(expected), {
        timeout: 60_000,
        interval: 50,
      });
    await claimed(5, '25.00');
    await becomes({ payment_status: 'PARTIALLY_PAID', paid_amount: '25.00', open_amount: '100.00', is_unpaid: true });
    await claimed(7, '125.00');
    await becomes({ payment_status: 'PAID', open_amount: '0.00', is_unpaid: false });
    await claimed(6, '0.00');
    await claimed(8, '100.00');
    await becomes({ payment_status: 'PARTIALLY_PAID', paid_amount: '100.00' });
    // Those that are heard together, in whatever order and beside those of lines that are no document's.
    const together = [claim(11, '75.00'), claim(9, '0.00'), claim(10, '125.00'), claim(12, '1.00', open + 1_000_000)];
    await Promise.all(together.map(trade.publish));
    await becomes({ payment_status: 'PARTIALLY_PAID', paid_amount: '75.00' });
    // What was lost is found again.
    entryOf(made).lines.at(-1)!.claimedFc = '125.00';
    await trade.db.raw`delete from claimed_lines`;
    await trade.runJob('documents-projections');
    expect(await own.read(made.id)).toMatchObject({ payment_status: 'PAID', paid_amount: '125.00' });
    await trade.expectSound(own.clientAccountId);
  });

  it('names its partner as it was called last, however many changes are heard together', async () => {
    const own = await trade.trader();
    await own.made(sale(own));
    const [{ version }] = (await trade.db.raw`
      select version::int from partner_names where business_partner_id = ${own.customer}`) as unknown as [
      { version: number },
    ];
    const called = (name: string, ahead: number, id = own.customer, type = 'businesspartner') =>
      trade.publish(
        organisationReferenceChanged.create(
          {
            ...{ client_account_id: own.clientAccountId, type, id, name, is_active: true },
            version: version + ahead,
          },
          own.clientAccountId,
        ),
      );
    // One that is late, one that no document names, and a department with the same id.
    await Promise.all([
      called('Kaffebaren Nord AS', 3),
      called('Kaffebaren AS', 2),
      called('Ingen', 1, own.customer + 1_000_000),
      called('Butikk', 9, own.customer, 'department'),
    ]);
    const heard = async () =>
      (await trade.db.raw`select from inbox where consumer = 'documents-organisation-reference-changed'`).length;
    await vi.waitFor(async () => expect(await heard()).toBe(4), { timeout: 60_000, interval: 50 });
    const known = await trade.db.raw`
      select business_partner_id::int as id, name from partner_names where client_account_id = ${own.clientAccountId}`;
    expect([...known]).toEqual([{ id: own.customer, name: 'Kaffebaren Nord AS' }]);
  });

  it('from a supplier is cancelled by a reversal, unless it is paid or credited [DOC-R35] [DOC-R36]', async () => {
    const own = await trade.trader();
    const cancel = (id: number, body: Body = { cancellation_reason: 'Feil' }) =>
      own.call('POST', `/documents/${id}/cancel`, body);
    const made = await own.made(purchase(own));
    expect((await cancel(made.id, {})).status).toBe(400);
    const cancelled = await cancel(made.id);
    expect(cancelled.body).toMatchObject({
      status: 'CANCELLED',
      payment_status: 'NOT_APPLICABLE',
      is_draft: false,
      journal_entry_id: made.journal_entry_id,
    });
    expect(entryOf(made).cancelledBy).not.toBeNull();
    expect(codeOf(await cancel(made.id))).toBe('document.not_posted');
    const paid = await own.made(purchase(own));
    await trade.db.raw`update documents set paid_amount = 1 where id = ${paid.id}`;
    expect(codeOf(await cancel(paid.id))).toBe('document.has_payments');
    const unseen = await own.made(purchase(own));
    entryOf(unseen).lines.at(-1)!.claimed = '-1.00';
    const refused = await cancel(unseen.id);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'document.has_payments']);
    expect(await own.read(unseen.id)).toMatchObject({ status: 'POSTED' });
    expect((await cancel((await own.made(sale(own))).id)).status).toBe(400);
    expect(codeOf(await cancel((await own.made(purchase(own, { is_draft: true }))).id))).toBe('document.not_posted');
    const statement = await own.made({ document_type: 'AP_STATEMENT', ...posted });
    expect((await cancel(statement.id)).body.status).toBe('CANCELLED');
    expect((await own.made(purchase(own))).status).toBe('POSTED');
  });

  it('from a supplier is open again once its credit note is cancelled, however often that is cut', async () => {
    const own = await trade.trader();
    const cancel = (id: number) => own.call('POST', `/documents/${id}/cancel`, { cancellation_reason: 'Feil' });
    for (const cut of [undefined, 'before', 'after'] as const) {
      const bill = await own.made(purchase(own));
      const credit = (await own.call('POST', `/documents/${bill.id}/credit-note`, {})).body;
      expect(credit).toMatchObject({ document_type: 'APCRN', payment_status: 'PAID' });
      expect(codeOf(await cancel(bill.id))).toBe('document.has_payments');
      // Who has paid the credit note, or reconciled the rest of it, takes that back first.
      const open = entryOf(credit).lines.find(({ account }) => account === '2400')!;
      const claimed = open.claimed;
      open.claimed = '1.00';
      expect(codeOf(await cancel(credit.id))).toBe('document.has_payments');
      open.claimed = claimed;
      if (cut) {
        trade.books.cuts.push({ method: 'ReleaseLines', when: cut, times: 1 });
        expect((await cancel(credit.id)).status).toBeGreaterThanOrEqual(500);
        await trade.runJob('use-case-recovery');
      } else expect((await cancel(credit.id)).status).toBe(200);
      expect(await own.read(credit.id)).toMatchObject({ status: 'CANCELLED', payment_status: 'NOT_APPLICABLE' });
      expect(entryOf(credit).cancelledBy).not.toBeNull();
      expect(entryOf(bill).lines.map(({ claimed: taken }) => taken)).toEqual(['0.00', '0.00', '0.00']);
      // It can be credited anew, or cancelled itself once the ledger has said that it is open.
      const again = await own.call('POST', `/documents/${bill.id}/credit-note`, {});
      expect(again.body).toMatchObject({ status: 'POSTED', total_amount: bill.total_amount });
    }
    await trade.expectSound(own.clientAccountId);
  });

  it('is cancelled although its entry was by itself, as earlier releases let happen', async () => {
    const own = await trade.trader();
    const made = await own.made(purchase(own));
    const reversal = 990_000;
    entryOf(made).cancelledBy = reversal;
    const answer = await own.call('POST', `/documents/${made.id}/cancel`, { cancellation_reason: 'Feil' });
    expect([answer.status, answer.body.status]).toEqual([200, 'CANCELLED']);
    expect(entryOf(made).cancelledBy).toBe(reversal);
    // Any other refusal of the ledger leaves the document where it was.
    const kept = await own.made(purchase(own));
    trade.books.refuseCancelling = () => invalid('A command key is required');
    const refused = await own.call('POST', `/documents/${kept.id}/cancel`, { cancellation_reason: 'Feil' });
    trade.books.refuseCancelling = undefined;
    expect([refused.status, (await own.read(kept.id)).status]).toEqual([400, 'POSTED']);
    await trade.expectSound(own.clientAccountId);
  });
});

describe('a credit note', () => {
  it('takes back all that is left, and is reconciled with it [DOC-R32]', async () => {
    const own = await trade.trader();
    const made = await own.made(sale(own));
    const answer = await own.call('POST', `/documents/${made.id}/credit-note`, {});
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body).toMatchObject({
      ...{ document_type: 'ARCRN', document_number: '1', credited_document_id: made.id, status: 'POSTED' },
      ...{ total_amount: '125.00', payment_status: 'PAID', payment_ref: null, document_date: expect.any(String) },
    });
    expect(trade.booked(answer.body)).toEqual([
      ['3000', '100.00'],
      ['2700', '25.00'],
      ['1500', '-125.00'],
    ]);
    expect(await own.read(made.id)).toMatchObject({
      payment_status: 'PAID',
      credit_note_ids: [answer.body.id],
      open_amount: '0.00',
    });
    expect(codeOf(await own.call('POST', `/documents/${made.id}/credit-note`, {}))).toBe('document.already_credited');
    await trade.expectSound(own.clientAccountId);
  });

  it('of parts adds up to the whole, whatever is rounded [DOC-R33] [DOC-R34]', async () => {
    const own = await trade.trader();
    const draft = await own.made(sale(own, { is_draft: true }));
    expect(codeOf(await own.call('POST', `/documents/${draft.id}/credit-note`, {}))).toBe('document.not_posted');
    const made = await own.made(sale(own, { lines: [line({ quantity: '3', price: '0.335', tax_code: '3' }), line()] }));
    const credit = (quantity: string, line_id = made.lines[0].id) =>
      own.call('POST', `/documents/${made.id}/credit-note`, { lines: [{ line_id, quantity }] });
    expect(faultsOf(await credit('1', 999_999))).toHaveProperty(['lines.0.line_id']);
    expect(faultsOf(await credit('-1'))).toHaveProperty(['lines.0.quantity']);
    expect(codeOf(await credit('3.000001'))).toBe('document.already_credited');
    const parts = [await credit('1'), await credit('1'), await credit('1')];
    const total = (field: string) => parts.reduce((sum, { body }) => sum + Math.round(Number(body[field]) * 100), 0);
    expect([total('net_amount'), total('tax_amount')]).toEqual([101, 25]);
    expect(codeOf(await credit('0.000001'))).toBe('document.already_credited');
    const rest = await own.call('POST', `/documents/${made.id}/credit-note`, { is_draft: true });
    expect(rest.body).toMatchObject({ is_draft: true, total_amount: '100.00' });
    // A draft holds what it credits, until it is gone.
    expect(codeOf(await own.call('POST', `/documents/${made.id}/credit-note`, {}))).toBe('document.already_credited');
    expect((await own.call('PUT', `/documents/${rest.body.id}`, { lines: [line()] })).status).toBe(400);
    expect((await own.call('DELETE', `/documents/${rest.body.id}`)).status).toBe(204);
    const whole = await own.call('POST', `/documents/${made.id}/credit-note`, {});
    expect(whole.body.total_amount).toBe('100.00');
    expect(await own.read(made.id)).toMatchObject({ payment_status: 'PAID' });
    for (const type of ['RECPT', 'ARPIN', 'SALSM', 'ARCRN']) {
      const { id } = await own.made({ document_type: type, lines: [line({ account_code: '3000' })] });
      expect(codeOf(await own.call('POST', `/documents/${id}/credit-note`, {})), type).toBe('document.not_creditable');
    }
  });

  it('of which twenty want the last leaves one', async () => {
    const own = await trade.trader();
    const made = await own.made(purchase(own));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.call('POST', `/documents/${made.id}/credit-note`, {})),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const notes = trade.books.entries.filter(
      ({ request }) => request.clientAccountId === own.clientAccountId && request.relationType === 'APCRN',
    );
    expect(notes).toHaveLength(1);
    expect(await own.read(made.id)).toMatchObject({ payment_status: 'PAID' });
    await trade.expectSound(own.clientAccountId);
  });
});

describe('documents as others ask about them', () => {
  const ask = (clientAccountId: number, ids: number[]) =>
    trade.connect(Documents, 'reconciliation').GetDocuments({ clientAccountId, ids });

  it('come with what is open, and with the line of the books that payments reconcile', async () => {
    const own = await trade.trader();
    const bill = await own.made(purchase(own, { document_number: 'F-1', payment_ref: '1234567897' }));
    const euros = { currency_code: 'EUR', exchange_rate: '11.5', lines: [line({ quantity: '1', price: '100' })] };
    const foreign = await own.made(purchase(own, euros));
    const draft = await own.made(purchase(own, { is_draft: true }));
    const invoice = await own.made(sale(own));
    const { documents } = await ask(own.clientAccountId, [invoice.id, bill.id, foreign.id, draft.id, 999_999]);
    const openLine = entryOf(bill).lines.find(({ account }) => account === '2400')!;
    expect(documents.map(({ id }) => id)).toEqual([bill.id, foreign.id, draft.id, invoice.id]);
    expect(documents[0]).toMatchObject({
      ...{ documentType: 'APINV', documentNumber: 'F-1', businessPartnerId: own.supplier, status: 'POSTED' },
      ...{ currencyCode: 'NOK', totalAmount: '125.00', paidAmount: '0.00', openAmount: '125.00', isPayable: true },
      ...{ paymentStatus: 'UNPAID', paymentRef: '1234567897', dueDate: bill.due_date, isBusy: false },
      ...{ journalEntryId: bill.journal_entry_id, openLineId: openLine.id, openLineSign: -1 },
    });
    expect(documents[1]).toMatchObject({ currencyCode: 'EUR', exchangeRate: '11.500000', openAmount: '100.00' });
    expect(documents[2]).toMatchObject({ status: 'DRAFT', openAmount: '0.00', isPayable: false });
    expect(documents[2]!.openLineId).toBeUndefined();
    expect(documents[3]).toMatchObject({ openLineSign: 1, isPayable: false });
  });

  it('are those of the company alone, and a thousand at most', async () => {
    const [own, other] = [await trade.trader(), await trade.trader()];
    const bill = await own.made(purchase(own));
    expect(await ask(other.clientAccountId, [bill.id])).toEqual({ documents: [] });
    const many = Array.from({ length: 1_001 }, (_, index) => index + 1);
    await expect(ask(own.clientAccountId, many)).rejects.toMatchObject({ status: 400 });
  });
});

describe('payments of a document', () => {
  const said = (clientAccountId: number, documentId: number, amount: string, version: number) =>
    trade.publish(
      paymentChanged.create(
        {
          ...{ client_account_id: clientAccountId, payment_id: 1, document_id: documentId, status: 'PENDING' },
          ...{ pending_amount: amount, version },
        },
        clientAccountId,
      ),
    );

  it('show what is on its way, whatever order it is said in [PAY-R13] [VOU-R16] [VOU-R19]', async () => {
    const own = await trade.trader();
    const bill = await own.made(purchase(own));
    const read = () => own.read(bill.id, '?with=payments');
    expect(await read()).toMatchObject({ pending_payment_amount: '0.00', is_being_paid: false, payments: [] });
    await said(own.clientAccountId, bill.id, '100.00', 2);
    await expect.poll(read).toMatchObject({
      ...{ pending_payment_amount: '100.00', is_being_paid: true, is_available_for_payment: true, is_payable: true },
    });
    // What was said before comes late, and a document of another company is left alone.
    await said(own.clientAccountId, bill.id, '1.00', 1);
    const stranger = await trade.trader();
    await said(stranger.clientAccountId, bill.id, '2.00', 9);
    await said(own.clientAccountId, bill.id, '125.00', 3);
    await expect.poll(read).toMatchObject({
      ...{ pending_payment_amount: '125.00', is_being_paid: true, is_available_for_payment: false, is_payable: true },
    });
    trade.payments.set(bill.id, { amount: '125.00', version: 3 });
    expect((await read()).payments).toMatchObject([{ document_id: bill.id, amount: '125.00', status: 'PENDING' }]);
    const list = async (query: string) =>
      (await own.call('GET', `/documents?client_account_id=${own.clientAccountId}&${query}`)).body.data.length;
    expect(await list('is_being_paid=true')).toBe(1);
    expect(await list('is_being_paid=false')).toBe(0);
    expect(await list('is_available_for_payment=true')).toBe(0);
    expect(codeOf(await own.call('POST', `/documents/${bill.id}/cancel`, { cancellation_reason: 'Feil' }))).toBe(
      'document.has_payments',
    );
    trade.payments.set(bill.id, { amount: '0.00', version: 4 });
    // What was never said is found by asking the owner again.
    await trade.runJob('documents-projections');
    expect(await read()).toMatchObject({ pending_payment_amount: '0.00', is_available_for_payment: true });
    const { status } = await own.call('POST', `/documents/${bill.id}/cancel`, { cancellation_reason: 'Feil' });
    expect(status).toBe(200);
  });
});
