import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const entry = (...lines: readonly object[]) => ({ lines });

describe('currency', () => {
  it('is the accounting currency when none is named: foreign values are the base values, the rate is 1 [JE-R18]', async () => {
    const inEuro = await ledger.books({ accountingCurrency: 'EUR' });
    for (const [own, code, number] of [
      [books, 'NOK', 578],
      [inEuro, 'EUR', 978],
    ] as const) {
      const { lines } = await own.posted(
        entry(debit('6300', '12.34'), credit('1920', '12.34', { credit_fc: '12.34', exchange_rate: '1' })),
      );
      for (const line of lines)
        expect(line).toMatchObject({ currency_code: code, currency_id: number, exchange_rate: '1.000000' });
      expect([lines[0].debit_fc, lines[0].credit_fc, lines[1].debit_fc, lines[1].credit_fc]).toEqual([
        '12.34',
        '0.00',
        '0.00',
        '12.34',
      ]);
    }
  });

  it('in the accounting currency another foreign amount or rate is refused', async () => {
    const answer = await books.post(
      entry(debit('6300', '10.00', { debit_fc: '9.00' }), credit('1920', '10.00', { exchange_rate: '1.5' })),
    );
    expect(Object.keys(faultsOf(answer))).toEqual(['lines.0.debit_fc', 'lines.1.exchange_rate']);
  });

  it('a line in another currency needs a foreign amount or a rate [JEX-R18]', async () => {
    for (const more of [{}, { debit_fc: '0' }, { debit_fc: null, exchange_rate: null }]) {
      const answer = await books.post(
        entry(debit('6300', '112.50', { currency_code: 'EUR', ...more }), credit('1920', '112.50')),
      );
      expect([answer.status, faultsOf(answer)['lines.0.exchange_rate']]).toEqual([
        400,
        expect.stringMatching(/required with EUR/),
      ]);
    }
  });

  it('the rate is the base amount by the foreign one, rounded to six decimals [JEX-R19]', async () => {
    const { lines } = await books.posted(
      entry(
        debit('6300', '100.00', { currency_code: 'EUR', debit_fc: '9' }),
        credit('1920', '100.00', { currency_code: 'USD', credit_fc: '8.00' }),
      ),
    );
    expect(lines[0]).toMatchObject({
      debit_fc: '9.00',
      credit_fc: '0.00',
      exchange_rate: '11.111111',
      currency_id: 978,
    });
    expect(lines[1]).toMatchObject({
      debit_fc: '0.00',
      credit_fc: '8.00',
      exchange_rate: '12.500000',
      currency_id: 840,
    });
  });

  it('a missing foreign amount is base by rate', async () => {
    const { lines } = await books.posted(
      entry(debit('6300', '100.00', { currency_code: 'EUR', exchange_rate: '11.25' }), credit('1920', '100.00')),
    );
    expect(lines[0]).toMatchObject({ debit_fc: '8.89', exchange_rate: '11.250000' });
  });

  it.each([
    ['100.00', '10.00', '10.001', 201],
    ['100.00', '10.00', '10.005', 201],
    ['100.00', '10.00', '10.0051', 400],
    ['100.00', '10.00', '9.995003', 201],
    ['100.00', '10.00', '9.995002', 400],
    ['10.00', '100.00', '0.1001', 201],
    ['10.00', '100.00', '0.100101', 400],
    ['1000000.00', '300000.00', '3.333333', 201],
    ['1000000.00', '300000.00', '3.333332', 400],
  ])('base %s, foreign %s, rate %s: %i [JEX-R20]', async (base, fc, rate, status) => {
    const answer = await books.post(
      entry(debit('6300', base, { currency_code: 'EUR', debit_fc: fc, exchange_rate: rate }), credit('1920', base)),
    );
    expect(answer.status).toBe(status);
    if (status === 400) expect(faultsOf(answer)['lines.0.exchange_rate']).toMatch(/does not fit/);
  });

  it('a derived rate sent back unchanged is accepted [JEX-R35]', async () => {
    for (const [base, fc] of [
      ['1000000.00', '300000.00'],
      ['9999999999999.99', '7000000000.01'],
      ['0.01', '3.00'],
    ] as const) {
      const first = await books.posted(
        entry(debit('6300', base, { currency_code: 'EUR', debit_fc: fc }), credit('1920', base)),
      );
      const again = await books.post(
        entry(
          debit('6300', base, { currency_code: 'EUR', debit_fc: fc, exchange_rate: first.lines[0].exchange_rate }),
          credit('1920', base),
        ),
      );
      expect(again.status, `${base} / ${fc}`).toBe(201);
    }
  });

  it('a draft that was read can be sent back as it is, also when its foreign amount was computed', async () => {
    const draft = await books.posted({
      ...entry(debit('6300', '100.00', { currency_code: 'EUR', exchange_rate: '11.25' }), credit('1920', '100.00')),
      is_draft: true,
    });
    const { body: read } = await books.call('GET', `/journal-entries/${draft.id}`);
    const answer = await books.call('PUT', `/journal-entries/${draft.id}`, read);
    expect([answer.status, answer.body.lines[0]?.debit_fc]).toEqual([200, '8.89']);
  });

  it('a posted line that was read is accepted when it is posted anew, also when its foreign amount was computed [JEX-R43]', async () => {
    for (const rate of ['11.25', '0.077345', '1234567.890123']) {
      const amount = '100000.00';
      const posted = await books.posted(
        entry(
          debit('6300', amount, { currency_code: 'EUR', exchange_rate: rate, tax_code: '1' }),
          credit('1920', amount),
        ),
      );
      const again = await books.post({ lines: posted.lines });
      expect([rate, again.status, again.body.lines?.[0]?.debit_fc]).toEqual([rate, 201, posted.lines[0].debit_fc]);
    }
  });

  it('a foreign amount stands on the side of the line', async () => {
    const answer = await books.post(
      entry(
        debit('6300', '10.00', { currency_code: 'EUR', debit_fc: '1.00', credit_fc: '1.00' }),
        credit('1920', '10.00'),
      ),
    );
    expect(Object.keys(faultsOf(answer))).toEqual(['lines.0.credit_fc']);
  });

  it.each(['nok', 'XYZ', 'NOKK', '', 578, 'constructor'])('currency %j is refused', async (code) => {
    const answer = await books.post(entry(debit('6300', '10.00', { currency_code: code }), credit('1920', '10.00')));
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['lines.0.currency_code']]);
  });

  it.each(['XAU', 'XAG', 'XPT', 'XDR', 'XTS', 'XXX', 'XUA', 'XSU', 'XBA', 'XAD'])(
    '%s is no money and is refused [JEX-R49]',
    async (code) => {
      const line = { currency_code: code, exchange_rate: '2' };
      const answer = await books.post(entry(debit('6300', '10.00', line), credit('1920', '10.00')));
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['lines.0.currency_code']]);
    },
  );

  it.each(['XAF', 'XCD', 'XCG', 'XOF', 'XPF'])('%s is the money of several countries [JEX-R49]', async (code) => {
    const line = { currency_code: code, exchange_rate: '2' };
    const posted = await books.posted(entry(debit('6300', '10.00', line), credit('1920', '10.00')));
    expect(posted.lines[0].currency_code).toBe(code);
  });

  it.each(['0', '0.000000', '-1', '1.0000001', '1e3'])('rate %j is refused', async (rate) => {
    const answer = await books.post(
      entry(debit('6300', '10.00', { currency_code: 'EUR', exchange_rate: rate }), credit('1920', '10.00')),
    );
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['lines.0.exchange_rate']]);
  });

  it('amounts and rates that no column holds are refused, not cut', async () => {
    const big = '9999999999999.99';
    const cases = [{ debit_fc: '0.01' }, { exchange_rate: '0.000001' }, { debit_fc: big, exchange_rate: '1' }].map(
      (more) => entry(debit('6300', big, { currency_code: 'EUR', ...more }), credit('1920', big)),
    );
    expect((await books.post(cases[0]!)).status).toBe(400);
    expect((await books.post(cases[1]!)).status).toBe(400);
    expect((await books.post(cases[2]!)).status).toBe(201);
    const tiny = await books.post(
      entry(debit('6300', '0.01', { currency_code: 'EUR', debit_fc: big }), credit('1920', '0.01')),
    );
    expect([tiny.status, Object.keys(faultsOf(tiny))]).toEqual([400, ['lines.0.debit_fc']]);
    const atRate = { currency_code: 'EUR', exchange_rate: '0.000001' };
    const tax = { tax_line: true, tax_for_line: 1, tax_code: '1', tax_amount: big, tax_base_amount: big };
    const taxed = await books.post(
      entry(debit('6300', '1.00'), debit('2710', '1.00', { ...atRate, ...tax }), credit('1920', '2.00')),
    );
    expect(Object.keys(faultsOf(taxed)).sort()).toEqual(['lines.1.tax_amount', 'lines.1.tax_base_amount']);
  });
});

describe('tax', () => {
  it('a tax code without tax amount fills base and amount; no line is added [JEX-R21] [JEX-R22]', async () => {
    const { lines } = await books.posted(entry(debit('6300', '100.10', { tax_code: '1' }), credit('1920', '100.10')));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      tax_code: '1',
      tax_code_id: expect.any(Number),
      tax_base_amount: '100.10',
      tax_base_amount_fc: '100.10',
      // 25.025, half away from zero.
      tax_amount: '25.03',
      tax_amount_fc: '25.03',
    });
    expect(lines[1]).toMatchObject({ tax_code: null, tax_base_amount: null, tax_amount: null });
  });

  it('amounts are positive on the credit side too, in both currencies', async () => {
    const { lines } = await books.posted(
      entry(
        debit('1920', '112.50'),
        credit('3000', '112.50', { tax_code: '3', currency_code: 'EUR', exchange_rate: '11.25' }),
      ),
    );
    expect(lines[1]).toMatchObject({
      tax_base_amount: '112.50',
      tax_base_amount_fc: '10.00',
      tax_amount: '28.13',
      tax_amount_fc: '2.50',
    });
  });

  it('amounts that are sent are kept', async () => {
    const { lines } = await books.posted(
      entry(
        debit('6300', '100.00', { tax_code: '1', tax_amount: '24.99' }),
        debit('2710', '24.99', {
          tax_line: true,
          tax_for_line: 1,
          tax_code: '1',
          tax_base_amount: '100.00',
          tax_amount: '24.99',
        }),
        debit('2710', '0.01', { tax_line: true, tax_for_line: 1, tax_code: '1' }),
        credit('1920', '125.00'),
      ),
    );
    expect(lines[0]).toMatchObject({ tax_base_amount: '100.00', tax_amount: '24.99' });
    expect(lines[1]).toMatchObject({ tax_line: true, tax_base_amount: '100.00', tax_amount: '24.99' });
    // On a tax line nothing is computed.
    expect(lines[2]).toMatchObject({ tax_line: true, tax_base_amount: null, tax_amount: null });
  });

  it.each([
    ['100.00', '1', '26.00', 201],
    ['100.00', '1', '26.01', 400],
    ['100.00', '1', '24.00', 201],
    ['100.00', '1', '23.99', 400],
    ['1000.00', '1', '252.50', 201],
    ['1000.00', '1', '252.51', 400],
    ['1000.00', '1', '247.49', 400],
    ['100.00', '5', '1.00', 201],
    ['100.00', '5', '1.01', 400],
  ])('%s at code %s with a tax amount of %s: %i [JEX-R48]', async (amount, code, tax, status) => {
    for (const isDraft of [false, true]) {
      const lines = entry(debit('6300', amount, { tax_code: code, tax_amount: tax }), credit('1920', amount));
      const answer = await books.post({ ...lines, is_draft: isDraft });
      expect(answer.status).toBe(status);
      if (status === 400) expect(faultsOf(answer)['lines.0.tax_amount']).toMatch(/is not what tax_code "\d" gives/);
    }
  });

  it('the amount is held against the base that is sent, and on a tax line against nothing [JEX-R48]', async () => {
    const sold = { tax_code: '1', tax_base_amount: '40.00', tax_amount: '10.00' };
    const taxed = { tax_line: true, tax_for_line: 1, tax_code: '1', tax_base_amount: '40.00', tax_amount: '3.00' };
    const answer = await books.post(
      entry(debit('6300', '90.00', sold), debit('2710', '10.00', taxed), credit('1920', '100.00')),
    );
    expect(answer.status).toBe(201);
  });

  it('every contradiction of tax fields is reported at once, with those of the books [JEX-R48]', async () => {
    const answer = await books.post(
      entry(
        debit('6300', '60.00', { tax_amount: '1.00' }),
        debit('6300', '20.00', { tax_line: true }),
        debit('6300', '20.00', { tax_for_line: 3 }),
        credit('1920', '100.00', { tax_code: '1', tax_base_amount: '100.01', tax_amount: '90.00' }),
      ),
    );
    expect([answer.status, Object.keys(faultsOf(answer)).sort()]).toEqual([
      400,
      [
        'lines.0.tax_amount',
        'lines.1.tax_for_line',
        'lines.2.tax_for_line',
        'lines.3.tax_amount',
        'lines.3.tax_base_amount',
      ],
    ]);
  });

  it.each(['20', '21', '22', '0', '5', '7'])('code %s has no tax account: tax_amount is 0 [JEX-R36]', async (code) => {
    const { lines } = await books.posted(entry(debit('6300', '100.00', { tax_code: code }), credit('1920', '100.00')));
    expect(lines[0]).toMatchObject({ tax_code: code, tax_base_amount: '100.00', tax_amount: '0.00' });
  });

  it('the rate is the one of the posting date', async () => {
    const amountOn = async (date: string) => {
      const more = { posting_date: date };
      const { lines } = await books.posted(
        entry(debit('6300', '100.00', { tax_code: '13', ...more }), credit('1920', '100.00', more)),
      );
      return lines[0].tax_amount;
    };
    expect(await amountOn('2020-03-31')).toBe('12.00');
    expect(await amountOn('2020-04-01')).toBe('6.00');
    expect(await amountOn('2021-09-30')).toBe('6.00');
    expect(await amountOn('2021-10-01')).toBe('12.00');
  });

  it('a date before the first period of the code 400 [JEX-R41]', async () => {
    const more = { posting_date: '2017-12-31' };
    const answer = await books.post(
      entry(debit('6300', '100.00', { tax_code: '13', ...more }), credit('1920', '100.00', more)),
    );
    expect([answer.status, faultsOf(answer)['lines.0.tax_code']]).toEqual([
      400,
      expect.stringMatching(/not in force .* 2017-12-31/),
    ]);
  });

  it('an unknown code 400', async () => {
    const answer = await books.post(entry(debit('6300', '100.00', { tax_code: '999' }), credit('1920', '100.00')));
    expect([answer.status, faultsOf(answer)['lines.0.tax_code']]).toEqual([400, expect.stringMatching(/no tax code/)]);
  });

  it('any code on a client that is not liable for VAT 400, on posting and on drafts [JE-R19]', async () => {
    const exempt = await ledger.books({ vatLiable: false });
    for (const isDraft of [false, true])
      for (const code of ['1', '0']) {
        const answer = await exempt.post({
          ...entry(debit('6300', '100.00', { tax_code: code }), credit('1920', '100.00')),
          is_draft: isDraft,
        });
        expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
        expect(faultsOf(answer)['lines.0.tax_code']).toMatch(/not liable for VAT on 2026-03-14/);
      }
    expect((await exempt.post(entry(debit('6300', '100.00'), credit('1920', '100.00')))).status).toBe(201);
  });

  it('a refusal for liability is never based on old news', async () => {
    const own = await ledger.books({ vatLiable: false });
    await own.posted(entry(debit('6300', '1.00'), credit('1920', '1.00')));
    ledger.world.account({ id: own.clientAccountId, vatLiable: true });
    expect((await own.post(entry(debit('6300', '1.00', { tax_code: '1' }), credit('1920', '1.00')))).status).toBe(201);
  });

  it('a code outside the whitelist of the account 400; one listed through any of its periods passes [JE-R20]', async () => {
    await ledger.addAccount(books.clientAccountId, '6310', { taxCodes: ['13', '3'] });
    const answer = await books.post(entry(debit('6310', '100.00', { tax_code: '1' }), credit('1920', '100.00')));
    expect([answer.status, faultsOf(answer)['lines.0.tax_code']]).toEqual([
      400,
      expect.stringMatching(/not among the tax codes that account "6310" takes/),
    ]);
    // Listed by its first period, used in the third.
    expect(
      (await books.post(entry(debit('6310', '100.00', { tax_code: '13' }), credit('1920', '100.00')))).status,
    ).toBe(201);
  });

  it('lines without tax code pass a whitelist [JE-R21]', async () => {
    await ledger.addAccount(books.clientAccountId, '6311', { taxCodes: ['1'] });
    expect((await books.post(entry(debit('6311', '100.00'), credit('1920', '100.00')))).status).toBe(201);
  });
});
