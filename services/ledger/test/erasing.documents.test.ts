import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { unavailable } from '@app/contract/failure';
import { DOCUMENT_ENTRIES } from '@app/db';
import { claimsChanged } from '@app/events';
import { Bookings, Erasure, Ledger as LedgerContract } from '@app/rpc';
import { stub } from '@app/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// The world plays organisation, which resets client accounts, and documents and reconciliation, which have entries posted.

type Owner = 'documents' | 'reconciliation';
interface Booking {
  readonly clientAccountId: number;
  readonly recordId: number;
  readonly journalEntryId: number;
}

/** Fewer than an owner gives at once, so that there are several pages. */
const PAGE = 2;
const booked: Record<Owner, Booking[]> = { documents: [], reconciliation: [] };
/** What owners were asked, and what they are waiting for before they answer. */
const asked: { readonly owner: Owner; readonly clientAccountId: number; readonly afterId: number }[] = [];
const underWay = new Set<Promise<unknown>>();
let isAway: ((owner: Owner, afterId: number) => boolean) | undefined;

const owner = (name: Owner) =>
  stub(Bookings, {
    ListBookings: async ({ clientAccountId, afterId }) => {
      asked.push({ owner: name, clientAccountId, afterId });
      if (isAway?.(name, afterId)) throw unavailable('away');
      await Promise.allSettled(underWay);
      const own = booked[name].filter((one) => one.clientAccountId === clientAccountId && one.recordId > afterId);
      return { bookings: own.sort((a, b) => a.recordId - b.recordId).slice(0, PAGE) };
    },
  });

let ledger: Ledger;
let folder: string;
beforeAll(async () => {
  ledger = await startLedger({ documents: [owner('documents')], reconciliation: [owner('reconciliation')] });
  folder = mkdtempSync(join(tmpdir(), 'erased-'));
});
beforeEach(() => {
  isAway = undefined;
  asked.length = 0;
});
afterAll(async () => {
  await ledger?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
const key = () => `documents-${++serial}`;
const contract = (name: Owner) => ledger.connect(LedgerContract, name);
const CATEGORIES = ['DOCUMENTS', 'RECONCILIATIONS', DOCUMENT_ENTRIES];

const erase = ({ clientAccountId }: Books, categories: readonly string[], commandKey: string) =>
  ledger
    .connect(Erasure, 'organisation')
    .EraseRecords({ clientAccountId, categories: [...categories], commandKey }, { deadlineMillis: 120_000 });
/** Asks until it is done, as organisation does; an owner may be late on a busy machine. */
async function cleared(books: Books, categories: readonly string[] = CATEGORIES, commandKey = key()) {
  for (;;) {
    const answer = await erase(books, categories, commandKey).catch((error: { readonly status?: number }) => {
      if (error.status !== 503) throw error;
    });
    if (answer?.isDone) return Object.fromEntries(answer.counts.map(({ category, count }) => [category, count]));
  }
}
/** Organisation opens the account at the end, when the owners have removed theirs. */
function open({ clientAccountId }: Books): void {
  for (const name of ['documents', 'reconciliation'] as const)
    booked[name] = booked[name].filter((one) => one.clientAccountId !== clientAccountId);
  ledger.world.account({ id: clientAccountId, isActive: true });
}

const line = (accountCode: string, debit: string, credit: string) => ({
  ...{ postingDate: '2026-03-14', description: 'Papir', accountCode, debit, credit },
  dimensions: [{ relationType: 'project', relationId: 71 }],
});

/** Has an entry posted for a record, as its owner does; the owner knows it afterwards. */
async function book(own: Books, amount: string, name: Owner = 'documents', type = 'APINV') {
  const recordId = ++serial;
  const posted = await contract(name).PostEntry(
    {
      ...{ clientAccountId: own.clientAccountId, commandKey: key(), userId: own.userId, description: 'Kjøp' },
      ...{ relationType: type, relationId: recordId },
      lines: [line('6300', amount, '0.00'), line('2400', '0.00', amount)],
    },
    // On a busy machine too: of an entry whose answer is given up nobody would know.
    { deadlineMillis: 120_000 },
  );
  booked[name].push({ clientAccountId: own.clientAccountId, recordId, journalEntryId: posted.journalEntryId });
  return { recordId, ...posted };
}

async function company(): Promise<Books> {
  const own = await ledger.books();
  ledger.own(own.clientAccountId, 'project', { id: 71 });
  return own;
}

/** What callers post themselves, one of it about a document; the same in every company. */
async function ownEntries(own: Books): Promise<void> {
  const dimensions = [{ relation_type: 'project', relation_id: 71 }];
  await own.posted({ ...rent('1000.00', { dimensions }), relation_type: 'APINV', relation_id: 1 });
  const cancelled = await own.posted(rent('7.00'));
  const reason = { cancelled: 'Y', cancellation_reason: 'Feil' };
  expect((await own.call('PATCH', `/journal-entries/${cancelled.id}`, reason)).status).toBe(200);
  await own.posted({ ...rent('3.00', { dimensions }), is_draft: true });
}

/** Bills, one of them cancelled, a payment of one that is matched with it, and the difference that this left over. */
async function documentEntries(own: Books, { isMatched = true } = {}): Promise<number> {
  const bill = await book(own, '1140.00');
  const cancelled = await book(own, '55.00');
  await contract('documents').CancelEntry({
    ...{ clientAccountId: own.clientAccountId, commandKey: key(), userId: own.userId },
    ...{ journalEntryId: cancelled.journalEntryId, reason: 'Feil' },
  });
  await book(own, '12.50', 'documents', 'APINVCN');
  const payment = await contract('reconciliation').PostEntry({
    ...{ clientAccountId: own.clientAccountId, commandKey: key(), userId: own.userId, description: 'Betaling' },
    ...{ relationType: 'PAYMENT', relationId: ++serial },
    lines: [line('2400', '1150.00', '0.00'), line('1920', '0.00', '1150.00')],
  });
  booked.reconciliation.push({
    ...{ clientAccountId: own.clientAccountId, recordId: serial, journalEntryId: payment.journalEntryId },
  });
  if (!isMatched) return 5;
  const id = ++serial;
  const claims = await contract('reconciliation').ClaimLines({
    ...{ clientAccountId: own.clientAccountId, commandKey: key(), kind: 'CLAIM_KIND_INTERNAL', reconciliationId: id },
    claims: [
      ...[{ reconciliationEntryId: 10 * id, journalLineId: bill.journalLineIds[1]!, amount: '-1140.00' }],
      ...[{ reconciliationEntryId: 10 * id + 1, journalLineId: payment.journalLineIds[0]!, amount: '1150.00' }],
    ].map((claim) => ({ ...claim, amountFc: claim.amount })),
    difference: {
      ...{ userId: own.userId, description: 'Agio', relationType: 'INTERNAL_RECONCILIATION', relationId: id },
      line: line('2400', '0.00', '10.00'),
      resultLine: line('8160', '10.00', '0.00'),
      reconciliationEntryId: 10 * id + 2,
    },
  });
  expect(claims.faults).toEqual([]);
  return 6;
}

/** What is kept beside the entries, without the number of the company and that of its rows. */
const kept = ({ clientAccountId }: Books) =>
  ledger.asOwner(async (sql) => ({
    monthly:
      await sql`select account_id, month, debit, credit, line_count, externally_reconciled_count, cancelled_debit, cancelled_line_count,
      draft_debit, draft_line_count from monthly_balances where client_account_id = ${clientAccountId} order by 1, 2`,
    dimensions:
      await sql`select account_id, relation_type, relation_id, month, debit, credit, line_count, cancelled_line_count, draft_line_count
      from monthly_dimension_balances where client_account_id = ${clientAccountId} order by 1, 2, 3, 4`,
    days: await sql`select day, posted, posted_externally_reconciled, cancelled, drafts
      from daily_line_counts where client_account_id = ${clientAccountId} order by 1`,
    claims:
      await sql`select journal_line_id, internal from line_claim_totals where client_account_id = ${clientAccountId}`,
    // Computed from the lines alone.
    lines:
      await sql`select l.account_id, e.is_draft, e.cancelled, count(*), sum(l.debit) as debit, sum(l.credit) as credit
      from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
      where l.client_account_id = ${clientAccountId} group by 1, 2, 3 order by 1, 2, 3`,
    dimensionRows: await sql`select count(*) from journal_line_dimensions where client_account_id = ${clientAccountId}`,
    leaving: await sql`select * from leaving_entries where client_account_id = ${clientAccountId}`,
  }));
const numbersOf = ({ clientAccountId }: Books) =>
  ledger.asOwner(async (sql) => {
    const rows = await sql<{ number: number }[]>`select sequence_number::int as number from journal_entries
      where client_account_id = ${clientAccountId} and not is_draft order by 1`;
    return rows.map(({ number }) => number);
  });

describe('clearing documents', () => {
  it('takes their entries, payments and exchange differences, as if they had never been, and no other [CAC-R38]', async () => {
    const [own, twin, stays] = [await company(), await company(), await company()];
    await ownEntries(twin);
    for (const books of [own, stays]) {
      await documentEntries(books);
      await ownEntries(books);
      await documentEntries(books);
    }
    const before = await kept(stays);
    expect(await cleared(own)).toEqual({ JOURNAL_ENTRIES: 12 });
    expect(await kept(own)).toEqual(await kept(twin));
    expect(await kept(stays)).toEqual(before);
    for (const books of [own, twin, stays]) await ledger.expectSound(books.clientAccountId);
  });

  it('gives no number again, misses none, and can be done once more', async () => {
    const own = await company();
    const first = await documentEntries(own);
    await ownEntries(own);
    await cleared(own);
    open(own);
    expect(await numbersOf(own)).toEqual([first + 1, first + 2, first + 3]);
    expect((await book(own, '1.00')).sequenceNumber).toBe(first + 4);
    expect((await own.posted()).sequence_number).toBe(first + 5);
    expect(await cleared(own)).toEqual({ JOURNAL_ENTRIES: 1 });
    open(own);
    await ledger.expectSound(own.clientAccountId);
    expect((await own.posted()).sequence_number).toBe(first + 6);
    expect(await cleared(own, ['JOURNAL_ENTRIES', 'RECONCILIATIONS'])).toEqual({ JOURNAL_ENTRIES: 6 });
    open(own);
    await ledger.expectSound(own.clientAccountId);
    expect((await own.posted()).sequence_number).toBe(first + 7);
    await ledger.expectSound(own.clientAccountId);
  });

  it('says so of the last number, too, when nothing is posted behind it', async () => {
    const own = await company();
    await own.posted();
    await book(own, '5.00');
    await cleared(own);
    await ledger.expectSound(own.clientAccountId);
    open(own);
    expect((await own.posted()).sequence_number).toBe(3);
  });

  it('takes no entry that is not that of the record which an owner names', async () => {
    const own = await company();
    const { id } = await own.posted();
    const other = await book(own, '5.00');
    const record = { clientAccountId: own.clientAccountId, recordId: other.recordId + 1_000 };
    booked.documents.push({ ...record, journalEntryId: id });
    expect(await cleared(own)).toEqual({ JOURNAL_ENTRIES: 1 });
    expect((await own.call('GET', `/journal-entries/${id}`)).status).toBe(200);
    expect((await own.call('GET', `/journal-entries/${other.journalEntryId}`)).status).toBe(404);
  });

  it('leaves every entry when an earlier release asks for it, or everything goes', async () => {
    const own = await company();
    await documentEntries(own);
    expect(await cleared(own, ['DOCUMENTS'])).toEqual({});
    expect(await numbersOf(own)).toHaveLength(6);
    expect(asked).toEqual([]);
  });
});

describe('clearing reconciliations', () => {
  it('takes their exchange differences, and no other entry: the lines are open, as before their match [CAC-R38]', async () => {
    const [own, twin] = [await company(), await company()];
    await documentEntries(own);
    await documentEntries(twin, { isMatched: false });
    for (const books of [own, twin]) {
      await ownEntries(books);
      // A caller's entry may name a match that never claimed it.
      await books.posted({ ...rent('9.00'), relation_type: 'INTERNAL_RECONCILIATION', relation_id: 1 });
    }
    await documentEntries(own);
    await documentEntries(twin, { isMatched: false });
    expect(await cleared(own, ['RECONCILIATIONS'])).toEqual({ JOURNAL_ENTRIES: 2 });
    expect(await kept(own)).toEqual(await kept(twin));
    expect(asked).toEqual([]);
    for (const books of [own, twin]) await ledger.expectSound(books.clientAccountId);
    open(own);
    expect((await own.posted()).sequence_number).toBe(17);
    expect(await cleared(own, ['RECONCILIATIONS'])).toEqual({});
    open(own);
    await ledger.expectSound(own.clientAccountId);
  });

  it('says of every line that was matched that it is open again, and of nothing else', async () => {
    const own = await company();
    await documentEntries(own);
    await documentEntries(own, { isMatched: false });
    const said = async () =>
      (await ledger.events('ledger.claims.changed'))
        .filter((one) => one.clientAccountId === own.clientAccountId)
        .map(({ payload }) => claimsChanged.schema.parse(payload));
    const before = await said();
    const matched = [...new Set(before.flatMap(({ lines }) => lines).map((one) => one.journal_line_id))];
    expect(matched).toHaveLength(3);
    await cleared(own, ['RECONCILIATIONS']);
    const after = (await said()).slice(before.length);
    const versions = [...before, ...after].map(({ version }) => version);
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions);
    expect(after.flatMap(({ lines }) => lines)).toEqual(
      matched.toSorted((a, b) => a - b).map((id) => ({ journal_line_id: id, amount: '0.00', amount_fc: '0.00' })),
    );
  });

  it('leaves nothing of other companies without their differences', async () => {
    const [own, other] = [await company(), await company()];
    for (const books of [own, other]) await documentEntries(books);
    const before = await kept(other);
    await cleared(own, ['RECONCILIATIONS']);
    expect(await kept(other)).toEqual(before);
    expect(await numbersOf(other)).toHaveLength(6);
  });
});

it('the service by itself takes no entry out of the books, and makes no hole among their numbers', async () => {
  const own = await company();
  const { journalEntryId } = await book(own, '1.00');
  const { clientAccountId } = own;
  const { raw } = ledger.db;
  for (const attempt of [
    () => raw`select withdraw_entries(${clientAccountId}, 10)`,
    () => raw`insert into erased_numbers (client_account_id, number) values (${clientAccountId}, 1)`,
    () => raw`delete from erased_numbers where client_account_id = ${clientAccountId}`,
  ])
    await expect(attempt()).rejects.toMatchObject({ code: '42501' });
  expect((await own.call('GET', `/journal-entries/${journalEntryId}`)).status).toBe(200);
});

describe('an interrupted reset', () => {
  it('goes on where it was: no entry goes before all are known, and nobody is asked for a page again', async () => {
    const own = await company();
    await documentEntries(own);
    await documentEntries(own);
    const once = key();
    isAway = (name, afterId) => name === 'documents' && afterId > 0;
    await expect(erase(own, CATEGORIES, once)).rejects.toMatchObject({ status: 503 });
    isAway = (name) => name === 'reconciliation';
    // Who asks for payments knows all documents.
    while (!asked.some((one) => one.owner === 'reconciliation'))
      await expect(erase(own, CATEGORIES, once)).rejects.toMatchObject({ status: 503 });
    expect(await numbersOf(own)).toHaveLength(12);
    isAway = undefined;
    asked.length = 0;
    expect(await cleared(own, CATEGORIES, once)).toEqual({ JOURNAL_ENTRIES: 12 });
    expect(asked.filter((one) => one.owner === 'documents' && one.afterId === 0)).toEqual([]);
    expect(await numbersOf(own)).toEqual([]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('ends when one process dies between two batches, and counts each entry once with two at it', async () => {
    const own = await company();
    await ownEntries(own);
    for (let count = 0; count < 130; count++) await book(own, '1.00');
    const once = key();
    const both = await Promise.all([cleared(own, CATEGORIES, once), cleared(own, CATEGORIES, once)]);
    expect(both.at(-1)).toEqual({ JOURNAL_ENTRIES: 130 });
    expect(await numbersOf(own)).toEqual([1, 2, 3]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('under a key that is done asks nobody and takes nothing that was posted since', async () => {
    const own = await company();
    await documentEntries(own);
    const once = key();
    const counted = await cleared(own, CATEGORIES, once);
    open(own);
    const later = await book(own, '9.00');
    asked.length = 0;
    expect(await cleared(own, CATEGORIES, once)).toEqual(counted);
    expect(asked).toEqual([]);
    expect((await own.call('GET', `/journal-entries/${later.journalEntryId}`)).status).toBe(200);
  });

  it('lets no posting of a document land behind it', async () => {
    const own = await company();
    const post = (): Promise<unknown> => {
      const one = book(own, '1.00').finally(() => underWay.delete(one));
      underWay.add(one);
      return one.catch(() => undefined);
    };
    const early = Array.from({ length: 15 }, post);
    ledger.world.account({ id: own.clientAccountId, isActive: false });
    const erased = cleared(own);
    const late = Array.from({ length: 15 }, post);
    await Promise.all([erased, ...early, ...late]);
    expect(await numbersOf(own)).toEqual([]);
    await expect(book(own, '1.00')).rejects.toMatchObject({ code: 'client_account.inactive' });
    await ledger.expectSound(own.clientAccountId);
  });
});

describe('proofs', () => {
  const verifier = resolve(import.meta.dirname, '../../../tools/verify-books.mjs');
  async function verified(own: Books): Promise<readonly [number | null, string]> {
    const file = await own.call('GET', `/ledger/proofs?client_account_id=${own.clientAccountId}`, undefined, {
      accept: 'application/x-ndjson',
    });
    const keys = (await ledger.call('GET', '/public/v2/ledger/proof-keys')).body;
    const [books, keysFile] = [join(folder, 'books.ndjson'), join(folder, 'keys.json')];
    writeFileSync(books, file.bytes);
    writeFileSync(keysFile, JSON.stringify(keys));
    const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, books, keysFile], { encoding: 'utf8' });
    return [status, stdout + stderr];
  }

  it('begin a chain anew in which erased numbers stand as such, and cover all that stayed', async () => {
    const own = await company();
    await ownEntries(own);
    await documentEntries(own);
    await own.posted();
    await ledger.runJob('proof-heads');
    expect((await verified(own))[1]).toContain('PROVEN: 10 entries');
    await cleared(own);
    await ledger.runJob('proof-heads');
    const [status, said] = await verified(own);
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/PROVEN: 4 entries .* beside 6 .* signed up to number 10\n/),
    ]);
    open(own);
    await own.posted();
    await ledger.runJob('proof-chain');
    expect((await verified(own))[1]).toContain('the last 1 are chained and not signed yet');
    await ledger.expectSound(own.clientAccountId);
  });

  it('stand where no entry went', async () => {
    const own = await company();
    await ownEntries(own);
    await ledger.runJob('proof-heads');
    const before = (await own.call('GET', `/ledger/proofs?client_account_id=${own.clientAccountId}`)).body;
    expect(before.data).toHaveLength(1);
    expect(await cleared(own)).toEqual({});
    expect((await own.call('GET', `/ledger/proofs?client_account_id=${own.clientAccountId}`)).body).toEqual(before);
    await ledger.expectSound(own.clientAccountId);
  });

  it('are of what stays, however close the two come', async () => {
    for (let round = 0; round < 3; round++) {
      const own = await company();
      await ownEntries(own);
      await documentEntries(own);
      await own.posted();
      const erased = cleared(own);
      while (!(await Promise.race([erased.then(() => true), ledger.runJob('proof-heads').then(() => false)])));
      await ledger.runJob('proof-heads');
      expect(await verified(own)).toEqual([0, expect.stringContaining('PROVEN: 4 entries')]);
      await ledger.expectSound(own.clientAccountId);
    }
  });
});
