import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, codeOf, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  ledger.setClock('2026-06-15T10:00:00Z');
});
beforeEach(async () => {
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const lock = (until: unknown, comment: unknown = 'VAT filed', own = books) =>
  own.call('POST', '/period-locks', {
    client_account_id: own.clientAccountId,
    locked_until_date: until,
    locking_comment: comment,
  });
const list = (query = '') => books.call('GET', `/period-locks?client_account_id=${books.clientAccountId}${query}`);
const postOn = (date: string, more: object = {}) => books.post({ ...rent('1.00', { posting_date: date }), ...more });

describe('creating', () => {
  it('answers 201 with the lock [PLK-R02]', async () => {
    const answer = await lock('2026-02-28', '  VAT filed  ');
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        client_account_id: books.clientAccountId,
        locked_until_date: '2026-02-28',
        locking_comment: 'VAT filed',
        created_at: '2026-06-15T10:00:00Z',
        created_by_id: books.userId,
      },
    ]);
    expect((await ledger.events('ledger.period.locked')).at(-1)?.payload).toMatchObject({
      client_account_id: books.clientAccountId,
      locked_until_date: '2026-02-28',
    });
  });

  it('needs account, date and comment; each fault is a 400 that names it [PLK-R01] [PLK-R03]', async () => {
    for (const [field, values] of [
      ['locked_until_date', [undefined, null, '', '2026-02-30', 5]],
      ['locking_comment', [undefined, null, '', '   ', 5, 'x'.repeat(1001)]],
    ] as const)
      for (const value of values) {
        const body = {
          client_account_id: books.clientAccountId,
          locked_until_date: '2026-02-28',
          locking_comment: 'x',
          [field]: value,
        };
        const answer = await books.call('POST', '/period-locks', body);
        expect([answer.status, codeOf(answer), Object.keys(faultsOf(answer))], `${field} ${value}`).toEqual([
          400,
          'common.validation_error',
          [field],
        ]);
      }
    for (const id of [undefined, null, 'x', 0]) {
      const answer = await books.call('POST', '/period-locks', {
        client_account_id: id,
        locked_until_date: '2026-02-28',
        locking_comment: 'x',
      });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    }
    expect((await list()).body.meta.records).toBe(0);
  });

  it('a date after today 400; today is fine, by the calendar of Oslo [PLK-R11]', async () => {
    const answer = await lock('2026-06-16');
    expect([answer.status, faultsOf(answer).locked_until_date]).toEqual([
      400,
      expect.stringMatching(/after today \(2026-06-15\)/),
    ]);
    expect((await lock('2026-06-15')).status).toBe(201);
    ledger.setClock('2026-06-15T22:30:00Z');
    expect((await lock('2026-06-16')).status).toBe(201);
    ledger.setClock('2026-06-15T10:00:00Z');
  });

  it('in an account of others 403 [PLK-R04]', async () => {
    const other = await ledger.books();
    const body = { client_account_id: other.clientAccountId, locked_until_date: '2026-02-28', locking_comment: 'x' };
    for (const answer of [
      await books.call('POST', '/period-locks', body),
      await books.call('GET', `/period-locks?client_account_id=${other.clientAccountId}`),
      await books.call('GET', '/period-locks?client_account_id=999999'),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([403, 'common.forbidden']);
  });

  it.each(['BK', 'US', 'EM'] as const)('role %s 403 [PLK-R12]', async (role) => {
    const own = await ledger.books({ role });
    const answer = await lock('2026-02-28', 'x', own);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'common.forbidden']);
  });

  it.each(['AA', 'CA'] as const)('role %s may; others of the books may read', async (role) => {
    const own = await ledger.books({ role });
    expect((await lock('2026-02-28', 'x', own)).status).toBe(201);
    ledger.world.grant(own.userId, own.clientAccountId, 'BK');
    expect((await own.call('GET', `/period-locks?client_account_id=${own.clientAccountId}`)).body.meta.records).toBe(1);
  });
});

describe('listing', () => {
  it('newest first, in pages of at most 100 [PLK-R05]', async () => {
    for (const day of ['01', '03', '02']) await lock(`2026-02-${day}`);
    const { body } = await list();
    expect(body.data.map(({ locked_until_date }: { locked_until_date: string }) => locked_until_date)).toEqual([
      '2026-02-02',
      '2026-02-03',
      '2026-02-01',
    ]);
    expect(body.meta).toEqual({ page: 1, pages: 1, per_page: 100, records: 3 });
    const second = await list('&per_page=2&page=2');
    expect([second.body.data[0].locked_until_date, second.body.meta]).toEqual([
      '2026-02-01',
      { page: 2, pages: 2, per_page: 2, records: 3 },
    ]);
    expect((await list('&per_page=1000')).body.meta.per_page).toBe(100);
    expect(body.data[0]).not.toHaveProperty('created_by');
  });

  it('with=created_by embeds the user [PLK-R06]', async () => {
    await lock('2026-02-01');
    const { body } = await list('&with=created_by');
    expect(body.data[0].created_by).toMatchObject({ id: books.userId, full_name: `Kari Nordmann ${books.userId}` });
    expect(body.data[0].created_by).not.toHaveProperty('email');
  });

  it('needs a client account', async () => {
    const answer = await books.call('GET', '/period-locks');
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
  });
});

describe('what a lock does', () => {
  it('posting into a locked period leaves no entry, no number and no event [JEX-R27]', async () => {
    await lock('2026-02-28');
    const answer = await postOn('2026-02-14');
    expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.period_locked']);
    expect(answer.body.error.details).toEqual({
      locked_until_date: '2026-02-28',
      fields: [0, 1].map((i) => ({ field: `lines.${i}.posting_date`, message: 'is 2026-02-14, which is locked' })),
    });
    expect(
      (await books.call('GET', `/journal-entries?client_account_id=${books.clientAccountId}`)).body.meta.records,
    ).toBe(0);
    expect(
      (await ledger.events('ledger.journal_entry.posted')).filter(
        ({ clientAccountId }) => clientAccountId === books.clientAccountId,
      ),
    ).toEqual([]);
    expect((await postOn('2026-03-01')).body.sequence_number).toBe(1);
  });

  it('the lock date itself is locked, the day after is open [PLK-R09] [PLK-R10]', async () => {
    await lock('2026-02-28');
    expect((await postOn('2026-02-28')).status).toBe(409);
    expect((await postOn('2026-03-01')).status).toBe(201);
  });

  it('one locked line is enough', async () => {
    await lock('2026-02-28');
    const lines = ['2026-02-28', '2026-03-01'].flatMap(
      (date) => rent('1.00', { posting_date: date }).lines as object[],
    );
    const answer = await books.post({ lines });
    expect([answer.status, answer.body.error.details.fields.length]).toEqual([409, 2]);
  });

  it('drafts are saved in a locked period, but not posted [JEX-R28]', async () => {
    await lock('2026-02-28');
    const draft = await postOn('2026-02-14', { is_draft: true });
    expect(draft.status).toBe(201);
    const body = { lines: rent('2.00', { posting_date: '2026-02-14' }).lines };
    expect((await books.call('PUT', `/journal-entries/${draft.body.id}`, body)).status).toBe(200);
    const answer = await books.call('PUT', `/journal-entries/${draft.body.id}`, { ...body, is_draft: false });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.period_locked']);
    expect((await books.call('GET', `/journal-entries/${draft.body.id}`)).body.is_draft).toBe(true);
    expect((await books.call('DELETE', `/journal-entries/${draft.body.id}`)).status).toBe(200);
  });

  it('the lock created last is in force; an earlier date unlocks [PLK-R07] [PLK-R08]', async () => {
    await lock('2026-02-28');
    await lock('2026-04-30');
    expect((await postOn('2026-03-01')).status).toBe(409);
    await lock('2026-01-31');
    expect((await postOn('2026-02-01')).status).toBe(201);
    expect((await postOn('2026-01-31')).status).toBe(409);
  });

  it("touches no other account's books", async () => {
    const other = await ledger.books();
    await lock('2026-06-15');
    expect((await other.post(rent())).status).toBe(201);
  });

  it('a field that is wrong is reported before the lock', async () => {
    await lock('2026-06-15');
    const answer = await books.post(rent('1.00', { account_code: '9999' }));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
  });
});

describe('permanence', () => {
  it('locks cannot be changed or deleted, over HTTP or in the database [PLK-R13]', async () => {
    const { body } = await lock('2026-02-28');
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await books.call(method, `/period-locks/${body.id}`, {})).status, method).toBe(404);
      expect((await books.call(method, '/period-locks', {})).status, method).toBe(405);
    }
    for (const change of ['update period_locks set locking_comment = $$x$$', 'delete from period_locks']) {
      await expect(ledger.db.raw.unsafe(change)).rejects.toMatchObject({ code: '42501' });
      await expect(ledger.asOwner((owner) => owner.unsafe(change))).rejects.toMatchObject({
        constraint_name: 'period_locks_guard',
      });
    }
    expect((await list()).body.data[0].locking_comment).toBe('VAT filed');
  });
});
