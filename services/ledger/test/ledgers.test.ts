import { unavailable } from '@app/contract/failure';
import { Documents } from '@app/rpc';
import { stub } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

/** The one document that its owner has, an invoice of partner 2; none can be had while its owner is away. */
let areDocumentsAway = false;
const documents = stub(Documents, {
  GetDocuments: async ({ ids }) => {
    if (areDocumentsAway) throw unavailable('away');
    const invoice = {
      ...{ id: 70, documentType: 'ARINV', documentNumber: '10007', businessPartnerId: 2, status: 'POSTED' },
      ...{ documentDate: '2026-03-01', dueDate: '2026-03-15', paymentRef: '1000701', isBusy: false, version: 1 },
      ...{ currencyCode: 'NOK', totalAmount: '1.00', paidAmount: '0.00', openAmount: '1.00' },
      ...{ paymentStatus: 'UNPAID', isPayable: false },
    } as const;
    return { documents: ids.includes(invoice.id) ? [invoice] : [] };
  },
});
let ledger: Ledger;
let own: Books;

const ledgers = ['general-ledger', 'accounts-payable', 'accounts-receivable'] as const;
type Report = (typeof ledgers)[number];

interface Row {
  readonly id: number;
  readonly posting_date: string;
  readonly account_code: string;
  readonly description: string;
  readonly debit: number;
  readonly credit: number;
  readonly debit_amount: number;
  readonly tax_code: string | null;
  readonly sequence_number: number | null;
  readonly journal_entry: Readonly<Record<string, unknown>>;
}

const path = (report: Report, query = '', id: number | string = own.clientAccountId) =>
  `/reports/${report}?client_account_id=${id}${query}`;
async function rowsOf(report: Report, query = '', of = own): Promise<readonly Row[]> {
  const answer = await of.call('GET', path(report, query, of.clientAccountId));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}
const texts = async (report: Report, query = '', of = own) =>
  (await rowsOf(report, query, of)).map((row) => `${row.account_code} ${row.description}`);

const on = (date: string, more: Readonly<Record<string, unknown>> = {}) => ({ posting_date: date, ...more });
const of = (...ids: readonly (readonly [string, number])[]) => ({
  dimensions: ids.map(([relation_type, relation_id]) => ({ relation_type, relation_id })),
});
const supplier = of(['businesspartner', 1]);
const customer = of(['businesspartner', 2]);

/** Ids of lines that tests name. */
const line: Record<string, number> = {};

beforeAll(async () => {
  ledger = await startLedger({ documents: [documents] });
  own = await ledger.books();
  ledger.own(own.clientAccountId, 'businesspartner', { id: 1, name: 'Ærlig Rør AS' });
  ledger.own(own.clientAccountId, 'businesspartner', { id: 2, name: 'Aas Bygg' });
  ledger.own(own.clientAccountId, 'bankacc', { id: 1, name: 'Drift' });
  for (const id of [1, 2]) ledger.own(own.clientAccountId, 'project', { id, name: `Prosjekt ${id}` });
  const bank = of(['bankacc', 1]);
  const purchase = await own.posted({
    description: 'Innkjøp av rør',
    lines: [
      debit('4000', '800.00', on('2026-02-03', { tax_code: '1', description: 'Rør', ...of(['project', 1]) })),
      debit('2710', '200.00', on('2026-02-03', { tax_line: true, tax_for_line: 1, description: 'Mva' })),
      credit('2400', '1000.00', on('2026-02-03', { description: 'Faktura 17', ...supplier })),
    ],
  });
  line.invoice = purchase.lines[2].id;
  const sale = await own.posted({
    description: 'Salg til bygg',
    lines: [
      debit('1500', '1250.00', on('2026-02-10', { description: 'Faktura 1', ...customer })),
      credit('3000', '1000.00', on('2026-02-10', { tax_code: '3', description: 'Bygg', ...of(['project', 2]) })),
      credit('2700', '250.00', on('2026-02-10', { tax_line: true, tax_for_line: 2, description: 'Mva ut' })),
    ],
  });
  line.sale = sale.lines[0].id;
  const payment = await own.posted({
    description: 'Betaling',
    lines: [
      debit('2400', '1000.00', on('2026-03-01', { description: 'Betalt 17', ...supplier })),
      credit('1920', '1000.00', on('2026-03-01', { description: 'Fra bank', ...bank })),
    ],
  });
  line.payment = payment.lines[0].id;
  await own.posted({
    description: 'Uten partner',
    lines: [
      debit('6300', '10.50', on('2026-01-31', { description: 'Leie', ...of(['project', 1]) })),
      credit('1920', '10.50', on('2026-01-31', { description: 'Leie betalt', ...bank })),
    ],
  });
  const wrong = await own.posted({
    description: 'Feil',
    lines: [
      debit('6800', '5.00', on('2026-02-20', { description: 'Feil kostnad' })),
      credit('2400', '5.00', on('2026-02-20', { description: 'Feil gjeld', ...supplier })),
    ],
  });
  await own.call('PATCH', `/journal-entries/${wrong.id}`, { cancelled: 'Y', cancellation_reason: 'feil' });
  await own.posted({
    description: 'Kladd',
    is_draft: true,
    lines: [
      debit('1500', '7.00', on('2026-02-11', { description: 'Kladd 1', ...customer })),
      credit('3000', '7.00', on('2026-02-11', { description: 'Kladd 2' })),
    ],
  });
  await ledger.claim(own.clientAccountId, line.invoice!, 'internal', '-1000.00');
  await ledger.claim(own.clientAccountId, line.payment!, 'internal', '1000.00');
  await ledger.claim(own.clientAccountId, line.sale!, 'internal', '250.00');
});
afterAll(() => ledger?.stop());

describe('what a ledger holds', () => {
  it('is {meta, data}, the first hundred lines by posting date and id unless asked otherwise [REP-R23]', async () => {
    const answer = await own.call('GET', path('general-ledger'));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'meta']);
    expect(answer.body.meta).toEqual({ page: 1, pages: 1, per_page: 100, records: 14 });
    const order = answer.body.data.map((row: Row) => `${row.posting_date} ${String(row.id).padStart(10, '0')}`);
    expect(order).toEqual(order.toSorted());
    expect(order).toHaveLength(14);
    const second = await own.call('GET', path('general-ledger', '&page=2&per_page=5'));
    expect(second.body.meta).toEqual({ page: 2, pages: 3, per_page: 5, records: 14 });
    expect(second.body.data).toEqual(answer.body.data.slice(5, 10));
    const beyond = await own.call('GET', path('general-ledger', '&page=99&per_page=5'));
    expect(beyond.body.meta.page).toBe(3);
    expect(beyond.body.data).toEqual(answer.body.data.slice(10));
  });

  it('lets no more than its page be shorter, whatever the filter [REP-R23]', async () => {
    for (const query of [
      '&free_text=faktura',
      '&tax_codes=1,3',
      '&dimensions=project:1',
      '&include_reconciled=false',
    ]) {
      const all = await rowsOf('general-ledger', query);
      const pages = [];
      for (let page = 1; page <= all.length; page++)
        pages.push(...(await rowsOf('general-ledger', `${query}&per_page=1&page=${page}`)));
      expect(pages, query).toEqual(all);
    }
  });

  it('shows account 2400 for payables [REP-R24] and account 1500 for receivables [REP-R25]', async () => {
    expect(await texts('accounts-payable', '&include_cancelled=false')).toEqual(['2400 Faktura 17', '2400 Betalt 17']);
    expect(await texts('accounts-receivable')).toEqual(['1500 Faktura 1']);
    const of2400 = await rowsOf('general-ledger', '&account_codes=2400');
    expect(await rowsOf('accounts-payable')).toEqual(of2400);
  });

  it('keeps one business partner when asked to [REP-R26]', async () => {
    expect(await texts('accounts-payable', '&business_partner_id=1&include_cancelled=false')).toHaveLength(2);
    expect(await texts('accounts-payable', '&business_partner_id=2')).toEqual([]);
    expect(await texts('accounts-receivable', '&business_partner_id=2')).toEqual(['1500 Faktura 1']);
    expect(await texts('accounts-receivable', '&business_partner_id=1')).toEqual([]);
  });

  it('keeps lines with these VAT codes [REP-R22]', async () => {
    expect(await texts('general-ledger', '&tax_codes=1')).toEqual(['4000 Rør']);
    expect(await texts('general-ledger', '&tax_codes=1;3')).toEqual(['4000 Rør', '3000 Bygg']);
    expect(await texts('general-ledger', '&tax_codes=99')).toEqual([]);
  });

  it('keeps these accounts [REP-R21], days, dimensions [REP-R19] [REP-R47] and words [REP-R20]', async () => {
    expect(await texts('general-ledger', '&account_codes=1920,6300')).toEqual([
      '6300 Leie',
      '1920 Leie betalt',
      '1920 Fra bank',
    ]);
    expect(await texts('general-ledger', '&date_from=2026-03-01&date_to=2026-03-01')).toEqual([
      '2400 Betalt 17',
      '1920 Fra bank',
    ]);
    expect(await texts('general-ledger', '&date_from=2026-03-02&date_to=2026-03-01')).toEqual([]);
    expect(await texts('general-ledger', '&dimensions=project:1,project:2')).toEqual([
      '6300 Leie',
      '4000 Rør',
      '3000 Bygg',
    ]);
    expect(await texts('general-ledger', '&dimensions=project:1,businesspartner:1')).toEqual([]);
    expect(await texts('general-ledger', '&free_text=RØR innkjøp&account_codes=4000,2710')).toEqual([
      '4000 Rør',
      '2710 Mva',
    ]);
    expect(await texts('general-ledger', '&free_text=1920 bank&date_to=2026-02-01')).toEqual(['1920 Leie betalt']);
  });

  it('leaves out what has nothing left to reconcile when asked to [REP-R27]', async () => {
    const open = '&include_reconciled=false&include_cancelled=false';
    expect(await texts('accounts-payable', open)).toEqual([]);
    expect(await texts('accounts-receivable', open)).toEqual(['1500 Faktura 1']);
    const all = await rowsOf('general-ledger', '&include_cancelled=false');
    const left = await rowsOf('general-ledger', open);
    const gone = all.filter(({ id }) => !left.some((row) => row.id === id)).map(({ id }) => id);
    expect(gone).toEqual([line.invoice, line.payment]);
  });

  it('counts drafts only when asked to [REP-R18] [REP-R43]', async () => {
    expect(await texts('accounts-receivable', '&include_drafts=true')).toEqual(['1500 Faktura 1', '1500 Kladd 1']);
    const [, draft] = await rowsOf('accounts-receivable', '&include_drafts=true');
    expect(draft).toMatchObject({ sequence_number: null, journal_entry: { is_draft: true, sequence_number: null } });
  });

  it('leaves out cancelled entries and their reversals when asked to [REP-R17]', async () => {
    const all = await rowsOf('accounts-payable');
    expect(all).toHaveLength(4);
    expect(all.map(({ journal_entry }) => journal_entry.cancelled)).toEqual(
      expect.arrayContaining(['Y', 'C', null, null]),
    );
    expect(await rowsOf('accounts-payable', '&include_cancelled=false')).toHaveLength(2);
  });
});

describe('what a row says', () => {
  it('is a line with debit minus credit as a number [REP-R45], its entry, and who made that [REP-R28]', async () => {
    const [row] = await rowsOf('accounts-payable', '&date_to=2026-02-03');
    const user = ledger.world.user({ id: own.userId });
    expect(row).toEqual({
      id: line.invoice,
      line_id: 3,
      posting_date: '2026-02-03',
      account_id: expect.any(Number),
      account_code: '2400',
      description: 'Faktura 17',
      debit: 0,
      credit: 1000,
      debit_amount: -1000,
      currency_code: 'NOK',
      exchange_rate: '1.000000',
      tax_code: null,
      tax_base_amount: null,
      tax_amount: null,
      reconciled_amount: -1000,
      sequence_number: 1,
      relation_type: null,
      relation_id: null,
      dimensions: [{ id: expect.any(Number), relation_type: 'businesspartner', relation_id: 1, name: 'Ærlig Rør AS' }],
      journal_entry: {
        id: expect.any(Number),
        sequence_number: 1,
        cancelled: null,
        is_draft: false,
        voucher_id: null,
        description: 'Innkjøp av rør',
        related_object: null,
        created_by: { id: own.userId, full_name: `${user.firstName} ${user.lastName}` },
      },
    });
  });

  it('has the VAT of the line, and debit minus credit on both sides, to the last øre [REP-R45]', async () => {
    const rows = await rowsOf('general-ledger');
    expect(rows.find(({ description }) => description === 'Rør')).toMatchObject({
      tax_code: '1',
      tax_base_amount: 800,
      tax_amount: 200,
    });
    for (const row of rows) expect(row.debit_amount).toBe(row.debit - row.credit);
    const bytes = (await own.call('GET', path('general-ledger', '&account_codes=6300'))).bytes.toString();
    expect(bytes).toContain('"debit":10.5,"credit":0,"debit_amount":10.5,');
  });

  it('has the document that its entry names, and none while documents cannot be asked [REP-R28]', async () => {
    const invoiced = await ledger.books();
    ledger.own(invoiced.clientAccountId, 'businesspartner', { id: 2, name: 'Aas Bygg' });
    const names = [
      { relation_type: 'ARINV', relation_id: 70 },
      { relation_type: 'APINV', relation_id: 70 },
      { relation_type: 'ARINV', relation_id: 71 },
      {},
    ];
    for (const named of names) await invoiced.posted({ ...rent(), ...named });
    const related = async () => {
      const rows = await rowsOf('general-ledger', '&account_codes=1920', invoiced);
      return rows.map(({ journal_entry }) => journal_entry.related_object);
    };
    const document = {
      id: 70,
      document_number: '10007',
      document_date: '2026-03-01',
      due_date: '2026-03-15',
      payment_ref: '1000701',
      document_type: 'ARINV',
      business_partner: { id: 2, name: 'Aas Bygg' },
    };
    expect(await related()).toEqual([document, null, null, null]);
    areDocumentsAway = true;
    try {
      expect(await related()).toEqual([null, null, null, null]);
    } finally {
      areDocumentsAway = false;
    }
  });

  it('keeps its amounts when names of users cannot be had', async () => {
    const [row] = await rowsOf('accounts-payable');
    ledger.world.isAway = true;
    try {
      const answer = await own.call('GET', path('accounts-payable'));
      // Access was decided a moment ago and is remembered; the name is not.
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body.data[0]).toEqual({
        ...row,
        journal_entry: { ...row!.journal_entry, created_by: { id: own.userId, full_name: null } },
      });
    } finally {
      ledger.world.isAway = false;
    }
  });
});

describe('refused', () => {
  const refusal = (status: number, error: string) => ({ status, error, message: expect.any(String) });

  it.each(ledgers)('%s: a client account that is missing, malformed or out of reach [REP-R05]', async (report) => {
    for (const id of ['', 'abc', '0', '999999999', `${own.clientAccountId}'--`]) {
      const answer = await own.call('GET', path(report, '', encodeURIComponent(id)));
      expect([answer.status, answer.body], id).toEqual([403, refusal(403, 'Forbidden')]);
    }
    const stranger = await ledger.books();
    expect((await stranger.call('GET', path(report))).status).toBe(403);
  });

  it.each([
    ['date_from', '2026-02-30'],
    ['date_to', "2026-01-01'; drop table journal_lines"],
    ['date_to', '9999-01-01'],
    ['include_reconciled', 'maybe'],
    ['include_drafts', '2'],
    ['include_cancelled', 'null'],
    ['page', 'x'],
    ['page', '1e3'],
    ['per_page', '0'],
    ['per_page', '-1'],
    ['free_text', 'ord '.repeat(21)],
    ['free_text', 'x'.repeat(1001)],
    ['free_text', '\0'],
  ])('a bad %s: %s', async (name, value) => {
    for (const report of ledgers) {
      const answer = await own.call('GET', path(report, `&${name}=${encodeURIComponent(value)}`));
      expect([answer.status, answer.body], report).toEqual([400, refusal(400, 'Bad Request')]);
      expect(answer.body.message).toContain(name);
    }
  });

  it.each([
    ['general-ledger', 'account_codes', '1920,%'],
    ['general-ledger', 'account_codes', '1234567'],
    ['general-ledger', 'dimensions', 'project:1,colour:2'],
    ['general-ledger', 'dimensions', 'project:0'],
    ['general-ledger', 'dimensions', 'project:99999999999999999'],
    ['general-ledger', 'tax_codes', 'x'.repeat(21)],
    ['accounts-payable', 'business_partner_id', 'x'],
    ['accounts-receivable', 'business_partner_id', '-1'],
  ] as const)('%s: a bad %s: %s', async (report, name, value) => {
    const answer = await own.call('GET', path(report, `&${name}=${encodeURIComponent(value)}`));
    expect([answer.status, answer.body]).toEqual([400, refusal(400, 'Bad Request')]);
  });

  it('a form that there is none of [REP-R34]', async () => {
    for (const report of ledgers) {
      const answer = await own.call('GET', path(report), undefined, { accept: 'text/csv' });
      expect([answer.status, answer.body]).toEqual([406, refusal(406, 'Not Acceptable')]);
    }
  });
});

describe('a stranger', () => {
  it('gets nothing with ids, codes and dimensions of other companies', async () => {
    const other = await ledger.books();
    await ledger.addAccount(own.clientAccountId, '6301');
    await own.posted({ lines: [debit('6301', '1.00'), credit('6340', '1.00')] });
    await other.posted(rent());
    for (const query of ['&account_codes=6301', '&dimensions=project:1', '&free_text=rør', '&tax_codes=1'])
      expect(await rowsOf('general-ledger', query, other), query).toEqual([]);
    for (const report of ['accounts-payable', 'accounts-receivable'] as const)
      for (const id of [1, 2]) {
        expect(await rowsOf(report, `&business_partner_id=${id}`, other)).toEqual([]);
        const page = await other.call(
          'GET',
          path(report, `&business_partner_id=${id}`, other.clientAccountId),
          undefined,
          { accept: 'text/html' },
        );
        expect(page.bytes.toString()).not.toMatch(/Ærlig|Aas/);
      }
    expect(await rowsOf('general-ledger', '', other)).toHaveLength(2);
  });

  it('takes nothing from what looks like SQL, a pattern, an order or a relation', async () => {
    const all = await rowsOf('general-ledger');
    for (const word of ['%', '_', '\\', "' or 1=1 --", '*', '$1', '}', '"', "{1}'::bigint[]"])
      expect(await rowsOf('general-ledger', `&free_text=${encodeURIComponent(word)}`), word).toEqual([]);
    for (const codes of ["1' or '1'='1", '"]', '\\'])
      expect(await rowsOf('general-ledger', `&tax_codes=${encodeURIComponent(codes)}`), codes).toEqual([]);
    // There are no such parameters: they are not looked at.
    for (const query of ['&order_by=id;drop', '&group_by_dimension=colour', '&with=users.password'])
      expect(await rowsOf('general-ledger', query), query).toEqual(all);
    expect(await rowsOf('general-ledger', '&page=99999999999999&per_page=999999999999999')).toEqual(all);
  });

  it('that was a colleague, or is nobody, gets no line and no name, in any form', async () => {
    const colleague = ledger.world.user();
    ledger.world.grant(colleague.id, own.clientAccountId, 'AA');
    const token = await ledger.world.token({ userId: colleague.id });
    const get = (report: Report, accept: string, bearer?: string) =>
      ledger.call('GET', `/api/v2${path(report)}`, { headers: { accept }, ...(bearer && { token: bearer }) });
    expect((await get('general-ledger', 'application/json', token)).status).toBe(200);
    ledger.world.revoke(colleague.id, own.clientAccountId);
    for (const report of ledgers)
      for (const accept of ['application/json', 'text/html', 'application/pdf']) {
        const removed = await get(report, accept, token);
        expect(removed.status).toBe(403);
        const nobody = await get(report, accept);
        expect(nobody.status).toBe(401);
        for (const { bytes } of [removed, nobody]) expect(bytes.toString()).not.toMatch(/Faktura|Rør/);
      }
  });
});
