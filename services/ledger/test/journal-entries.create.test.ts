import { JournalEntryOut } from '@app/api/ledger/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const entry = (...lines: readonly object[]) => ({ description: 'Test', lines });

describe('posting', () => {
  it('answers 201 with the entry, its lines, dimensions, accounts and mandatory dimensions, and where it is [JE-R09] [JE-R48]', async () => {
    ledger.own(books.clientAccountId, 'project', { id: 5, name: 'Roof' });
    const answer = await books.post(
      entry(
        debit('6300', '100.00', {
          dimensions: [{ relation_type: 'project', relation_id: 5 }],
          quantity: '2',
          description: 'March',
        }),
        credit('1920', '100.00'),
      ),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v2/journal-entries/${answer.body.id}`);
    // Every documented field is there, and no other.
    expect(Object.keys(answer.body).sort()).toEqual(
      Object.keys(JournalEntryOut.shape)
        .filter((name) => !['created_by', 'updated_by', 'posted_by'].includes(name))
        .sort(),
    );
    expect(answer.body).toMatchObject({
      client_account_id: books.clientAccountId,
      description: 'Test',
      is_draft: false,
      cancelled: null,
      created_by_id: books.userId,
      updated_by_id: books.userId,
      voucher_id: null,
      relation_type: null,
      relation_number: null,
    });
    expect(answer.body.lines[0]).toMatchObject({
      journal_entry_id: answer.body.id,
      line_id: 1,
      posting_date: '2026-03-14',
      description: 'March',
      account_code: '6300',
      debit: '100.00',
      credit: '0.00',
      debit_fc: '100.00',
      credit_fc: '0.00',
      currency_code: 'NOK',
      currency_id: 578,
      exchange_rate: '1.000000',
      tax_code: null,
      tax_code_id: null,
      tax_base_amount: null,
      tax_base_amount_fc: null,
      tax_amount: null,
      tax_amount_fc: null,
      tax_line: false,
      tax_for_line: null,
      quantity: '2.000000',
      reconciled_amount: '0.00',
      reconciled_amount_fc: '0.00',
      external_reconciled_amount: '0.00',
      dimensions: [{ id: expect.any(Number), relation_type: 'project', relation_id: 5, name: 'Roof' }],
      account: { id: expect.any(Number), account_code: '6300', description: 'Leie lokaler', mandatory_dimensions: [] },
    });
    expect(answer.body.lines[1].account.mandatory_dimensions).toEqual([{ relation_type: 'bankacc' }]);
  });

  it('the answer to POST is what GET shows', async () => {
    ledger.own(books.clientAccountId, 'tag', { id: 8 });
    const posted = await books.posted(
      entry(
        debit('6300', '100.00', { tax_code: '1', line_id: 7, dimensions: [{ relation_type: 'tag', relation_id: 8 }] }),
        debit('2710', '25.00', { line_id: 3, tax_line: true, tax_for_line: 7 }),
        credit('2400', '125.00', { currency_code: 'EUR', exchange_rate: '11.25', line_id: 1 }),
      ),
    );
    const read = await books.call('GET', `/journal-entries/${posted.id}`);
    expect(read.body).toEqual(posted);
    expect(posted.lines.map((line: { line_id: number }) => line.line_id)).toEqual([1, 3, 7]);
  });

  it('is_draft omitted posts at once [JEX-R03]', async () => {
    expect(await books.posted()).toMatchObject({ is_draft: false, sequence_number: expect.any(Number) });
  });

  it('is_draft false posts at once [JEX-R04]', async () => {
    expect(await books.posted({ ...rent(), is_draft: false })).toMatchObject({
      is_draft: false,
      sequence_number: expect.any(Number),
    });
  });

  it('sets who posted and when [JE-R47]', async () => {
    const posted = await books.posted();
    expect(posted.posted_at).toBe(posted.created_at);
    expect(posted.posted_by_id).toBe(books.userId);
  });

  it('is_draft true stores a draft, without number, posting time and poster [JEX-R05] [JEX-R06] [JE-R42]', async () => {
    expect(await books.posted({ ...rent(), is_draft: true })).toMatchObject({
      is_draft: true,
      sequence_number: null,
      posted_at: null,
      posted_by_id: null,
    });
  });

  it('numbers run from 1 per client account without a gap, drafts and refusals take none [JEX-R07]', async () => {
    const own = await ledger.books();
    expect((await own.posted()).sequence_number).toBe(1);
    await own.posted({ ...rent(), is_draft: true });
    expect((await own.post(entry(debit('9999', '1.00'), credit('1920', '1.00')))).status).toBe(400);
    expect((await own.posted()).sequence_number).toBe(2);
  });

  it('works with and without the trailing slash [JEX-R32]', async () => {
    const body = { client_account_id: books.clientAccountId, ...rent() };
    expect((await books.call('POST', '/journal-entries', body)).status).toBe(201);
    expect((await books.call('POST', '/journal-entries/', body)).status).toBe(201);
  });

  it('informs the other services of the entry, and of the first one an account gets', async () => {
    const own = await ledger.books();
    const { id } = await own.posted();
    await own.posted();
    const published = (await ledger.events()).filter(({ clientAccountId }) => clientAccountId === own.clientAccountId);
    expect(published.map(({ name }) => name).sort()).toEqual([
      'ledger.client_account.first_posting',
      'ledger.journal_entry.posted',
      'ledger.journal_entry.posted',
    ]);
    expect(published.find(({ payload }) => payload.journal_entry_id === id)?.payload).toMatchObject({
      sequence_number: 1,
      date_from: '2026-03-14',
      date_to: '2026-03-14',
      account_codes: ['1920', '6300'],
    });
  });

  it('relation_number of the body is ignored [JE-R43]', async () => {
    const posted = await books.posted({ ...rent(), relation_type: 'ARINV', relation_id: 12, relation_number: 'X-1' });
    expect(posted).toMatchObject({ relation_type: 'ARINV', relation_id: 12, relation_number: null });
  });

  it.each([
    ['a type without an id', { relation_type: 'ARINV' }, 'relation_id'],
    ['an id without a type', { relation_id: 12 }, 'relation_type'],
    ['an id with an empty type', { relation_type: '  ', relation_id: 12 }, 'relation_type'],
    ["the server's own type", { relation_type: 'JE', relation_id: 12 }, 'relation_type'],
    ["the server's own type in small letters", { relation_type: 'je', relation_id: 12 }, 'relation_type'],
    ["the server's own type without an id", { relation_type: 'JE' }, 'relation_id'],
  ])('%s 400, posted and as a draft [JEX-R47]', async (_, relation, field) => {
    for (const isDraft of [false, true]) {
      const answer = await books.post({ ...rent(), ...relation, is_draft: isDraft });
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, [field]]);
    }
    const { body: draft } = await books.post({ ...rent(), relation_type: 'ARINV', relation_id: 7, is_draft: true });
    const change = await books.call('PUT', `/journal-entries/${draft.id}`, { ...relation, lines: draft.lines });
    expect([change.status, Object.keys(faultsOf(change))]).toEqual([400, [field]]);
  });

  it('an entry without a description has an empty one', async () => {
    for (const description of [undefined, null, '', '   '])
      expect((await books.posted({ ...rent(), description })).description).toBe('');
  });

  it('answers in English when asked to', async () => {
    const answer = await books.call(
      'POST',
      '/journal-entries/',
      { client_account_id: books.clientAccountId, ...rent() },
      { 'accept-language': 'en' },
    );
    expect(answer.body.lines[0].account.description).toBe('Rent of premises');
  });
});

describe('who may post', () => {
  it('without client_account_id 403 [JE-R12]', async () => {
    for (const wrong of [undefined, null, 'x', 0, -1, 1.5, 9_007_199_254_740_992]) {
      const answer = await books.call('POST', '/journal-entries/', { ...rent(), client_account_id: wrong });
      expect([answer.status, codeOf(answer)], String(wrong)).toEqual([403, 'accounting.client_account_access_denied']);
    }
  });

  it('into an account of others 403, before the body is looked at', async () => {
    const other = await ledger.books();
    for (const id of [other.clientAccountId, 999_999]) {
      const answer = await books.call('POST', '/journal-entries/', { client_account_id: id, lines: 'nonsense' });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'accounting.client_account_access_denied']);
    }
  });

  it('an employee 403, a reading token 403, no token 401', async () => {
    const employee = await ledger.books({ role: 'EM' });
    const refused = await employee.post(rent());
    expect([refused.status, codeOf(refused)]).toEqual([403, 'common.forbidden']);
    const token = await ledger.world.token({ userId: books.userId, scope: 'read' });
    const body = { client_account_id: books.clientAccountId, ...rent() };
    expect(codeOf(await ledger.call('POST', '/api/v2/journal-entries/', { token, body }))).toBe(
      'common.insufficient_scope',
    );
    expect((await ledger.call('POST', '/api/v2/journal-entries/', { body })).status).toBe(401);
  });

  it('into an inactive account 409', async () => {
    const inactive = await ledger.books({ isActive: false });
    const answer = await inactive.post(rent());
    expect([answer.status, codeOf(answer)]).toEqual([409, 'client_account.inactive']);
  });
});

describe('what is wrong with a body', () => {
  it('id is given by the server [JE-R10]', async () => {
    const answer = await books.post({ ...rent(), id: 5 });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect(faultsOf(answer).id).toMatch(/must not be sent/);
  });

  it('no body 400 [JE-R11]', async () => {
    expect(codeOf(await books.call('POST', '/journal-entries/'))).toBe('common.validation_error');
  });

  it('lines are required [JE-R13]', async () => {
    for (const lines of [undefined, null, [], {}, 'x']) {
      const answer = await books.post({ description: 'x', lines });
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['lines']]);
    }
  });

  it('posting_date is required and a calendar day [JE-R14]', async () => {
    for (const date of [undefined, null, '2026-02-30', '14.03.2026', '1899-12-31', '3000-01-01', 20260314]) {
      const answer = await books.post(entry(debit('6300', '1.00', { posting_date: date }), credit('1920', '1.00')));
      expect([answer.status, Object.keys(faultsOf(answer))], String(date)).toEqual([400, ['lines.0.posting_date']]);
    }
  });

  it('an account is required, by code or id [JE-R15]', async () => {
    const answer = await books.post(entry(debit('', '1.00', { account_code: undefined }), credit('1920', '1.00')));
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual({ 'lines.0.account_code': 'is required when account_id is not sent' });
  });

  it('debit and credit are both required [JE-R16]', async () => {
    for (const side of ['debit', 'credit']) {
      const answer = await books.post(entry(debit('6300', '1.00', { [side]: undefined }), credit('1920', '1.00')));
      expect([answer.status, faultsOf(answer)[`lines.0.${side}`]]).toEqual([400, 'is required']);
    }
  });

  it('unbalanced lines 400, with both sums [JE-R17]', async () => {
    const answer = await books.post(entry(debit('6300', '100.00'), credit('1920', '99.99')));
    expect(answer.status).toBe(400);
    expect(faultsOf(answer).lines).toMatch(/debit 100.00, credit 99.99, difference 0.01/);
  });

  it('a draft balances too [JEX-R09]', async () => {
    const answer = await books.post({ ...entry(debit('6300', '100.00'), credit('1920', '99.99')), is_draft: true });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
  });

  it('a posted entry balances on each posting date; a draft need not [JEX-R37]', async () => {
    const lines = [
      debit('6300', '100.00', { posting_date: '2026-03-31' }),
      credit('1920', '100.00', { posting_date: '2026-04-01' }),
    ];
    const answer = await books.post(entry(...lines));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect(answer.body.error.details.fields.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/on 2026-03-31: debit 100.00, credit 0.00/),
      expect.stringMatching(/on 2026-04-01: debit 0.00, credit 100.00/),
    ]);
    expect((await books.post({ ...entry(...lines), is_draft: true })).status).toBe(201);
    const balanced = ['2026-03-31', '2026-04-01'].flatMap((date) => [
      debit('6300', '50.00', { posting_date: date }),
      credit('1920', '50.00', { posting_date: date }),
    ]);
    expect((await books.post(entry(...balanced))).status).toBe(201);
  });

  it('a negative amount 400 [JEX-R10]', async () => {
    const answer = await books.post(entry(debit('6300', '-1.00'), credit('1920', '-1.00')));
    expect([answer.status, faultsOf(answer)['lines.0.debit'], faultsOf(answer)['lines.1.credit']]).toEqual([
      400,
      'must not be negative',
      'must not be negative',
    ]);
  });

  it('both sides above zero 400 [JEX-R11]', async () => {
    const answer = await books.post(
      entry(debit('6300', '1.00', { credit: '1.00' }), credit('1920', '1.00', { debit: '1.00' })),
    );
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)['lines.0.debit']).toMatch(/both above zero/);
    expect(faultsOf(answer)['lines.1.debit']).toMatch(/both above zero/);
  });

  it('both sides zero 400 [JEX-R12]', async () => {
    const answer = await books.post(entry(debit('6300', '0'), debit('6300', '1.00'), credit('1920', '1.00')));
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual({
      'lines.0.debit': 'debit and credit are both 0; exactly one of them must be above zero',
    });
  });

  it('account_code and account_id of different accounts 400; of the same one fine [JEX-R13]', async () => {
    const bank = (await books.posted()).lines[1];
    const answer = await books.post(
      entry(debit('6300', '1.00', { account_id: bank.account_id }), credit('1920', '1.00')),
    );
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)['lines.0.account_id']).toMatch(/another account than account_code "6300"/);
    expect(
      (await books.post(entry(debit('6300', '1.00'), credit('1920', '1.00', { account_id: bank.account_id })))).status,
    ).toBe(201);
    const byId = entry(
      debit('6300', '1.00'),
      credit('', '1.00', { account_code: undefined, account_id: bank.account_id }),
    );
    expect((await books.posted(byId)).lines[1].account_code).toBe('1920');
  });

  it('an unknown, foreign or inactive account 400 [JEX-R14]', async () => {
    const other = await ledger.books();
    const foreign = await ledger.addAccount(other.clientAccountId, '6399');
    const inactive = await ledger.addAccount(books.clientAccountId, '6398', { isActive: false });
    const answer = await books.post(
      entry(
        debit('6397', '1.00'),
        debit('6399', '1.00'),
        debit('', '1.00', { account_code: undefined, account_id: foreign }),
        debit('6398', '1.00'),
        debit('', '1.00', { account_code: undefined, account_id: inactive }),
        credit('1920', '5.00', { account_id: 999_999_999 }),
      ),
    );
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual({
      'lines.0.account_code': expect.stringMatching(/"6397", which does not exist in the chart of accounts/),
      'lines.1.account_code': expect.stringMatching(/"6399", which does not exist/),
      'lines.2.account_id': expect.stringMatching(/which is no general ledger account/),
      'lines.3.account_code': expect.stringMatching(/inactive/),
      'lines.4.account_id': expect.stringMatching(/inactive/),
      'lines.5.account_id': expect.stringMatching(/999999999/),
    });
  });

  it("posts to the account's own chart", async () => {
    await ledger.addAccount(books.clientAccountId, '6301');
    expect((await books.posted(entry(debit('6301', '1.00'), credit('1920', '1.00')))).lines[0].account_code).toBe(
      '6301',
    );
  });

  it('account 2099 takes no postings, not even of a draft [JEX-R38]', async () => {
    for (const isDraft of [false, true]) {
      const answer = await books.post({ ...entry(debit('2099', '1.00'), credit('1920', '1.00')), is_draft: isDraft });
      expect([answer.status, faultsOf(answer)['lines.0.account_code']]).toEqual([400, expect.stringMatching(/2099/)]);
    }
  });

  it('line_id is the position when it is not sent [JEX-R15]', async () => {
    const { lines } = await books.posted();
    expect(lines.map((line: { line_id: number }) => line.line_id)).toEqual([1, 2]);
  });

  it('a line_id stands once, also when one of them is a position [JEX-R16]', async () => {
    const answer = await books.post(entry(debit('6300', '1.00', { line_id: 2 }), credit('1920', '1.00')));
    expect([answer.status, faultsOf(answer)['lines.1.line_id']]).toEqual([
      400,
      expect.stringMatching(/is 2, which line 1/),
    ]);
  });

  it('tax_for_line names a line of the entry [JEX-R17]', async () => {
    const wrong = await books.post(entry(debit('6300', '1.00', { tax_for_line: 3 }), credit('1920', '1.00')));
    expect([wrong.status, faultsOf(wrong)['lines.0.tax_for_line']]).toEqual([
      400,
      expect.stringMatching(/is 3, which is no line_id/),
    ]);
    const right = await books.posted(
      entry(debit('6300', '1.00', { line_id: 9 }), credit('1920', '1.00', { tax_line: true, tax_for_line: 9 })),
    );
    expect(right.lines.find((line: { line_id: number }) => line.line_id === 2)).toMatchObject({
      tax_line: true,
      tax_for_line: 9,
    });
  });

  it('reports every fault at once, those of the body and those of the books', async () => {
    const answer = await books.post(
      entry(
        debit('9998', '1.00', { dimensions: [{ relation_type: 'project', relation_id: 404 }] }),
        credit('1920', '2.00', { tax_code: '99', currency_code: 'EUR' }),
      ),
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(faultsOf(answer)).sort()).toEqual([
      'lines',
      'lines.0.account_code',
      'lines.0.dimensions.0',
      'lines.1.exchange_rate',
      'lines.1.tax_code',
    ]);
    expect(answer.body.error.message).toMatch(/and 4 more/);
  });
});

describe('hostile values', () => {
  const amounts = [
    'NaN',
    'Infinity',
    '1e2',
    '1,00',
    ' 1.00',
    '1.001',
    '1.000',
    '١',
    '0x1',
    '12345678901234.00',
    '',
    '+1',
    true,
    null,
    {},
    [],
  ];
  it.each(amounts.map((amount) => [amount]))('amount %j is refused', async (amount) => {
    const answer = await books.post(entry(debit('6300', amount as string), credit('1920', '1.00')));
    expect(answer.status).toBe(400);
    expect(Object.keys(faultsOf(answer))).toContain('lines.0.debit');
  });

  it.each([['1e309'], ['1e2'], ['100.001'], ['1.000'], ['12345678901234567890'], ['-0.01']])(
    'the number %s is refused by its text',
    async (number) => {
      const body = `{"client_account_id":${books.clientAccountId},"lines":[{"posting_date":"2026-03-14","account_code":"6300","debit":${number},"credit":0},{"posting_date":"2026-03-14","account_code":"1920","debit":0,"credit":1}]}`;
      const answer = await ledger.call('POST', '/api/v2/journal-entries/', {
        token: books.token,
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
      expect(Object.keys(faultsOf(answer))).toContain('lines.0.debit');
    },
  );

  it('numbers are read from their text, to the last øre', async () => {
    const body = `{"client_account_id":${books.clientAccountId},"lines":[{"posting_date":"2026-03-14","account_code":"6300","debit":9999999999999.99,"credit":0},{"posting_date":"2026-03-14","account_code":"1920","debit":0.00,"credit":9999999999999.99}]}`;
    const answer = await ledger.call('POST', '/api/v2/journal-entries/', {
      token: books.token,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.lines[0].debit]).toEqual([201, '9999999999999.99']);
  });

  it.each([0, -1, 1.5, '1.5', 'x', 9_007_199_254_740_992, {}, []])('id %j is refused', async (id) => {
    const answer = await books.post({
      ...entry(debit('6300', '1.00', { account_id: id, line_id: id, tax_for_line: id }), credit('1920', '1.00')),
      voucher_id: id,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(faultsOf(answer))).toEqual(
      expect.arrayContaining(['voucher_id', 'lines.0.account_id', 'lines.0.line_id', 'lines.0.tax_for_line']),
    );
  });

  it('the largest id there is does no harm', async () => {
    const id = Number.MAX_SAFE_INTEGER;
    const answer = await books.post({
      ...entry(debit('6300', '1.00', { account_id: id, line_id: id }), credit('1920', '1.00')),
      voucher_id: id,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(faultsOf(answer)).sort()).toEqual(['lines.0.account_id', 'voucher_id']);
    expect(
      (await books.posted(entry(debit('6300', '1.00', { line_id: id }), credit('1920', '1.00')))).lines[1].line_id,
    ).toBe(id);
  });

  it('text is trimmed, bounded, without NUL and otherwise kept as it is', async () => {
    const kept = await books.posted({
      ...rent(),
      description: "  Æ 'x'; drop table journal_entries; -- \u{1F600} $1 {}  ",
    });
    expect(kept.description).toBe("Æ 'x'; drop table journal_entries; -- \u{1F600} $1 {}");
    expect((await books.post({ ...rent(), description: 'x'.repeat(1001) })).status).toBe(400);
    expect((await books.post({ ...rent(), description: 'a\0b' })).status).toBe(400);
    expect((await books.post(entry(debit('6300\0', '1.00'), credit('1920', '1.00')))).status).toBe(400);
  });

  it('a thousand lines are one entry', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => [
      debit('6300', `${i + 1}.01`),
      credit('1920', `${i + 1}.01`),
    ]).flat();
    const posted = await books.posted({ description: 'Many', lines });
    expect(posted.lines).toHaveLength(1_000);
  });
});

it('an entry whose people cannot be shown is not stored, with a key or without', async () => {
  books = await ledger.books();
  await books.posted();
  const body = { client_account_id: books.clientAccountId, ...rent() };
  const path = '/journal-entries/?with=created_by';
  ledger.world.isAway = true;
  try {
    const calls = [{}, { 'idempotency-key': 'shown' }].map((headers) => books.call('POST', path, body, headers));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([503, 503]);
  } finally {
    ledger.world.isAway = false;
  }
  const answer = await books.call('POST', path, body, { 'idempotency-key': 'shown' });
  expect([answer.status, answer.body.sequence_number, answer.body.created_by.id]).toEqual([201, 2, books.userId]);
});
