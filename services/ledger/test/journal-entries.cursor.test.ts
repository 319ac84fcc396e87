import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, codeOf, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

type Row = {
  readonly id: number;
  readonly updated_at: string;
  readonly description: string;
  readonly cancelled: string | null;
};
type Page = {
  readonly data: readonly Row[];
  readonly meta: { readonly next_cursor: string | null; readonly [field: string]: unknown };
};

const BEGINNING = '&updated_from=1970-01-01T00:00:00Z&include_drafts=true';

const read = (own: Books, query = '') =>
  own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}${query}`);

/** Posts `count` entries at once, by batches. */
async function fill(own: Books, count: number, entry = rent('1.00')): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let left = count; left > 0; left -= 1_000) {
    const entries = Array.from({ length: Math.min(left, 1_000) }, () => entry);
    const { body } = await own.call('POST', '/journal-entries/batch', {
      client_account_id: own.clientAccountId,
      atomic: true,
      entries,
    });
    ids.push(...body.results.map(({ id }: { id: number }) => id));
  }
  return ids;
}

/** The pages from a question to the end, with something done between them. */
async function* walk(
  own: Books,
  query = '',
  between: (page: number) => Promise<unknown> = async () => undefined,
): AsyncGenerator<Page> {
  let cursor: string | null = '';
  for (let page = 1; cursor !== null; page++) {
    const answer = await read(own, `${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    yield answer.body as Page;
    cursor = (answer.body as Page).meta.next_cursor;
    await between(page);
  }
}

async function rowsOf(pages: AsyncIterable<Page>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { data } of pages) rows.push(...data);
  return rows;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

/** What the books hold, read from the tables. */
async function stored(own: Books): Promise<readonly number[]> {
  const rows = await ledger.db
    .raw`select id from journal_entries where client_account_id = ${own.clientAccountId} order by id`;
  return rows.map(({ id }) => Number(id));
}

describe('GET /journal-entries by cursor', () => {
  it('gives every entry once, a hundred at a time, in the order of the list', async () => {
    const own = await ledger.books();
    await fill(own, 230);
    const pages: Page[] = [];
    for await (const page of walk(own)) pages.push(page);
    expect(pages.map(({ data, meta }) => [data.length, meta.page, meta.pages, meta.per_page, meta.records])).toEqual([
      [100, 1, 3, 100, 230],
      [100, 2, 3, 100, 230],
      [30, 3, 3, 100, 230],
    ]);
    expect(idsOf(pages.flatMap(({ data }) => data))).toEqual([...(await stored(own))].reverse());
  });

  it('ends with null, also when the last page is full', async () => {
    const own = await ledger.books();
    await fill(own, 100);
    expect((await read(own)).body.meta.next_cursor).toBeNull();
    await fill(own, 100);
    const { next_cursor } = (await read(own)).body.meta;
    expect((await read(own, `&cursor=${next_cursor}`)).body.meta.next_cursor).toBeNull();
  });

  it('goes on where several posting dates, drafts and ranges of dates mix', async () => {
    const own = await ledger.books();
    const lines = (date: string) => rent('1.00', { posting_date: date }).lines as object[];
    for (let day = 1; day <= 28; day++) {
      const date = `2026-02-${String(day).padStart(2, '0')}`;
      await fill(own, 4, { lines: lines(date) });
      await fill(own, 2, { lines: [...lines(date), ...lines('2026-05-05')] });
      await fill(own, 2, { is_draft: true, lines: lines(date) });
    }
    for (const query of [
      '&include_drafts=true',
      '&date_from=2026-02-02&date_to=2026-05-31',
      '&date_to=2026-02-20&include_drafts=true',
    ]) {
      const rows = await rowsOf(walk(own, query));
      const { records } = (await read(own, query)).body.meta;
      expect([rows.length, new Set(idsOf(rows)).size], query).toEqual([records, records]);
    }
  });

  it('what is written meanwhile is given at the end, whatever place it has in the order', async () => {
    const own = await ledger.books();
    await fill(own, 250);
    const draft = await own.posted({ ...rent('1.00', { posting_date: '2026-01-01' }), is_draft: true });
    let newest = 0;
    const rows = await rowsOf(
      walk(own, '&include_drafts=true', async (page) => {
        if (page !== 1) return;
        newest = (await own.posted(rent('1.00', { posting_date: '2026-12-31' }))).id;
        const moved = await own.call('PUT', `/journal-entries/${draft.id}`, {
          ...rent('1.00', { posting_date: '2026-12-30' }),
          is_draft: true,
        });
        expect(moved.status).toBe(200);
      }),
    );
    expect(idsOf(rows).slice(-2)).toEqual([newest, draft.id]);
    expect(sorted(idsOf(rows))).toEqual(await stored(own));
  });
});

describe('GET /journal-entries by cursor with updated_from', () => {
  it('is in the order of the changes, and finds again what changed after it was given', async () => {
    const own = await ledger.books();
    const ids = await fill(own, 250);
    const rows = await rowsOf(
      walk(own, BEGINNING, async (page) => {
        if (page !== 1) return;
        await own.call('PATCH', `/journal-entries/${ids[0]}`, { cancelled: 'Y', cancellation_reason: 'wrong' });
      }),
    );
    expect(rows.slice(0, 250).map(({ id }) => id)).toEqual(ids);
    expect(rows.slice(250).map(({ id, cancelled }) => [id === ids[0], cancelled])).toEqual([
      [true, 'Y'],
      [false, 'C'],
    ]);
    const moments = rows.map(({ updated_at }) => updated_at);
    expect(moments).toEqual([...moments].sort());
  });

  it('misses nothing when the clock stands still or goes back [JEX-R42]', async () => {
    const own = await ledger.books();
    ledger.setClock('2026-05-01T10:00:00.123Z');
    const ids = await fill(own, 150);
    let clock = 0;
    const rows = await rowsOf(
      walk(own, BEGINNING, async (page) => {
        // The entry that changes has a lower id than the one the cursor stands behind, and its moment is no later by
        // the clock.
        if (page === 1)
          await own.call('PATCH', `/journal-entries/${ids[0]}`, { cancelled: 'Y', cancellation_reason: 'still' });
        if (page > 1 || clock++ > 0) return;
        ledger.setClock('2026-05-01T09:00:00.000Z');
        await own.call('PATCH', `/journal-entries/${ids[1]}`, { cancelled: 'Y', cancellation_reason: 'back' });
      }),
    );
    ledger.setClock(null);
    expect(rows.filter(({ cancelled }) => cancelled === 'Y').map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    // The clock that was set goes on: on a busy machine the writes take more than a second of it, and never go back by
    // an hour.
    for (const { updated_at } of rows) expect(updated_at).toMatch(/^2026-05-01T10:0\d/);
  });

  it('reaches every change while others write [JEX-R42]', async () => {
    const own = await ledger.books();
    const ids = await fill(own, 300);
    let isOver = false;
    const post = async () => {
      for (let i = 0; i < 25; i++) await own.posted(rent('2.00'));
    };
    const cancel = async () => {
      for (const id of ids.slice(0, 25))
        await own.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'x' });
    };
    const edit = async () => {
      for (let i = 0; i < 12; i++) {
        const draft = await own.posted({ ...rent('3.00'), is_draft: true });
        await own.call('PUT', `/journal-entries/${draft.id}`, {
          ...rent('4.00'),
          description: 'edited',
          is_draft: i % 3 === 0,
        });
        if (i % 3 === 1) await own.call('DELETE', `/journal-entries/${draft.id}`);
      }
    };
    const writers = Promise.all([post(), post(), cancel(), edit(), edit()]).finally(() => {
      isOver = true;
    });
    const seen = new Map<number, Row>();
    let mark = '1970-01-01T00:00:00Z';
    for (let last = false; !last; ) {
      last = isOver;
      for await (const { data } of walk(own, `&updated_from=${mark}&include_drafts=true`))
        for (const row of data) {
          seen.set(row.id, row);
          if (row.updated_at > mark) mark = row.updated_at;
        }
    }
    await writers;
    const truth = (await rowsOf(walk(own, BEGINNING))).map((row) => [row.id, row]);
    expect(truth).toHaveLength((await stored(own)).length);
    for (const [id, row] of truth) expect(seen.get(id as number), `entry ${id}`).toEqual(row);
  });
});

describe('a cursor', () => {
  it('holds the filters: they may be left out, and a changed one is 400', async () => {
    const own = await ledger.books();
    await fill(own, 120);
    const { next_cursor } = (await read(own, `${BEGINNING}&date_from=2026-01-01`)).body.meta;
    const whole = await read(own, `${BEGINNING}&date_from=2026-01-01&cursor=${next_cursor}`);
    expect(idsOf((await read(own, `&cursor=${next_cursor}`)).body.data)).toEqual(idsOf(whole.body.data));
    expect(whole.body.data).toHaveLength(20);
    for (const [changed, field] of [
      ['&date_from=2026-01-02', 'date_from'],
      ['&date_to=2026-12-31', 'date_to'],
      ['&include_drafts=false', 'include_drafts'],
      ['&updated_from=1970-01-01T00:00:01Z', 'updated_from'],
    ] as const) {
      const answer = await read(own, `${changed}&cursor=${next_cursor}`);
      expect([answer.status, codeOf(answer), Object.keys(faultsOf(answer))], changed).toEqual([
        400,
        'common.validation_error',
        [field],
      ]);
    }
  });

  it('gives nothing of an account but that of the request, and only to who reaches that', async () => {
    const [own, other, stranger] = [await ledger.books(), await ledger.books(), await ledger.books()];
    await fill(own, 120);
    await fill(other, 120);
    const { next_cursor } = (await read(own)).body.meta;
    const denied = await stranger.call(
      'GET',
      `/journal-entries?client_account_id=${own.clientAccountId}&cursor=${next_cursor}`,
    );
    expect([denied.status, codeOf(denied)]).toEqual([403, 'accounting.client_account_access_denied']);
    const without = await stranger.call('GET', `/journal-entries?cursor=${next_cursor}`);
    expect(without.status).toBe(403);
    const elsewhere = await read(other, `&cursor=${next_cursor}`);
    expect([elsewhere.status, Object.keys(faultsOf(elsewhere))]).toEqual([400, ['client_account_id']]);
  });

  it('that was made or changed by hand is 400, or leads to rows that its maker may read anyway', async () => {
    const own = await ledger.books();
    await fill(own, 120);
    const { next_cursor } = (await read(own)).body.meta;
    const content = JSON.parse(Buffer.from(next_cursor, 'base64url').toString());
    const made = (changes: object) => Buffer.from(JSON.stringify({ ...content, ...changes })).toString('base64url');
    const wrong = [
      'x',
      '%00',
      'null',
      `${next_cursor}=`,
      next_cursor.slice(0, -3),
      'e30',
      Buffer.from('[]').toString('base64url'),
      'A'.repeat(5_000),
      made({ v: 2 }),
      made({ l: 'organisation.listProjects' }),
      made({ o: 'id' }),
      made({ o: '-first_posting_date' }),
      made({ a: [] }),
      made({ a: [null, '1'] }),
      made({ a: ['2026-02-31', '1'] }),
      made({ a: ['2026-02-01', '1; drop table journal_entries'] }),
      made({ a: ['2026-02-01', '99999999999999999999'] }),
      made({ a: ['2026-02-01', '1', '1'] }),
      made({ m: 'yesterday' }),
      made({ m: '2026-02-31T00:00:00.000000Z', a: ['0001-01-01', '0'] }),
      made({ n: -1 }),
      made({ n: 1e300 }),
      made({ p: 'x' }),
      made({ q: { client_account_id: '1' } }),
      made({ q: { cursor: next_cursor } }),
      made({ q: { nonsense: '1' } }),
      made({ q: { date_from: 'yesterday' } }),
      made({ q: { external_id: '\0' } }),
      made({ d: {} }),
      made({ extra: 1 }),
    ];
    for (const cursor of wrong) {
      const answer = await read(own, `&cursor=${cursor}`);
      expect([answer.status, codeOf(answer)], cursor.slice(0, 300)).toEqual([400, 'common.validation_error']);
    }
    // A position of one's own choosing is a place in one's own list.
    const moved = await read(own, `&cursor=${made({ a: ['9999-12-31', '1'] })}`);
    expect([moved.status, moved.body.data.length]).toEqual([200, 100]);
  });
});
