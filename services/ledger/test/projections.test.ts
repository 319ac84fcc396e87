import { clientAccountChanged, settingsChanged } from '@app/events';
import { Ledger as LedgerContract, Records } from '@app/rpc';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createReferencesStore } from '../src/projections/references-store.ts';
import { credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const factsOf = async (clientAccountId: number) =>
  (
    await ledger.db.executor.execute<Record<string, unknown>>(
      sql`select * from account_facts where client_account_id = ${clientAccountId}`,
    )
  )[0];
const projectionsOf = async (clientAccountId: number) => ({
  facts: await factsOf(clientAccountId),
  references: [
    ...(await ledger.db.executor.execute(
      sql`select relation_type, relation_id, name, is_active from reference_values where client_account_id = ${clientAccountId} order by 1, 2`,
    )),
  ],
});

/** Events of client accounts that the service has taken in. */
async function handled(): Promise<number> {
  const [row] = await ledger.db.raw<{ count: number }[]>`
    select count(*)::int from inbox where consumer = 'ledger-organisation-client_account-changed'`;
  return row!.count;
}

const changed = (clientAccountId: number, version: number, changes: object = {}) =>
  clientAccountChanged.create({
    client_account_id: clientAccountId,
    version,
    display_name: 'New name',
    unique_name: 'x',
    accounting_currency: 'NOK',
    accounting_language: 'eng',
    is_active: true,
    organization_id: 1,
    organization_number: '999999999',
    sale_invoice: { next_number: 1, set_at_version: 1 },
    sale_credit_note: { next_number: 1, set_at_version: 1 },
    ...changes,
  });

describe('facts of client accounts', () => {
  it('are read from their owner when they are needed first, and then kept', async () => {
    const own = await ledger.books({ displayName: 'Fjord AS', accountingCurrency: 'SEK' });
    expect(await factsOf(own.clientAccountId)).toBeUndefined();
    expect((await own.posted()).lines[0].currency_code).toBe('SEK');
    expect(await factsOf(own.clientAccountId)).toMatchObject({
      display_name: 'Fjord AS',
      accounting_currency: 'SEK',
      vat_liable_during: '{(,)}',
    });
    ledger.world.isAway = true;
    try {
      await own.posted();
    } finally {
      ledger.world.isAway = false;
    }
  });

  it('follow events, whatever their order, and ignore repeats and old ones', async () => {
    const own = await ledger.books();
    await own.posted();
    const before = await handled();
    await ledger.publish(changed(own.clientAccountId, 5));
    await ledger.publish(changed(own.clientAccountId, 4, { display_name: 'Older' }));
    await ledger.publish(
      settingsChanged.create({
        client_account_id: own.clientAccountId,
        version: 6,
        versions: [
          { active_from: '2020-01-01', active_to: '2024-12-31', vat_liable: false },
          { active_from: '2025-01-01', active_to: '2025-12-31', vat_liable: true },
          { active_from: '2026-01-01', active_to: null, vat_liable: false },
        ],
      }),
    );
    await vi.waitFor(async () => expect(await handled()).toBe(before + 2), { timeout: 60_000, interval: 50 });
    await vi.waitFor(
      async () =>
        expect(await factsOf(own.clientAccountId)).toMatchObject({
          display_name: 'New name',
          accounting_language: 'eng',
          account_version: '5',
          settings_version: '6',
          vat_liable_during: '{[2025-01-01,2026-01-01)}',
        }),
      { timeout: 60_000, interval: 50 },
    );
    const taxed = (date: string) =>
      own.post({
        lines: [
          debit('6300', '1.00', { tax_code: '1', posting_date: date }),
          credit('1920', '1.00', { posting_date: date }),
        ],
      });
    // Liability is that of the version in force on the posting date, to the day.
    const statuses = [];
    for (const date of ['2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01'])
      statuses.push((await taxed(date)).status);
    expect(statuses).toEqual([400, 201, 201, 400]);
  });

  it('an event for an account that is not known here is no mistake', async () => {
    const own = await ledger.books();
    const before = await handled();
    await ledger.publish(changed(own.clientAccountId, 2));
    await vi.waitFor(async () => expect(await handled()).toBe(before + 1), { timeout: 60_000, interval: 20 });
    await own.posted();
    expect(await factsOf(own.clientAccountId)).toMatchObject({ display_name: `Company ${own.clientAccountId}` });
  });

  it('a currency that changed before the first entry is seen by it', async () => {
    const own = await ledger.books();
    // Remembered in this process, with the old currency.
    await own.post({ lines: [debit('9999', '1.00'), credit('1920', '1.00')] });
    ledger.world.account({ id: own.clientAccountId, accountingCurrency: 'EUR' });
    await ledger.db.executor.execute(sql`delete from account_facts where client_account_id = ${own.clientAccountId}`);
    expect((await own.posted()).lines[0].currency_code).toBe('EUR');
  });
});

it('what an owner says of many values is stored, but of those that an event has changed since', async () => {
  const own = await ledger.books();
  const store = createReferencesStore(ledger.db);
  const value = (relationId: number, name: string, isActive = true, version = 0) => ({
    ...{ clientAccountId: own.clientAccountId, relationType: 'project', relationId, name, isActive, version },
  });
  const ids = [1, 2, 3, 4];
  await store.putResolved([value(1, 'one'), value(2, 'two'), value(3, 'three')], new Map());
  const seen = await store.versions(own.clientAccountId, 'project', ids);
  await store.change(ledger.db.executor, value(2, 'by an event', false, 7));
  await store.putResolved(
    ids.map((id) => value(id, `said of ${id}`, id !== 3)),
    seen,
  );
  const rows = await ledger.db.raw`
    select relation_id::int as id, name, is_active, version::int from reference_values
    where client_account_id = ${own.clientAccountId} order by relation_id`;
  expect(rows).toEqual([
    { id: 1, name: 'said of 1', is_active: true, version: 0 },
    { id: 2, name: 'by an event', is_active: false, version: 7 },
    { id: 3, name: 'said of 3', is_active: false, version: 0 },
    { id: 4, name: 'said of 4', is_active: true, version: 0 },
  ]);
});

it('of many changes to one record at once the newest counts, and none over a newer one that is known', async () => {
  const own = await ledger.books();
  const store = createReferencesStore(ledger.db);
  const value = (relationId: number, name: string, version: number, relationType = 'voucher') => ({
    ...{ clientAccountId: own.clientAccountId, relationType, relationId, name, isActive: version < 9, version },
  });
  await store.change(ledger.db.executor, value(2, 'known already', 5));
  await store.changeAll(ledger.db.executor, [
    ...[value(2, 'older than what is known', 4), value(1, 'first', 1), value(3, 'gone', 9)],
    ...[value(1, 'third', 3), value(1, 'second', 2), value(1, 'of another kind', 1, 'item')],
  ]);
  const rows = await ledger.db.raw`
    select relation_type as type, relation_id::int as id, name, is_active, version::int from reference_values
    where client_account_id = ${own.clientAccountId} order by 1, 2`;
  expect(rows).toEqual([
    { type: 'item', id: 1, name: 'of another kind', is_active: true, version: 1 },
    { type: 'voucher', id: 1, name: 'third', is_active: true, version: 3 },
    { type: 'voucher', id: 2, name: 'known already', is_active: true, version: 5 },
    { type: 'voucher', id: 3, name: 'gone', is_active: false, version: 9 },
  ]);
});

describe('dropped', () => {
  it('the projections are rebuilt from their owners, equal to what they were', async () => {
    const own = await ledger.books();
    for (const [type, id] of [
      ['project', 1],
      ['tag', 2],
      ['bankacc', 3],
      ['item', 4],
      ['businesspartner', 5],
      ['voucher', 6],
    ] as const)
      ledger.own(own.clientAccountId, type, { id, name: `${type} of ours` });
    const dimensions = [
      { relation_type: 'project', relation_id: 1 },
      { relation_type: 'tag', relation_id: 2 },
      { relation_type: 'bankacc', relation_id: 3 },
      { relation_type: 'item', relation_id: 4 },
      { relation_type: 'businesspartner', relation_id: 5 },
    ];
    const entry = await own.posted({ ...rent('1.00', { dimensions }), voucher_id: 6 });
    await ledger.runJob('ledger-projections');
    const before = await projectionsOf(own.clientAccountId);
    expect([before.facts, before.references.length]).toEqual([expect.anything(), 6]);
    await ledger.db.executor.execute(sql`delete from account_facts`);
    await ledger.db.executor.execute(sql`delete from reference_values`);
    expect((await own.call('GET', `/journal-entries/${entry.id}`)).body.lines[0].dimensions[0].name).toBeNull();
    await ledger.runJob('ledger-projections');
    expect(await projectionsOf(own.clientAccountId)).toEqual(before);
    expect((await own.call('GET', `/journal-entries/${entry.id}`)).body).toEqual(entry);
  });

  it('nothing is lost for postings meanwhile: they read through', async () => {
    const own = await ledger.books();
    ledger.own(own.clientAccountId, 'project', { id: 1 });
    const entry = rent('1.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }] });
    await own.posted(entry);
    await ledger.db.executor.execute(sql`delete from account_facts`);
    await ledger.db.executor.execute(sql`delete from reference_values`);
    expect((await own.post(entry)).status).toBe(201);
  });
});

describe('what others ask', () => {
  it('HasPostings is true from the first entry on, a draft counts', async () => {
    const own = await ledger.books();
    const client = ledger.connect(LedgerContract, 'organisation');
    const ask = async () => (await client.HasPostings({ clientAccountId: own.clientAccountId })).hasPostings;
    expect(await ask()).toBe(false);
    await own.posted({ ...rent(), is_draft: true });
    expect(await ask()).toBe(true);
  });

  it('CountRecords counts journal entries', async () => {
    const own = await ledger.books();
    await own.posted();
    await own.posted();
    const { counts } = await ledger
      .connect(Records, 'organisation')
      .CountRecords({ clientAccountId: own.clientAccountId });
    expect(counts).toEqual([{ kind: 'journal_entries', count: 2 }]);
  });
});

it('the nightly verification finds nothing to complain of', async () => {
  expect(await ledger.runJob('ledger-verification')).toBe(0);
});
