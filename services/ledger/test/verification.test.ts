import { checkInvariants, type Finding, queryOn } from '@app/invariants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verification } from '../src/invariants.ts';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

// Each invariant is shown rows that break it, made by somebody who may switch the guards of the database off.

let ledger: Ledger;
let books: Books;
/** Ids of what the falsifications work on. */
let ids: {
  readonly posted: number;
  readonly cancelled: number;
  readonly reversal: number;
  readonly draft: number;
  readonly line: number;
};

beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
  const { clientAccountId } = books;
  for (const [type, id] of [
    ['project', 1],
    ['tag', 2],
    ['tag', 3],
  ] as const)
    ledger.own(clientAccountId, type, { id });
  const tags = ['project 1', 'tag 2', 'tag 3'].map((text) => {
    const [relation_type, relation_id] = text.split(' ');
    return { relation_type, relation_id: Number(relation_id) };
  });
  const posted = await books.posted(rent('100.00', { dimensions: tags }));
  const cancelled = await books.posted(rent('7.00'));
  const answer = await books.call('PATCH', `/journal-entries/${cancelled.id}`, {
    cancelled: 'Y',
    cancellation_reason: 'Wrong',
  });
  const draft = await books.posted({ ...rent('3.00'), is_draft: true });
  await ledger.claim(clientAccountId, posted.lines[0].id, 'external', '100.00');
  await ledger.claim(clientAccountId, posted.lines[1].id, 'internal', '-40.00');
  // Posted before and after each of these locks, where they let it.
  const lock = (locked_until_date: string) =>
    books.call('POST', '/period-locks', {
      client_account_id: clientAccountId,
      locked_until_date,
      locking_comment: 'Test',
    });
  await books.posted(rent('1.00', { posting_date: '2024-05-01' }));
  await lock('2024-12-31');
  await lock('2023-12-31');
  await books.posted(rent('1.00', { posting_date: '2024-06-01' }));
  await lock('2024-12-31');
  ledger.own(clientAccountId, 'businesspartner', { id: 1 });
  for (const quantity of ['10', '5'])
    await books.call('POST', '/equity/transactions/issue', {
      client_account_id: clientAccountId,
      ...{ business_partner_id: 1, share_class: 'ORDINARY', quantity, transaction_date: `2026-03-0${quantity.length}` },
    });
  await ledger.runJob('proof-heads');
  await depreciateAndDispose();
  ids = {
    posted: posted.id,
    cancelled: cancelled.id,
    reversal: answer.body.cancellation_entry_id,
    draft: draft.id,
    line: posted.lines[0].id,
  };
});
afterAll(() => ledger?.stop());

/** A computer written down for two months, and then disposed of with a gain that is deferred. */
async function depreciateAndDispose(): Promise<void> {
  const { clientAccountId: client_account_id } = books;
  const fields = { name: 'Server', asset_class: 'COMPUTER_EQUIPMENT', acquisition_date: '2025-01-10' };
  const { id } = (await books.call('POST', '/assets', { client_account_id, ...fields })).body;
  const dated = { posting_date: '2025-01-10' };
  const dimensions = [{ relation_type: 'asset', relation_id: id }];
  await books.posted({ lines: [debit('1280', '3600.00', { ...dated, dimensions }), credit('2990', '3600.00', dated)] });
  expect((await books.call('POST', '/assets/depreciate', { client_account_id, until: '2025-02-28' })).status).toBe(200);
  const body = { kind: 'INVOLUNTARY', proceeds: '5000.00', proceeds_account: '1570', defer_gain: true };
  const disposal = await books.call('POST', `/assets/${id}/disposal`, { disposal_date: '2025-03-15', ...body });
  expect(disposal.status).toBe(201);
}

const check = (): Promise<readonly Finding[]> =>
  checkInvariants(queryOn(ledger.db.raw, 'ledger'), verification, books.clientAccountId);

/** What a superuser with triggers off did in the night, as one invariant sees it: taken back after the look. */
async function falsify(statements: string, name: string): Promise<Finding> {
  const invariants = verification.invariants.filter((invariant) => invariant.name === name);
  return ledger.asOwner(async (sql) => {
    await sql`reset role`;
    await sql`set session_replication_role = replica`;
    return sql
      .begin(async (tx) => {
        await tx.unsafe(statements.replaceAll('$books', String(books.clientAccountId)));
        const inside = (text: string, parameters: readonly string[]) => tx.unsafe(text, [...parameters]);
        const findings = await checkInvariants(inside, { ...verification, invariants }, books.clientAccountId);
        throw Object.assign(new Error('taken back'), { findings });
      })
      .catch((error: { findings?: readonly Finding[] }) => {
        if (!error.findings) throw error;
        return error.findings[0]!;
      });
  });
}

const copyOf = (table: string, where: string, changes: Readonly<Record<string, string>>): string =>
  `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(${Object.entries(changes)
    .map(([column, value]) => `'${column}', ${value}`)
    .join(', ')}))).* from ${table} r where client_account_id = $books and ${where};`;

it('holds on sound books, and says how much was looked at', async () => {
  const findings = await check();
  expect(findings.filter(({ broken }) => broken > 0)).toEqual([]);
  expect(findings.map(({ invariant, checked }) => [invariant.name, checked > 0])).toEqual(
    verification.invariants.map(({ name }) => [name, true]),
  );
});

const mine = 'client_account_id = $books';

it.each<readonly [string, () => string, RegExp]>([
  [
    'posted entries balance, in total and on each date',
    () => `update journal_lines set posting_date = '2026-03-15' where ${mine} and id = ${ids.line}`,
    /^entry \d+ on 2026-03-1/,
  ],
  [
    'entries have the lines and dates that they say',
    () => `delete from journal_lines where ${mine} and journal_entry_id = ${ids.draft}`,
    /^entry \d+$/,
  ],
  [
    'entries have the lines and dates that they say',
    () => `delete from journal_entries where ${mine} and id = ${ids.draft}`,
    /^entry that does not exist$/,
  ],
  [
    'dimensions carry the account and date of their line',
    () => `update journal_line_dimensions set account_id = account_id + 1 where ${mine} and relation_type = 'project'`,
    /^dimension \d+$/,
  ],
  [
    'numbers run from 1 without a gap',
    () => `update journal_entries set sequence_number = sequence_number + 100 where ${mine} and id = ${ids.posted}`,
    /has number 2 after number 0$/,
  ],
  [
    'numbers run from 1 without a gap',
    () => `update journal_counters set last_sequence_number = last_sequence_number + 1 where ${mine}`,
    /^the counter stands at/,
  ],
  [
    'a cancelled entry has one reversal that mirrors it',
    () =>
      `update journal_lines set debit = debit + 1 where ${mine} and journal_entry_id = ${ids.reversal} and debit > 0`,
    /^entry \d+$/,
  ],
  [
    'a cancelled entry has one reversal that mirrors it',
    () =>
      `update journal_entries set cancelled = null, cancelled_by_id = null, cancellation_entry_id = null, cancellation_reason = null where ${mine} and id = ${ids.cancelled}`,
    /^entry \d+$/,
  ],
  [
    'nothing was posted into a period after it was locked',
    () =>
      `${copyOf('journal_lines', `id = ${ids.line}`, { id: '990001', journal_entry_id: '990000', posting_date: `'2024-07-01'` })}
       ${copyOf('journal_entries', `id = ${ids.posted}`, { id: '990000', sequence_number: '990', posted_at: 'clock_timestamp()', voucher_id: 'null' })}`,
    /^entry 990000 on 2024-07-01$/,
  ],
  [
    'monthly balances equal their lines',
    () => `update monthly_balances set debit = debit + 0.01 where ${mine} and month = '2026-03-01'`,
    /^account \d+ in 2026-03$/,
  ],
  [
    'monthly balances equal their lines',
    () => `update monthly_balances set externally_reconciled_count = 0 where ${mine}`,
    /^account \d+ in 2026-03$/,
  ],
  [
    'monthly balances equal their lines',
    () => `delete from monthly_balances where ${mine} and draft_debit > 0`,
    /^account/,
  ],
  [
    'monthly balances of dimension values equal their lines',
    () =>
      `update monthly_dimension_balances set line_count = 2 where ${mine} and relation_type = 'tag' and relation_id = 0`,
    /^account \d+, tag 0 in 2026-03$/,
  ],
  [
    'daily counts equal their lines',
    () => `update daily_line_counts set posted = posted + 1 where ${mine} and day = '2026-03-14'`,
    /^day 2026-03-14$/,
  ],
  [
    'reconciled amounts equal their live claims and stay within the line',
    () => `update line_claim_totals set external = 99 where ${mine} and external > 0`,
    /^line \d+$/,
  ],
  [
    'reconciled amounts equal their live claims and stay within the line',
    () =>
      `update line_claims set amount = 101 where ${mine} and kind = 'external'; update line_claim_totals set external = 101 where ${mine} and external > 0`,
    /^line \d+$/,
  ],
  [
    'share movements sum to zero, per operation and class',
    () => `update share_transactions set quantity = quantity + 1 where ${mine} and quantity = 10`,
    /^operation [0-9a-f-]{36}, ORDINARY$/,
  ],
  [
    'share positions equal their transactions, and nobody has fewer than no shares',
    () =>
      `update share_positions set quantity = quantity + 1 where ${mine} and business_partner_id = 1 and as_of = '2026-03-02'`,
    /^business partner 1, ORDINARY on 2026-03-02$/,
  ],
  [
    'share positions equal their transactions, and nobody has fewer than no shares',
    () => `delete from share_positions where ${mine} and business_partner_id = 0 and as_of = '2026-03-01'`,
    /^business partner 0, ORDINARY on 2026-03-01$/,
  ],
  [
    'share positions equal their transactions, and nobody has fewer than no shares',
    () => `update share_positions set cost_basis = -1 where ${mine} and business_partner_id = 1`,
    /^business partner 1, ORDINARY on 2026-03-0/,
  ],
  [
    'holdings add up to the issued shares, per class',
    () => `delete from share_positions where ${mine} and business_partner_id = 0`,
    /^ORDINARY: 15\.000000 held, 0 issued$/,
  ],
  [
    'each month written down has its entry, on the asset, in the month, of the amount',
    () => `update asset_depreciations set month = '2025-03-01' where ${mine} and month = '2025-02-01'`,
    /^asset \d+ in 2025-03$/,
  ],
  [
    'each month written down has its entry, on the asset, in the month, of the amount',
    () => `update asset_depreciations set journal_entry_id = ${ids.posted} where ${mine} and month = '2025-02-01'`,
    /^asset \d+ in 2025-02$/,
  ],
  [
    'accumulated depreciation is the sum of the months written down',
    () => `delete from asset_depreciations where ${mine} and month = '2025-02-01'`,
    /^asset \d+ has 100\.00 in its months and 200\.00 in the books$/,
  ],
  [
    'accumulated depreciation is the sum of the months written down',
    () => `update asset_depreciations set amount = 99 where ${mine} and month = '2025-02-01'`,
    /^asset \d+ has 199\.00 in its months/,
  ],
  [
    'each disposal has its entry, which writes the book value off on its day',
    () => `update asset_disposals set book_value = 3500 where ${mine}`,
    /^asset \d+$/,
  ],
  [
    'each disposal has its entry, which writes the book value off on its day',
    () => `update asset_disposals set journal_entry_id = null where ${mine}`,
    /^asset \d+$/,
  ],
  [
    'each disposal has its entry, which writes the book value off on its day',
    () => `update asset_disposals set journal_entry_id = 990000 where ${mine}`,
    /^asset \d+$/,
  ],
  [
    'the tax ledger has each disposal once, of its proceeds or with its deferred gain',
    () => `delete from tax_ledger_entries where ${mine} and entry_type = 'DEFERRED_GAIN'`,
    /^asset \d+$/,
  ],
  [
    'the tax ledger has each disposal once, of its proceeds or with its deferred gain',
    () => copyOf('tax_ledger_entries', `entry_type = 'DISPOSAL'`, { id: '990001' }),
    /^asset \d+$/,
  ],
  [
    'the tax ledger has each disposal once, of its proceeds or with its deferred gain',
    () => `delete from asset_disposals where ${mine}`,
    /^asset \d+$/,
  ],
  [
    'rows of the tax ledger are in the group of the class of their asset',
    () => `update assets set asset_class = 'MOTOR_VEHICLES' where ${mine}`,
    /^tax entry \d+$/,
  ],
  [
    'the chain of proofs has no gap and runs no further than the numbers',
    () => `update proof_blocks set first_number = first_number + 1, links = substring(links from 33) where ${mine}`,
    /^entries 2 to \d+$/,
  ],
  [
    'signed proofs are links of the chain',
    () => `update proof_heads set link = sha256('x') where ${mine}`,
    /^the proof of 20\d\d-/,
  ],
])('%s: sees a falsification (%#)', async (name, statements, subject) => {
  const found = await falsify(statements(), name);
  expect(found.broken).toBeGreaterThan(0);
  expect(found.offenders[0]).toEqual({
    clientAccountId: books.clientAccountId,
    subject: expect.stringMatching(subject),
  });
});

it('holds again once each falsification is taken back', async () => {
  expect((await check()).filter(({ broken }) => broken > 0)).toEqual([]);
});

it('finds the accounts by themselves, also one of which nothing is left but lines', async () => {
  const other = await ledger.books();
  await other.posted();
  const all = await ledger.asOwner(async (sql) => {
    await sql`reset role`;
    await sql`set session_replication_role = replica`;
    for (const table of ['journal_counters', 'monthly_balances', 'daily_line_counts'])
      await sql.unsafe(`delete from ${table} where client_account_id = ${other.clientAccountId}`);
    return checkInvariants(queryOn(sql, 'ledger'), verification);
  });
  const offenders = all.flatMap((finding) => finding.offenders.map(({ clientAccountId }) => clientAccountId));
  expect(new Set(offenders)).toEqual(new Set([other.clientAccountId]));
});
