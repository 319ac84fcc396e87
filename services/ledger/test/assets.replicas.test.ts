import { Vouchers } from '@app/rpc';
import { stub } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Books, codeOf, credit, debit, type Ledger, startLedger } from './ledger.ts';
import { startKillable, startReplica } from './support/replicas.ts';

// Depreciation and disposal where several replicas work, and where one dies in the middle.

let ledger: Ledger;
/** Command keys of vouchers that were asked for, in order; while `gate` is there nobody gets one. */
const vouchers: { readonly asked: string[]; gate: Promise<void> | undefined } = { asked: [], gate: undefined };
beforeAll(async () => {
  const documents = stub(Vouchers, {
    CreateVoucher: async ({ commandKey }) => {
      vouchers.asked.push(commandKey);
      await vouchers.gate;
      return { voucherId: 1 + [...new Set(vouchers.asked)].indexOf(commandKey) };
    },
  });
  ledger = await startLedger({ documents: [documents] });
});
afterAll(() => ledger?.stop());

const thisMonth = Temporal.Now.plainDateISO('Europe/Oslo').with({ day: 1 });
const acquired = thisMonth.subtract({ months: 3 }).toString();
const until = thisMonth.subtract({ days: 1 }).toString();

/** A computer bought three months ago for 36 000, which is 1000 a month. */
async function computer(books: Books): Promise<number> {
  const fields = { name: 'Server', asset_class: 'COMPUTER_EQUIPMENT', acquisition_date: acquired };
  const { id } = (await books.call('POST', '/assets', { client_account_id: books.clientAccountId, ...fields })).body;
  const dated = { posting_date: acquired };
  const dimensions = [{ relation_type: 'asset', relation_id: id }];
  await books.posted({
    lines: [debit('1280', '36000.00', { ...dated, dimensions }), credit('2990', '36000.00', dated)],
  });
  return id;
}
const statistics = async (books: Books, id: number) =>
  (await books.call('GET', `/assets/${id}?with=statistics`)).body.statistics.balances.map(
    (one: Record<string, string>) => `${one.account_code} ${one.balance}`,
  );
const written = ['1280 36000.00', '1289 -3000.00', '6015 3000.00'];
const months = ({ clientAccountId }: Books) => ({ client_account_id: clientAccountId, until });
const disposal = { disposal_date: thisMonth.toString(), kind: 'SCRAPPING' };
const disposals = ({ clientAccountId }: Books) =>
  ledger.db.raw<
    { journal_entry_id: string; voucher_id: string | null }[]
  >`select journal_entry_id, voucher_id from asset_disposals where client_account_id = ${clientAccountId}`;
const taxRows = async (books: Books) =>
  (await books.call('GET', `/tax-ledger/entries?client_account_id=${books.clientAccountId}&entry_type=DISPOSAL`)).body
    .data;

describe('two replicas at once', () => {
  let replica: Awaited<ReturnType<typeof startReplica>>;
  beforeAll(async () => {
    replica = await startReplica(ledger);
  });
  afterAll(() => replica?.stop());

  it('write each month down once, by their jobs and on demand [AST-R36]', async () => {
    const books = await ledger.books();
    const ids = [await computer(books), await computer(books), await computer(books)];
    const answers = await Promise.all([
      ledger.runJob('depreciation'),
      replica.runJob('depreciation'),
      books.call('POST', '/assets/depreciate', months(books)),
      replica.call(books, 'POST', '/assets/depreciate', months(books)),
    ]);
    for (const id of ids) expect(await statistics(books, id)).toEqual(written);
    const booked = answers.map((answer) =>
      typeof answer === 'number' ? answer : answer.body.journal_entry_ids.length,
    );
    expect(booked.reduce((sum, count) => sum + count)).toBe(9);
    await ledger.expectSound(books.clientAccountId);
  });

  it('dispose of an asset once, while it is being written down [AST-R19] [AST-R37]', async () => {
    const books = await ledger.books();
    const id = await computer(books);
    const answers = await Promise.all([
      books.call('POST', `/assets/${id}/disposal`, disposal),
      replica.call(books, 'POST', `/assets/${id}/disposal`, disposal),
      replica.runJob('depreciation'),
      books.call('POST', `/assets/${id}/disposal`, disposal),
    ]);
    const statuses = answers.flatMap((answer) => (typeof answer === 'number' ? [] : answer.status));
    expect(statuses.sort()).toEqual([201, 400, 400]);
    expect([(await disposals(books)).length, (await taxRows(books)).length]).toEqual([1, 1]);
    // Whichever came first, nothing is left on the accounts of the asset, and nothing comes later.
    await ledger.runJob('depreciation');
    const left = (await statistics(books, id)).filter((text: string) => text.startsWith('12'));
    expect(left).toEqual([]);
    await ledger.expectSound(books.clientAccountId);
  });
});

describe('a replica that is killed', () => {
  const headers = { 'idempotency-key': 'once' };
  /** A company each, with an asset: one was being written down, one disposed of, one waited for its voucher. */
  let writing: Owner;
  let disposing: Owner;
  let owing: Owner;
  type Owner = { readonly books: Books; readonly id: number };

  beforeAll(async () => {
    const own = async (): Promise<Owner> => {
      const books = await ledger.books();
      return { books, id: await computer(books) };
    };
    [writing, disposing, owing] = [await own(), await own(), await own()];
    const replica = await startKillable(ledger);
    const lost: Promise<string>[] = [];
    const send = ({ books }: Owner, path: string, body: object): void => {
      const answer = replica.call(books, 'POST', `/assets/${path}`, body, headers);
      lost.push(answer.then(({ status }) => `answered ${status}`).catch(() => 'no answer'));
    };
    vouchers.asked.length = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    vouchers.gate = promise;
    send(owing, `${owing.id}/disposal`, disposal);
    await vi.waitFor(() => expect(vouchers.asked).toHaveLength(1), { timeout: 60_000, interval: 20 });
    // The others die in the middle of their transactions, where their entries are posted and nothing says so yet.
    await ledger.asOwner((owner) =>
      owner.begin(async (tx) => {
        await tx`lock table asset_depreciations, asset_disposals in exclusive mode`;
        send(writing, 'depreciate', months(writing.books));
        send(disposing, `${disposing.id}/disposal`, disposal);
        await ledger.waitForBlocked(2);
        await replica.stop();
      }),
    );
    resolve();
    vouchers.gate = undefined;
    expect(await Promise.all(lost)).toEqual(['no answer', 'no answer', 'no answer']);
  });

  it('while it writes down leaves nothing; another books each month once [AST-R36]', async () => {
    const { books, id } = writing;
    const depreciate = () => books.call('POST', '/assets/depreciate', months(books));
    expect((await depreciate()).body.journal_entry_ids).toHaveLength(3);
    expect(await statistics(books, id)).toEqual(written);
    expect((await depreciate()).body.journal_entry_ids).toEqual([]);
    await ledger.expectSound(books.clientAccountId);
  });

  it('while it disposes leaves nothing; the repeat with the same key disposes once [AST-R17]', async () => {
    const { books, id } = disposing;
    expect(await disposals(books)).toEqual([]);
    const before = vouchers.asked.length;
    const repeat = () => books.call('POST', `/assets/${id}/disposal`, disposal, headers);
    expect(codeOf(await repeat())).toBe('common.idempotency_in_progress');
    await endLeases();
    expect((await repeat()).status).toBe(201);
    expect((await repeat()).headers.get('idempotent-replayed')).toBe('true');
    expect([(await disposals(books)).length, (await taxRows(books)).length]).toEqual([1, 1]);
    expect(vouchers.asked.length - before).toBe(1);
    expect(await statistics(books, id)).toEqual([]);
    await ledger.expectSound(books.clientAccountId);
  });

  it('before the voucher is made leaves the disposal; another makes the voucher, once [AST-R17]', async () => {
    const { books, id } = owing;
    const [commandKey] = vouchers.asked;
    expect(await disposals(books)).toMatchObject([{ voucher_id: null }]);
    expect(await statistics(books, id)).toEqual([]);

    await endLeases();
    await ledger.runJob('use-case-recovery');
    expect(await disposals(books)).toMatchObject([{ voucher_id: '1' }]);
    expect(vouchers.asked.filter((key) => key === commandKey)).toHaveLength(2);
    const repeated = await books.call('POST', `/assets/${id}/disposal`, disposal, headers);
    expect([repeated.status, repeated.body.is_active]).toEqual([201, false]);
    expect([(await disposals(books)).length, (await taxRows(books)).length]).toEqual([1, 1]);
    await ledger.expectSound(books.clientAccountId);
  });
});

/** What the dead held of keys and use cases is given up. */
async function endLeases(): Promise<void> {
  await ledger.db.raw`update idempotency_keys set lease_until = now() - interval '1 second' where status is null`;
  await ledger.db.raw`update use_cases set lease_until = clock_timestamp() where state = 'open'`;
}
