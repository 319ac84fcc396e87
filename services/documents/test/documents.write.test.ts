import { lockChanges } from '@app/records';
import type { TestAnswer } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, faultsOf, line, startTrade, type Trade } from './trade.ts';

// The world plays the ledger and organisation.

// The first posting starts the threads that draw.
let trade: Trade;
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

describe('a draft', () => {
  it('is what a new document is, with its amounts worked out from the lines [DOC-R01] [DOC-R04] [DOC-R05] [DOC-R06]', async () => {
    const own = await trade.trader();
    const answer = await own.create({
      ...{ document_type: 'ARINV', business_partner_id: own.customer, document_date: '2026-03-14' },
      lines: [
        line({ quantity: '3', price: '33.335', discount_percent: '10', tax_code: '3' }),
        line({ quantity: '1', price: null, net_amount: '10.01', tax_code: '31' }),
        line({ quantity: '-1', price: '5' }),
      ],
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v2/documents/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      ...{ is_draft: true, status: 'DRAFT', payment_status: 'NOT_APPLICABLE', document_number: null },
      ...{ net_amount: '95.01', tax_amount: '24.00', total_amount: '119.01', total_amount_base: '119.01' },
      ...{ created_in_application: true, journal_entry_id: null, currency_code: 'NOK', exchange_rate: '1.000000' },
      lines: [
        { net_amount: '90.00', tax_amount: '22.50', gross_amount: '112.50', account_code: '3000', tax_rate: '25.00' },
        { net_amount: '10.01', tax_amount: '1.50', price: null },
        { net_amount: '-5.00', tax_amount: '0.00', account_code: '3200', tax_code: null },
      ],
    });
    expect(await own.read(answer.body.id)).toEqual(answer.body);
    await trade.expectSound(own.clientAccountId);
  });

  it('is due after the terms of the partner, unless a day is sent [DOC-R27]', async () => {
    const own = await trade.trader();
    const draft = { document_type: 'APINV', document_date: '2026-03-14' };
    expect(await own.made({ ...draft, business_partner_id: own.supplier })).toMatchObject({ due_date: '2026-04-13' });
    expect(await own.made(draft)).toMatchObject({ due_date: '2026-03-28' });
    expect(await own.made({ ...draft, due_date: '2026-03-20' })).toMatchObject({ due_date: '2026-03-20' });
  });

  it('gets the account of its kind where none is named [DOC-R47]', async () => {
    const own = await trade.trader();
    const sale = await own.made({
      document_type: 'ARINV',
      lines: ['3', '5', '51', '52', '6', null].map((tax_code) => line({ tax_code })),
    });
    const accounts = (document: { lines: { account_code: string }[] }) =>
      document.lines.map(({ account_code }) => account_code);
    expect(accounts(sale)).toEqual(['3000', '3100', '3100', '3100', '3200', '3200']);
    const purchase = { document_type: 'APINV', lines: [line({ tax_code: '1' })] };
    expect(accounts(await own.made(purchase))).toEqual(['4300']);
    expect(accounts(await own.made({ ...purchase, business_partner_id: own.supplier }))).toEqual(['6300']);
  });

  it('changes field by field, and its lines as a whole [DOC-R07]', async () => {
    const own = await trade.trader();
    const draft = await own.made({ document_type: 'ARINV', lines: [line(), line()], buyer_reference: 'Kari' });
    const changed = await own.call('PUT', `/documents/${draft.id}`, {
      description: 'Kaffe',
      lines: [line({ price: '1' })],
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({ description: 'Kaffe', buyer_reference: 'Kari', total_amount: '2.00' });
    expect(changed.body.lines).toHaveLength(1);
    const kept = await own.call('PATCH', `/documents/${draft.id}`, { buyer_reference: null });
    expect(kept.body).toMatchObject({ buyer_reference: null, total_amount: '2.00', description: 'Kaffe' });
  });

  it('goes without a trace [DOC-R31] [DOC-R30]', async () => {
    const own = await trade.trader();
    const draft = await own.made({ document_type: 'ARINV', lines: [line()] });
    expect((await own.call('DELETE', `/documents/${draft.id}`)).status).toBe(204);
    expect(codeOf(await own.call('GET', `/documents/${draft.id}`))).toBe('document.not_found');
    const posted = await own.made({
      ...{ document_type: 'ARINV', business_partner_id: own.customer, is_draft: false, lines: [line()] },
    });
    const refused = await own.call('DELETE', `/documents/${posted.id}`);
    expect([refused.status, codeOf(refused)]).toEqual([400, 'document.not_draft']);
  });

  it('names every fault of its fields at once, and stores nothing [DOC-R03] [DOC-R19]', async () => {
    const own = await trade.trader();
    const other = await trade.trader();
    trade.books.records.set(`${other.clientAccountId} project 5`, true);
    trade.books.notLiable.add(own.clientAccountId);
    expect((await own.create({ document_type: 'INVOICE' })).status).toBe(400);
    const answer = await own.create({
      ...{ document_type: 'ARINV', business_partner_id: other.customer, uploaded_file_id: 99_999 },
      lines: [
        line({ project_id: 5, department_id: 6, asset_id: 7, tag_ids: [8], item_id: 9, unit_id: 999_999 }),
        line({ item_collection_entry_id: 10, account_code: '9999', tax_code: '3' }),
        line({ price: null }),
        line({ account_code: '3999', period_start: '2026-02-01', period_end: '2026-01-01' }),
        line({ quantity: '9999999999999', price: '9999999999999' }),
      ],
    });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect(Object.keys(faultsOf(answer)).sort()).toEqual(
      [
        ...[
          'business_partner_id',
          'uploaded_file_id',
          'lines.0.project_id',
          'lines.0.department_id',
          'lines.0.asset_id',
        ],
        ...['lines.0.tag_ids', 'lines.0.item_id', 'lines.0.unit_id', 'lines.1.item_collection_entry_id'],
        ...['lines.1.account_code', 'lines.1.tax_code', 'lines.2.price', 'lines.3.account_code', 'lines.3.period_end'],
        'lines.4.net_amount',
      ].sort(),
    );
    const listed = await own.call('GET', `/documents?client_account_id=${own.clientAccountId}`);
    expect(listed.body.data).toEqual([]);
  });

  it('of payroll and filing is written elsewhere [DOC-R40] [DOC-R50]', async () => {
    const own = await trade.trader();
    for (const document_type of ['PRRUN', 'PRPAY', 'PRTAX', 'VATST', 'VATRP', 'ANNUAL_ALLOCATION'])
      expect(codeOf(await own.create({ document_type })), document_type).toBe('document.managed_elsewhere');
    const { id } = await own.made({ document_type: 'OTHER', total_amount: '5.00' });
    await trade.db.raw`update documents set document_type = 'VATST' where id = ${id}`;
    for (const [method, path, body] of [
      ['PATCH', `/documents/${id}`, {}],
      ['DELETE', `/documents/${id}`, undefined],
      ['POST', `/documents/${id}/credit-note`, {}],
      ['POST', `/documents/${id}/cancel`, { cancellation_reason: 'x' }],
    ] as const)
      expect(codeOf(await own.call(method, path, body)), path).toBe('document.managed_elsewhere');
    expect((await own.read(id)).document_type).toBe('VATST');
  });

  it('without lines has the total that was sent', async () => {
    const own = await trade.trader();
    expect(await own.made({ document_type: 'AP_STATEMENT', total_amount: '125.50' })).toMatchObject({
      ...{ total_amount: '125.50', net_amount: '125.50', tax_amount: '0.00' },
    });
  });

  it('keeps what the caller keeps with it, under an id of its own', async () => {
    const own = await trade.trader();
    const kept = { external_id: 'a-1', metadata: { shop: 'x' }, structured_data: { deep: { er: 1 } } };
    const first = await own.made({ document_type: 'OTHER', ...kept });
    expect(first).toMatchObject(kept);
    const again = await own.create({ document_type: 'OTHER', external_id: 'a-1' });
    expect([again.status, codeOf(again), again.body.error.details.id]).toEqual([409, 'common.conflict', first.id]);
    const found = await own.call('GET', `/documents?client_account_id=${own.clientAccountId}&external_id=a-1`);
    expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([first.id]);
  });
});

describe('access', () => {
  it('is refused to strangers, to who left, and to who only sends vouchers [DOC-R41] [DOC-R42]', async () => {
    const own = await trade.trader();
    const { id } = await own.made({ document_type: 'ARINV', lines: [line()] });
    const stranger = await trade.trader();
    const employee = await trade.colleague(own, 'EM');
    const gone = await trade.colleague(own, 'BK');
    trade.world.revoke(gone.userId, own.clientAccountId);
    const requests = [
      ['GET', `/documents/${id}`, undefined],
      ['PUT', `/documents/${id}`, { description: 'x' }],
      ['DELETE', `/documents/${id}`, undefined],
      ['POST', `/documents/${id}/credit-note`, {}],
      ['POST', `/documents/${id}/cancel`, { cancellation_reason: 'x' }],
      ['GET', `/documents?client_account_id=${own.clientAccountId}`, undefined],
      ['POST', '/documents', { client_account_id: own.clientAccountId, document_type: 'ARINV' }],
    ] as const;
    for (const [method, path, body] of requests) {
      for (const caller of [stranger, gone]) {
        const answer = await caller.call(method, path, body);
        expect([answer.status, codeOf(answer)], `${method} ${path}`).toEqual([403, 'document.access_denied']);
      }
      expect((await employee.call(method, path, body)).status, `EM ${method} ${path}`).toBe(403);
    }
    expect((await trade.call('GET', `/api/v2/documents/${id}`)).status).toBe(401);
    for (const unknown of [`/documents/${id + 1_000}`, '/documents/0', '/documents/x'])
      expect(codeOf(await own.call('GET', unknown)), unknown).toBe('document.not_found');
    expect((await stranger.call('GET', '/documents')).body.data).toEqual([]);
    expect((await own.read(id)).description).toBeNull();
  });
});

describe('the list', () => {
  it('is limited by what is asked for, newest date first [DOC-R45]', async () => {
    const own = await trade.trader();
    trade.books.records.set(`${own.clientAccountId} project 5`, true);
    const a = await own.made({
      document_type: 'ARINV',
      document_date: '2026-01-10',
      business_partner_id: own.customer,
      lines: [line({ project_id: 5 })],
    });
    const b = await own.made({
      document_type: 'APINV',
      document_date: '2026-02-10',
      business_partner_id: own.supplier,
      description: 'Leie 100%',
      lines: [line()],
      is_draft: false,
    });
    const c = await own.made({ document_type: 'AP_STATEMENT', document_date: '2026-03-10', payment_ref: 'KID77' });
    const ids = async (query: string) => {
      const answer = await own.call('GET', `/documents?client_account_id=${own.clientAccountId}&${query}`);
      expect(answer.status, query).toBe(200);
      return answer.body.data.map(({ id }: { id: number }) => id);
    };
    const expected: Readonly<Record<string, readonly number[]>> = {
      '': [c.id, b.id, a.id],
      'order_by=id': [a.id, b.id, c.id],
      'document_type=ARINV,APINV': [b.id, a.id],
      'status=POSTED': [b.id],
      'is_draft=true': [c.id, a.id],
      'payment_status=UNPAID': [b.id],
      [`business_partner_id=${own.customer}`]: [a.id],
      'project_id=5': [a.id],
      'document_date_from=2026-02-01&document_date_to=2026-02-28': [b.id],
      'due_date_from=2026-03-01&due_date_to=2026-03-20': [b.id],
      'free_text=leie 100%25': [b.id],
      'free_text=kid77': [c.id],
      [`free_text=partner ${own.customer}`]: [a.id],
      'free_text=100_': [],
      'is_payable=true': [b.id],
      'is_unpaid=false': [c.id, a.id],
      'is_being_paid=true': [],
      'is_available_for_payment=true': [b.id],
    };
    for (const [query, found] of Object.entries(expected)) expect(await ids(query), query).toEqual(found);
    expect((await own.call('GET', '/documents?status=OPEN')).status).toBe(400);
    // Nobody else's, and every change once the cursor is followed.
    const first = await own.call('GET', '/documents?per_page=2');
    expect(first.body.meta).toMatchObject({ records: 3, pages: 2 });
    const next = await own.call('GET', `/documents?per_page=2&cursor=${first.body.meta.next_cursor}`);
    expect(next.body.data.map(({ id }: { id: number }) => id)).toContain(a.id);
  });

  it('embeds what is asked for [FIL-R12]', async () => {
    const own = await trade.trader();
    const content = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
    const { id } = await own.made({
      ...{ document_type: 'APINV', business_partner_id: own.supplier, lines: [line()], is_draft: false },
      files: [{ file_name: 'faktura.pdf', content_base64: content, type: 'VOUCHER' }],
    });
    const about = { client_account_id: own.clientAccountId };
    const asked = await own.call('POST', '/questions', {
      ...{ ...about, question: 'Hva er dette?', document_id: id, answer_options: [{ option: 'Kaffe' }] },
    });
    const task = { ...about, title: 'Se over', relation_type: 'document', relation_id: id };
    const todo = await own.call('POST', '/tasks', task);
    expect([asked.status, todo.status]).toEqual([201, 201]);
    await own.call('POST', '/tasks', { ...about, title: 'Noe annet' });
    const all = [
      'files,voucher,business_partner,journal_entry,payments,questions,tasks',
      'reconciliation_lines,created_by,client_account',
    ].join();
    const document = await own.read(id, `?with_relations=${all}`);
    expect(document).toMatchObject({
      files: [{ file_name: 'faktura.pdf', type: 'VOUCHER' }],
      voucher: { id: document.uploaded_file_id, status: 'BOOKED' },
      business_partner: { id: own.supplier },
      journal_entry: { id: document.journal_entry_id, status: 'POSTED' },
      ...{ payments: [], questions: [asked.body], tasks: [todo.body], reconciliation_lines: [] },
      created_by: { id: own.userId },
      client_account: { id: own.clientAccountId },
    });
    expect(JSON.stringify(document)).not.toContain('content_base64');
  });

  it('is made of no entry of an item collection that is deleted at the same moment', async () => {
    const own = await trade.trader();
    const { clientAccountId } = own;
    const [collection] = await trade.db.executor.execute(sql`
      insert into item_collections (client_account_id, collection_type, created_at, updated_at)
      values (${clientAccountId}, 'CART', now(), now()) returning id`);
    const [entry] = await trade.db.executor.execute(sql`
      insert into item_collection_entries (client_account_id, item_collection_id, quantity, price, currency_code, unit_id, tax_code_id, created_at, updated_at)
      values (${clientAccountId}, ${Number(collection!.id)}, 1, 2, 'NOK', 1, 1, now(), now()) returning id`);
    const lines = [line({ item_collection_entry_id: Number(entry!.id) })];
    let answer: Promise<TestAnswer> | undefined;
    await trade.db.write(async (tx) => {
      await lockChanges(tx, clientAccountId, new Date());
      const [{ xid }] = (await tx.execute(sql`select pg_current_xact_id()::text as xid`)) as unknown as [
        { xid: string },
      ];
      answer ??= own.create({ document_type: 'ARINV', business_partner_id: own.customer, lines });
      // Whoever writes the document waits for this turn by now, and has looked at its entry.
      const waiting = () => trade.db.raw`select 1 from pg_locks where not granted and transactionid::text = ${xid}`;
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      await tx.execute(sql`delete from item_collection_entries where id = ${Number(entry!.id)}`);
    });
    const { status, body } = await answer!;
    expect([status, body.error.code]).toEqual([409, 'common.conflict']);
    expect(
      await trade.db.executor.execute(sql`select id from documents where client_account_id = ${clientAccountId}`),
    ).toEqual([]);
  });
});
