import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGroundStore } from '../src/ground/ground-store.ts';
import { createGrounds } from '../src/ground/grounds.ts';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

// An entry is judged in the service by a ground that is remembered, and written under that ground or not at all.

let ledger: Ledger;
// Crowds on a machine that may be busy.
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const versionOf = async ({ clientAccountId }: Books): Promise<readonly [own: number, common: number]> => {
  const { version, common } = await createGroundStore(ledger.db).versions(clientAccountId);
  return [version, common];
};

/** Changes of what an entry of a company is judged by, as the owner of the tables makes them. */
const changes: readonly (readonly [
  what: string,
  change: (owner: postgres.Sql, company: number, accountId: number) => Promise<unknown>,
])[] = [
  ['an account is deactivated', (owner, _, id) => owner`update accounts set is_active = false where id = ${id}`],
  [
    'an account takes a tax code more',
    (owner, _, id) => owner`
    insert into account_tax_codes (account_id, tax_code_id) select ${id}, t.id from tax_codes t where t.code = '3' order by t.id limit 1`,
  ],
  [
    'an account takes another tax code',
    (owner, _, id) => owner`
    update account_tax_codes set tax_code_id = (select id from tax_codes where code = '11' order by id limit 1)
    where account_id = ${id} and tax_code_id in (select id from tax_codes where code = '3')`,
  ],
  ['an account takes a tax code less', (owner, _, id) => owner`delete from account_tax_codes where account_id = ${id}`],
  [
    'an account is added',
    (owner, company) => owner`
    insert into accounts (client_account_id, account_code, description_nob, grouping_category, grouping_code, created_at, updated_at)
    select ${company}, '6309', 'x', grouping_category, grouping_code, now(), now() from accounts where client_account_id is null and account_code = '6300'`,
  ],
  [
    'an account is removed',
    (owner, company) => owner`delete from accounts where client_account_id = ${company} and account_code = '6309'`,
  ],
  [
    'the currency changes',
    (owner, company) =>
      owner`update account_facts set accounting_currency = 'SEK' where client_account_id = ${company}`,
  ],
  [
    'the liability for VAT changes',
    (owner, company) => owner`update account_facts set vat_liable_during = '{}' where client_account_id = ${company}`,
  ],
  [
    'the company becomes inactive',
    (owner, company) => owner`update account_facts set is_active = false where client_account_id = ${company}`,
  ],
  [
    'the period lock moves',
    (owner, company) => owner`
    select lock_period(${JSON.stringify({ client_account_id: company, actor_id: 1, now: '2026-01-01T00:00:00Z', locked_until_date: '2025-12-31', locking_comment: 'x' })}::text::jsonb)`,
  ],
  [
    'what is known of the company is dropped',
    (owner, company) => owner`delete from account_facts where client_account_id = ${company}`,
  ],
];

it('every change of the ground raises its version, in the transaction of the change', async () => {
  const own = await ledger.books();
  await own.posted();
  const id = await ledger.addAccount(own.clientAccountId, '6301', { taxCodes: ['1'] });
  for (const [what, change] of changes) {
    const [before, common] = await versionOf(own);
    await expect(
      ledger.asOwner((owner) =>
        owner.begin(async (tx) => {
          await change(tx as unknown as postgres.Sql, own.clientAccountId, id);
          throw new Error('taken back');
        }),
      ),
    ).rejects.toThrow('taken back');
    expect(await versionOf(own), what).toEqual([before, common]);
    await ledger.asOwner((owner) => change(owner, own.clientAccountId, id));
    expect(await versionOf(own), what).toEqual([before + 1, common]);
  }
});

it.each([
  [
    'an account of the system chart',
    `update accounts set is_active = is_active where client_account_id is null and account_code = '6300'`,
  ],
  [
    'a tax code of such an account',
    `insert into account_tax_codes (account_id, tax_code_id)
      select a.id, t.id from accounts a, tax_codes t where a.client_account_id is null and a.account_code = '7770' and t.code = '1' limit 1`,
  ],
  ['a tax code', `update tax_codes set active_to = active_to where code = '1'`],
])('a change of %s raises the version of the common ground', async (_, statement) => {
  const own = await ledger.books();
  await own.posted();
  const [before, common] = await versionOf(own);
  await ledger.asOwner((owner) => owner.unsafe(statement));
  expect(await versionOf(own)).toEqual([before, common + 1]);
});

it('what is taken away gives an erased company no new row', async () => {
  const own = await ledger.books();
  await own.posted();
  await ledger.addAccount(own.clientAccountId, '6301');
  await ledger.asOwner(async (owner) => {
    await owner`delete from journal_counters where client_account_id = ${own.clientAccountId}`;
    await owner`delete from accounts where client_account_id = ${own.clientAccountId}`;
    await owner`delete from account_facts where client_account_id = ${own.clientAccountId}`;
    expect(await owner`select from journal_counters where client_account_id = ${own.clientAccountId}`).toHaveLength(0);
  });
});

it('a name of the company, a posting and a draft are no change of the ground', async () => {
  const own = await ledger.books();
  await own.posted();
  const before = await versionOf(own);
  await ledger.asOwner(
    (owner) =>
      owner`update account_facts set display_name = 'x', account_version = 9 where client_account_id = ${own.clientAccountId}`,
  );
  await own.posted();
  await own.posted({ ...rent(), is_draft: true });
  expect(await versionOf(own)).toEqual(before);
});

/** Until a statement waits for a lock, be it on a row. */
const untilOneWaits = () =>
  vi.waitFor(
    async () => {
      const [row] = await ledger.asOwner(
        (owner) =>
          owner`select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
      );
      expect(row!.n).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 20 },
  );

describe('a change that is not committed yet', () => {
  const lock = { actor_id: 1, now: '2026-01-01T00:00:00Z', locked_until_date: '2026-03-31', locking_comment: 'x' };
  it.each<
    readonly [string, (tx: postgres.Sql, company: number, accountId: number) => Promise<unknown>, number, string]
  >([
    [
      'closing an account',
      (tx, _, id) => tx`update accounts set is_active = false where id = ${id}`,
      400,
      'lines.0.account_code',
    ],
    [
      'taking a tax code from an account',
      (tx, _, id) => tx`
      update account_tax_codes set tax_code_id = (select id from tax_codes where code = '3' order by id limit 1) where account_id = ${id}`,
      400,
      'lines.0.tax_code',
    ],
    [
      'ending the liability for VAT',
      (tx, company) => tx`
      update account_facts set vat_liable_during = '{}', settings_version = 99 where client_account_id = ${company}`,
      400,
      'lines.0.tax_code',
    ],
    [
      'locking the period',
      (tx, company) => tx`select lock_period(${JSON.stringify({ ...lock, client_account_id: company })}::text::jsonb)`,
      409,
      'lines.0.posting_date',
    ],
    [
      'closing an account of the system chart',
      (tx) => tx`
      update accounts set is_active = false where client_account_id is null and account_code = '1920'`,
      400,
      'lines.1.account_code',
    ],
  ])('%s: a posting waits for it and is judged by it', async (_, change, status, field) => {
    const own = await ledger.books();
    const id = await ledger.addAccount(own.clientAccountId, '6301', { taxCodes: ['1'] });
    const entry = { lines: [debit('6301', '100.00', { tax_code: '1' }), credit('1920', '100.00')] };
    // Remembered from here on.
    await own.posted(entry);
    let posting: ReturnType<Books['post']> | undefined;
    try {
      await ledger.asOwner((owner) =>
        owner.begin(async (tx) => {
          await change(tx as unknown as postgres.Sql, own.clientAccountId, id);
          posting = own.post(entry);
          await untilOneWaits();
        }),
      );
      const { status: answered, body } = await posting!;
      expect([answered, body.error.details.fields.map((fault: { field: string }) => fault.field)]).toEqual([
        status,
        expect.arrayContaining([field]),
      ]);
      await ledger.expectSound(own.clientAccountId);
    } finally {
      await ledger.asOwner(
        (owner) =>
          owner`update accounts set is_active = true where client_account_id is null and account_code = '1920'`,
      );
    }
  });
});

it('however close a change and postings come, no line is stored under a ground that no longer holds', async () => {
  // Looks at the ground where the line is written, under the row that keeps every later change from committing before
  // it.
  await ledger.asOwner((owner) =>
    owner.unsafe(`
      create function witness() returns trigger language plpgsql as $$ begin
        if exists (select from accounts a where a.id = new.account_id and not a.is_active)
          or exists (select from journal_counters c where c.client_account_id = new.client_account_id and c.locked_until >= new.posting_date)
        then raise exception 'written under a ground that no longer holds'; end if; return new; end $$;
      create trigger witness before insert on journal_lines for each row execute function witness()`),
  );
  try {
    for (let round = 0; round < 4; round++) {
      const own = await ledger.books();
      const id = await ledger.addAccount(own.clientAccountId, '6301');
      const entry = { lines: [debit('6301', '1.00'), credit('1920', '1.00')] };
      await own.posted(entry);
      const lock = { client_account_id: own.clientAccountId, locked_until_date: '2026-03-31', locking_comment: 'x' };
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 16 }, () => own.post(entry))),
        round % 2 === 0
          ? ledger.asOwner((owner) => owner`update accounts set is_active = false where id = ${id}`)
          : own.call('POST', '/period-locks', lock),
      ]);
      const refused = round % 2 === 0 ? 400 : 409;
      for (const { status } of answers) expect([201, refused]).toContain(status);
      expect((await own.post(entry)).status).toBe(refused);
      await ledger.expectSound(own.clientAccountId);
    }
  } finally {
    await ledger.asOwner((owner) => owner.unsafe('drop trigger witness on journal_lines; drop function witness()'));
  }
});

it('grounds that are remembered are bounded, by what they hold', async () => {
  const store = createGroundStore(ledger.db);
  const grounds = createGrounds(
    { db: ledger.db, store, facts: { refresh: () => Promise.reject(new Error('not asked')) } },
    { capacity: 12 },
  );
  const companies = await Promise.all(Array.from({ length: 8 }, () => ledger.books()));
  for (const own of companies) {
    await own.posted();
    await ledger.addAccount(own.clientAccountId, '6301');
    await ledger.addAccount(own.clientAccountId, '6302');
    await grounds.get(own.clientAccountId);
    expect(grounds.size).toBeLessThanOrEqual(12);
  }
  // The last four are there, three things each; what was used last stays.
  expect(grounds.size).toBe(12);
  let loads = 0;
  const counting = createGrounds(
    {
      db: ledger.db,
      store: {
        ...store,
        load: (...given) => {
          loads += 1;
          return store.load(...given);
        },
      },
      facts: { refresh: () => Promise.reject(new Error('not asked')) },
    },
    { capacity: 6 },
  );
  const [first, second, third] = companies.map(({ clientAccountId }) => clientAccountId);
  for (const id of [first!, second!, first!, third!, first!]) await counting.get(id);
  expect(loads).toBe(3);
});

/** Grounds that count how often one is read. */
function countingGrounds(capacity?: number) {
  const store = createGroundStore(ledger.db);
  const loads = { own: 0, common: 0 };
  const counting = {
    ...store,
    load: (...given: Parameters<typeof store.load>) => {
      loads.own += 1;
      return store.load(...given);
    },
    loadCommon: () => {
      loads.common += 1;
      return store.loadCommon();
    },
  };
  const facts = { refresh: () => Promise.reject(new Error('not asked')) };
  const grounds = createGrounds({ db: ledger.db, store: counting, facts }, capacity === undefined ? {} : { capacity });
  return { grounds, loads };
}

it('a crowd that needs a ground reads it once, and once again after it has changed', async () => {
  const own = await ledger.books();
  await own.posted();
  const { grounds, loads } = countingGrounds();
  const crowd = () => Promise.all(Array.from({ length: 20 }, () => grounds.get(own.clientAccountId)));
  const first = await crowd();
  expect(loads).toEqual({ own: 1, common: 1 });
  await ledger.addAccount(own.clientAccountId, '6301');
  // Each of them finds the ground out of date, some after others have read the new one.
  const again = await Promise.all(
    first.map(async (ground) => {
      expect(await grounds.isCurrent(ground)).toBe(false);
      return grounds.get(own.clientAccountId);
    }),
  );
  expect(loads).toEqual({ own: 2, common: 1 });
  expect(again.map(({ accountsByCode }) => accountsByCode.has('6301'))).toEqual(again.map(() => true));

  await ledger.asOwner((owner) => owner`update tax_codes set active_to = active_to where code = '1'`);
  for (const ground of again) {
    expect(await grounds.isCurrent(ground)).toBe(false);
    await grounds.get(own.clientAccountId);
  }
  expect(loads).toEqual({ own: 3, common: 2 });
  expect(await grounds.isCurrent(await grounds.get(own.clientAccountId))).toBe(true);
});

it('a ground that changes while it is read is not taken for the newest', async () => {
  const own = await ledger.books();
  await own.posted();
  const store = createGroundStore(ledger.db);
  const [wasRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const facts = { refresh: () => Promise.reject(new Error('not asked')) };
  const slow = {
    ...store,
    load: async (...given: Parameters<typeof store.load>) => {
      const ground = await store.load(...given);
      wasRead.resolve();
      await goOn.promise;
      return ground;
    },
  };
  const grounds = createGrounds({ db: ledger.db, store: slow, facts });
  const reading = grounds.get(own.clientAccountId);
  await wasRead.promise;
  await ledger.addAccount(own.clientAccountId, '6301');
  goOn.resolve();
  const old = await reading;
  expect([old.accountsByCode.has('6301'), await grounds.isCurrent(old)]).toEqual([false, false]);
  const fresh = await grounds.get(own.clientAccountId);
  expect([fresh.accountsByCode.has('6301'), await grounds.isCurrent(fresh)]).toEqual([true, true]);
});

it('a chart that needs all the room puts out no other ground', async () => {
  const [small, large] = [await ledger.books(), await ledger.books()];
  for (const own of [small, large]) await own.posted();
  for (const code of ['6301', '6302', '6303']) await ledger.addAccount(large.clientAccountId, code);
  const { grounds, loads } = countingGrounds(3);
  for (const own of [small, large, small, large]) await grounds.get(own.clientAccountId);
  expect([loads.own, grounds.size]).toEqual([3, 1]);
});

describe('the versions of companies that are asked about at the same moment', () => {
  it('are each of its own company, of one that nothing is known of too, and of the moment after the question', async () => {
    const store = createGroundStore(ledger.db);
    const companies = await Promise.all(Array.from({ length: 5 }, () => ledger.books()));
    for (const [changes, { clientAccountId }] of companies.entries())
      for (let change = 0; change < changes; change++) await ledger.addAccount(clientAccountId, `63${10 + change}`);
    const alone: number[] = [];
    for (const own of companies) alone.push((await versionOf(own))[0]);
    expect(new Set(alone).size).toBe(companies.length);
    const asked = [...companies.map(({ clientAccountId }) => clientAccountId), 999_999_999];
    const crowd = Array.from({ length: 60 }, (_, place) => asked[place % asked.length]!);
    const together = await Promise.all(crowd.map((id) => store.versions(id)));
    expect(together.map(({ version }) => version)).toEqual(
      crowd.map((_, place) => [...alone, -1][place % asked.length]),
    );
    await ledger.addAccount(asked[0]!, '6399');
    expect((await store.versions(asked[0]!)).version).toBeGreaterThan(alone[0]!);
  });
});
