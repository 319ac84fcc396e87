import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, codeOf, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

// What a caller keeps with an entry: its own id of it.

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
});
beforeEach(async () => {
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

type Entry = Readonly<Record<string, unknown>>;

const get = async (id: number) => (await books.call('GET', `/journal-entries/${id}`)).body;
const list = async (query: string) =>
  (await books.call('GET', `/journal-entries?client_account_id=${books.clientAccountId}&${query}`)).body.data;
const patch = (id: number, body: unknown) => books.call('PATCH', `/journal-entries/${id}`, body);
const batch = (own: Books, atomic: boolean, entries: readonly Entry[]) =>
  own.call('POST', '/journal-entries/batch?with=journal_entry', {
    client_account_id: own.clientAccountId,
    atomic,
    entries,
  });
const storedCount = async (own: Books): Promise<number> =>
  (await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}&include_drafts=true`)).body.meta
    .records;
const statusesOf = (results: readonly { readonly status: number }[]) => results.map(({ status }) => status);

describe('external_id', () => {
  it('comes back everywhere, and finds the entry [JEX-R54]', async () => {
    const posted = await books.posted({ ...rent(), external_id: '  visma-1  ' });
    expect(posted.external_id).toBe('visma-1');
    const other = await books.posted();
    expect(other).toMatchObject({ external_id: null, metadata: null });
    expect(await get(posted.id)).toEqual(posted);
    expect((await list('external_id=visma-1')).map(({ id }: { id: number }) => id)).toEqual([posted.id]);
    expect(await list('external_id=visma-2')).toEqual([]);
    const draft = await books.posted({ ...rent(), external_id: 'visma-2', is_draft: true });
    expect((await list('external_id=visma-2&include_drafts=true'))[0]).toMatchObject({
      id: draft.id,
      external_id: 'visma-2',
    });
  });

  it.each([
    ['', 'must not be empty'],
    ['   ', 'must not be empty'],
    ['x'.repeat(101), 'must have at most 100 characters'],
    [5, 'must be text'],
    ['a\0b', 'must not hold NUL characters'],
  ])('%j 400', async (external_id, message) => {
    const answer = await books.post({ ...rent(), external_id });
    expect([answer.status, faultsOf(answer)]).toEqual([400, { external_id: message }]);
  });

  it('a hundred characters are taken, of any script', async () => {
    for (const external_id of ['x'.repeat(100), 'ø'.repeat(100), '\u{1F600}'.repeat(50)])
      expect((await books.posted({ ...rent(), external_id })).external_id).toBe(external_id);
  });

  it('that another entry has 409 with its id: posted, draft or cancelled [JEX-R54]', async () => {
    const posted = await books.posted({ ...rent(), external_id: 'a' });
    const draft = await books.posted({ ...rent(), external_id: 'b', is_draft: true });
    const cancelled = await books.posted({ ...rent(), external_id: 'c' });
    await patch(cancelled.id, { cancelled: 'Y', cancellation_reason: 'x' });
    const before = await storedCount(books);
    for (const [external_id, { id }] of [
      ['a', posted],
      ['b', draft],
      ['c', cancelled],
    ] as const)
      for (const is_draft of [false, true]) {
        const answer = await books.post({ ...rent(), external_id, is_draft });
        expect([answer.status, codeOf(answer), answer.body.error.details.id]).toEqual([409, 'common.conflict', id]);
        expect(answer.body.error.message).toBe(`external_id is "${external_id}", which journal entry ${id} has`);
      }
    expect(await storedCount(books)).toBe(before);
    await ledger.expectSound(books.clientAccountId);
  });

  it('is free again when its draft is deleted, and each client account has its own', async () => {
    const draft = await books.posted({ ...rent(), external_id: 'a', is_draft: true });
    await books.call('DELETE', `/journal-entries/${draft.id}`);
    await books.posted({ ...rent(), external_id: 'a' });
    const other = await ledger.books();
    await other.posted({ ...rent(), external_id: 'a' });
    // Nothing of another client account's is reported, not even that it exists.
    expect(
      (await books.call('GET', `/journal-entries?client_account_id=${other.clientAccountId}&external_id=a`)).status,
    ).toBe(403);
  });

  it('of a draft stays, changes and is cleared with PUT, and is no conflict with itself [JEX-R54]', async () => {
    const taken = await books.posted({ ...rent(), external_id: 'taken' });
    const draft = await books.posted({ ...rent(), external_id: 'a', metadata: { n: 1 }, is_draft: true });
    const put = (body: Entry) => books.call('PUT', `/journal-entries/${draft.id}`, { lines: draft.lines, ...body });
    expect((await put({})).body).toMatchObject({ external_id: 'a', metadata: { n: 1 } });
    expect((await put({ external_id: 'a' })).status).toBe(200);
    const refused = await put({ external_id: 'taken' });
    expect([refused.status, refused.body.error.details.id]).toEqual([409, taken.id]);
    expect((await put({ external_id: 'b', metadata: { n: 2 } })).body).toMatchObject({
      external_id: 'b',
      metadata: { n: 2 },
    });
    expect((await put({ external_id: null, metadata: null })).body).toMatchObject({
      external_id: null,
      metadata: null,
    });
    const posted = await put({ external_id: 'c', is_draft: false });
    expect(posted.body).toMatchObject({ external_id: 'c', is_draft: false });
  });

  it('a mistake is reported before a reference that is taken, and a voucher that is taken with it', async () => {
    ledger.own(books.clientAccountId, 'voucher', { id: 1 });
    const { id } = await books.posted({ ...rent(), external_id: 'a', voucher_id: 1 });
    const mistaken = await books.post({ ...rent('1.00', { account_code: '9999' }), external_id: 'a' });
    expect([mistaken.status, Object.keys(faultsOf(mistaken)).includes('external_id')]).toEqual([400, false]);
    const both = await books.post({ ...rent(), external_id: 'a', voucher_id: 1 });
    expect([both.status, both.body.error.details.id, Object.keys(faultsOf(both)).sort()]).toEqual([
      409,
      id,
      ['external_id', 'voucher_id'],
    ]);
  });

  it('of many posts at once one wins, the others learn its id, and no number is lost [JEX-R54]', async () => {
    await books.posted();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        books.call(
          'POST',
          '/journal-entries/',
          {
            client_account_id: books.clientAccountId,
            ...rent(`${at + 1}.00`),
            external_id: `race-${at % 3}`,
            is_draft: at % 4 === 3,
          },
          at % 2 ? { 'Idempotency-Key': randomUUID() } : undefined,
        ),
      ),
    );
    for (const name of ['race-0', 'race-1', 'race-2']) {
      const own = answers.filter((_, at) => `race-${at % 3}` === name);
      const [winner, ...others] = own.filter(({ status }) => status === 201);
      expect(others).toEqual([]);
      for (const answer of own)
        if (answer !== winner) expect([answer.status, answer.body.error.details?.id]).toEqual([409, winner!.body.id]);
    }
    await ledger.expectSound(books.clientAccountId);
  });

  it('of a draft that takes it and a post that races one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const draft = await books.posted({ ...rent(), is_draft: true });
      const answers = await Promise.all([
        books.call('PUT', `/journal-entries/${draft.id}`, { lines: draft.lines, external_id: `r${round}` }),
        books.post({ ...rent(), external_id: `r${round}` }),
      ]);
      expect(answers.map(({ status }) => Math.floor(status / 100)).sort()).toEqual([2, 4]);
      const loser = answers.find(({ status }) => status === 409);
      const winner = answers.find(({ status }) => status < 300);
      expect(loser!.body.error.details.id).toBe(winner!.body.id);
    }
    await ledger.expectSound(books.clientAccountId);
  });

  it('a dry run is refused alike, and takes nothing', async () => {
    const rehearse = (entry: Entry) =>
      ledger.call('POST', '/api/v2/journal-entries/', {
        ...{ token: books.token, dryRun: true },
        body: { client_account_id: books.clientAccountId, ...rent(), ...entry },
      });
    expect(await rehearse({ external_id: 'a', metadata: { n: 1 } })).toMatchObject({
      status: 201,
      body: { external_id: 'a', metadata: { n: 1 } },
    });
    const { id } = await books.posted({ ...rent(), external_id: 'a' });
    expect(await rehearse({ external_id: 'a' })).toMatchObject({ status: 409, body: { error: { details: { id } } } });
  });
});

describe('in a batch', () => {
  it('references and metadata come back', async () => {
    const { body } = await batch(books, true, [
      { ...rent(), external_id: 'a', metadata: { row: 1 } },
      rent(),
      { ...rent(), external_id: 'b', is_draft: true },
    ]);
    expect(
      body.results.map(({ journal_entry: { external_id, metadata } }: { journal_entry: Entry }) => [
        external_id,
        metadata,
      ]),
    ).toEqual([
      ['a', { row: 1 }],
      [null, null],
      ['b', null],
    ]);
    for (const { journal_entry, id } of body.results)
      expect(await get(id)).toMatchObject({ external_id: journal_entry.external_id });
  });

  it('of two entries with one reference the second is refused, unless the first was [JEX-R54]', async () => {
    const pair = (first: Entry): Entry[] => [rent(), { ...first, external_id: 'a' }, { ...rent(), external_id: 'a' }];
    const all = await batch(books, true, pair(rent()));
    expect([all.status, all.body.error.details.index, Object.keys(faultsOf(all))]).toEqual([
      400,
      2,
      ['entries.2.external_id'],
    ]);
    const second = await batch(books, false, pair({ lines: [] }));
    expect(statusesOf(second.body.results)).toEqual([201, 400, 201]);
    const other = await ledger.books();
    const { body } = await batch(other, false, pair(rent()));
    expect(statusesOf(body.results)).toEqual([201, 201, 409]);
    expect(body.results[2].error.details.id).toBe(body.results[1].id);
    await ledger.expectSound(other.clientAccountId);
  });

  it('an import that is sent again stores nothing twice and learns every id [JEX-R54]', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ ...rent(`${at + 1}.00`), external_id: `row-${at}` }));
    const first = await batch(books, false, rows.slice(0, 12));
    const again = await batch(books, false, rows);
    expect(again.body).toMatchObject({ created: 8, refused: 12 });
    for (const [at, { status, error }] of again.body.results.slice(0, 12).entries())
      expect([status, error.code, error.details.id]).toEqual([409, 'common.conflict', first.body.results[at].id]);
    const all = await batch(books, true, [rent(), rows[3]!]);
    expect([all.status, all.body.error.details]).toEqual([
      400,
      expect.objectContaining({ index: 1, status: 409, code: 'common.conflict', id: first.body.results[3].id }),
    ]);
    expect(await storedCount(books)).toBe(20);
  });

  it('batches that race for the same references leave each one entry, and no gap', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `r-${at}`);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, caller) =>
        batch(
          books,
          false,
          (caller % 2 ? names : names.toReversed()).map((external_id) => ({ ...rent(), external_id })),
        ),
      ),
    );
    const created = answers.flatMap(({ status, body }) => {
      expect(status).toBe(200);
      return body.results.filter((result: { status: number }) => result.status === 201);
    });
    const stored = created.map(
      ({ journal_entry }: { journal_entry: { external_id: string } }) => journal_entry.external_id,
    );
    expect(stored.sort()).toEqual(names.sort());
    await ledger.expectSound(books.clientAccountId);
  });
});
