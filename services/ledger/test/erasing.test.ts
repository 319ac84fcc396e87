import { platformSteps } from '@app/db';
import { enqueueMail } from '@app/mail';
import { Erasure, Vouchers } from '@app/rpc';
import { stub } from '@app/testing';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasureSteps } from '../src/erasure/steps.ts';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

// The world plays organisation, which resets and removes client accounts.

let ledger: Ledger;
beforeAll(async () => {
  const vouchers = stub(Vouchers, { CreateVoucher: async () => ({ voucherId: 1 }) });
  ledger = await startLedger({ documents: [vouchers] });
});
afterAll(() => ledger?.stop());

let serial = 0;
const key = () => `erasing-${++serial}`;
/** Asks until it is done, as organisation does. */
async function erase({ clientAccountId }: Books, categories: readonly string[], commandKey = key()) {
  for (;;) {
    const { isDone, counts } = await ledger
      .connect(Erasure, 'organisation')
      .EraseRecords({ clientAccountId, categories: [...categories], commandKey });
    if (isDone) return Object.fromEntries(counts.map(({ category, count }) => [category, count]));
  }
}

/** Books with something of everything: a draft, a reversal, dimensions, claims, an own account, a period lock. */
async function fullBooks(): Promise<Books> {
  const books = await ledger.books({ role: 'CA' });
  const { clientAccountId } = books;
  ledger.own(clientAccountId, 'project', { id: 71 });
  ledger.own(clientAccountId, 'businesspartner', { id: 72 });
  await ledger.addAccount(clientAccountId, '4321', { taxCodes: ['1'] });
  const dimensions = [
    { relation_type: 'project', relation_id: 71 },
    { relation_type: 'businesspartner', relation_id: 72 },
  ];
  const entry = await books.posted(rent('100.00', { dimensions }));
  const cancelled = await books.posted(rent('7.00'));
  await books.call('PATCH', `/journal-entries/${cancelled.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
  await books.posted({ ...rent('3.00'), is_draft: true });
  await ledger.claim(clientAccountId, entry.lines[0].id, 'external', '100.00');
  await books.call('POST', '/period-locks', {
    client_account_id: clientAccountId,
    locked_until_date: '2020-12-31',
    locking_comment: 'Avsluttet',
  });
  await books.call(
    'POST',
    '/journal-entries/',
    { client_account_id: clientAccountId, ...rent('5.00') },
    {
      'idempotency-key': `kept-${clientAccountId}`,
    },
  );
  return books;
}

/** Shares, a mail, an asset that is written down and one that was disposed of. */
async function addAssetsAndShares(books: Books): Promise<void> {
  const { clientAccountId: client_account_id } = books;
  const shares = { business_partner_id: 72, share_class: 'ORDINARY', quantity: '10' };
  await books.call('POST', '/equity/transactions/issue', { client_account_id, ...shares });
  const fields = { name: 'Server', asset_class: 'COMPUTER_EQUIPMENT', acquisition_date: '2026-01-10' };
  const dated = { posting_date: '2026-01-10' };
  const ids: number[] = [];
  for (const name of ['Server', 'Skjerm']) {
    const { id } = (await books.call('POST', '/assets', { client_account_id, ...fields, name })).body;
    const dimensions = [{ relation_type: 'asset', relation_id: id }];
    await books.posted({
      lines: [debit('1280', '3600.00', { ...dated, dimensions }), credit('2990', '3600.00', dated)],
    });
    ids.push(id);
  }
  await books.call('POST', '/assets/depreciate', { client_account_id, until: '2026-02-28' });
  const disposal = await books.call('POST', `/assets/${ids[0]}/disposal`, { disposal_date: '2026-03-15' });
  expect(disposal.status).toBe(201);
  await ledger.db.write((tx) =>
    enqueueMail(tx, {
      ...{ kind: 'data_export', reference: { export_id: 0 }, language: 'nob', clientAccountId: client_account_id },
    }),
  );
}

const tablesWithAccount = async (owner: Sql): Promise<readonly string[]> =>
  (
    await owner<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_account_id'
      where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'r' and not a.attisdropped order by 1`
  ).map(({ name }) => name);

/** Tables of the schema with rows of the account, by how many; whatever tables there are. */
const rowsLeft = ({ clientAccountId }: Books): Promise<Readonly<Record<string, number>>> =>
  ledger.asOwner(async (owner) => {
    const left: Record<string, number> = {};
    for (const name of await tablesWithAccount(owner)) {
      const [row] =
        await owner`select count(*)::int as count from ${owner(name)} where client_account_id = ${clientAccountId}`;
      if (row!.count > 0) left[name] = row!.count;
    }
    return left;
  });

describe('removing an account', () => {
  it('knows every table that has a client account', async () => {
    const known = new Set([...erasureSteps, ...platformSteps].map(({ table }) => table));
    const tables = await ledger.asOwner((owner) => tablesWithAccount(owner));
    expect(tables.filter((table) => !known.has(table) && table !== 'security_events')).toEqual([]);
  });

  it('leaves no row of it in any table, and all of another company’s [CAC-R19]', async () => {
    const [gone, stays] = [await fullBooks(), await fullBooks()];
    for (const books of [gone, stays]) await addAssetsAndShares(books);
    const before = await rowsLeft(stays);
    expect(before).toMatchObject({ assets: 2, asset_depreciations: 4, asset_disposals: 1, tax_ledger_entries: 1 });
    expect(before).toMatchObject({ share_transactions: 2, mail_outbox: 1 });
    expect(Object.keys(await rowsLeft(gone)).sort()).toEqual(Object.keys(before).sort());
    await erase(gone, ['JOURNAL_ENTRIES', 'RECONCILIATIONS', 'PERIOD_LOCKS', 'ALL', 'ACCOUNT']);
    await erase(gone, ['ACCOUNT', 'MESSAGES']);
    const left = await rowsLeft(gone);
    // Who did what is kept as long as records of security are; it holds ids and words alone.
    expect(Object.keys(left).filter((table) => table !== 'security_events' && table !== 'outbox')).toEqual([]);
    expect(await rowsLeft(stays)).toEqual(before);
    await ledger.expectSound(stays.clientAccountId);
  });
});

describe('clearing the journal', () => {
  it('counts entries, frees the chart and the lock, and gives no number again [CAC-R38] [CAC-R39]', async () => {
    const books = await fullBooks();
    const { sequence_number } = await books.posted(rent('1.00'));
    expect(await erase(books, ['JOURNAL_ENTRIES', 'RECONCILIATIONS'])).toEqual({ JOURNAL_ENTRIES: 6 });
    const left = await rowsLeft(books);
    expect(left).toMatchObject({ accounts: 1, period_locks: 1, journal_counters: 1 });
    for (const table of ['journal_entries', 'journal_lines', 'line_claims', 'monthly_balances', 'daily_line_counts'])
      expect(left, table).not.toHaveProperty(table);
    // The owner of the account opens it again.
    ledger.world.account({ id: books.clientAccountId, isActive: true });
    const next = await books.posted(rent('2.00'));
    expect(next.sequence_number).toBe(sequence_number + 1);
    await ledger.expectSound(books.clientAccountId);
  });

  it('leaves assets without their months, and a disposal whose entry is missed by nobody', async () => {
    const books = await fullBooks();
    await addAssetsAndShares(books);
    await erase(books, ['JOURNAL_ENTRIES', 'RECONCILIATIONS']);
    expect(await rowsLeft(books)).toMatchObject({ assets: 2, asset_disposals: 1 });
    expect(await rowsLeft(books)).not.toHaveProperty('asset_depreciations');
    await ledger.expectSound(books.clientAccountId);
    ledger.world.account({ id: books.clientAccountId, isActive: true });
    await books.posted(rent('2.00'));
    await ledger.expectSound(books.clientAccountId);
  });

  it('lets numbers begin anew when everything goes', async () => {
    const books = await fullBooks();
    await erase(books, ['JOURNAL_ENTRIES', 'RECONCILIATIONS', 'PERIOD_LOCKS', 'ALL']);
    ledger.world.account({ id: books.clientAccountId, isActive: true });
    expect((await books.posted(rent('2.00', { posting_date: '2020-06-01' }))).sequence_number).toBe(1);
    await ledger.expectSound(books.clientAccountId);
  });

  it('of the bank opens every line for it again, and leaves what lines are matched with each other', async () => {
    const books = await fullBooks();
    const entry = await books.posted(rent('60.00'));
    await ledger.claim(books.clientAccountId, entry.lines[0].id, 'internal', '60.00');
    await erase(books, ['BANK']);
    const kinds = await ledger.db.raw`select kind from line_claims where client_account_id = ${books.clientAccountId}`;
    expect(kinds.map(({ kind }) => kind)).toEqual(['internal']);
    await ledger.expectSound(books.clientAccountId);
    await ledger.claim(books.clientAccountId, entry.lines[0].id, 'external', '60.00');
    await ledger.expectSound(books.clientAccountId);
  });

  it('of claims alone leaves every line open', async () => {
    const books = await fullBooks();
    await erase(books, ['RECONCILIATIONS']);
    expect(await rowsLeft(books)).not.toHaveProperty('line_claims');
    await ledger.expectSound(books.clientAccountId);
  });
});

describe('an erasure under a key', () => {
  it('removes nothing that was written after it was done', async () => {
    const books = await fullBooks();
    const once = key();
    const counted = await erase(books, ['JOURNAL_ENTRIES'], once);
    ledger.world.account({ id: books.clientAccountId, isActive: true });
    const later = await books.posted(rent('9.00'));
    expect(await erase(books, ['JOURNAL_ENTRIES'], once)).toEqual(counted);
    // Nor does a late copy close the books that were opened again.
    const [facts] = await ledger.asOwner(
      (owner) => owner`select is_active from account_facts where client_account_id = ${books.clientAccountId}`,
    );
    expect(facts!.is_active).toBe(true);
    expect((await books.call('GET', `/journal-entries/${later.id}`)).status).toBe(200);
  });

  it('counts each record once when two replicas do it at the same moment', async () => {
    const books = await fullBooks();
    const once = key();
    const both = await Promise.all([erase(books, ['JOURNAL_ENTRIES'], once), erase(books, ['JOURNAL_ENTRIES'], once)]);
    expect(both.at(-1)).toEqual({ JOURNAL_ENTRIES: 5 });
  });

  it('lets no posting land behind it', async () => {
    const books = await fullBooks();
    const posting = Array.from({ length: 20 }, () => books.post(rent('1.00')));
    await erase(books, ['JOURNAL_ENTRIES', 'RECONCILIATIONS', 'PERIOD_LOCKS', 'ALL', 'ACCOUNT']);
    await Promise.all(posting);
    await erase(books, ['JOURNAL_ENTRIES', 'RECONCILIATIONS', 'PERIOD_LOCKS', 'ALL', 'ACCOUNT', 'MESSAGES']);
    expect(await rowsLeft(books)).not.toHaveProperty('journal_entries');
  });

  it('is for organisation alone', async () => {
    const { clientAccountId } = await ledger.books();
    const asked = ledger
      .connect(Erasure, 'reconciliation')
      .EraseRecords({ clientAccountId, categories: ['ALL'], commandKey: key() });
    await expect(asked).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('proofs', () => {
  it('go with the entries, and what is posted afterwards begins a chain of its own', async () => {
    const books = await fullBooks();
    await ledger.runJob('proof-heads');
    expect(await rowsLeft(books)).toMatchObject({ proof_blocks: expect.any(Number), proof_heads: 1 });
    await erase(books, ['JOURNAL_ENTRIES', 'RECONCILIATIONS']);
    expect(Object.keys(await rowsLeft(books)).filter((table) => table.startsWith('proof_'))).toEqual([]);
    await books.posted();
    await ledger.runJob('proof-heads');
    const answer = await books.call('GET', `/ledger/proofs?client_account_id=${books.clientAccountId}`, undefined, {
      accept: 'application/x-ndjson',
    });
    const [head, entry] = answer.bytes.toString().split('\n');
    expect(JSON.parse(head!).after).toBe(4);
    expect(JSON.parse(entry!).entry.number).toBe(5);
    await ledger.expectSound(books.clientAccountId);
  });

  it('are not made of what is being erased, however close the two come', async () => {
    for (let round = 0; round < 3; round++) {
      const books = await fullBooks();
      for (let i = 0; i < 5; i++) await books.posted();
      const erased = erase(books, ['ACCOUNT']);
      while (!(await Promise.race([erased.then(() => true), ledger.runJob('proof-heads').then(() => false)])));
      await ledger.runJob('proof-heads');
      expect(Object.keys(await rowsLeft(books)).filter((table) => table.startsWith('proof_'))).toEqual([]);
    }
  });
});
