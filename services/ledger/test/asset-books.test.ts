import { readMarkedText } from '@app/paper/test/pdf-text';
import { Vouchers } from '@app/rpc';
import { stub } from '@app/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
const vouchers = { isAway: false, made: new Map<string, { content: Uint8Array; documentDate?: string | undefined }>() };
beforeAll(async () => {
  const documents = stub(Vouchers, {
    CreateVoucher: async ({ commandKey, content, documentDate }) => {
      if (vouchers.isAway) throw new Error('away');
      vouchers.made.set(commandKey, { content, documentDate });
      return { voucherId: [...vouchers.made.keys()].indexOf(commandKey) + 1 };
    },
  });
  ledger = await startLedger({ documents: [documents] });
  ledger.setClock('2026-06-15T10:00:00Z');
});
beforeEach(async () => {
  vouchers.isAway = false;
  books = await ledger.books({ vatLiable: true });
});
afterAll(() => ledger?.stop());

const made = async (body: object = {}) => {
  const fields = { name: 'Brenner', asset_class: 'COMPUTER_EQUIPMENT', acquisition_date: '2026-01-10', ...body };
  const answer = await books.call('POST', '/assets', { client_account_id: books.clientAccountId, ...fields });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id as number;
};
const tag = (id: number) => ({ dimensions: [{ relation_type: 'asset', relation_id: id }] });
const buy = (id: number, amount = '36000.00', more: object = {}, code = '1280') =>
  books.posted({
    lines: [
      debit(code, amount, { posting_date: '2026-01-10', ...tag(id), ...more }),
      credit('2990', amount, { posting_date: '2026-01-10' }),
    ],
  });
const depreciate = (until = '2026-03-31', own = books) =>
  own.call('POST', '/assets/depreciate', { client_account_id: books.clientAccountId, until });
const dispose = (id: number, body: object = {}, own = books, headers = {}) =>
  own.call('POST', `/assets/${id}/disposal`, { disposal_date: '2026-04-15', ...body }, headers);
/** How a disposal is refused: status, code, and the sentence in English and in Norwegian. */
const said = async (id: number) => {
  const [english, norwegian] = [
    await dispose(id, {}, books, { 'accept-language': 'en' }),
    await dispose(id, {}, books, { 'accept-language': 'nb' }),
  ];
  return [english.status, codeOf(english), english.body.error.message, norwegian.body.error.message];
};
const linesOf = async (id: number) =>
  (await books.call('GET', `/journal-entries/${id}`)).body.lines.map(
    (line: Record<string, string>) => `${line.account_code} ${line.debit} ${line.credit}`,
  );
const statistics = async (id: number) =>
  (await books.call('GET', `/assets/${id}?with=statistics`)).body.statistics.balances.map(
    (one: Record<string, string>) => `${one.account_code} ${one.balance}`,
  );
const disposalEntry = async () => {
  const rows = await ledger.db.raw<{ id: string }[]>`
    select journal_entry_id as id from asset_disposals where client_account_id = ${books.clientAccountId}`;
  return rows[0]!.id === null ? null : linesOf(Number(rows[0]!.id));
};
const tax = async (query = '') =>
  (await books.call('GET', `/tax-ledger/entries?client_account_id=${books.clientAccountId}${query}`)).body.data;
const taxBalances = async (year = 2026) =>
  (await books.call('GET', `/tax-ledger/balances?client_account_id=${books.clientAccountId}&reporting_year=${year}`))
    .body;

describe('depreciation', () => {
  it('books each month once, by the way of the class, repeated and raced [AST-R13] [AST-R36]', async () => {
    const id = await made();
    await buy(id);
    const answers = await Promise.all([depreciate(), depreciate(), depreciate()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = answers.flatMap(({ body }) => body.journal_entry_ids);
    expect(ids).toHaveLength(3);
    expect(await linesOf(ids[0])).toEqual(['6015 1000.00 0.00', '1289 0.00 1000.00']);
    expect((await depreciate()).body).toEqual({ journal_entry_ids: [] });
    expect(await statistics(id)).toEqual(['1280 36000.00', '1289 -3000.00', '6015 3000.00']);
    await ledger.expectSound(books.clientAccountId);
  });

  it('runs as a job until the end of the month before, on top of what is there [AST-R36]', async () => {
    const id = await made();
    await buy(id);
    await depreciate();
    await ledger.runJob('depreciation');
    await ledger.runJob('depreciation');
    expect(await statistics(id)).toEqual(['1280 36000.00', '1289 -5000.00', '6015 5000.00']);
  });

  it('a month whose entry was cancelled is booked again', async () => {
    const id = await made();
    await buy(id);
    const { journal_entry_ids } = (await depreciate('2026-01-31')).body;
    await books.call('PATCH', `/journal-entries/${journal_entry_ids[0]}`, { cancelled: 'Y', cancellation_reason: 'x' });
    expect((await depreciate('2026-01-31')).body.journal_entry_ids).toHaveLength(1);
    expect(await statistics(id)).toEqual(['1280 36000.00', '1289 -1000.00', '6015 1000.00']);
  });

  it('leaves alone what is not to be written down by itself', async () => {
    for (const body of [{ auto_depreciate: false }, { depreciation_method: 'NONE' }, { asset_class: null }])
      await buy(await made(body));
    expect((await depreciate()).body).toEqual({ journal_entry_ids: [] });
  });

  it('until a day that ends no month 400 [AST-R67], a locked one 409, of others 403', async () => {
    const id = await made();
    await buy(id);
    for (const until of ['2026-03-30', '2026-02-30', undefined, 5]) {
      const answer = await books.call('POST', '/assets/depreciate', {
        client_account_id: books.clientAccountId,
        until,
      });
      expect([until, answer.status, codeOf(answer)]).toEqual([until, 400, 'common.validation_error']);
    }
    expect((await depreciate('2026-03-31', await ledger.books())).status).toBe(403);
    await books.call('POST', '/period-locks', {
      client_account_id: books.clientAccountId,
      locked_until_date: '2026-02-28',
      locking_comment: 'x',
    });
    const locked = await depreciate('2026-02-28');
    expect([locked.status, codeOf(locked)]).toEqual([409, 'accounting.period_locked']);
    expect((await depreciate('2026-03-31')).body.journal_entry_ids).toHaveLength(1);
  });

  it('books what a lock held back as soon as the lock is moved, whoever posted last', async () => {
    await buy(await made());
    const lock = (until: string) =>
      books.call('POST', '/period-locks', {
        ...{ client_account_id: books.clientAccountId, locked_until_date: until, locking_comment: 'x' },
      });
    await lock('2026-02-28');
    expect((await depreciate('2026-02-28')).status).toBe(409);
    await lock('2025-12-31');
    expect((await depreciate('2026-02-28')).body.journal_entry_ids).toHaveLength(2);
  });
});

describe('disposal', () => {
  it('SALE, the kind when none is sent, writes only the book value off [AST-R16] [AST-R17] [AST-R23] [AST-R24] [AST-R38]', async () => {
    const id = await made();
    await buy(id);
    await depreciate();
    const answer = await dispose(id, { proceeds: '5000.00' });
    expect([answer.status, answer.body.is_active, answer.body.retirement_date]).toEqual([201, false, '2026-04-15']);
    expect(await disposalEntry()).toEqual(['1280 0.00 36000.00', '1289 3000.00 0.00', '7880 33000.00 0.00']);
    expect(await statistics(id)).toEqual(['6015 3000.00']);
    expect(await tax('&entry_type=DISPOSAL')).toMatchObject([
      { asset_id: id, amount: '-5000.00', saldogruppe: 'a', posting_date: '2026-04-15', details: { kind: 'SALE' } },
    ]);
    const [voucher] = [...vouchers.made.values()].slice(-1);
    expect(Buffer.from(voucher!.content).subarray(0, 5).toString()).toBe('%PDF-');
    await ledger.expectSound(books.clientAccountId);
  });

  it('says on its voucher what is gone, however long that is called, and when', async () => {
    const name = `Kontorpult ${'med senkbar plate og skuff '.repeat(6)}nr. 4711`;
    const id = await made({ name });
    await buy(id);
    await depreciate();
    expect((await dispose(id, { kind: 'SCRAPPING' })).status).toBe(201);
    const [voucher] = [...vouchers.made.values()].slice(-1);
    const texts = readMarkedText(Buffer.from(voucher!.content)).map(({ text }) => text.replaceAll('\n', ' '));
    expect(texts).toContain(name);
    expect(texts.join(' ')).toContain('15. april 2026');
    expect(texts.at(-1)).toMatch(/av plattformen.*Side 1 av 1$/);
  });

  it('keeps its entry: cancelled alone it would leave the asset disposed of', async () => {
    const id = await made();
    await buy(id);
    expect((await dispose(id)).status).toBe(201);
    const { body } = await books.call(
      'GET',
      `/journal-entries/?client_account_id=${books.clientAccountId}&relation_type=ASSET&relation_id=${id}`,
    );
    const [entry] = body.data;
    const cancel = { cancelled: 'Y', cancellation_reason: 'Feil dato' };
    const answer = await books.call('PATCH', `/journal-entries/${entry.id}`, cancel);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'common.conflict']);
    expect((await books.call('GET', `/journal-entries/${entry.id}`)).body.cancelled).toBeNull();
    await ledger.expectSound(books.clientAccountId);
  });

  it('TRADE_IN writes only the book value off [AST-R62]', async () => {
    const id = await made();
    await buy(id, '1000.00');
    expect((await dispose(id, { kind: 'TRADE_IN', proceeds: '400.00' })).status).toBe(201);
    expect(await disposalEntry()).toEqual(['1280 0.00 1000.00', '7880 1000.00 0.00']);
  });

  it('SCRAPPING books proceeds with VAT and the loss [AST-R25] [AST-R64]', async () => {
    const id = await made();
    await buy(id, '1000.00');
    const body = { kind: 'SCRAPPING', proceeds: '200.00', output_vat: '50.00', proceeds_account: '1500' };
    expect((await dispose(id, body)).status).toBe(201);
    expect(await disposalEntry()).toEqual([
      '1280 0.00 1000.00',
      '1500 250.00 0.00',
      '2700 0.00 50.00',
      '7880 800.00 0.00',
    ]);
  });

  it('INVOLUNTARY books proceeds and gain; a deferred one is deferred in the tax ledger only [AST-R26] [AST-R28] [AST-R65]', async () => {
    const id = await made();
    await buy(id, '1000.00');
    const body = { kind: 'INVOLUNTARY', proceeds: '1500.00', proceeds_account: '1570', defer_gain: true };
    expect((await dispose(id, body)).status).toBe(201);
    expect(await disposalEntry()).toEqual(['1280 0.00 1000.00', '1570 1500.00 0.00', '3880 0.00 500.00']);
    expect(await tax('&entry_type=DISPOSAL')).toMatchObject([{ amount: '0.00' }]);
    expect(await tax('&entry_type=DEFERRED_GAIN')).toMatchObject([
      { amount: '500.00', details: { reinvestment_deadline: '2027-12-31' } },
    ]);
  });

  it('GIFT_WITHDRAWAL works VAT out where input VAT was deducted [AST-R27]', async () => {
    const [deducted, other] = [await made(), await made()];
    await buy(deducted, '1000.00', { tax_code: '1' });
    await buy(other, '1000.00');
    const body = { kind: 'GIFT_WITHDRAWAL', proceeds: '400.00', proceeds_account: '2910', output_vat: '7.00' };
    expect((await dispose(deducted, body)).status).toBe(201);
    expect(await disposalEntry()).toContain('2700 0.00 100.00');
    expect((await dispose(other, body)).status).toBe(201);
    const rows = await ledger.db.raw`select output_vat from asset_disposals where asset_id = ${other}`;
    expect(rows).toEqual([{ output_vat: '0.00' }]);
  });

  it('refuses what breaks a rule, and changes nothing [AST-R18] [AST-R20] [AST-R21] [AST-R22] [AST-R33] [AST-R34] [AST-R63]', async () => {
    const id = await made();
    await buy(id, '1000.00');
    const classless = await made({ asset_class: null });
    const scrap = { kind: 'SCRAPPING', proceeds: '10.00' };
    for (const [code, asset, body] of [
      ['common.validation_error', id, { disposal_date: undefined }],
      ['common.validation_error', id, { disposal_date: '2026-01-09' }],
      ['common.validation_error', id, { kind: 'LOST' }],
      ['common.validation_error', id, { proceeds: '-1' }],
      ['common.validation_error', id, { ...scrap, proceeds_account: '1999' }],
      ['common.validation_error', id, { currency_code: 'USD' }],
    ] as const) {
      const answer = await dispose(asset, body);
      expect([JSON.stringify(body), answer.status, codeOf(answer)]).toEqual([JSON.stringify(body), 400, code]);
    }
    expect(await said(classless)).toEqual([
      ...[400, 'asset.missing_asset_class'],
      `Asset ${classless} has no class; give it one first`,
      `Eiendel ${classless} har ingen klasse; gi den en først`,
    ]);
    for (const [code, field, body] of [
      ['asset.defer_gain_not_allowed', 'defer_gain', { defer_gain: true }],
      ['asset.proceeds_account_required', 'proceeds_account', scrap],
      ['asset.proceeds_account_is_bank', 'proceeds_account', { ...scrap, proceeds_account: '1920' }],
    ] as const) {
      const answer = await dispose(id, body);
      expect([answer.status, codeOf(answer), Object.keys(faultsOf(answer))]).toEqual([400, code, [field]]);
    }
    expect((await dispose(id, {}, await ledger.books())).status).toBe(403);
    expect(await tax('&entry_type=DISPOSAL')).toEqual([]);
    expect((await books.call('GET', `/assets/${id}`)).body.is_active).toBe(true);
  });

  it('in a locked period 409 and nothing changed [AST-R35]', async () => {
    const id = await made();
    await buy(id, '1000.00');
    await books.call('POST', '/period-locks', {
      client_account_id: books.clientAccountId,
      locked_until_date: '2026-04-30',
      locking_comment: 'x',
    });
    const answer = await dispose(id);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.period_locked']);
    expect((await books.call('GET', `/assets/${id}`)).body.is_active).toBe(true);
  });

  it('happens once, whoever races; a second one 400 [AST-R19]', async () => {
    const id = await made();
    await buy(id, '1000.00');
    const answers = await Promise.all(Array.from({ length: 5 }, () => dispose(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    expect(await said(id)).toEqual([
      ...[400, 'asset.already_disposed'],
      `Asset ${id} was disposed of before`,
      `Eiendel ${id} er avhendet før`,
    ]);
    expect(await tax('&entry_type=DISPOSAL')).toHaveLength(1);
    await ledger.expectSound(books.clientAccountId);
  });

  it('stands while documents is away; the voucher comes once it is back [AST-R17]', async () => {
    vouchers.isAway = true;
    const id = await made();
    const before = vouchers.made.size;
    expect((await dispose(id, {}, books, { 'idempotency-key': 'gone' })).status).toBe(201);
    expect(await disposalEntry()).toBeNull();
    vouchers.isAway = false;
    await ledger.db.raw`update use_cases set lease_until = now() where name = 'disposal_voucher' and ended_at is null`;
    await ledger.runJob('use-case-recovery');
    await ledger.runJob('use-case-recovery');
    expect(vouchers.made.size).toBe(before + 1);
    expect((await tax('&entry_type=DISPOSAL'))[0].details.voucher_id).toEqual(expect.any(Number));
  });
});

describe('the tax ledger', () => {
  it('is grouped by saldogruppe and written down at the full-year rate, whatever the books do [AST-R39] [AST-R60]', async () => {
    const [computer, van] = [await made(), await made({ asset_class: 'COMMERCIAL_VEHICLES' })];
    await buy(computer, '36000.00');
    await buy(van, '100000.00', {}, '1235');
    await depreciate('2026-06-30');
    const empty = { opening_balance: '0.00', disposals: '0.00' };
    const amounts = (basis: string, depreciation: string, closing_balance: string) => ({
      additions: basis,
      basis,
      depreciation,
      closing_balance,
    });
    expect(await taxBalances()).toEqual([
      { saldogruppe: 'a', depreciation_rate: '30.00', ...empty, ...amounts('36000.00', '10800.00', '25200.00') },
      { saldogruppe: 'c', depreciation_rate: '24.00', ...empty, ...amounts('100000.00', '24000.00', '76000.00') },
    ]);
    expect(await taxBalances(2027)).toMatchObject([
      { opening_balance: '25200.00', additions: '0.00', depreciation: '7560.00', closing_balance: '17640.00' },
      { opening_balance: '76000.00', closing_balance: '57760.00' },
    ]);
    expect(await tax('&entry_type=ACQUISITION&saldogruppe=a')).toMatchObject([
      { asset_id: computer, amount: '36000.00' },
    ]);
    const stranger = await ledger.books();
    const path = `/tax-ledger/balances?client_account_id=${books.clientAccountId}&reporting_year=2026`;
    expect((await stranger.call('GET', path)).status).toBe(403);
  });
});
