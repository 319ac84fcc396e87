import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, credit, debit, type Ledger, startLedger } from './ledger.ts';

// Versions of one draft differ in everything: the description names the version, and so do the amount, the number of
// lines and their project.

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
  for (let id = 1; id <= 4; id++) ledger.own(books.clientAccountId, 'project', { id });
});
afterAll(() => ledger?.stop());

const VERSIONS = 4;

function version(n: number) {
  const amount = `${n}.00`;
  const project = { dimensions: [{ relation_type: 'project', relation_id: n }] };
  const pairs = Array.from({ length: n }, () => [debit('6300', amount, project), credit('1920', amount, project)]);
  return { description: `Version ${n}`, is_draft: true, lines: pairs.flat() };
}

interface Line {
  readonly debit: string;
  readonly credit: string;
  readonly dimensions: readonly { readonly relation_id: number }[];
}

const amountOf = ({ debit, credit }: Line): string => (debit === '0.00' ? credit : debit);

/** Which version an entry is of; throws when its parts are of several. */
function versionOf({ description, lines }: { readonly description: string; readonly lines: readonly Line[] }): number {
  const n = Number(description.replace('Version ', ''));
  expect(lines, description).toHaveLength(2 * n);
  for (const line of lines)
    expect([amountOf(line), line.dimensions.map(({ relation_id }) => relation_id)], description).toEqual([
      `${n}.00`,
      [n],
    ]);
  return n;
}

it('a draft that is being replaced is read whole: alone, in the list, and by its lines [JEX-R50]', async () => {
  const { id } = await books.posted(version(1));
  const account = `client_account_id=${books.clientAccountId}&include_drafts=true`;
  let isOver = false;
  const write = async (worker: number) => {
    for (let n = 0; n < 25; n++) {
      const wanted = 1 + ((n + worker) % VERSIONS);
      const answer = await books.call('PUT', `/journal-entries/${id}`, version(wanted));
      expect(answer.status).toBe(200);
      // The answer shows the version that this call wrote, not that of another one.
      expect(versionOf(answer.body)).toBe(wanted);
    }
  };
  const seen = new Set<number>();
  const readers = [
    async () => seen.add(versionOf((await books.call('GET', `/journal-entries/${id}`)).body)),
    async () => seen.add(versionOf((await books.call('GET', `/journal-entries?${account}`)).body.data[0])),
    async () => {
      const { data } = (await books.call('GET', `/journal-entry-lines?${account}&journal_entry_id=${id}`)).body;
      // The page is cut by a count that was taken before: a longer version may show no more lines than it had then.
      for (const line of data)
        expect([`Version ${line.dimensions[0]?.relation_id}`, line.dimensions.length]).toEqual([
          line.journal_entry.description,
          1,
        ]);
      for (const line of data) expect(`Version ${Number(amountOf(line))}`).toBe(line.journal_entry.description);
    },
  ];
  const reading = readers.map(async (read) => {
    while (!isOver) await read();
  });
  await Promise.all([write(0), write(1)]).finally(() => {
    isOver = true;
  });
  await Promise.all(reading);
  expect(seen.size).toBeGreaterThan(1);
  await ledger.expectSound(books.clientAccountId);
});

it('a draft that is posted by a PUT shows what it kept and what was sent [JEX-R50]', async () => {
  ledger.own(books.clientAccountId, 'voucher', { id: 9 });
  const { id, created_at, created_by_id } = await books.posted({ ...version(1), voucher_id: 9 });
  const colleague = ledger.world.user();
  ledger.world.grant(colleague.id, books.clientAccountId, 'AA');
  const token = await ledger.world.token({ userId: colleague.id });
  const { lines } = version(2);
  const { status, body } = await ledger.call('PUT', `/api/v2/journal-entries/${id}`, {
    token,
    body: { lines, is_draft: false },
  });
  expect([status, body.description, body.voucher_id]).toEqual([200, 'Version 1', 9]);
  expect(body).toMatchObject({
    created_at,
    created_by_id,
    updated_by_id: colleague.id,
    posted_by_id: colleague.id,
    sequence_number: expect.any(Number),
  });
  expect((await books.call('GET', `/journal-entries/${id}`)).body).toEqual(body);
});
