import { conflict } from '@app/contract/failure';
import { type ReadInvoice, readInvoice } from '@app/ehf';
import { claimsChanged } from '@app/events';
import { decimal, formatMoney, sum } from '@app/money';
import { ReconciliationLines } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Body,
  codeOf,
  faultsOf,
  houseAccounts,
  line,
  type PlayedRecord,
  startTrade,
  type Trade,
  type Trader,
} from './trade.ts';

// The world plays the ledger and organisation; calls to the ledger are cut where a process may die.

// The first posting starts the threads that draw.
let trade: Trade;
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

const sale = (own: Trader, more: Body = {}): Body => ({
  ...{ document_type: 'ARINV', business_partner_id: own.customer, lines: [line({ tax_code: '3' })] },
  ...{ is_draft: false, document_date: '2026-03-14' },
  ...more,
});
/** The smallest picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const entriesOf = (own: Trader) =>
  trade.books.entries.filter(({ request }) => request.clientAccountId === own.clientAccountId);
const all = async (own: Trader, query = '') =>
  (await own.call('GET', `/documents?client_account_id=${own.clientAccountId}&order_by=id&per_page=1000${query}`)).body
    .data;

describe('a posting that is cut', () => {
  it('at any step is carried to its end, once: by the request that comes again, or by the recovery', async () => {
    for (const method of ['PostEntry'])
      for (const when of ['before', 'after'] as const)
        for (const ends of ['repeat', 'recovery'] as const) {
          const own = await trade.trader();
          trade.books.cuts.push({ method, when, times: 1 });
          const headers = { 'idempotency-key': `cut ${method} ${when} ${ends} ${own.clientAccountId}` };
          const first = await own.create(sale(own), headers);
          const where = `${method} ${when} ${ends}`;
          expect(first.status, where).toBeGreaterThanOrEqual(500);
          const [held] = await all(own);
          expect(
            [held.status, (await own.call('PATCH', `/documents/${held.id}`, { description: 'x' })).status],
            where,
          ).toEqual(['DRAFT', 409]);
          expect((await own.call('DELETE', `/documents/${held.id}`)).status, where).toBe(409);
          if (ends === 'repeat') expect((await own.create(sale(own), headers)).status, where).toBe(201);
          else await trade.runJob('use-case-recovery');
          expect(await all(own), where).toMatchObject([
            { status: 'POSTED', document_number: '1', payment_status: 'UNPAID' },
          ]);
          expect(entriesOf(own), where).toHaveLength(1);
          const vouchers = await trade.db.raw`select id from vouchers where client_account_id = ${own.clientAccountId}`;
          expect(vouchers, where).toHaveLength(1);
          await trade.expectSound(own.clientAccountId);
        }
    expect(trade.books.cuts.every(({ times }) => times === 0)).toBe(true);
  });

  it('of a document that somebody pays before it is posted here shows what was paid', async () => {
    const own = await trade.trader();
    trade.books.cuts.push({ method: 'PostEntry', when: 'after', times: 1 });
    expect((await own.create(sale(own))).status).toBeGreaterThanOrEqual(500);
    const open = entriesOf(own)[0]!.lines.at(-1)!.id;
    const lines = [{ journal_line_id: open, amount: '25.00', amount_fc: '25.00' }];
    const said = { client_account_id: own.clientAccountId, version: 3, lines };
    await trade.publish(claimsChanged.create(said, own.clientAccountId));
    const known = () => trade.db.raw`select 1 from claimed_lines where client_account_id = ${own.clientAccountId}`;
    await vi.waitFor(async () => expect(await known()).toHaveLength(1), { timeout: 60_000, interval: 50 });
    await trade.runJob('use-case-recovery');
    expect(await all(own)).toMatchObject([
      { status: 'POSTED', payment_status: 'PARTIALLY_PAID', paid_amount: '25.00' },
    ]);
    await trade.expectSound(own.clientAccountId);
  });

  it('and its voucher change at one moment, and a payment waits for nobody who holds the voucher', async () => {
    const own = await trade.trader();
    const { id, uploaded_file_id: voucher } = await own.made(sale(own));
    const [moments] = await trade.db.raw`
      select f.updated_at = d.updated_at as are_one from files f, documents d where f.id = ${voucher} and d.id = ${id}`;
    expect(moments).toEqual({ are_one: true });
    const open = entriesOf(own)[0]!.lines.at(-1)!.id;
    const lines = [{ journal_line_id: open, amount: '25.00', amount_fc: '25.00' }];
    const said = { client_account_id: own.clientAccountId, version: 3, lines };
    await trade.db.raw.begin(async (tx) => {
      await tx`select 1 from vouchers where id = ${voucher} for update`;
      await trade.publish(claimsChanged.create(said, own.clientAccountId));
      const paid = async () => (await own.read(id)).payment_status;
      await vi.waitFor(async () => expect(await paid()).toBe('PARTIALLY_PAID'), { timeout: 60_000, interval: 50 });
    });
    await trade.expectSound(own.clientAccountId);
  });

  it('asks the books of the lines of a credit note alone, and publishes of what is posted its payment', async () => {
    const own = await trade.trader();
    const asked = trade.books.calls.get('GetLineStandings') ?? 0;
    const { id } = await own.made(sale(own));
    expect(trade.books.calls.get('GetLineStandings') ?? 0).toBe(asked);
    expect((await own.call('POST', `/documents/${id}/credit-note`, {})).status).toBe(201);
    expect(trade.books.calls.get('GetLineStandings')).toBeGreaterThan(asked);
    const events = await trade.db.raw`
      select payload ->> 'status' as status from outbox
      where subject = 'events.documents.document.changed' and (payload ->> 'document_id')::bigint = ${id} order by outbox.id`;
    // That it is posted the ledger says, of its entry; this is its payment by the credit note.
    expect(events.map(({ status }) => status)).toEqual(['POSTED']);
  });

  it('of a credit note is reconciled once, and a cancellation that is cut reverses once', async () => {
    const own = await trade.trader();
    for (const cut of [
      { method: 'ClaimLines', when: 'after' },
      { method: 'GetLineStandings', when: 'before' },
      { method: 'GetLineStandings', when: 'after' },
    ] as const) {
      const credited = await trade.trader();
      const { id } = await credited.made(sale(credited));
      trade.books.cuts.push({ ...cut, times: 1 });
      const answer = await credited.call('POST', `/documents/${id}/credit-note`, {});
      expect(answer.status, cut.method).toBeGreaterThanOrEqual(500);
      await trade.runJob('use-case-recovery');
      const documents = await all(credited);
      expect(documents.map((each: Body) => [each.document_type, each.status, each.payment_status])).toEqual([
        ['ARINV', 'POSTED', 'PAID'],
        ['ARCRN', 'POSTED', 'PAID'],
      ]);
    }
    const bought = await own.made(
      sale(own, { document_type: 'APINV', business_partner_id: own.supplier, lines: [line()] }),
    );
    trade.books.cuts.push({ method: 'CancelEntry', when: 'after', times: 1 });
    expect(
      (await own.call('POST', `/documents/${bought.id}/cancel`, { cancellation_reason: 'x' })).status,
    ).toBeGreaterThanOrEqual(500);
    await trade.runJob('use-case-recovery');
    expect(await own.read(bought.id)).toMatchObject({ status: 'CANCELLED' });
    await trade.expectSound(own.clientAccountId);
  });
});

describe('a request that is taken over from a process that stands still', () => {
  const stall = (own: Trader) => trade.db.raw`
    update idempotency_keys set status = null, lease_until = now() - interval '1 minute'
    where client_account_id = ${own.clientAccountId} or status is null`;

  it('is answered as before, be it of a draft or of a posted document', async () => {
    for (const is_draft of [true, false]) {
      const own = await trade.trader();
      const headers = { 'idempotency-key': `stalled ${own.clientAccountId}` };
      const { body } = await own.create(sale(own, { is_draft }), headers);
      await stall(own);
      const again = await own.create(sale(own, { is_draft }), headers);
      expect([again.status, again.body.id, again.body.status], JSON.stringify(again.body)).toEqual([
        ...[201, body.id, is_draft ? 'DRAFT' : 'POSTED'],
      ]);
      expect(await all(own)).toHaveLength(1);
    }
  });

  it('is done once by both, and both have the same answer', async () => {
    const own = await trade.trader();
    const bill = sale(own, { document_type: 'APINV', business_partner_id: own.supplier, document_number: '77' });
    const body = { ...bill, lines: [line()] };
    const headers = { 'idempotency-key': `taken over ${own.clientAccountId}` };
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    trade.books.beforeDescribing = () => {
      trade.books.beforeDescribing = undefined;
      asked.resolve();
      return held.promise;
    };
    const first = own.create(body, headers);
    await asked.promise;
    await stall(own);
    const second = await own.create(body, headers);
    held.resolve();
    const answers = [await first, second];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]!.body.id).toBe(answers[1]!.body.id);
    expect(entriesOf(own)).toHaveLength(1);
  });
});

describe('races', () => {
  it('of fifty who post one draft book one entry', async () => {
    const own = await trade.trader();
    const { id } = await own.made(sale(own, { is_draft: true }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => own.call('PUT', `/documents/${id}`, { is_draft: false })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers)
      expect([200, 400, 409, 429, 503], JSON.stringify(answer.body)).toContain(answer.status);
    expect(entriesOf(own)).toHaveLength(1);
    expect(await own.read(id)).toMatchObject({ status: 'POSTED', document_number: '1' });
    await trade.expectSound(own.clientAccountId);
  });

  it('of drafts, some of which the books refuse, leave no gap in the numbers [DOC-R20]', async () => {
    const own = await trade.trader();
    let calls = 0;
    trade.books.refuse = ({ clientAccountId }) =>
      clientAccountId === own.clientAccountId && ++calls % 5 === 0
        ? conflict(
            'Posting dates up to 2026-03-31 are locked; choose a later date or move the period lock',
            'accounting.period_locked',
          )
        : undefined;
    const rounds = [];
    for (let round = 0; round < 2; round++)
      rounds.push(...(await Promise.all(Array.from({ length: 6 }, () => own.create(sale(own))))));
    trade.books.refuse = undefined;
    const made = rounds.filter(({ status }) => status === 201).length;
    expect(made).toBeGreaterThan(5);
    // What was given back goes to the next ones.
    const missing = () =>
      all(own).then((found) => {
        const numbers = found.map((each: Body) => Number(each.document_number)).sort((a: number, b: number) => a - b);
        return numbers.filter((number: number, index: number) => number !== index + 1).length;
      });
    for (let more = 0; more < 6 && (await missing()) > 0; more++) await own.made(sale(own));
    expect(await missing()).toBe(0);
    await trade.expectSound(own.clientAccountId);
  });

  it('of the same invoice from a supplier post it once [DOC-R25]', async () => {
    const own = await trade.trader();
    const invoice = {
      document_type: 'APINV',
      business_partner_id: own.supplier,
      document_number: 'F-1',
      lines: [line()],
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.create({ ...invoice, is_draft: false })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status: code }) => code !== 201))
      expect([status, body.error.code]).toEqual([409, 'document.duplicate']);
    expect(entriesOf(own)).toHaveLength(1);
  });
});

/** Numbers that look like chance and are the same every time. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it('random documents book what they say, in NOK, EUR and ISK [DOC-R06] [DOC-R49]', async () => {
  const own = await trade.trader();
  const next = seeded(20_260_314);
  const pick = <T>(values: readonly T[]): T => values[next(values.length)]!;
  for (let round = 0; round < 60; round++) {
    const [currency, rate] = pick([
      ['NOK', undefined],
      ['EUR', '11.4235'],
      ['EUR', '9.999999'],
      ['ISK', '0.081234'],
    ] as const);
    const type = pick(['ARINV', 'ARCRN', 'ARCIN', 'APINV', 'APCRN', 'APCIN', 'RECPT']);
    const isSale = type.startsWith('AR');
    const lines = Array.from({ length: 1 + next(12) }, () =>
      line({
        quantity: `${next(5) === 0 ? '-' : ''}${next(40)}.${next(1000)}`,
        price: `${next(3000)}.${next(999_999)}`,
        discount_percent: pick(['0', '0', '12.5', '100']),
        tax_code: pick(isSale ? ['3', '31', '5', '6', null] : ['1', '11', '86', '87', '21', null]),
      }),
    );
    const document = sale(own, {
      ...{
        document_type: type,
        lines,
        currency_code: currency,
        ...(rate === undefined ? {} : { exchange_rate: rate }),
      },
      business_partner_id: isSale ? own.customer : own.supplier,
    });
    const made = await own.made(document);
    const gross = sum(made.lines.map((each: { gross_amount: string }) => decimal(each.gross_amount)));
    expect([made.total_amount, round]).toEqual([formatMoney(gross), round]);
    const entry = entriesOf(own).find(({ id }) => id === made.journal_entry_id);
    if (!entry) continue;
    const counter = entry.lines.find(({ account }) => ['1500', '2400', '1920', '2910'].includes(account));
    const isTurned = isSale ? type === 'ARCRN' : type !== 'APCRN';
    const booked = decimal(counter?.amount ?? '0').times(isTurned ? -1 : 1);
    expect([formatMoney(booked), round]).toEqual([made.total_amount_base, round]);
    const inCurrency = decimal(counter?.amountFc ?? '0').times(isTurned ? -1 : 1);
    expect([formatMoney(inCurrency), round]).toEqual([made.total_amount, round]);
  }
  await trade.expectSound(own.clientAccountId);
});

describe('hostile input', () => {
  it('of many lines, endless numbers and unseen characters is refused, or kept as text', async () => {
    const own = await trade.trader();
    const many = await own.create(sale(own, { lines: Array.from({ length: 10_000 }, () => line()) }));
    expect([many.status, codeOf(many)]).toEqual([400, 'common.validation_error']);
    for (const bad of [
      { quantity: '1e9' },
      { price: 'NaN' },
      { price: '0x10' },
      { quantity: '1'.repeat(400) },
      { discount_percent: '101' },
      { tag_ids: 'x' },
      { description: 'a\0b' },
    ])
      expect((await own.create(sale(own, { lines: [line(bad)] }))).status, JSON.stringify(bad)).toBe(400);
    const text = 'Kaffe \u202e \u0007 <script>alert(1)</script> %s';
    const made = await own.made(sale(own, { lines: [line({ description: text, tax_code: '3' })] }));
    expect(made.lines[0].description).toBe(text);
    expect((await own.call('GET', `/vouchers/${made.uploaded_file_id}/download`)).status).toBe(200);
    expect(await all(own)).toHaveLength(1);
    const large = await own.made(
      sale(own, { lines: Array.from({ length: 2_000 }, () => line({ price: '0.01', quantity: '1', tax_code: '3' })) }),
    );
    expect(large).toMatchObject({ net_amount: '20.00', tax_amount: '0.00' });
  });
});

describe('files of a document', () => {
  const content = (text = 'x') => Buffer.from(`%PDF-1.4\n%${text}\n%%EOF\n`).toString('base64');

  it('are attached as they come, and shown without their content [FIL-R07] [FIL-R08] [FIL-R09] [FIL-R10] [FIL-R19]', async () => {
    const own = await trade.trader();
    const draft = await own.made(
      sale(own, { is_draft: true, files: [{ file_name: '../../a\u202e.pdf', content_base64: content('a') }] }),
    );
    const put = await own.call('PATCH', `/documents/${draft.id}?with_relations=files`, {
      files: [{ file_name: 'b.pdf', content_base64: content('b'), type: 'VOUCHER', content_type: 'application/pdf' }],
    });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    expect(put.body).toMatchObject({
      created_in_application: false,
      files: [
        { file_name: 'a.pdf', type: 'ATTACHMENT', content_type: 'application/pdf' },
        { file_name: 'b.pdf', type: 'VOUCHER' },
      ],
    });
    expect(put.body.uploaded_file_id).toBe(put.body.files[1].id);
    expect(JSON.stringify(put.body)).not.toContain('base64');
    const posted = await own.call('PUT', `/documents/${draft.id}`, { is_draft: false });
    expect(posted.body.uploaded_file_id).toBe(put.body.uploaded_file_id);
    const later = await own.call('PATCH', `/documents/${draft.id}?with=files`, {
      files: [{ file_name: 'c.pdf', content_base64: content('c') }],
    });
    expect(later.body.files).toHaveLength(3);
    await trade.expectSound(own.clientAccountId);
  });

  it('that are no files, or a second voucher, are refused and nothing is stored [FIL-R11] [FIL-R17] [FIL-R18] [FIL-R20]', async () => {
    const own = await trade.trader();
    const good = { file_name: 'a.pdf', content_base64: content() };
    const bad: readonly Body[][] = [
      [{ content_base64: content() }],
      [{ file_name: 'a.pdf' }],
      [{ ...good, content_base64: 'JVBERi0xLjQ' }],
      [{ ...good, content_base64: '%%%' }],
      [{ ...good, type: 'CHAT_ATTACHMENT' }],
      [{ ...good, content_type: 'image/png' }],
      [{ ...good, content_base64: Buffer.from('PK\u0003\u0004zip').toString('base64') }],
      [
        { ...good, type: 'VOUCHER' },
        { ...good, type: 'VOUCHER' },
      ],
    ];
    for (const files of bad)
      expect((await own.create(sale(own, { files }))).status, JSON.stringify(files).slice(0, 80)).toBe(400);
    expect(await all(own)).toEqual([]);
    const [rows] = await trade.db
      .raw`select count(*)::int as count from files where client_account_id = ${own.clientAccountId}`;
    expect(rows!.count).toBe(0);
    const made = await own.made(
      sale(own, { document_type: 'APINV', lines: [], is_draft: true, files: [{ ...good, type: 'VOUCHER' }] }),
    );
    const second = await own.call('PATCH', `/documents/${made.id}`, { files: [{ ...good, type: 'VOUCHER' }] });
    expect(faultsOf(second)).toHaveProperty(['files.0.type']);
  });
});

describe('reconciliation lines', () => {
  const statement = (lines: readonly Body[], own: Trader): Body => ({
    ...{ document_type: 'AP_STATEMENT', business_partner_id: own.supplier, currency_code: 'NOK' },
    reconciliation_lines: lines,
  });
  const balance = (more: Body = {}): Body => ({
    line_type: 'BALANCE',
    line_date: '2026-03-31',
    amount: '100.00',
    ...more,
  });

  it('are written through their document, changed by id and open until something reconciles them [DRL-R01] [DRL-R02]', async () => {
    const own = await trade.trader();
    const made = await own.made(statement([balance({ category: 'TRADE_PAYABLE' }), balance({ amount: '-5.00' })], own));
    const read = async () => (await own.read(made.id, '?with=reconciliation_lines')).reconciliation_lines;
    const [first, second] = await read();
    expect(first).toMatchObject({
      status: 'OPEN',
      external_reconciliation_id: null,
      amount: '100.00',
      currency_code: 'NOK',
    });
    const change = {
      reconciliation_lines: [{ ...balance({ amount: '7.00' }), id: second.id }, balance({ amount: '1.00' })],
    };
    expect((await own.call('PATCH', `/documents/${made.id}`, change)).status).toBe(200);
    expect((await read()).map((each: Body) => [each.id === second.id, each.amount])).toEqual([
      [true, '7.00'],
      [false, '1.00'],
    ]);
    const foreign = await own.call('PATCH', `/documents/${made.id}`, {
      reconciliation_lines: [{ ...balance(), id: first.id }],
    });
    expect(faultsOf(foreign)).toHaveProperty(['reconciliation_lines.0.id']);
    await own.call('PATCH', `/documents/${made.id}`, { is_draft: false });
    expect((await own.call('PATCH', `/documents/${made.id}`, { reconciliation_lines: [] })).status).toBe(200);
    expect(await read()).toEqual([]);
  });

  it('say what they are compared with [DRL-R07] [DRL-R08] [DRL-R09] [DRL-R10]', async () => {
    const own = await trade.trader();
    trade.books.records.set(`${own.clientAccountId} bankacc 9`, true);
    const made = await own.made(
      statement(
        [
          balance({ category: 'TRADE_PAYABLE' }),
          balance({ category: 'DEPOSIT', relation_type: 'bankacc', relation_id: 9 }),
          balance({ category: 'OTHER_LIABILITY', account_code: '2740' }),
          balance(),
        ],
        own,
      ),
    );
    const lines = (await own.read(made.id, '?with=reconciliation_lines.target')).reconciliation_lines;
    expect(lines.map((each: Body) => each.target)).toMatchObject([
      {
        accounts: [{ account_code: '2400' }],
        ledger_sign: -1,
        dimension: { relation_type: 'businesspartner', relation_id: own.supplier },
      },
      {
        accounts: [{ account_code: '1920' }, { account_code: '1950' }],
        ledger_sign: 1,
        dimension: { relation_type: 'bankacc', relation_id: 9, name: 'bankacc 9' },
      },
      { accounts: [{ account_code: '2740' }], ledger_sign: -1, dimension: null },
      null,
    ]);
    for (const bad of [
      { category: 'OTHER_ASSET' },
      { category: 'FEE', account_code: '2400' },
      { relation_type: 'bankacc' },
      { relation_type: 'project', relation_id: 77 },
      { category: 'NOTHING' },
      { amount: null },
    ])
      expect((await own.create(statement([balance(bad)], own))).status, JSON.stringify(bad)).toBe(400);
  });
});

describe('reconciliation lines with a record', () => {
  const balance = (more: Body = {}): Body => ({
    ...{ line_type: 'BALANCE', line_date: '2026-03-31', amount: '100.00', category: 'TRADE_PAYABLE' },
    ...more,
  });
  let serial = 0;
  /** A posted statement of two lines, with a voucher of its own. */
  async function statement(own: Trader) {
    const made = await own.made({
      ...{ document_type: 'AP_STATEMENT', business_partner_id: own.supplier, currency_code: 'NOK', is_draft: false },
      reconciliation_lines: [balance(), balance({ amount: '5.00' })],
      files: [{ file_name: 'oppgave.png', content_base64: PIXEL.toString('base64'), type: 'VOUCHER' }],
    });
    const shown = async () =>
      (await own.read(made.id, '?with=reconciliation_lines')).reconciliation_lines as (Body & { id: number })[];
    const [first, second] = await shown();
    return { made, shown, first: first!, second: second! };
  }
  const record = (own: Trader, documentId: number, lineId: number, more: Partial<PlayedRecord> = {}): PlayedRecord => {
    const played: PlayedRecord = {
      ...{ clientAccountId: own.clientAccountId, id: ++serial, relationType: 'AP_STATEMENT', relationId: documentId },
      ...{ relationLineId: lineId, isPending: false, standing: 'RECONCILED', ...more },
    };
    trade.reconciled.records.push(played);
    return played;
  };
  const lineKeys = (documentId: number, ...ids: readonly number[]) => ids.map((lineId) => ({ documentId, lineId }));

  it('have the status that reconciliation works out on every read, by one question for a page [DRL-R03] [DRL-R04] [DRL-R05] [DRL-R06]', async () => {
    const own = await trade.trader();
    const { made, shown, first } = await statement(own);
    await statement(own);
    const played = record(own, made.id, first.id);
    const statuses = async () => (await shown()).map((each) => [each.status, each.external_reconciliation_id]);
    expect(await statuses()).toEqual([
      ['RECONCILED', played.id],
      ['OPEN', null],
    ]);
    for (const standing of ['EXPLAINED', 'DRIFTED'] as const) {
      played.standing = standing;
      expect((await statuses())[0]).toEqual([standing, played.id]);
    }
    const before = trade.reconciled.asked;
    expect(await all(own, '&with=reconciliation_lines')).toHaveLength(2);
    expect(trade.reconciled.asked).toBe(before + 1);
    trade.reconciled.records.length = 0;
    record(own, made.id, first.id, { isPending: true });
    expect((await statuses())[0]).toEqual(['OPEN', null]);
    trade.reconciled.records.length = 0;
    expect((await statuses())[0]).toEqual(['OPEN', null]);
  });

  it('neither change nor go, nor is their document cancelled or their voucher deleted [DRL-R11] [VOU-R32]', async () => {
    const own = await trade.trader();
    const { made, shown, first, second } = await statement(own);
    const { id: recordId } = record(own, made.id, first.id);
    const patch = (lines: readonly Body[]) =>
      own.call('PATCH', `/documents/${made.id}`, { reconciliation_lines: lines });
    const same = { ...balance(), id: first.id };
    for (const lines of [[], [balance()], [{ ...same, amount: '100.01' }], [{ ...same, line_date: '2026-04-01' }]]) {
      const answer = await patch(lines);
      expect([answer.status, codeOf(answer)], JSON.stringify(lines)).toEqual([409, 'document.has_live_reconciliation']);
      expect(answer.body.error.message).toContain(String(recordId));
    }
    const cancel = () => own.call('POST', `/documents/${made.id}/cancel`, { cancellation_reason: 'feil' });
    expect(codeOf(await cancel())).toBe('document.has_live_reconciliation');
    const drop = await own.call('DELETE', `/vouchers/${made.uploaded_file_id}`);
    expect([drop.status, drop.body.error.message]).toEqual([
      400,
      expect.stringContaining(`reconciliation ${recordId}`),
    ]);
    expect((await shown()).map(({ id }) => id)).toEqual([first.id, second.id]);
    // What stays as it is may be sent along, and the other line is free.
    expect(
      (
        await patch([
          { ...same, amount: '100' },
          { ...balance({ amount: '6.00' }), id: second.id },
        ])
      ).status,
    ).toBe(200);
    trade.reconciled.records.length = 0;
    expect((await patch([{ ...same, amount: '101.00' }])).status).toBe(200);
    expect((await cancel()).status).toBe(200);
  });

  it('are answered by a 503 while reconciliation is away, never by a status that may be wrong', async () => {
    const own = await trade.trader();
    const { made, first } = await statement(own);
    record(own, made.id, first.id);
    trade.reconciled.isAway = true;
    try {
      const answers = [
        await own.call('GET', `/documents/${made.id}?with=reconciliation_lines`),
        await own.call('PATCH', `/documents/${made.id}`, { reconciliation_lines: [] }),
        await own.call('POST', `/documents/${made.id}/cancel`, { cancellation_reason: 'feil' }),
        await own.call('DELETE', `/vouchers/${made.uploaded_file_id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      // What needs nothing of it goes on.
      expect((await own.call('GET', `/documents/${made.id}`)).status).toBe(200);
      expect((await own.call('PATCH', `/documents/${made.id}`, { description: 'Mars' })).status).toBe(200);
    } finally {
      trade.reconciled.isAway = false;
    }
  });

  it('are held for whoever writes a record of them: a change that asked before meets the hold', async () => {
    const own = await trade.trader();
    const { made, first, second } = await statement(own);
    const lines = trade.connect(ReconciliationLines, 'reconciliation');
    const asked = { clientAccountId: own.clientAccountId, lines: lineKeys(made.id, first.id) };
    const held = (await lines.HoldReconciliationLines(asked)).lines;
    expect(held).toMatchObject([
      {
        ...{ documentId: made.id, lineId: first.id, documentType: 'AP_STATEMENT', documentStatus: 'POSTED' },
        ...{ lineType: 'BALANCE', lineDate: '2026-03-31', amount: '100.00', currencyCode: 'NOK', isBusy: false },
        target: {
          ...{ accountCodes: ['2400'], ledgerSign: -1 },
          ...{ relationType: 'businesspartner', relationId: own.supplier },
        },
      },
    ]);
    const patch = (sent: readonly Body[]) => own.call('PATCH', `/documents/${made.id}`, { reconciliation_lines: sent });
    const other = { ...balance({ amount: '5.00' }), id: second.id };
    const answer = await patch([other]);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'common.conflict']);
    const cancel = await own.call('POST', `/documents/${made.id}/cancel`, { cancellation_reason: 'feil' });
    expect([cancel.status, codeOf(cancel)]).toEqual([409, 'common.conflict']);
    expect(
      (
        await patch([
          { ...balance(), id: first.id },
          { ...other, amount: '4.00' },
        ])
      ).status,
    ).toBe(200);
    await trade.db.raw`update reconciliation_lines set held_until = clock_timestamp() where id = ${first.id}`;
    expect((await patch([other])).status).toBe(200);
  });

  it('are nobody else’s: lines of other companies and of other documents are left out and not held', async () => {
    const [own, stranger] = [await trade.trader(), await trade.trader()];
    const { made, first } = await statement(own);
    const other = await statement(own);
    const lines = trade.connect(ReconciliationLines, 'reconciliation');
    const asked = [...lineKeys(made.id, first.id, other.first.id), ...lineKeys(999_999, first.id)];
    const foreign = { clientAccountId: stranger.clientAccountId, lines: asked };
    expect((await lines.GetReconciliationLines(foreign)).lines).toEqual([]);
    expect((await lines.HoldReconciliationLines(foreign)).lines).toEqual([]);
    const mine = await lines.GetReconciliationLines({ ...foreign, clientAccountId: own.clientAccountId });
    expect(mine.lines.map(({ lineId }) => lineId)).toEqual([first.id]);
    const drafted = await own.made({
      document_type: 'AP_STATEMENT',
      reconciliation_lines: [balance({ category: null })],
    });
    const [line] = (await own.read(drafted.id, '?with=reconciliation_lines')).reconciliation_lines;
    const draft = { clientAccountId: own.clientAccountId, lines: lineKeys(drafted.id, line.id) };
    const [described] = (await lines.HoldReconciliationLines(draft)).lines;
    expect([described!.documentStatus, described!.target]).toEqual(['DRAFT', undefined]);
    const rows = await trade.db.raw`select id from reconciliation_lines where held_until is not null
      and id = any (${[first.id, line.id]}::bigint[])`;
    expect(rows).toHaveLength(0);
  });
});

describe('sending', () => {
  it('takes the electronic invoice along, with the amounts of the books [DOC-R38]', async () => {
    const own = await trade.trader();
    const buyer = trade.partners.get(own.customer)!;
    const rated = [
      line({ quantity: '3', price: '33.33', discount_percent: '12.5', tax_code: '3', unit_id: 2 }),
      line({ quantity: '1', price: '19.99', tax_code: '31' }),
      line({ quantity: '1', price: '-10', tax_code: '3' }),
      { description: 'Frakt', quantity: '2', net_amount: '49.05', price: null, tax_code: '3' },
    ];
    const zero = [line({ tax_code: '5' }), line({ tax_code: '52', price: '7.77' }), line({ tax_code: '6' })];
    const euros = { currency_code: 'EUR', exchange_rate: '11.4321' };
    const cash = { document_type: 'ARCIN', payment_account_code: '1920' };
    const outside = await trade.trader({ vatLiable: false });
    trade.books.notLiable.add(outside.clientAccountId);
    trade.partners.set(outside.customer, { ...buyer, id: outside.customer, clientAccountId: outside.clientAccountId });
    trade.accountsOf.set(own.clientAccountId, houseAccounts);
    const register = (trader: Trader, organizationNumber: string | undefined) =>
      trade.partners.set(trader.customer, { ...trade.partners.get(trader.customer)!, organizationNumber });
    register(own, '314760670');
    register(outside, '314760670');
    const made = async (trader: Trader, more: Body) =>
      trader.made(sale(trader, { buyer_reference: 'Ola Nordmann', ...more }));
    const invoice = await made(own, { lines: rated, order_reference: 'PO-77' });
    const credit = await own.call('POST', `/documents/${invoice.id}/credit-note`, {
      ...{ document_date: '2026-03-14', lines: [{ line_id: invoice.lines[0].id, quantity: '1' }] },
    });
    const sent: Readonly<Record<string, readonly [Trader, Body & { id: number }]>> = {
      rated: [own, invoice],
      zero: [own, await made(own, { lines: zero })],
      euros: [own, await made(own, { lines: rated.slice(0, 2), ...euros })],
      cash: [own, await made(own, { ...cash })],
      outside: [outside, await made(outside, { lines: [line()] })],
      credit: [own, credit.body],
      unnamed: [own, await own.made(sale(own))],
    };
    const alone = (await trade.trader()) as Trader;
    register(alone, undefined);
    const all = { ...sent, alone: [alone, await made(alone, {})] as const };
    for (const [name, [trader, { id }]] of Object.entries(all)) {
      const answer = await trader.call('POST', `/documents/${id}/send`, { email: `${name}@books.test` });
      expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBe(202);
    }
    const arrived = await vi.waitFor(
      () => {
        const found = Object.keys(all).map((name) =>
          trade.mailbox.mails.find(({ recipient }) => recipient === `${name}@books.test`),
        );
        expect(found.every(Boolean)).toBe(true);
        return new Map(Object.keys(all).map((name, index) => [name, found[index]!.attachments]));
      },
      { timeout: 60_000, interval: 50 },
    );
    for (const name of ['unnamed', 'alone'])
      expect([name, arrived.get(name)!.map(({ mimeType }) => mimeType)]).toEqual([name, ['application/pdf']]);

    const read = new Map<string, ReadInvoice>();
    for (const [name, [trader, { id }]] of Object.entries(sent)) {
      if (name === 'unnamed') continue;
      const document = await trader.read(id);
      const attached = arrived.get(name)!;
      const title = `${document.document_type}_${document.document_number}`;
      expect(attached.map(({ filename }) => filename)).toEqual([`${title}.pdf`, `${title}.xml`]);
      expect(attached[1]!.mimeType).toBe('application/xml');
      const found = readInvoice(new Uint8Array(attached[1]!.content as ArrayBuffer));
      read.set(name, found);
      expect([name, found]).toMatchObject([
        name,
        {
          ...{ number: document.document_number, issueDate: '2026-03-14', currency: document.currency_code },
          ...{ netAmount: document.net_amount, taxAmount: document.tax_amount, totalAmount: document.total_amount },
          paymentReference: document.payment_ref,
          supplier: { organizationNumber: '810000000', endpoint: { id: '810000000', scheme: '0192' } },
          customer: { organizationNumber: '314760670', endpoint: { id: '314760670', scheme: '0192' } },
        },
      ]);
      expect(found.lines.map(({ netAmount }) => netAmount)).toEqual(
        document.lines.map(({ net_amount }: { net_amount: string }) => net_amount),
      );
      const entry = trade.books.entries.find((each) => each.id === document.journal_entry_id)!;
      const bookedOn = (of: 'amount' | 'amountFc', accounts: RegExp) =>
        formatMoney(
          sum(entry.lines.filter(({ account }) => accounts.test(account)).map((each) => decimal(each[of]))).abs(),
        );
      expect([name, bookedOn('amountFc', /^(1500|1920)$/)]).toEqual([name, found.totalAmount]);
      expect([name, bookedOn('amountFc', /^27/)]).toEqual([name, found.taxAmount]);
      expect([name, found.taxInOtherCurrency]).toEqual([
        name,
        name === 'euros' ? { currency: 'NOK', amount: bookedOn('amount', /^27/) } : null,
      ]);
    }
    expect(read.get('rated')).toMatchObject({
      ...{ kind: 'INVOICE', typeCode: '380', buyerReference: 'Ola Nordmann', orderReference: 'PO-77' },
      ...{ paymentReference: invoice.payment_ref, dueDate: invoice.due_date, payableAmount: invoice.total_amount },
      taxes: [
        { category: 'S', rate: '25.00' },
        { category: 'S', rate: '15.00' },
      ],
      lines: [{ unitCode: 'C62', discountPercent: '12.5' }, {}, { netAmount: '-10.00' }, { quantity: '1' }],
    });
    const accounts = [...read].map(([name, found]) => [name, found.accounts.map(({ iban, bban }) => iban ?? bban)]);
    expect(Object.fromEntries(accounts)).toEqual({
      ...{ rated: ['NO9386011117947'], zero: ['NO9386011117947'], euros: ['NO8330001234567'] },
      ...{ cash: [], outside: [], credit: [] },
    });
    expect(read.get('zero')!.taxes.map(({ category, rate }) => [category, rate])).toEqual([
      ['Z', '0.00'],
      ['G', '0.00'],
      ['E', '0.00'],
    ]);
    expect(read.get('outside')!.taxes.map(({ category }) => category)).toEqual(['O']);
    expect(read.get('cash')).toMatchObject({ prepaidAmount: '125.00', payableAmount: '0.00' });
    expect(read.get('credit')).toMatchObject({
      ...{ kind: 'CREDIT_NOTE', typeCode: '381' },
      credited: [{ number: invoice.document_number }],
    });
  });

  it('goes each time to whom it was sent then, though it is sent to somebody else before it leaves', async () => {
    const own = await trade.trader();
    const { id } = await own.made(sale(own));
    for (const name of ['forst', 'sist'])
      expect((await own.call('POST', `/documents/${id}/send`, { email: `${name}@books.test` })).status).toBe(202);
    const arrived = () => trade.mailbox.mails.map(({ recipient }) => recipient);
    await vi.waitFor(() => expect(arrived()).toEqual(expect.arrayContaining(['forst@books.test', 'sist@books.test'])), {
      ...{ timeout: 60_000, interval: 50 },
    });
    expect(await own.read(id)).toMatchObject({ sent_to: 'sist@books.test' });
  });

  it('takes a posted document to the partner, with its PDF [DOC-R37] [DOC-R38]', async () => {
    const own = await trade.trader();
    const draft = await own.made(sale(own, { is_draft: true }));
    expect(codeOf(await own.call('POST', `/documents/${draft.id}/send`, {}))).toBe('document.not_posted');
    const { id } = await own.made(sale(own));
    expect((await own.call('POST', `/documents/${id}/send`, { method: 'FAX' })).status).toBe(400);
    expect((await own.call('POST', `/documents/${id}/send`, { email: 'a@b\r\nBcc: c@d.no' })).status).toBe(400);
    const sent = await own.call('POST', `/documents/${id}/send`, { method: 'EMAIL' });
    expect([sent.status, Object.keys(sent.body)], JSON.stringify(sent.body)).toEqual([202, ['message']]);
    expect(await own.read(id)).toMatchObject({ sent_to: 'kunde@books.test', sent_at: expect.any(String) });
    const mail = await vi.waitFor(
      () => {
        const found = trade.mailbox.mails.find(({ recipient }) => recipient === 'kunde@books.test');
        expect(found).toBeDefined();
        return found!;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(mail.subject).toMatch(/^Faktura 1 fra /);
    expect(mail.text).toMatch(/Å betale: NOK\s125,00 innen 28\.03\.2026\./);
    expect(mail.attachments).toMatchObject([{ filename: 'ARINV_1.pdf', mimeType: 'application/pdf' }]);
    expect(
      Buffer.from(mail.attachments[0]!.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const bought = await own.made(
      sale(own, { document_type: 'APINV', business_partner_id: own.supplier, lines: [line()] }),
    );
    expect(codeOf(await own.call('POST', `/documents/${bought.id}/send`, {}))).toBe('document.missing_email');
    const stranger = await trade.trader();
    expect((await stranger.call('POST', `/documents/${id}/send`, {})).status).toBe(403);
    expect((await stranger.call('GET', `/documents/${id}/pdf`)).status).toBe(403);
    const file = await own.call('GET', `/documents/${id}/pdf`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(file.headers.get('content-disposition')).toContain('ARINV_1.pdf');
    // The mail, the answer and the voucher that is kept are one and the same.
    expect(file.bytes).toEqual(Buffer.from(mail.attachments[0]!.content as ArrayBuffer));
    expect(file.bytes.toString('latin1')).not.toContain('/Subtype /Image');
    trade.logos.set(own.clientAccountId, PIXEL);
    const branded = await own.call('GET', `/documents/${(await own.made(sale(own))).id}/pdf`);
    expect(branded.bytes.toString('latin1')).toContain('/Subtype /Image');
  });
});
