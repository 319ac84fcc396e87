import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proposeDraft, withdrawDraft } from '../src/internal/proposals.ts';
import { type Bookkeeper, type Posted, startWithLedger, type WithLedger } from './with-ledger.ts';
import { faultsOf, refusal, said } from './world.ts';

let world: WithLedger;
beforeAll(async () => {
  world = await startWithLedger();
});
afterAll(() => world?.stop());

const DATE = '2026-03-20';
const PARTNER = [{ relation_type: 'businesspartner', relation_id: 7 }];
const list = (own: Bookkeeper, query = '') =>
  own.call('GET', `/reconciliations?client_account_id=${own.clientAccountId}${query}`);
const create = (own: Bookkeeper, lines: readonly object[], date = DATE) =>
  own.call('POST', '/reconciliations', { client_account_id: own.clientAccountId, date, entry_lines: lines });
const lineOf = (id: number, more: object = {}) => ({ journal_entry_line_id: id, ...more });

/** One line on an account of receivables, against sales. */
async function owed(own: Bookkeeper, line: Omit<Posted, 'account'>, account = '1500'): Promise<number> {
  const { amount, fc, currency } = line;
  const opposite = (text: string) => (text.startsWith('-') ? text.slice(1) : `-${text}`);
  const posted = await own.post([
    { account, dimensions: PARTNER, ...line },
    {
      account: '3000',
      amount: opposite(amount),
      ...(fc ? { fc: opposite(fc) } : {}),
      ...(currency ? { currency } : {}),
    },
  ]);
  return posted.lines[0]!;
}
/** An invoice and its payment. */
const pair = async (own: Bookkeeper, amount = '100.00') =>
  [await owed(own, { amount }), await owed(own, { amount: `-${amount}` }, '2400')] as const;
const reconciledOf = async (own: Bookkeeper, id: number) => (await own.line(id)).reconciled_amount;

/** A proposal as the matching job makes it. */
async function propose(own: Bookkeeper, lines: readonly { readonly id: number; readonly amount: number }[]) {
  const taken = await Promise.all(
    lines.map(async ({ id, amount }) => {
      const [debit, credit] = [Math.max(amount, 0).toFixed(2), Math.max(-amount, 0).toFixed(2)];
      const { journal_entry_id: journalEntryId } = await own.line(id);
      const amounts = { debit, credit, debitFc: debit, creditFc: credit, exchangeRate: '1.000000' };
      return { journalEntryId, journalEntryLineId: id, ...amounts };
    }),
  );
  return world.db.write((tx) =>
    proposeDraft(tx, {
      ...{ clientAccountId: own.clientAccountId, reconciliationDate: DATE, note: 'KID 0001 of 100.00 from Kari' },
      ...{ createdAt: new Date(), taken },
    }),
  );
}

describe('rehearsing', () => {
  it('a match or its deletion shows what would be, and neither stores nor claims anything [MCP-R11]', async () => {
    const own = await world.company();
    const [invoice, payment] = await pair(own);
    const rehearse = (method: string, path: string, body?: object) =>
      world.call(method, `/api/v2${path}`, { token: own.token, dryRun: true, ...(body ? { body } : {}) });
    const wanted = (lines: readonly object[]) => ({
      ...{ client_account_id: own.clientAccountId, date: DATE },
      entry_lines: lines,
    });
    const tried = await rehearse('POST', '/reconciliations', wanted([lineOf(invoice), lineOf(payment)]));
    expect([tried.status, tried.body.is_draft, tried.body.entries.length]).toEqual([201, false, 2]);
    expect((await rehearse('POST', '/reconciliations', wanted([lineOf(invoice)]))).status).toBe(400);
    expect([(await list(own)).body.data, await reconciledOf(own, invoice)]).toEqual([[], '0.00']);

    const made = await create(own, [lineOf(invoice), lineOf(payment)]);
    expect([made.status, made.body.sequence_number]).toEqual([201, 1]);
    expect((await rehearse('POST', '/reconciliations', wanted([lineOf(invoice), lineOf(payment)]))).status).toBe(400);
    expect((await rehearse('DELETE', `/reconciliations/${made.body.id}`)).status).toBe(204);
    expect([(await list(own)).body.data.length, await reconciledOf(own, invoice)]).toEqual([1, '100.00']);
    await own.expectSound();
  });
});

describe('creating', () => {
  it('matches lines of different accounts, by what remains of them [IRC-R07] [IRC-R08] [IRC-R14] [IRC-R15] [IRC-R16] [IRC-R17] [IRC-R37] [IRC-R38] [IRC-R39]', async () => {
    const own = await world.company();
    const [invoice, payment] = await pair(own);
    const { status, body } = await own.call('POST', '/reconciliations', {
      ...{ client_account_id: own.clientAccountId, date: DATE, is_draft: true },
      entry_lines: [lineOf(invoice), lineOf(payment)],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ sequence_number: 1, is_draft: false, is_deleted: false, deleted_at: null, note: null },
      ...{ reconciliation_date: DATE, created_by_id: own.userId, exchange_entry_id: null },
      entries: [
        {
          journal_entry_line_id: invoice,
          debit: '100.00',
          debit_fc: '100.00',
          credit: '0.00',
          exchange_rate: '1.000000',
        },
        { journal_entry_line_id: payment, debit: '0.00', credit: '100.00', credit_fc: '100.00' },
      ],
    });
    const { data } = (await own.ledger('GET', `/journal-entry-lines?client_account_id=${own.clientAccountId}`)).body;
    expect(body.entries[0].journal_entry_id).toBe(
      data.find(({ id }: { id: number }) => id === invoice).journal_entry_id,
    );
    expect(await reconciledOf(own, invoice)).toBe('100.00');
    expect(await reconciledOf(own, payment)).toBe('-100.00');

    const part = await owed(own, { amount: '50.00' });
    const credit = await owed(own, { amount: '-80.00' });
    expect(
      (await create(own, [lineOf(part, { debit: '30.00' }), lineOf(credit, { credit: 30, debit: '0' })])).body,
    ).toMatchObject({ sequence_number: 2, entries: [{ debit: '30.00', debit_fc: '30.00' }, { credit: '30.00' }] });
    expect((await create(own, [lineOf(part), lineOf(credit, { credit: '20.00' })])).body.entries[0].debit).toBe(
      '20.00',
    );
    expect((await own.line(credit)).remaining_amount).toBe('-30.00');
    expect(await world.events('reconciliation.internal.committed')).toContainEqual({
      ...{ name: 'reconciliation.internal.committed', clientAccountId: own.clientAccountId },
      payload: {
        ...{ client_account_id: own.clientAccountId, reconciliation_id: body.id, sequence_number: 1 },
        ...{ reconciliation_date: DATE, journal_entry_line_ids: [invoice, payment] },
      },
    });
    await own.expectSound();
  });

  it('refuses what cannot be reconciled, and leaves nothing [IRC-R09] [IRC-R10] [IRC-R11] [IRC-R12] [IRC-R13] [IRC-R40] [IRC-R43]', async () => {
    const own = await world.company();
    const [invoice, payment] = await pair(own);
    const foreign = await owed(await world.company(), { amount: '100.00' });
    const cancelled = await own.post([
      { account: '1500', amount: '100.00' },
      { account: '3000', amount: '-100.00' },
    ]);
    await own.ledger('PATCH', `/journal-entries/${cancelled.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    const reversal = (await own.ledger('GET', `/journal-entries/${cancelled.id}`)).body.cancellation_entry_id;
    const reversed = (await own.ledger('GET', `/journal-entries/${reversal}`)).body.lines[0].id;
    const draft = await own.ledger('POST', '/journal-entries/', {
      ...{ client_account_id: own.clientAccountId, is_draft: true },
      lines: [
        { posting_date: DATE, account_code: '1500', debit: '100', credit: '0' },
        { posting_date: DATE, account_code: '3000', debit: '0', credit: '100' },
      ],
    });
    const line = 'entry_lines.0.journal_entry_line_id';
    const cases: [string, readonly object[]][] = [
      ['entry_lines', []],
      ['entry_lines', [lineOf(invoice)]],
      ['entry_lines.1.journal_entry_line_id', [lineOf(invoice), lineOf(invoice)]],
      ['entry_lines', [lineOf(invoice, { debit: '99.99' }), lineOf(payment)]],
      ['entry_lines.0.debit', [lineOf(invoice, { debit: '100.01' }), lineOf(payment)]],
      ['entry_lines.0.debit', [lineOf(invoice, { debit_fc: '100.00' }), lineOf(payment)]],
      ['entry_lines.0.debit', [lineOf(invoice, { debit: '0' }), lineOf(payment)]],
      ['entry_lines.0.debit', [lineOf(invoice, { debit: '-1.00' }), lineOf(payment)]],
      ['entry_lines.0.credit', [lineOf(invoice, { credit: '100.00' }), lineOf(payment)]],
      ['entry_lines.0.debit_fc', [lineOf(invoice, { debit: '100', debit_fc: '9.00' }), lineOf(payment)]],
      ['entry_lines.0.exchange_rate', [lineOf(invoice, { exchange_rate: '11.5' }), lineOf(payment)]],
      ['entry_lines.0.journal_entry_id', [lineOf(invoice, { journal_entry_id: 999_999 }), lineOf(payment)]],
      [line, [lineOf(999_999_999), lineOf(payment)]],
      [line, [lineOf(foreign), lineOf(payment)]],
      [line, [lineOf(cancelled.lines[0]!), lineOf(payment)]],
      [line, [lineOf(reversed), lineOf(payment)]],
      [line, [lineOf(draft.body.lines[0].id), lineOf(payment)]],
      [line, [{ debit: '1.00' }, lineOf(payment)]],
    ];
    for (const [field, lines] of cases) {
      const answer = await create(own, lines);
      expect(refusal(answer), JSON.stringify(lines)).toEqual([400, 'common.validation_error']);
      expect(Object.keys(faultsOf(answer)), JSON.stringify(lines)).toContain(field);
      // Without the id of the request, which is chance and may hold the same digits.
      const { request_id: _chance, ...shown } = answer.body.error;
      expect(JSON.stringify(shown)).not.toContain(String(own.clientAccountId + 1));
    }
    for (const date of ['2026-02-30', 'today', null])
      expect((await create(own, [lineOf(invoice), lineOf(payment)], date as string)).status).toBe(400);
    expect((await own.call('POST', '/reconciliations')).status).toBe(400);
    expect((await list(own)).body).toMatchObject({ data: [], meta: { records: 0 } });
    expect(await reconciledOf(own, invoice)).toBe('0.00');
    expect((await create(own, [lineOf(invoice), lineOf(payment)])).body.sequence_number).toBe(1);
    expect(faultsOf(await create(own, [lineOf(invoice), lineOf(payment)]))[line]).toMatch(/nothing is left/);
    await own.expectSound();
  });

  it('is once under its key, whoever repeats it; fifty callers for the last øre leave one winner, and numbers no gap [IRC-R42]', async () => {
    const own = await world.company();
    const [invoice, payment] = await pair(own);
    const body = {
      client_account_id: own.clientAccountId,
      date: DATE,
      entry_lines: [lineOf(invoice), lineOf(payment)],
    };
    const keyed = () => own.call('POST', '/reconciliations', body, { 'idempotency-key': 'one' });
    const first = await keyed();
    expect([first.status, (await keyed()).body]).toEqual([201, first.body]);

    const last = await owed(own, { amount: '0.01' });
    const payments = await Promise.all(Array.from({ length: 50 }, () => owed(own, { amount: '-0.01' }, '2400')));
    const answers = await Promise.all(payments.map((each) => create(own, [lineOf(last), lineOf(each)])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect([400, 409]).toContain(answer.status);
    expect(
      answers.filter(({ status }) => status === 409).every((answer) => refusal(answer)[1] === 'common.conflict'),
    ).toBe(true);

    const invoices = await Promise.all(Array.from({ length: 12 }, () => pair(own, '1.00')));
    await Promise.all(invoices.map(([a, b]) => create(own, [lineOf(a), lineOf(b)])));
    const { data } = (await list(own)).body;
    const numbers = data.map(({ sequence_number }: { sequence_number: number }) => sequence_number);
    expect(numbers.sort((a: number, b: number) => a - b)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    await own.expectSound();
  });
});

describe('foreign currency', () => {
  const eur = (amount: string, fc: string) => ({ amount, fc, currency: 'EUR' });

  it('posts what is missing in the accounting currency as gain or loss, which joins and goes with it [IRC-R18] [IRC-R41] [IRC-R45]', async () => {
    const own = await world.company();
    for (const [paid, account, side, name] of [
      ['-1150.00', '8060', 'debit', 'Valutagevinst'],
      ['-1130.00', '8160', 'credit', 'Valutatap'],
    ] as const) {
      const invoice = await owed(own, eur('1140.00', '100.00'));
      const payment = await owed(own, eur(paid, '-100.00'), '2400');
      const { status, body } = await create(own, [lineOf(invoice), lineOf(payment)]);
      expect(status).toBe(201);
      expect(body.entries).toHaveLength(3);
      expect(body.entries[2]).toMatchObject({
        ...{ journal_entry_id: body.exchange_entry_id, [side]: '10.00', debit_fc: '0.00', credit_fc: '0.00' },
      });
      const { body: entry } = await own.ledger('GET', `/journal-entries/${body.exchange_entry_id}`);
      expect(entry).toMatchObject({
        ...{ relation_type: 'INTERNAL_RECONCILIATION', relation_id: body.id, is_draft: false },
        lines: [
          { id: body.entries[2].journal_entry_line_id, account_code: '1500', [side]: '10.00', currency_code: 'EUR' },
          { account_code: account, currency_code: 'NOK', posting_date: DATE },
        ],
      });
      expect(entry.description).toContain(name);
      expect(entry.lines[0].dimensions).toMatchObject(PARTNER);
      expect((await own.line(entry.lines[0].id)).remaining_amount).toBe('0.00');

      // Nobody cancels it by hand while it is reconciled; with the reconciliation it goes.
      const byHand = { cancelled: 'Y', cancellation_reason: 'Feil' };
      const refused = await own.ledger('PATCH', `/journal-entries/${entry.id}`, byHand);
      expect(refusal(refused)).toEqual([409, 'accounting.journal_entry_reconciled']);
      expect((await own.call('DELETE', `/reconciliations/${body.id}`)).status).toBe(204);
      expect((await own.ledger('GET', `/journal-entries/${entry.id}`)).body.cancelled).toBe('Y');
      expect(await reconciledOf(own, invoice)).toBe('0.00');
      await own.expectSound();
    }
  });

  it('refuses a locked date for a difference alone, and deleting leaves all as it is while its date is locked', async () => {
    const own = await world.company();
    const different = [await owed(own, eur('1140.00', '100.00')), await owed(own, eur('-1150.00', '-100.00'))];
    const equal = [await owed(own, eur('1140.00', '100.00')), await owed(own, eur('-1140.00', '-100.00'))];
    await own.lockUntil('2026-04-30');
    expect(
      refusal(
        await create(
          own,
          different.map((id) => lineOf(id)),
        ),
      ),
    ).toEqual([409, 'accounting.period_locked']);
    expect(await Promise.all(different.map((id) => reconciledOf(own, id)))).toEqual(['0.00', '0.00']);
    expect(
      (
        await create(
          own,
          equal.map((id) => lineOf(id)),
        )
      ).body,
    ).toMatchObject({
      ...{ sequence_number: 1, exchange_entry_id: null },
    });
    const { status, body } = await create(
      own,
      different.map((id) => lineOf(id)),
      '2026-05-02',
    );
    expect([status, body.sequence_number]).toEqual([201, 2]);
    await own.lockUntil('2026-05-31');
    expect(refusal(await own.call('DELETE', `/reconciliations/${body.id}`))).toEqual([409, 'accounting.period_locked']);
    expect((await list(own)).body.data).toHaveLength(2);
    expect(await reconciledOf(own, different[0]!)).toBe('1140.00');
    await own.lockUntil('2026-04-30');
    expect((await own.call('DELETE', `/reconciliations/${body.id}`)).status).toBe(204);
    await own.expectSound();
  });

  it('keeps the rate of a line for its parts, and closes what remains [IRC-R20]', async () => {
    const own = await world.company();
    for (const [currency, whole, fc, part, partFc] of [
      ['EUR', '1150.00', '100.00', '460.00', '40.00'],
      ['ISK', '760.00', '10000.00', '253.31', '3333.00'],
      ['JPY', '710.00', '10000.00', '236.64', '3333.00'],
    ] as const) {
      const line = await owed(own, { amount: whole, fc, currency });
      const counter = await owed(own, { amount: `-${whole}`, fc: `-${fc}`, currency });
      const take = (debit: string, debitFc?: string) =>
        create(own, [
          lineOf(line, { debit, ...(debitFc === undefined ? {} : { debit_fc: debitFc }) }),
          lineOf(counter, { credit: debit, ...(debitFc === undefined ? {} : { credit_fc: debitFc }) }),
        ]);
      const off = (by: number) => (Number(part) + by).toFixed(2);
      expect(Object.keys(faultsOf(await take(off(0.03), partFc)))).toContain('entry_lines.0.debit');
      expect(Object.keys(faultsOf(await take(off(-0.03), partFc)))).toContain('entry_lines.0.debit');
      expect((await take(part, partFc)).status, currency).toBe(201);
      const rest = await create(own, [lineOf(line), lineOf(counter)]);
      expect([rest.status, (await own.line(line)).remaining_amount]).toEqual([201, '0.00']);
      expect((await own.line(line)).reconciled_amount_fc).toBe(fc);
    }
    await own.expectSound();
  });

  it('is summed where lines share one, and across several the line of the difference is sent [IRC-R19]', async () => {
    const own = await world.company();
    const euros = await owed(own, eur('1140.00', '100.00'));
    const dollars = await owed(own, { amount: '-1150.00', fc: '-105.00', currency: 'USD' });
    const loss = await own.post([
      { account: '1500', amount: '10.00' },
      { account: '8060', amount: '-10.00' },
    ]);
    expect(Object.keys(faultsOf(await create(own, [lineOf(euros), lineOf(dollars)])))).toEqual(['entry_lines']);
    expect((await create(own, [lineOf(euros), lineOf(dollars), lineOf(loss.lines[0]!)])).body).toMatchObject({
      ...{
        sequence_number: 1,
        exchange_entry_id: null,
        entries: [{ debit_fc: '100.00' }, { credit_fc: '105.00' }, {}],
      },
    });
    const more = await owed(own, eur('1140.00', '100.00'));
    const less = await owed(own, eur('-1140.00', '-99.00'));
    expect(faultsOf(await create(own, [lineOf(more), lineOf(less)])).entry_lines).toMatch(/balance in EUR/);
    await own.expectSound();
  });
});

describe('reading', () => {
  it('lists, limits and embeds [IRC-R02] [IRC-R03] [IRC-R04] [IRC-R05] [IRC-R06]', async () => {
    const own = await world.company();
    const [first, second] = [await pair(own), await pair(own)];
    const one = (
      await create(
        own,
        first.map((id) => lineOf(id)),
        '2026-03-01',
      )
    ).body;
    const two = (
      await create(
        own,
        second.map((id) => lineOf(id)),
        '2026-03-31',
      )
    ).body;
    const [open] = await pair(own);
    const draft = await propose(own, [
      { id: open, amount: 100 },
      { id: second[1], amount: -100 },
    ]);
    const ids = async (query: string) => (await list(own, query)).body.data.map(({ id }: { id: number }) => id);
    const asked = (await list(own, '&page=0')).body;
    expect(asked.meta).toEqual({ page: 1, pages: 1, per_page: 100, records: 3 });
    expect(asked.data[0]).toEqual({ ...one, entries: undefined });
    expect(await ids('')).toEqual([one.id, two.id, draft]);
    expect(await ids('&is_draft=true')).toEqual([draft]);
    expect(await ids('&is_draft=false')).toEqual([one.id, two.id]);
    expect(await ids('&date_from=2026-03-02&date_to=2026-03-31&is_draft=false')).toEqual([two.id]);
    expect(await ids(`&journal_entry_line_id=${second[1]}`)).toEqual([two.id, draft]);
    expect(await ids(`&journal_entry_id=${one.entries[0].journal_entry_id}`)).toEqual([one.id]);
    expect(await ids('&per_page=1&page=2')).toEqual([two.id]);
    await own.call('DELETE', `/reconciliations/${two.id}`);
    expect(await ids('')).toEqual([one.id, draft]);
    expect(await ids('&is_deleted=true')).toEqual([two.id]);
    const embedded = (await list(own, '&with=entries.journal_entry_line,created_by&is_draft=false')).body.data[0];
    expect(embedded.created_by).toMatchObject({ id: own.userId });
    expect(embedded.entries[0]).toMatchObject({
      ...{ journal_entry_line_id: first[0] },
      journal_entry_line: {
        id: first[0],
        posting_date: '2026-03-14',
        account_code: '1500',
        debit: '100.00',
        credit: '0.00',
      },
    });
    expect((await list(own, '&with=entries')).body.data[0].entries[0]).not.toHaveProperty('journal_entry_line');
  });

  it('and writing is for who may, in their own account [IRC-R01] [IRC-R35] [IRC-R36]', async () => {
    const own = await world.company();
    const stranger = await world.company();
    const [invoice, payment] = await pair(own);
    const { body } = await create(own, [lineOf(invoice), lineOf(payment)]);
    const denied = [403, 'accounting.client_account_access_denied'];
    expect(refusal(await own.call('GET', '/reconciliations'))).toEqual(denied);
    expect(refusal(await own.call('GET', '/reconciliations?client_account_id=mine'))).toEqual(denied);
    expect(refusal(await list({ ...own, call: stranger.call }))).toEqual(denied);
    expect(refusal(await create({ ...own, call: stranger.call }, [lineOf(invoice), lineOf(payment)]))).toEqual(denied);
    expect(refusal(await own.call('POST', '/reconciliations', { date: DATE }))).toEqual(denied);
    for (const method of ['PATCH', 'DELETE']) {
      const change = (call: Bookkeeper['call'], id: number | string) =>
        call(method, `/reconciliations/${id}`, method === 'PATCH' ? { is_draft: false } : undefined);
      expect(refusal(await change(stranger.call, body.id))).toEqual(denied);
      for (const id of [999_999_999, 'x', '0'])
        expect(refusal(await change(own.call, id))).toEqual([404, 'accounting.reconciliation_not_found']);
    }
    const employee = await world.colleague(own, 'EM');
    expect(refusal(await employee.call('DELETE', `/reconciliations/${body.id}`))[0]).toBe(403);
    expect((await list({ ...own, call: employee.call })).status).toBe(403);
    const bookkeeper = await world.colleague(own, 'BK');
    expect((await bookkeeper.call('DELETE', `/reconciliations/${body.id}`)).status).toBe(204);
  });
});

describe('drafts', () => {
  it('are committed by a person, once, and take nothing before [IRC-R21] [IRC-R22] [IRC-R23] [IRC-R24] [IRC-R25] [IRC-R26] [IRC-R44]', async () => {
    const own = await world.company();
    const [invoice, payment] = await pair(own);
    const id = await propose(own, [
      { id: invoice, amount: 100 },
      { id: payment, amount: -100 },
    ]);
    const patch = (body: unknown) => own.call('PATCH', `/reconciliations/${id}`, body);
    expect((await list(own)).body.data).toMatchObject([
      { id, is_draft: true, sequence_number: null, note: 'KID 0001 of 100.00 from Kari', created_by_id: 2 },
    ]);
    expect(await reconciledOf(own, invoice)).toBe('0.00');
    for (const body of [
      {},
      { is_draft: null },
      { is_draft: 'false' },
      { is_draft: false, date: DATE },
      { is_draft: true },
      [],
    ])
      expect(refusal(await patch(body)), JSON.stringify(body)).toEqual([400, 'common.validation_error']);
    const answers = await Promise.all(Array.from({ length: 5 }, () => patch({ is_draft: false })));
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    const { status, body } = await patch({ is_draft: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, is_draft: false, sequence_number: 1, entries: [{ debit: '100.00' }, {}] });
    expect(await said(own, `/reconciliations/${id}`, { is_draft: true })).toEqual([
      ...[400, 'accounting.reconciliation_not_reopenable', 'is_draft'],
      `Reconciliation ${id} is committed and does not become a draft again; delete it instead`,
      `Avstemming ${id} er godkjent og blir ikke utkast igjen; slett den i stedet`,
    ]);
    expect(await reconciledOf(own, invoice)).toBe('100.00');
    await own.expectSound();
  });

  it('go when their lines have moved, and deleted records stay deleted [IRC-R27] [IRC-R28] [IRC-R29] [IRC-R30] [IRC-R31] [IRC-R32] [IRC-R33] [IRC-R34]', async () => {
    const own = await world.company();
    const [invoice, payment] = await pair(own);
    const lines = [
      { id: invoice, amount: 100 },
      { id: payment, amount: -100 },
    ];
    const [stale, alsoStale, unwanted, withdrawn] = [
      await propose(own, lines),
      await propose(own, lines),
      await propose(own, lines),
      await propose(own, lines),
    ];
    const made = (await create(own, [lineOf(invoice), lineOf(payment)])).body;
    const change = (method: string, id: number, body?: unknown) => own.call(method, `/reconciliations/${id}`, body);
    for (const [id, language, message] of [
      [stale, 'en', `A line of reconciliation ${stale} was cancelled or reconciled elsewhere; the proposal is deleted`],
      [
        alsoStale,
        'nb',
        `En linje i avstemming ${alsoStale} er annullert eller avstemt et annet sted; forslaget er slettet`,
      ],
    ] as const) {
      const { status, body } = await own.call(
        ...(['PATCH', `/reconciliations/${id}`, { is_draft: false }, { 'accept-language': language }] as const),
      );
      expect([status, body.error.code, body.error.message]).toEqual([
        ...[409, 'accounting.reconciliation_proposal_outdated', message],
      ]);
      expect(refusal(await change('PATCH', id, { is_draft: false }))).toEqual([
        ...[404, 'accounting.reconciliation_not_found'],
      ]);
    }
    expect((await change('DELETE', unwanted)).status).toBe(204);
    expect((await change('DELETE', unwanted)).status).toBe(404);
    const draft = { clientAccountId: own.clientAccountId, id: withdrawn };
    expect(await world.db.write((tx) => withdrawDraft(tx, draft))).toBe(true);
    expect((await change('PATCH', withdrawn, { is_draft: false })).status).toBe(404);

    const answers = await Promise.all([1, 2, 3].map(() => change('DELETE', made.id)));
    for (const { status } of answers) expect([204, 409]).toContain(status);
    expect((await change('DELETE', made.id)).status).toBe(204);
    expect((await list(own, '&is_deleted=true')).body.data).toMatchObject([
      { id: made.id, is_deleted: true, deleted_by_id: own.userId, sequence_number: 1, is_draft: false },
    ]);
    expect((await list(own, '&is_deleted=true')).body.data[0].deleted_at).toMatch(/Z$/);
    for (const is_draft of [true, false])
      expect(refusal(await change('PATCH', made.id, { is_draft }))).toEqual([409, 'accounting.reconciliation_deleted']);
    expect(await reconciledOf(own, invoice)).toBe('0.00');
    expect(await world.events('reconciliation.internal.deleted')).toContainEqual({
      ...{ name: 'reconciliation.internal.deleted', clientAccountId: own.clientAccountId },
      payload: { client_account_id: own.clientAccountId, reconciliation_id: made.id },
    });
    expect((await create(own, [lineOf(invoice), lineOf(payment)])).body.sequence_number).toBe(2);
    await own.expectSound();
  });
});
