import { createClock } from '@app/runtime';
import { recordedSpans } from '@app/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGroups } from '../src/journal-entries/groups.ts';
import { type Ledger, startLedger } from './ledger.ts';
import { requestsOf } from './requests.ts';

// Requests that share a statement and its commit keep a trace of their own each.

let ledger: Ledger;
const clock = createClock();
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const of = (digit: string, flag: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-${flag}`;

it('each request of a group has the statement in its own trace, linked to the others, and hands its own to its event', async () => {
  const books = await ledger.books();
  await books.posted();
  const make = await requestsOf(ledger, clock, books);
  const groups = createGroups({ db: ledger.db, clock });
  const traces = [of('a', '01'), of('b', '00'), of('c', '01'), undefined];
  using recorded = recordedSpans();
  const outcomes = await Promise.all(traces.map((traceparent) => groups.write({ ...make(), traceparent })));
  const ids = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.entries[0]!.id));
  const statements = recorded.spans.filter(({ name }) => name === 'SELECT write_entries');
  const idOf = ({ traceId, spanId }: (typeof statements)[number]) => `00-${traceId}-${spanId}-01`;
  const [first, second] = statements;
  expect(statements).toMatchObject([
    { traceId: 'a'.repeat(32), parentId: 'a'.repeat(16), links: [idOf(second!)], isEnded: true },
    { traceId: 'c'.repeat(32), parentId: 'c'.repeat(16), links: [idOf(first!)], isEnded: true },
  ]);
  const rows = await ledger.db.raw<{ traceparent: string | null }[]>`
    select traceparent from outbox where (payload ->> 'journal_entry_id')::bigint = any(${ids as number[]}::bigint[]) order by id`;
  expect(rows.map(({ traceparent }) => traceparent ?? undefined)).toEqual(traces);
});
