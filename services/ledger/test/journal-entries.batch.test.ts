import { randomUUID } from 'node:crypto';
import { BatchOut } from '@app/api/ledger/index';
import type { TestAnswer } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

type Entry = Readonly<Record<string, unknown>>;

const batch = (own: Books, atomic: boolean, entries: readonly unknown[], key?: string, query = '') =>
  own.call(
    'POST',
    `/journal-entries/batch${query}`,
    { client_account_id: own.clientAccountId, atomic, entries },
    key ? { 'Idempotency-Key': key } : undefined,
  );

const numbersOf = (results: readonly { readonly sequence_number?: number | null }[]) =>
  results.map((result) => result.sequence_number);
const postedCount = async (own: Books): Promise<number> =>
  (await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}&include_drafts=true`)).body.meta
    .records;

const unbalanced: Entry = { lines: [debit('6300', '100.00'), credit('1920', '90.00')] };

describe('a batch', () => {
  it('creates entries and drafts in order: numbers are those that single calls would have got', async () => {
    books = await ledger.books();
    await books.posted();
    for (const atomic of [true, false]) {
      const before = (await books.posted()).sequence_number;
      const answer = await batch(books, atomic, [
        rent('1.00'),
        { ...rent('2.00'), is_draft: true },
        rent('3.00'),
        rent('4.00'),
      ]);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ created: 4, refused: 0 });
      expect(numbersOf(answer.body.results)).toEqual([before + 1, null, before + 2, before + 3]);
      for (const [index, amount] of ['1.00', '2.00', '3.00', '4.00'].entries()) {
        const read = await books.call('GET', `/journal-entries/${answer.body.results[index].id}`);
        expect(read.body.lines[0].debit).toBe(amount);
      }
    }
    await ledger.expectSound(books.clientAccountId);
  });

  it('gives the entries themselves when asked, as GET shows them', async () => {
    books = await ledger.books();
    ledger.own(books.clientAccountId, 'project', { id: 5, name: 'Roof' });
    const tagged = rent('10.00', { tax_code: '1', dimensions: [{ relation_type: 'project', relation_id: 5 }] });
    const answer = await batch(books, false, [rent(), unbalanced, tagged], undefined, '?with=journal_entry');
    expect(BatchOut.parse(answer.body)).toEqual(answer.body);
    for (const place of [0, 2]) {
      const { id, journal_entry } = answer.body.results[place];
      const { body } = await books.call('GET', `/journal-entries/${id}`);
      for (const line of body.lines) delete line.account;
      expect(journal_entry).toEqual(body);
    }
  });

  it('takes one entry, and a thousand', async () => {
    books = await ledger.books();
    expect((await batch(books, true, [rent()])).body).toMatchObject({
      created: 1,
      results: [{ status: 201, sequence_number: 1 }],
    });
    const many = await batch(
      books,
      true,
      Array.from({ length: 1_000 }, (_, index) => rent(`${index + 1}.00`)),
    );
    expect(numbersOf(many.body.results)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 2));
    await ledger.expectSound(books.clientAccountId);
  });

  it('announces every entry once', async () => {
    books = await ledger.books();
    await batch(books, false, [rent(), unbalanced, { ...rent(), is_draft: true }, rent()]);
    const published = await ledger.asOwner(
      (sql) =>
        sql<
          { subject: string }[]
        >`select subject from outbox where client_account_id = ${books.clientAccountId} order by subject`,
    );
    expect(published.map(({ subject }) => subject)).toEqual([
      'events.ledger.client_account.first_posting',
      'events.ledger.journal_entry.drafted',
      'events.ledger.journal_entry.posted',
      'events.ledger.journal_entry.posted',
    ]);
  });
});

/** One entry per way of being refused. */
const refused: Readonly<Record<string, Entry>> = {
  'a malformed amount': { lines: [debit('6300', '1e2'), credit('1920', '100.00')] },
  'no lines': { description: 'Empty' },
  'an id': { ...rent(), id: 5 },
  'lines out of balance': unbalanced,
  'lines out of balance on a date': {
    lines: [debit('6300', '1.00'), credit('1920', '1.00', { posting_date: '2026-03-15' })],
  },
  'an unknown account': { lines: [debit('9999', '1.00'), credit('1920', '1.00')] },
  'an unknown account and lines out of balance': { lines: [debit('9999', '2.00'), credit('1920', '1.00')] },
  'an unknown tax code': rent('1.00', { tax_code: '777' }),
  'an unknown dimension': rent('1.00', { dimensions: [{ relation_type: 'project', relation_id: 404 }] }),
  'a locked date': rent('1.00', { posting_date: '2020-01-01' }),
  'a voucher with an entry': { ...rent(), voucher_id: 1 },
  'an unknown voucher': { ...rent(), voucher_id: 404 },
};

describe('with refused entries', () => {
  beforeAll(async () => {
    books = await ledger.books();
    for (const id of [1, 2, 3]) ledger.own(books.clientAccountId, 'voucher', { id });
    await books.posted({ ...rent(), voucher_id: 1 });
    const lock = await books.call('POST', '/period-locks', {
      client_account_id: books.clientAccountId,
      locked_until_date: '2025-12-31',
      locking_comment: 'Year end',
    });
    expect(lock.status).toBe(201);
  });

  it('and atomic false, each gets the status and the error of the single call, in its place; the others are created [JEX-R53]', async () => {
    const singles: TestAnswer[] = [];
    for (const entry of Object.values(refused)) singles.push(await books.post(entry));
    const first = (await books.posted()).sequence_number;
    const answer = await batch(
      books,
      false,
      Object.values(refused).flatMap((entry) => [entry, rent()]),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ created: singles.length, refused: singles.length });
    const requestId = answer.headers.get('x-request-id');
    for (const [index, [what, single]] of Object.keys(refused)
      .map((name, at) => [name, singles[at]!] as const)
      .entries()) {
      expect([what, single.status]).toEqual([what, expect.toSatisfy((status: number) => status >= 400)]);
      const { request_id, ...error } = answer.body.results[2 * index].error;
      const { request_id: _own, ...alone } = single.body.error;
      expect({ what, status: answer.body.results[2 * index].status, ...error }).toEqual({
        what,
        status: single.status,
        ...alone,
      });
      expect(request_id).toBe(requestId);
      expect(answer.body.results[2 * index + 1]).toMatchObject({ status: 201, sequence_number: first + 1 + index });
    }
    await ledger.expectSound(books.clientAccountId);
  });

  it.each(Object.entries(refused))('and atomic true, %s leaves nothing behind', async (_, entry) => {
    const before = await postedCount(books);
    const single = await books.post(entry);
    const answer = await batch(books, true, [rent(), entry, rent()]);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect(answer.body.error.details).toMatchObject({ index: 1, status: single.status, code: codeOf(single) });
    expect(faultsOf(answer)).toEqual(
      Object.fromEntries(Object.entries(faultsOf(single)).map(([field, message]) => [`entries.1.${field}`, message])),
    );
    expect(await postedCount(books)).toBe(before);
    expect((await books.posted()).sequence_number).toBe(before + 1);
  });

  it('and atomic true, every fault of every entry is reported', async () => {
    const answer = await batch(books, true, [
      unbalanced,
      7,
      refused['an unknown account and lines out of balance'],
      rent(),
    ]);
    expect(answer.status).toBe(400);
    expect(Object.keys(faultsOf(answer))).toEqual([
      'entries.0.lines',
      'entries.1',
      'entries.2.lines',
      'entries.2.lines.0.account_code',
    ]);
  });

  it('and atomic true, the first faulty entry is named, whatever is wrong with it', async () => {
    const locked = await batch(books, true, [
      rent(),
      refused['a locked date'],
      refused['a voucher with an entry'],
      unbalanced,
    ]);
    expect([locked.status, codeOf(locked), locked.body.error.message]).toEqual([
      400,
      'common.validation_error',
      'entries.1 cannot be stored: Posting dates up to 2025-12-31 are locked; choose a later date or move the period lock (and 2 more entries are faulty)',
    ]);
    expect(locked.body.error.details).toMatchObject({
      ...{ index: 1, status: 409, code: 'accounting.period_locked', locked_until_date: '2025-12-31' },
      fields: [
        { field: 'entries.1.lines.0.posting_date' },
        { field: 'entries.1.lines.1.posting_date' },
        { field: 'entries.2.voucher_id' },
        { field: 'entries.3.lines' },
      ],
    });
    const mistaken = await batch(books, true, [unbalanced, refused['a locked date']]);
    expect(mistaken.body.error.details).toMatchObject({ index: 0, status: 400, code: 'common.validation_error' });
    expect(mistaken.body.error.message).toMatch(
      /^entries\.0\.lines are out of balance.* \(and 1 more entry is faulty\)$/,
    );
  });

  it('of two entries for one voucher the second is refused, unless the first was', async () => {
    const pair = (first: Entry) => [
      { ...first, voucher_id: 2 },
      { ...rent('2.00'), voucher_id: 2 },
    ];
    const atomic = await batch(books, true, pair(rent()));
    expect([atomic.status, Object.keys(faultsOf(atomic))]).toEqual([400, ['entries.1.voucher_id']]);
    const second = await batch(books, false, pair(unbalanced));
    expect(second.body.results.map(({ status }: { status: number }) => status)).toEqual([400, 201]);
    const both = await batch(
      books,
      false,
      pair(rent()).map((entry) => ({ ...entry, voucher_id: 3 })),
    );
    expect(both.body.results.map(({ status }: { status: number }) => status)).toEqual([201, 409]);
    expect(both.body.results[1].error.details.fields[0].field).toBe('voucher_id');
  });

  it('an entry for another client account is refused', async () => {
    const other = await ledger.books();
    const entry = { ...rent(), client_account_id: other.clientAccountId };
    expect(Object.keys(faultsOf(await batch(books, true, [entry])))).toEqual(['entries.0.client_account_id']);
    const each = await batch(books, false, [entry, { ...rent(), client_account_id: books.clientAccountId }]);
    expect(each.body.results.map(({ status }: { status: number }) => status)).toEqual([400, 201]);
  });

  it('the owners of dimensions are asked once about all that no event has named yet', async () => {
    const own = await ledger.books();
    for (let id = 1; id <= 50; id++) ledger.own(own.clientAccountId, 'project', { id });
    const before = ledger.asked.resolve;
    const entries = Array.from({ length: 50 }, (_, index) =>
      rent('1.00', { dimensions: [{ relation_type: 'project', relation_id: index + 1 }] }),
    );
    expect((await batch(own, false, entries)).body).toMatchObject({ created: 50, refused: 0 });
    expect(ledger.asked.resolve).toBe(before + 1);
  });
});

describe('the call itself', () => {
  beforeAll(async () => {
    books = await ledger.books();
  });

  it('takes 1 to 1000 entries and says so', async () => {
    for (const entries of [[], Array.from({ length: 1_001 }, () => rent())]) {
      const answer = await batch(books, false, entries);
      expect([answer.status, faultsOf(answer)]).toEqual([400, { entries: 'must hold 1 to 1000 entries' }]);
    }
    const { status, body } = await books.call('POST', '/journal-entries/batch', {
      client_account_id: books.clientAccountId,
      atomic: true,
    });
    expect([status, body.error.details.fields[0].field]).toEqual([400, 'entries']);
  });

  it('takes 10 000 lines at most', async () => {
    const long = { lines: Array.from({ length: 100 }, () => [debit('6300', '1.00'), credit('1920', '1.00')]).flat() };
    const answer = await batch(
      books,
      false,
      Array.from({ length: 51 }, () => long),
    );
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['entries']]);
    expect((await batch(books, true, Array(50).fill(long))).body).toMatchObject({ created: 50 });
  });

  it('says whether it is all or none: there is no default', async () => {
    const answer = await books.call('POST', '/journal-entries/batch', {
      client_account_id: books.clientAccountId,
      entries: [rent()],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([400, { atomic: 'is required' }]);
  });

  it('is refused whole without access, without a role that may write, and on an inactive client account', async () => {
    const stranger = await ledger.books();
    const denied = await stranger.call('POST', '/journal-entries/batch', {
      client_account_id: books.clientAccountId,
      atomic: false,
      entries: [rent()],
    });
    expect([denied.status, codeOf(denied)]).toEqual([403, 'accounting.client_account_access_denied']);
    const inactive = await ledger.books({ isActive: false });
    expect([(await batch(inactive, false, [rent()])).status]).toEqual([409]);
  });

  it('with one key is done once, whatever its outcome: the answer comes again', async () => {
    const own = await ledger.books();
    for (const atomic of [true, false]) {
      for (const entries of [
        [rent(), rent()],
        [rent(), unbalanced],
      ]) {
        const key = randomUUID();
        const first = await batch(own, atomic, entries, key);
        const count = await postedCount(own);
        const again = await batch(own, atomic, entries, key);
        expect([again.status, again.body]).toEqual([first.status, first.body]);
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        expect(await postedCount(own)).toBe(count);
      }
    }
    const key = randomUUID();
    await batch(own, true, [rent()], key);
    expect((await batch(own, true, [rent('2.00')], key)).status).toBe(422);
  });

  it('is taken back whole when its key was taken by somebody meanwhile', async () => {
    const own = await ledger.books();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => batch(own, false, [rent(), unbalanced, rent()], key)),
    );
    const stored = answers.filter(({ status }) => status === 200);
    expect(stored.length).toBeGreaterThan(0);
    for (const answer of answers)
      if (answer.status !== 200)
        expect([codeOf(answer), answer.headers.get('retry-after')]).toEqual(['common.idempotency_in_progress', '1']);
    expect(await postedCount(own)).toBe(2);
  });
});

it('batches that race for the same vouchers leave each voucher one entry and no gap', async () => {
  const own = await ledger.books();
  const vouchers = Array.from({ length: 20 }, (_, index) => index + 1);
  for (const id of vouchers) ledger.own(own.clientAccountId, 'voucher', { id });
  // Warm: the projection knows the vouchers, so that the race is for them alone.
  await batch(own, true, [{ ...rent(), voucher_id: 1, is_draft: true }]);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, caller) =>
      batch(
        own,
        false,
        vouchers.map((id) => ({ ...rent(`${caller + 1}.00`), voucher_id: id })),
        caller % 2 ? randomUUID() : undefined,
      ),
    ),
  );
  const created = answers.flatMap(({ status, body }) => {
    expect(status).toBe(200);
    return body.results.filter((result: { status: number }) => result.status === 201);
  });
  expect(numbersOf(created).sort((a, b) => a! - b!)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
  await ledger.expectSound(own.clientAccountId);
});

it('a batch that breaks off when some of it is in the books says what is stored, and what failed', async () => {
  books = await ledger.books();
  await books.posted();
  // The second waits for the first, which has its external_id; by the time its project is asked about that is stored.
  const project = { dimensions: [{ relation_type: 'project', relation_id: 404 }] };
  const entriesOf = (external_id: string) => [
    { ...rent('1.00'), external_id },
    { ...rent('2.00', project), external_id },
    rent('3.00'),
  ];
  ledger.unreachable.add(404);
  try {
    const { status, body } = await batch(books, false, entriesOf('a'));
    expect([status, body.created, body.refused]).toEqual([200, 2, 1]);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 503, 201]);
    expect(body.results[1].error.code).toBe('common.service_unavailable');
    expect(await postedCount(books)).toBe(3);
    // With a key all of it is one transaction: nothing is stored.
    expect((await batch(books, false, entriesOf('b'), 'breaks-off')).status).toBe(503);
    expect(await postedCount(books)).toBe(3);
  } finally {
    ledger.unreachable.delete(404);
  }
  const again = await batch(books, false, entriesOf('b'), 'breaks-off');
  expect([again.status, again.body.created, again.headers.get('idempotent-replayed')]).toEqual([200, 2, null]);
  await ledger.expectSound(books.clientAccountId);
});
