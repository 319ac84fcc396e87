import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const list = (own: Books, query = '') =>
  own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}${query}`);
const ids = (answer: { readonly body: { readonly data: readonly { readonly id: number }[] } }) =>
  answer.body.data.map(({ id }) => id);
const on = (date: string, more: object = {}) => ({ ...rent('1.00', { posting_date: date }), ...more });

describe('GET /journal-entries/{id}', () => {
  it('embeds lines, dimensions, accounts and their mandatory dimensions [JE-R25]', async () => {
    ledger.own(books.clientAccountId, 'project', { id: 1, name: 'Roof' });
    const { id } = await books.posted({
      lines: [
        debit('6300', '1.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }] }),
        credit('1920', '1.00'),
      ],
    });
    const { status, body } = await books.call('GET', `/journal-entries/${id}`);
    expect(status).toBe(200);
    expect(body.lines[0].dimensions).toEqual([
      { id: expect.any(Number), relation_type: 'project', relation_id: 1, name: 'Roof' },
    ]);
    expect(body.lines[1].account).toMatchObject({
      account_code: '1920',
      mandatory_dimensions: [{ relation_type: 'bankacc' }],
    });
    expect(body).not.toHaveProperty('created_by');
  });

  it('embeds users when asked, by their public part', async () => {
    const draft = await books.posted({ ...rent(), is_draft: true });
    const { body } = await books.call('GET', `/journal-entries/${draft.id}?with=created_by,updated_by;posted_by`);
    expect(body.created_by).toEqual({
      id: books.userId,
      first_name: 'Kari',
      last_name: `Nordmann ${books.userId}`,
      full_name: `Kari Nordmann ${books.userId}`,
      created_at: '2024-01-01T00:00:00Z',
      profile_image_url: null,
      last_login: null,
    });
    expect([body.updated_by.id, body.posted_by]).toEqual([books.userId, null]);
  });

  it('unknown 404 [JE-R24]', async () => {
    for (const id of ['999999', '0', 'x', '9007199254740993']) {
      const answer = await books.call('GET', `/journal-entries/${id}`);
      expect([answer.status, codeOf(answer)], id).toEqual([404, 'accounting.journal_entry_not_found']);
    }
  });

  it('in an unreachable account 403, draft or not [JE-R26]', async () => {
    const other = await ledger.books();
    for (const isDraft of [false, true]) {
      const { id } = await other.posted({ ...rent(), is_draft: isDraft });
      const answer = await books.call('GET', `/journal-entries/${id}`);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'accounting.client_account_access_denied']);
    }
  });
});

describe('GET /journal-entries', () => {
  it('without, with a malformed or an inaccessible client account 403 [JE-R01]', async () => {
    const other = await ledger.books();
    for (const query of [
      '',
      '?client_account_id=',
      '?client_account_id=x',
      '?client_account_id=0',
      `?client_account_id=${other.clientAccountId}`,
      '?client_account_id=999999',
    ]) {
      const answer = await books.call('GET', `/journal-entries${query}`);
      expect([answer.status, codeOf(answer)], query).toEqual([403, 'accounting.client_account_access_denied']);
    }
  });

  it('embeds lines and their dimensions, accounts only when asked [JE-R05]', async () => {
    const own = await ledger.books();
    ledger.own(own.clientAccountId, 'tag', { id: 1, name: 'Urgent' });
    await own.posted({
      lines: [
        debit('6300', '1.00', { dimensions: [{ relation_type: 'tag', relation_id: 1 }] }),
        credit('1920', '1.00'),
      ],
    });
    const [entry] = (await list(own)).body.data;
    expect(entry.lines).toHaveLength(2);
    expect(entry.lines[0].dimensions).toMatchObject([{ relation_type: 'tag', name: 'Urgent' }]);
    expect(entry.lines[0]).not.toHaveProperty('account');
    expect((await list(own, '&with=lines.account')).body.data[0].lines[0].account.account_code).toBe('6300');
  });

  it('shows at most the first 100, counts all, and ignores page and per_page whatever they hold [JE-R02] [JE-R03] [JE-R04]', async () => {
    const own = await ledger.books();
    const entries = Array.from({ length: 103 }, (_, i) => on(`2026-01-${String((i % 28) + 1).padStart(2, '0')}`));
    for (const entry of entries) await own.posted(entry);
    const first = await list(own);
    expect(first.body.meta).toEqual({
      page: 1,
      pages: 2,
      per_page: 100,
      records: 103,
      next_cursor: expect.any(String),
    });
    expect(first.body.data).toHaveLength(100);
    expect(ids(await list(own, '&page=2&per_page=5'))).toEqual(ids(first));
    expect(ids(await list(own, '&page=x&per_page=-1'))).toEqual(ids(first));
    const order = first.body.data.map(({ id, lines }: { id: number; lines: { posting_date: string }[] }) => [
      lines[0]!.posting_date,
      id,
    ]);
    expect(order).toEqual(
      [...order].sort((a, b) => (a[0] === b[0] ? Number(b[1]) - Number(a[1]) : a[0] < b[0] ? 1 : -1)),
    );
    expect((await list(own, '&date_from=2026-01-01&date_to=2026-01-31')).body.meta.records).toBe(103);
  });

  it('an empty list has one page', async () => {
    const own = await ledger.books();
    expect((await list(own)).body).toEqual({
      data: [],
      meta: { page: 1, pages: 1, per_page: 100, records: 0, next_cursor: null },
    });
  });

  it('orders by the posting date of the first line, then by id, both descending', async () => {
    const own = await ledger.books();
    const two = (first: string, second: string) => ({
      lines: [first, second].flatMap((date) => rent('1.00', { posting_date: date }).lines as object[]),
    });
    const a = await own.posted(on('2026-02-10'));
    const b = await own.posted(two('2026-02-20', '2026-01-01'));
    const c = await own.posted(two('2026-01-01', '2026-02-28'));
    const d = await own.posted(on('2026-02-10'));
    expect(ids(await list(own))).toEqual([b.id, d.id, a.id, c.id]);
    expect(ids(await list(own, '&date_from=2026-01-01&date_to=2026-12-31'))).toEqual([b.id, d.id, a.id, c.id]);
  });

  it('date_from and date_to are inclusive, and match any line [JE-R06]', async () => {
    const own = await ledger.books();
    const early = await own.posted(on('2026-02-01'));
    const late = await own.posted(on('2026-02-28'));
    const both = await own.posted({
      lines: ['2026-02-01', '2026-03-15'].flatMap((date) => rent('1.00', { posting_date: date }).lines as object[]),
    });
    const found = async (query: string) => ids(await list(own, query)).sort((x, y) => x - y);
    expect(await found('&date_from=2026-02-01&date_to=2026-02-28')).toEqual([early.id, late.id, both.id]);
    expect(await found('&date_from=2026-02-02&date_to=2026-02-27')).toEqual([]);
    // Its lines lie before and after this range, none inside.
    expect(await found('&date_from=2026-02-28&date_to=2026-03-01')).toEqual([late.id]);
    expect(await found('&date_from=2026-03-15')).toEqual([both.id]);
    expect(await found('&date_to=2026-02-01')).toEqual([early.id, both.id]);
    expect(await found('&date_from=2026-03-01&date_to=2026-02-01')).toEqual([]);
    expect((await list(own, '&date_from=2026-02-30')).status).toBe(400);
  });

  it("relation_type and relation_id filter by the entry's own relation [JE-R07]", async () => {
    const own = await ledger.books();
    const a = await own.posted(on('2026-02-01', { relation_type: 'ARINV', relation_id: 7 }));
    const b = await own.posted(on('2026-02-01', { relation_type: 'ARINV', relation_id: 8 }));
    const c = await own.posted(on('2026-02-01', { relation_type: 'APINV', relation_id: 7 }));
    expect(ids(await list(own, '&relation_type=ARINV'))).toEqual([b.id, a.id]);
    expect(ids(await list(own, '&relation_id=7'))).toEqual([c.id, a.id]);
    expect(ids(await list(own, '&relation_type=ARINV&relation_id=7'))).toEqual([a.id]);
    expect((await list(own, '&relation_id=x')).status).toBe(400);
  });

  it('drafts only with include_drafts [JE-R08]', async () => {
    const own = await ledger.books();
    const posted = await own.posted();
    const draft = await own.posted({ ...rent(), is_draft: true });
    expect(ids(await list(own))).toEqual([posted.id]);
    expect(ids(await list(own, '&include_drafts=false'))).toEqual([posted.id]);
    for (const yes of ['true', '1', 'TRUE'])
      expect(ids(await list(own, `&include_drafts=${yes}`))).toEqual([draft.id, posted.id]);
    expect((await list(own, '&include_drafts=maybe')).status).toBe(400);
  });

  it('updated_from finds what changed at or after that second', async () => {
    const own = await ledger.books();
    ledger.setClock('2026-05-01T10:00:00.100Z');
    const first = await own.posted();
    ledger.setClock('2026-05-01T11:00:00Z');
    const second = await own.posted();
    expect(ids(await list(own, `&updated_from=${first.updated_at}`))).toEqual([first.id, second.id]);
    expect(ids(await list(own, '&updated_from=2026-05-01T10:00:30Z'))).toEqual([second.id]);
    // Cancelling changes the original: it appears again.
    ledger.setClock('2026-05-01T12:00:00Z');
    await own.call('PATCH', `/journal-entries/${first.id}`, { cancelled: 'Y', cancellation_reason: 'x' });
    expect(ids(await list(own, '&updated_from=2026-05-01T12:00:00Z'))).toContain(first.id);
    ledger.setClock(null);
  });

  it('updated_at never goes back within an account, though the clock does', async () => {
    const own = await ledger.books();
    ledger.setClock('2026-05-02T10:00:00Z');
    const before = await own.posted();
    ledger.setClock('2026-05-02T09:00:00Z');
    const after = await own.posted();
    expect([before.updated_at, after.created_at]).toEqual([
      expect.stringMatching(/^2026-05-02T10:/),
      expect.stringMatching(/^2026-05-02T09:/),
    ]);
    // Each stands a moment behind the one before, which may be the next second.
    expect(after.updated_at >= before.updated_at).toBe(true);
    const { body } = await own.call('PATCH', `/journal-entries/${before.id}`, {
      cancelled: 'Y',
      cancellation_reason: 'x',
    });
    expect(body.updated_at >= after.updated_at).toBe(true);
    ledger.setClock(null);
  });
});
