import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, codeOf, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const entriesOf = async (own: Books) =>
  (await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}&include_drafts=true`)).body;

it('fifty postings at once get the numbers 1 to 50 [JEX-R08]', async () => {
  const own = await ledger.books();
  const answers = await times(50, () => own.post(rent()));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
  expect(answers.map(({ body }) => body.sequence_number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  await ledger.expectSound(own.clientAccountId);
});

it('of twenty cancels at once one posts a reversal', async () => {
  const own = await ledger.books();
  const { id } = await own.posted();
  const answers = await times(20, () =>
    own.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'twice' }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
  const { data, meta } = await entriesOf(own);
  expect(meta.records).toBe(2);
  expect(data.map(({ cancelled }: { cancelled: string }) => cancelled).sort()).toEqual(['C', 'Y']);
  await ledger.expectSound(own.clientAccountId);
});

it('nothing is posted into a period after it was locked, however close the two come', async () => {
  for (let round = 0; round < 5; round++) {
    const own = await ledger.books();
    await own.posted(rent('1.00', { posting_date: '2026-04-01' }));
    const locking = own.call('POST', '/period-locks', {
      client_account_id: own.clientAccountId,
      locked_until_date: '2026-03-31',
      locking_comment: 'x',
    });
    const postings = await times(16, async (i) => {
      if (i > 7) await locking;
      return own.post(rent('1.00', { posting_date: '2026-03-14' }));
    });
    expect((await locking).status).toBe(201);
    for (const { status, body } of postings)
      expect([status, body.error?.code ?? 'posted'], String(round)).toEqual(
        status === 201 ? [201, 'posted'] : [409, 'accounting.period_locked'],
      );
    // After the answer to the lock nothing gets through.
    expect(postings.slice(8).map(({ status }) => status)).toEqual(Array(8).fill(409));
    const posted = postings.filter(({ status }) => status === 201);
    expect(posted.map(({ body }) => body.sequence_number).sort((a, b) => a - b)).toEqual(posted.map((_, i) => i + 2));
    // What was posted was posted before the lock was stored: its event comes first.
    const published = (await ledger.events())
      .filter(({ clientAccountId }) => clientAccountId === own.clientAccountId)
      .map(({ name }) => name);
    expect(published.slice(published.indexOf('ledger.period.locked') + 1)).toEqual([]);
    await ledger.expectSound(own.clientAccountId);
  }
});

it('a posting that is under way holds the lock up, and one that waits sees it', async () => {
  const own = await ledger.books();
  await own.posted(rent('1.00', { posting_date: '2026-04-01' }));
  const lock = () =>
    own.call('POST', '/period-locks', {
      client_account_id: own.clientAccountId,
      locked_until_date: '2026-03-31',
      locking_comment: 'x',
    });
  let locking: Promise<{ readonly status: number }> | undefined;
  let isLocked = false;
  await ledger.db.raw.begin(async (sql) => {
    // The place of a posting that has passed its checks and has not committed.
    await sql`select pg_advisory_xact_lock_shared(hashtextextended('ledger.books', ${own.clientAccountId}))`;
    locking = lock();
    void locking.then(() => (isLocked = true));
    await ledger.waitForBlocked(1);
    expect(isLocked).toBe(false);
  });
  expect((await locking!).status).toBe(201);
  expect((await own.post(rent('1.00', { posting_date: '2026-03-14' }))).status).toBe(409);
});

it('of ten entries for one voucher at once one is stored', async () => {
  const own = await ledger.books();
  ledger.own(own.clientAccountId, 'voucher', { id: 1 });
  const answers = await times(10, (i) => own.post({ ...rent(), voucher_id: 1, is_draft: i % 2 === 0 }));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers)
    if (answer.status !== 201) expect([answer.status, codeOf(answer)]).toEqual([409, 'common.conflict']);
  expect((await entriesOf(own)).meta.records).toBe(1);
  await ledger.expectSound(own.clientAccountId);
});

it('of ten requests with one key one posts; the others get its answer or are asked to wait', async () => {
  const own = await ledger.books();
  const body = { client_account_id: own.clientAccountId, ...rent() };
  const keyed = () => own.call('POST', '/journal-entries/', body, { 'idempotency-key': 'order-1' });
  const answers = await times(10, keyed);
  const done = answers.filter(({ status }) => status === 201);
  expect(done.length).toBeGreaterThan(0);
  for (const answer of answers)
    if (answer.status !== 201) expect([answer.status, codeOf(answer)]).toEqual([409, 'common.idempotency_in_progress']);
  const again = await keyed();
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', done[0]!.body]);
  expect((await entriesOf(own)).meta.records).toBe(1);
  const other = await own.call(
    'POST',
    '/journal-entries/',
    { ...body, description: 'Other' },
    { 'idempotency-key': 'order-1' },
  );
  expect([other.status, codeOf(other)]).toEqual([422, 'common.idempotency_mismatch']);
});

it('a keyed posting that is refused leaves nothing, and reads through on the way', async () => {
  const own = await ledger.books();
  ledger.own(own.clientAccountId, 'project', { id: 1 });
  const keyed = (key: string, dimensions: readonly object[], amount = '1.00') =>
    own.call(
      'POST',
      '/journal-entries/',
      { client_account_id: own.clientAccountId, ...rent(amount, { dimensions }) },
      { 'idempotency-key': key },
    );
  expect((await keyed('a', [{ relation_type: 'project', relation_id: 404 }])).status).toBe(400);
  expect((await entriesOf(own)).meta.records).toBe(0);
  const posted = await keyed('b', [{ relation_type: 'project', relation_id: 1 }]);
  expect([posted.status, posted.body.sequence_number]).toEqual([201, 1]);
  await ledger.expectSound(own.clientAccountId);
});

it('a dry run answers as the real call would and leaves nothing', async () => {
  const own = await ledger.books();
  const body = { client_account_id: own.clientAccountId, ...rent() };
  const dryRun = await ledger.call('POST', '/api/v2/journal-entries/', { token: own.token, body, dryRun: true });
  expect([dryRun.status, dryRun.body.sequence_number]).toEqual([201, 1]);
  expect((await entriesOf(own)).meta.records).toBe(0);
  const real = await own.post(rent());
  const shape = (entry: { lines: { id: number }[] }) => ({
    ...entry,
    id: 0,
    created_at: '',
    updated_at: '',
    posted_at: '',
    lines: entry.lines.map((line) => ({ ...line, id: 0, journal_entry_id: 0 })),
  });
  expect(shape(dryRun.body)).toEqual(shape(real.body));
});

it('postings, changes, cancellations and removals all at once leave sound books', async () => {
  const own = await ledger.books();
  const drafts = await times(8, () => own.posted({ ...rent('5.00'), is_draft: true }));
  const posted = await times(8, () => own.posted(rent('7.00')));
  const work = [
    ...drafts.map(
      ({ id }, i) =>
        () =>
          own.call('PUT', `/journal-entries/${id}`, { lines: rent(`${i + 1}.00`).lines, is_draft: i % 2 === 0 }),
    ),
    ...drafts.map(
      ({ id }) =>
        () =>
          own.call('DELETE', `/journal-entries/${id}`),
    ),
    ...posted.map(
      ({ id }) =>
        () =>
          own.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'x' }),
    ),
    ...posted.map(
      ({ id, lines }) =>
        () =>
          ledger
            .claim(own.clientAccountId, lines[0].id, id % 2 === 0 ? 'external' : 'internal', '7.00')
            .catch(() => undefined),
    ),
    ...Array.from({ length: 16 }, () => () => own.post(rent('3.00'))),
  ];
  const answers = await Promise.all(work.map((each) => each()));
  for (const answer of answers)
    if (typeof answer === 'object')
      expect([200, 201, 400, 404, 409], JSON.stringify(answer.body)).toContain(answer.status);
  await ledger.expectSound(own.clientAccountId);
});

it('more requests than connections are all answered', async () => {
  const accounts = await times(8, () => ledger.books());
  for (const own of accounts) ledger.own(own.clientAccountId, 'project', { id: 1 });
  // Every one of them reads through first: none may wait for a second connection while it holds one.
  const answers = await times(64, (i) =>
    accounts[i % 8]!.call(
      'POST',
      '/journal-entries/',
      {
        client_account_id: accounts[i % 8]!.clientAccountId,
        ...rent('1.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }] }),
      },
      i % 2 === 0 ? { 'idempotency-key': `k${i}` } : {},
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(201));
});
