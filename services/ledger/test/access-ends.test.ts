import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

// Somebody who had access has it no more: what was begun before, and what was kept, is not theirs either.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

/** Begins to read an answer and stops, as a slow network does. */
async function begin({ token }: Books, path: string, accept: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, accept };
  const outgoing = request(`${ledger.httpUrl}/api/v2${path}`, { headers, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}

/** Bytes that came, and whether that was all of the answer. */
async function restOf(response: IncomingMessage): Promise<{ readonly bytes: number; readonly isWhole: boolean }> {
  let bytes = 0;
  try {
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    return { bytes, isWhole: true };
  } catch {
    return { bytes, isWhole: false };
  }
}

/** A ledger that is longer than what fits between the two. */
async function longBooks(): Promise<Books> {
  const books = await ledger.books();
  const description = 'Husleie '.repeat(120).trim();
  const lines = Array.from({ length: 250 }, () => [
    debit('6300', '1.00', { description }),
    credit('1920', '1.00', { description }),
  ]).flat();
  for (let n = 0; n < 50; n++) await books.posted({ description: `Bilag ${n}`, lines });
  return books;
}

it('a long answer is cut for a reader who is removed, and whole for one who stays', async () => {
  const books = await longBooks();
  const of = `client_account_id=${books.clientAccountId}&date_from=2026-01-01&date_to=2026-12-31`;
  const asked = [
    [`/reports/general-ledger?${of}&per_page=1000000`, 'application/json'],
    [`/reports/general-ledger?${of}&per_page=1000000`, 'text/html'],
    [`/reports/data-export?${of}`, 'text/xml'],
  ] as const;
  for (const [path, accept] of asked)
    expect([path, accept, (await restOf(await begin(books, path, accept))).isWhole]).toEqual([path, accept, true]);
  const begun = await Promise.all(asked.map(([path, accept]) => begin(books, path, accept)));
  ledger.world.revoke(books.userId, books.clientAccountId);
  await setTimeout(300);
  const rests = await Promise.all(begun.map(restOf));
  expect(rests.map(({ isWhole }) => isWhole)).toEqual([false, false, false]);
});

it('a repeat of a keyed request gives nothing of the books to who was removed', async () => {
  const books = await ledger.books();
  const key = { 'idempotency-key': 'posted-once' };
  const body = { client_account_id: books.clientAccountId, ...rent() };
  const post = () => books.call('POST', '/journal-entries/', body, key);
  const first = await post();
  expect([first.status, (await post()).headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  ledger.world.revoke(books.userId, books.clientAccountId);
  const refused = await post();
  expect([refused.status, refused.body.error.code, refused.headers.get('idempotent-replayed')]).toEqual([
    403,
    'accounting.client_account_access_denied',
    null,
  ]);
  ledger.world.grant(books.userId, books.clientAccountId, 'BK');
  expect((await post()).body).toEqual(first.body);
});
