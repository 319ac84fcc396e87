import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Books, codeOf, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

// What a caller keeps with an entry: an object of its own.

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
});
beforeEach(async () => {
  ledger.setClock(null);
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const get = async (id: number) => (await books.call('GET', `/journal-entries/${id}`)).body;
const patch = (id: number, body: unknown) => books.call('PATCH', `/journal-entries/${id}`, body);
const list = async (query: string) =>
  (await books.call('GET', `/journal-entries?client_account_id=${books.clientAccountId}&${query}`)).body.data;
/** Sends text, for what a test's own JSON would not write. */
const sendText = (method: string, path: string, body: string) =>
  ledger.call(method, `/api/v2${path}`, { token: books.token, headers: { 'content-type': 'application/json' }, body });

it('comes back as it was sent: order, spaces, numbers to the last digit [JEX-R55]', async () => {
  const metadata =
    '{"z":"  text  ","a":1.10,"big":12345678901234567890123,"small":-1e-7,"yes":true,"no":false,"__proto__":"x","ø":"\u{1F600}","":0}';
  const entry = JSON.stringify({ client_account_id: books.clientAccountId, ...rent(), metadata: {} });
  const answer = await sendText('POST', '/journal-entries/', entry.replace('"metadata":{}', `"metadata":${metadata}`));
  expect(answer.status).toBe(201);
  expect(answer.bytes.toString('utf8')).toContain(`"metadata":${metadata}`);
  const read = await books.call('GET', `/journal-entries/${answer.body.id}`);
  expect(read.bytes.toString('utf8')).toContain(`"metadata":${metadata}`);
  expect((await list('date_from=2026-01-01'))[0].metadata.z).toBe('  text  ');
});

it.each([
  ['a list', [], 'metadata', 'must be an object'],
  ['text', 'x', 'metadata', 'must be an object'],
  ['a number', 5, 'metadata', 'must be an object'],
  ['an object inside', { a: { b: 1 } }, 'metadata.a', 'must be text, a number, true or false'],
  ['a list inside', { a: [1] }, 'metadata.a', 'must be text, a number, true or false'],
  ['null inside', { a: null }, 'metadata.a', 'must be text, a number, true or false'],
  ['a NUL in text', { a: 'x\0' }, 'metadata.a', 'must not hold NUL characters'],
  ['a NUL in a name', { 'x\0': 1 }, 'metadata.x\0', 'must not have NUL characters in its name'],
  ['too much', { a: 'x'.repeat(16_377) }, 'metadata', 'has 16385 bytes as JSON; at most 16384 are kept'],
  ['too much in bytes', { a: 'ø'.repeat(8_189) }, 'metadata', 'has 16386 bytes as JSON; at most 16384 are kept'],
])('%s 400 [JEX-R55]', async (_, metadata, field, message) => {
  const { id } = await books.posted();
  for (const answer of [await books.post({ ...rent(), metadata }), await patch(id, { metadata })])
    expect([answer.status, faultsOf(answer)]).toEqual([400, { [field]: message }]);
  expect((await get(id)).metadata).toBeNull();
});

it('takes 16 KiB to the byte, and no number that nobody could read again', async () => {
  const { id } = await books.posted({ ...rent(), metadata: { a: 'x'.repeat(16_376) } });
  expect((await get(id)).metadata.a).toHaveLength(16_376);
  const send = (number: string) => sendText('PATCH', `/journal-entries/${id}`, `{"metadata": {"n": ${number}}}`);
  for (const number of ['1e400', '1e9999', '0e99999', '1'.repeat(101)]) {
    const answer = await send(number);
    expect([answer.status, Object.keys(faultsOf(answer))], number).toEqual([400, ['metadata.n']]);
  }
  for (const number of ['1e308', '1e-999', '1'.repeat(100)]) {
    expect((await send(number)).status, number).toBe(200);
    expect((await books.call('GET', `/journal-entries/${id}`)).bytes.toString()).toContain(`{"n":${number}}`);
  }
  // Whoever cancels the entry compares it whole.
  expect((await patch(id, { cancelled: 'Y', cancellation_reason: 'x' })).status).toBe(200);
  await ledger.expectSound(books.clientAccountId);
});

it('of a posted entry changes by PATCH, with who and when; nothing else does [JEX-R55]', async () => {
  ledger.setClock('2026-03-20T10:00:00Z');
  const posted = await books.posted({ ...rent(), external_id: 'a', metadata: { old: true, n: 1 } });
  ledger.setClock('2026-03-21T10:00:00Z');
  const colleague = ledger.world.user();
  ledger.world.grant(colleague.id, books.clientAccountId, 'AA');
  const token = await ledger.world.token({ userId: colleague.id });
  const answer = await ledger.call(
    'PATCH',
    `/api/v2/journal-entries/${posted.id}?with=lines.account.mandatory_dimensions`,
    {
      ...{ token, body: { metadata: { n: 2 } } },
    },
  );
  const changed = {
    ...posted,
    metadata: { n: 2 },
    updated_at: expect.stringMatching(/^2026-03-21T10:/),
    updated_by_id: colleague.id,
  };
  expect([answer.status, answer.body]).toEqual([200, changed]);
  expect(await get(posted.id)).toEqual(changed);
  expect((await list('updated_from=2026-03-21T00:00:00Z')).map(({ id }: { id: number }) => id)).toEqual([posted.id]);
  expect((await patch(posted.id, { metadata: null })).body.metadata).toBeNull();
  await ledger.expectSound(books.clientAccountId);
});

it('that is sent again unchanged moves nothing', async () => {
  ledger.setClock('2026-03-20T10:00:00Z');
  const posted = await books.posted({ ...rent(), metadata: { n: 1 } });
  ledger.setClock('2026-03-21T10:00:00Z');
  expect((await patch(posted.id, { metadata: { n: 1 } })).body).toEqual(posted);
});

it.each([
  ['description', 'New'],
  ['lines', []],
  ['external_id', 'b'],
  ['voucher_id', null],
  ['is_draft', true],
  ['relation_type', 'X'],
  ['relation_id', 5],
  ['cancelled', 'Y'],
])('together with %s 400, and nothing is changed [JEX-R55]', async (field, value) => {
  const posted = await books.posted({ ...rent(), external_id: 'a', metadata: { n: 1 } });
  const answer = await patch(posted.id, { metadata: { n: 2 }, [field]: value, cancellation_reason: 'x' });
  expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, [field]]);
  expect(await get(posted.id)).toEqual(posted);
});

it('of drafts, cancelled entries and reversals changes too, in locked periods as well', async () => {
  const draft = await books.posted({ ...rent(), is_draft: true });
  const posted = await books.posted();
  const { cancellation_entry_id } = (await patch(posted.id, { cancelled: 'Y', cancellation_reason: 'x' })).body;
  const lock = { client_account_id: books.clientAccountId, locked_until_date: '2026-03-31', locking_comment: 'Closed' };
  expect((await books.call('POST', '/period-locks', lock)).status).toBe(201);
  for (const id of [draft.id, posted.id, cancellation_entry_id])
    expect((await patch(id, { metadata: { n: id } })).body.metadata).toEqual({ n: id });
  await ledger.expectSound(books.clientAccountId);
});

it('is changed by nobody without a role that may write there', async () => {
  const posted = await books.posted({ ...rent(), metadata: { secret: 'x' } });
  const stranger = await ledger.books();
  const reader = ledger.world.user();
  ledger.world.grant(reader.id, books.clientAccountId, 'EM');
  const path = `/journal-entries/${posted.id}`;
  const body = { metadata: { n: 1 } };
  const refused = await stranger.call('PATCH', path, body);
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain('secret');
  expect(
    (await ledger.call('PATCH', `/api/v2${path}`, { token: await ledger.world.token({ userId: reader.id }), body }))
      .status,
  ).toBe(403);
  expect((await ledger.call('PATCH', `/api/v2${path}`, { body })).status).toBe(401);
  expect(codeOf(await patch(999_999, body))).toBe('accounting.journal_entry_not_found');
  expect(await get(posted.id)).toEqual(posted);
});

it('in a dry run is shown and not kept', async () => {
  const posted = await books.posted();
  const answer = await ledger.call('PATCH', `/api/v2/journal-entries/${posted.id}`, {
    ...{ token: books.token, dryRun: true, body: { metadata: { n: 2 } } },
  });
  expect([answer.status, answer.body.metadata]).toEqual([200, { n: 2 }]);
  expect(await get(posted.id)).toEqual(posted);
});

it('changes that race with a cancellation leave books that are sound', async () => {
  const posted = await books.posted();
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => patch(posted.id, { metadata: { n } })),
    patch(posted.id, { cancelled: 'Y', cancellation_reason: 'x' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  const read = await get(posted.id);
  expect([read.cancelled, typeof read.metadata.n]).toEqual(['Y', 'number']);
  await ledger.expectSound(books.clientAccountId);
});
