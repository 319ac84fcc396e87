import { createClock } from '@app/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chained, firstLink, linkOf, textOf } from '../src/proofs/chain.ts';
import { readChained } from '../src/proofs/entries-store.ts';
import { chainEntries } from '../src/proofs/grow.ts';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// Many companies are chained together: each has the chain that it would have alone.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

/** Books with entries of so many pairs of lines. */
async function booksOf(pairs: readonly number[]): Promise<Books> {
  const books = await ledger.books();
  const entries = pairs.map((count, n) => ({
    description: `Bilag ${n}`,
    lines: Array.from({ length: count }, () => rent('1.00', { description: `Linje ${n}` }).lines as object[]).flat(),
  }));
  const { status, body } = await books.call('POST', '/journal-entries/batch', {
    ...{ client_account_id: books.clientAccountId, atomic: true, entries },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return books;
}

const blocksOf = ({ clientAccountId }: Books) => ledger.db.raw<{ first: number; last: number; links: Buffer }[]>`
  select first_number::int as first, last_number::int as last, links from proof_blocks
  where client_account_id = ${clientAccountId} order by first_number`;

/** Every entry of some books, read for itself alone. */
async function eachAlone({ clientAccountId }: Books, count: number): Promise<readonly Chained[]> {
  const all: Chained[] = [];
  for (let number = 1; number <= count; number++) {
    const [found] = await readChained(ledger.db.executor, [{ clientAccountId, first: number, last: number }]);
    all.push(...found!.chained);
  }
  return all;
}

async function expectChain(books: Books, count: number): Promise<void> {
  const blocks = await blocksOf(books);
  expect([blocks[0]!.first, blocks.at(-1)!.last]).toEqual([1, count]);
  for (const [at, { first }] of blocks.entries()) if (at > 0) expect(first).toBe(blocks[at - 1]!.last + 1);
  let link = firstLink(books.clientAccountId, 0);
  const links = (await eachAlone(books, count)).map((entry) => {
    link = linkOf(link, textOf(entry));
    return link.toString('hex');
  });
  expect(Buffer.concat(blocks.map((block) => block.links)).toString('hex')).toBe(links.join(''));
}

it('one run chains every company, those with more than a block in several', async () => {
  const counts = [1, 3, 620, 2, 499];
  const all: Books[] = [];
  for (const count of counts) all.push(await booksOf(Array.from({ length: count }, () => 1)));
  await ledger.runJob('proof-chain');
  for (const [at, books] of all.entries()) await expectChain(books, counts[at]!);
  expect((await blocksOf(all[2]!)).map(({ first, last }) => last - first + 1)).toEqual([500, 120]);
  await all[0]!.posted(rent('2.00'));
  await ledger.runJob('proof-chain');
  await expectChain(all[0]!, 2);
  for (const books of all) await ledger.expectSound(books.clientAccountId);
});

it('a company with more than a block waits for the others, the run rests meanwhile, and ends when its time is over', async () => {
  const many = await booksOf(Array.from({ length: 1_000 }, () => 1));
  const few = await booksOf([1]);
  const rests: { readonly millis: number; readonly ofFew: number }[] = [];
  const chain = (mostMillis: number) =>
    chainEntries(
      { db: ledger.db, clock: createClock(), logger: { error: (fault: unknown) => expect.unreachable(String(fault)) } },
      { mostMillis, rest: async (millis) => rests.push({ millis, ofFew: (await blocksOf(few)).length }) },
    );
  const began = performance.now();
  expect(await chain(60_000)).toBe(1_001);
  // After the first block of the one, then after that of the other.
  expect(rests.map(({ ofFew }) => ofFew)).toEqual([0, 1]);
  for (const { millis } of rests) expect(millis).toBeGreaterThan(0);
  expect(rests.reduce((sum, { millis }) => sum + millis, 0)).toBeLessThan(performance.now() - began);
  await expectChain(many, 1_000);
  await expectChain(few, 1);
  const next = await booksOf(Array.from({ length: 620 }, () => 1));
  expect([await chain(1), await chain(1)]).toEqual([500, 120]);
  await expectChain(next, 620);
  for (const books of [many, next]) await ledger.expectSound(books.clientAccountId);
});

it('no more lines are read at once than fit, and what is behind them comes next', async () => {
  const [one, other] = [await booksOf([1, 2, 5, 1]), await booksOf([3, 1])];
  const ranges = [
    { clientAccountId: one.clientAccountId, first: 1, last: 4 },
    { clientAccountId: other.clientAccountId, first: 1, last: 2 },
  ];
  const read = async (mostLines?: number, from = ranges) =>
    (await readChained(ledger.db.executor, from, mostLines)).map(({ last, chained }) => [last, chained.length]);
  expect(await read()).toEqual([
    [4, 4],
    [2, 2],
  ]);
  // An entry of many lines, of which a pair is left out, is never read in part.
  expect(await read(6)).toEqual([[2, 2]]);
  expect(await read(15)).toEqual([[2, 2]]);
  expect(await read(18)).toEqual([[4, 4]]);
  expect(await read(24)).toEqual([
    [4, 4],
    [1, 1],
  ]);
  // One that is larger than all that fits is read alone.
  expect(await read(1, [{ ...ranges[0]!, first: 3 }, ranges[1]!])).toEqual([[3, 1]]);
});
