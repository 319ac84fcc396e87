import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Poster } from '../src/poster.ts';
import { createNumbers, newOwner, type Owner, type System, startSystem } from '../src/system.ts';

let system: System;
let owner: Owner;

beforeAll(async () => {
  system = await startSystem({}, { isDurable: true });
  owner = await newOwner(system, createNumbers());
});

afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
});

/** What the books hold, asked of the database itself. */
async function books() {
  const sql = postgres(system.platform.postgres.url, { database: system.platform.settings.get('POSTGRES_DATABASE'), max: 1 });
  try {
    const entries = await sql<{ id: string; sequence_number: string; description: string }[]>`
      select id, sequence_number, description from ledger.journal_entries where client_account_id = ${owner.clientAccountId} and not is_draft order by sequence_number`;
    const [sums] = await sql<{ debit: string; credit: string }[]>`
      select coalesce(sum(debit), 0) as debit, coalesce(sum(credit), 0) as credit from ledger.journal_lines where client_account_id = ${owner.clientAccountId}`;
    return { entries, debit: sums!.debit, credit: sums!.credit };
  } finally {
    await sql.end();
  }
}

describe('processes killed with SIGKILL while entries are posted', () => {
  it('leave every acknowledged entry there once, numbers without a gap, and debits equal to credits', { timeout: 170_000 }, async () => {
    const poster = new Poster({ gateway: system.gateway, token: owner.token, clientAccountId: owner.clientAccountId });
    const posting = poster.run(6);
    const atLeast = async (count: number) => {
      const wanted = poster.acknowledged.length + count;
      const deadline = Date.now() + 60_000;
      while (poster.acknowledged.length < wanted) {
        if (Date.now() > deadline) throw new Error(`Posting came to a halt at ${poster.acknowledged.length} entries`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await atLeast(50);
    const killed: string[] = [];
    for (const [name, child] of system.platform.processes) {
      child.kill('SIGKILL');
      killed.push(name);
      await child.whenReady();
      await atLeast(30);
    }
    for (const server of [system.platform.nats, system.platform.postgres]) {
      server.kill('SIGKILL');
      await server.whenReady();
      await atLeast(30);
    }
    poster.stop();
    await posting;

    expect(killed).toHaveLength(system.platform.processes.size);
    const { entries, debit, credit } = await books();
    const byMark = new Map<string, number>();
    for (const entry of entries) byMark.set(entry.description, (byMark.get(entry.description) ?? 0) + 1);
    expect(poster.acknowledged.filter(({ mark }) => byMark.get(mark) !== 1)).toEqual([]);
    expect(poster.unanswered.filter((mark) => (byMark.get(mark) ?? 0) > 1)).toEqual([]);
    const numberOf = new Map(entries.map((entry) => [Number(entry.id), Number(entry.sequence_number)]));
    expect(poster.acknowledged.filter(({ id, sequenceNumber }) => numberOf.get(id) !== sequenceNumber)).toEqual([]);
    expect(entries.map((entry) => Number(entry.sequence_number))).toEqual(entries.map((_, i) => i + 1));
    expect(debit).toBe(credit);
    expect(poster.failures).toBeGreaterThan(0);
  });
});
