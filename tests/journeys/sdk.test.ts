import { createClient, paginate, poll } from '@app/sdk';
import { beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers, newOwner, type Owner } from '../src/system.ts';

let system: Addresses;
let owner: Owner;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, createNumbers());
  client = createClient({ baseUrl: system.gateway, token: owner.token });
});
const FULL = 300;
const line = (account_code: string, debit: string, credit: string) => ({
  posting_date: '2026-03-02',
  account_code,
  debit,
  credit,
});
const entry = (description: string, isDraft = false) => ({
  description,
  is_draft: isDraft,
  lines: [line('6300', '1.00', '0'), line('1920', '0', '1.00')],
});

/** Posts entries by one batch; gives their ids. */
async function postMany(count: number, description: string): Promise<number[]> {
  const entries = Array.from({ length: count }, () => entry(description));
  const { results } = await client.ledger.createJournalEntries({
    client_account_id: owner.clientAccountId,
    atomic: true,
    entries,
  });
  return results.map((result) => ('id' in result ? result.id! : 0));
}

it('the client reads 1 200 entries and follows every change of three writers, through the gateway [JEX-R42]', async () => {
  const account = { client_account_id: owner.clientAccountId };
  const first: number[] = [];
  for (let i = 0; i < 4; i++) first.push(...(await postMany(FULL, 'first')));

  // The books in the order of the list, before anybody writes: each entry once.
  const read: number[] = [];
  for await (const { id } of paginate(client.ledger.listJournalEntries, account)) read.push(id);
  expect([...read].reverse()).toEqual(first);

  const polled = new Map<number, string>();
  const controller = new AbortController();
  let isWritten = false;
  let roundsAfter = 0;
  const stop = async () => {
    // The round that began after the last write has seen it all.
    if (isWritten && ++roundsAfter === 2) controller.abort();
  };
  const following = (async () => {
    const options = { signal: controller.signal, interval: 0, sleep: stop };
    for await (const { rows } of poll(client.ledger.listJournalEntries, { ...account, include_drafts: true }, options))
      for (const row of rows) polled.set(row.id, JSON.stringify(row));
  })();

  const removed: number[] = [];
  const writers = [
    async () => {
      for (let i = 0; i < 3; i++) await postMany(50, 'second');
    },
    async () => {
      for (const id of first.slice(0, 20))
        await client.ledger.cancelJournalEntry({ id, cancelled: 'Y', cancellation_reason: 'wrong' });
    },
    async () => {
      for (let i = 0; i < 12; i++) {
        const draft = await client.ledger.createJournalEntry({ ...account, ...entry('draft', true) });
        await client.ledger.updateJournalEntry({ id: draft.id, ...entry(`draft ${i}`, i % 2 === 0) });
        if (i % 4 !== 0) continue;
        await client.ledger.deleteJournalEntry({ id: draft.id });
        removed.push(draft.id);
      }
    },
  ];
  const meanwhile: number[] = [];
  await Promise.all([
    ...writers.map((write) => write()),
    (async () => {
      for await (const { id } of paginate(client.ledger.listJournalEntries, account)) meanwhile.push(id);
    })(),
  ]).catch((error: unknown) => {
    controller.abort();
    throw error;
  });
  isWritten = true;
  await following;

  const truth = new Map<number, string>();
  for await (const row of paginate(client.ledger.listJournalEntries, { ...account, include_drafts: true }))
    truth.set(row.id, JSON.stringify(row));
  expect(truth.size).toBe(1_200 + 150 + 20 + 12 - removed.length);
  // What was there before the reading began was reached by it, though others wrote.
  const reached = new Set(meanwhile);
  expect(first.filter((id) => !reached.has(id))).toEqual([]);
  for (const id of removed) polled.delete(id);
  expect([...polled].sort(([a], [b]) => a - b)).toEqual([...truth].sort(([a], [b]) => a - b));
});
