import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// What the database refuses by itself, whatever code runs before it: first to the service, then to the owner of the
// tables.

let ledger: Ledger;
let books: Books;
let entry: { id: number; lines: { id: number; account_id: number }[] };
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
  ledger.own(books.clientAccountId, 'project', { id: 1 });
  entry = await books.posted(rent('100.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }] }));
});
afterAll(() => ledger?.stop());

const tables = [
  'journal_counters',
  'journal_entries',
  'journal_lines',
  'journal_line_dimensions',
  'period_locks',
  'line_claims',
  'line_claim_totals',
  'monthly_balances',
  'monthly_dimension_balances',
  'daily_line_counts',
];

describe("the service's role", () => {
  it.each(tables)('has no right to change %s', async (table) => {
    const { raw } = ledger.db;
    for (const statement of [
      `delete from ${table}`,
      `update ${table} set client_account_id = client_account_id`,
      `insert into ${table} (client_account_id) values (1)`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `drop table ${table}`,
    ])
      await expect(raw.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot take numbers or ids, nor run the helpers of the posting functions', async () => {
    const { raw } = ledger.db;
    await expect(raw`select nextval('journal_entries_id_seq')`).rejects.toMatchObject({ code: '42501' });
    await expect(raw`select advance_counter(${books.clientAccountId}, 1, now())`).rejects.toMatchObject({
      code: '42501',
    });
    await expect(raw`select hold_external_ids(${books.clientAccountId}, '[]')`).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      raw`select shift_balances(${books.clientAccountId}, ${[entry.id]}, 'posted', null)`,
    ).rejects.toMatchObject({
      code: '42501',
    });
    await expect(raw`set role ledger_owner`).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot slip a table of its own under the posting functions', async () => {
    await ledger.db.raw.begin(async (sql) => {
      await sql`create temporary table journal_counters (client_account_id bigint, last_sequence_number bigint, locked_until date, last_updated_at timestamptz, revision bigint)`;
      await sql`create temporary table accounts (id bigint, client_account_id bigint, account_code text, is_active boolean)`;
      const lines = [
        { line_id: 1, position: 0, debit: '1.00', credit: '0' },
        { line_id: 2, position: 1, debit: '0', credit: '1.00' },
      ].map((line) => ({
        ...line,
        posting_date: '2026-03-14',
        account_code: '6300',
        debit_fc: line.debit,
        credit_fc: line.credit,
        currency_code: 'NOK',
        exchange_rate: '1',
      }));
      const command = {
        client_account_id: books.clientAccountId,
        actor_id: 1,
        now: '2026-03-14T00:00:00Z',
        currency: 'NOK',
        entries: [{ is_draft: false, lines }],
      };
      const [row] = await sql`select save_entries(${JSON.stringify(command)}::text::jsonb) as result`;
      expect(row?.result.entries[0].sequence_number).toBeGreaterThan(1);
    });
  });
});

describe('the owner of the tables', () => {
  const refuses = async (statement: string, constraint: string) => {
    await expect(
      ledger.asOwner((owner) => owner.unsafe(statement)),
      statement,
    ).rejects.toMatchObject({ constraint_name: constraint });
  };

  it('cannot change a posted entry but by cancelling it, nor delete it', async () => {
    const where = `where client_account_id = ${books.clientAccountId} and id = ${entry.id}`;
    for (const change of [
      "description = 'x'",
      'sequence_number = 99',
      'is_draft = true, sequence_number = null, posted_at = null, posted_by_id = null',
      'voucher_id = 1',
      'posted_at = now()',
      'client_account_id = 1',
      'first_posting_date = first_posting_date, line_count = 3',
      "cancelled = 'C', relation_type = 'JE', relation_id = 1",
      "relation_number = '5'",
      "external_id = 'x'",
      "external_id = 'x', metadata = '{}'",
      "metadata = '{}', description = 'x'",
      "metadata = '{}', posted_by_id = 99",
      'updated_at = now()',
      'updated_by_id = 99',
    ])
      await refuses(`update journal_entries set ${change} ${where}`, 'journal_entries_guard');
    await refuses(`delete from journal_entries ${where}`, 'journal_entries_guard');
    // Marked as cancelled without a reversal.
    await refuses(`update journal_entries set cancelled = 'Y' ${where}`, 'journal_entries_cancelled_check');
  });

  it('can change what the caller keeps with a posted entry, and who did and when: nothing more', async () => {
    const where = `where client_account_id = ${books.clientAccountId} and id = ${entry.id}`;
    await ledger.asOwner((owner) =>
      owner.unsafe(`update journal_entries set metadata = '{"a": 1}', updated_at = now(), updated_by_id = 5 ${where}`),
    );
    await refuses(
      `update journal_entries set metadata = '{"a": 1}', updated_at = now() + interval '1 day' ${where}`,
      'journal_entries_guard',
    );
    const large = `{"a": "${'x'.repeat(16_384)}"}`;
    await refuses(`update journal_entries set metadata = '${large}' ${where}`, 'journal_entries_metadata_check');
  });

  it('cannot take a cancellation back', async () => {
    const other = await books.posted();
    await books.call('PATCH', `/journal-entries/${other.id}`, { cancelled: 'Y', cancellation_reason: 'x' });
    await refuses(
      `update journal_entries set cancelled = null, cancelled_by_id = null, cancellation_entry_id = null, cancellation_reason = null where id = ${other.id}`,
      'journal_entries_guard',
    );
    await refuses(
      `update journal_entries set cancellation_reason = 'y' where id = ${other.id}`,
      'journal_entries_guard',
    );
  });

  it('cannot change, delete or add lines and dimensions of a posted entry', async () => {
    const line = entry.lines[0]!;
    await refuses(`update journal_lines set debit = 200 where id = ${line.id}`, 'journal_lines_guard');
    await refuses(`delete from journal_lines where id = ${line.id}`, 'journal_lines_guard');
    await refuses('update journal_line_dimensions set relation_id = 2', 'journal_lines_guard');
    await refuses('delete from journal_line_dimensions', 'journal_lines_guard');
    const columns =
      'client_account_id, journal_entry_id, posting_date, description, account_id, debit, credit, debit_fc, credit_fc, currency_code, exchange_rate, tax_line';
    const copy = (side: string) => `select ${columns}, ${side} from journal_lines where journal_entry_id = ${entry.id}`;
    await refuses(`insert into journal_lines (${columns}, line_id) ${copy('line_id + 10')}`, 'journal_lines_guard');
    await refuses(
      `insert into journal_line_dimensions (client_account_id, journal_entry_id, journal_line_id, relation_type, relation_id, account_id, posting_date)
       values (${books.clientAccountId}, ${entry.id}, ${line.id}, 'tag', 5, ${line.account_id}, '2026-03-14')`,
      'journal_lines_guard',
    );
  });

  it('cannot post what does not balance, in total or on a date, or what has other lines than it says', async () => {
    const id = 777_777;
    const post = (lines: readonly (readonly [date: string, left: string, right: string])[], count = lines.length) =>
      ledger.asOwner((owner) =>
        owner.begin(async (sql) => {
          for (const [i, [date, left, right]] of lines.entries())
            await sql`
              insert into journal_lines (client_account_id, journal_entry_id, line_id, posting_date, description, account_id, debit, credit, debit_fc,
                credit_fc, currency_code, exchange_rate, tax_line)
              values (${books.clientAccountId}, ${id}, ${i + 1}, ${date}, '', ${entry.lines[0]!.account_id}, ${left}, ${right}, ${left}, ${right}, 'NOK', 1, false)`;
          await sql`
            insert into journal_entries (id, client_account_id, sequence_number, is_draft, description, first_posting_date, min_posting_date,
              max_posting_date, line_count, created_at, created_by_id, updated_at, updated_by_id, posted_at, posted_by_id)
            values (${id}, ${books.clientAccountId}, 999, false, '', '2026-03-14', '2026-03-14', '2026-03-15', ${count}, now(), 1, now(), 1, now(), 1)`;
        }),
      );
    const balanced = [
      ['2026-03-14', '1.00', '0'],
      ['2026-03-14', '0', '1.00'],
    ] as const;
    for (const [lines, count] of [
      [[balanced[0], ['2026-03-14', '0', '2.00']], 2],
      [[balanced[0], ['2026-03-15', '0', '1.00']], 2],
      [balanced, 3],
      [balanced, 1],
      [[], 2],
    ] as const)
      await expect(post(lines, count), JSON.stringify(lines)).rejects.toMatchObject({
        constraint_name: 'journal_entries_balance_check',
      });
  });

  it('cannot store a line with both sides, no side, a negative side or no entry', async () => {
    const insert = (left: string, right: string) =>
      `insert into journal_lines (client_account_id, journal_entry_id, line_id, posting_date, description, account_id, debit, credit, debit_fc, credit_fc, currency_code, exchange_rate, tax_line)
       values (${books.clientAccountId}, 888888, 1, '2026-03-14', '', 1, ${left}, ${right}, 0, 0, 'NOK', 1, false)`;
    for (const [left, right] of [
      ['1', '1'],
      ['0', '0'],
      ['-1', '0'],
      ['-1', '1'],
    ] as const)
      await refuses(insert(left, right), 'journal_lines_sides_check');
    await refuses(insert('1', '0'), 'journal_lines_entry_fkey');
  });

  it('cannot claim more than is open, against the sign, twice for one entry, or on what does not stand; a claim is only released', async () => {
    const own = await ledger.books();
    const { lines } = await own.posted();
    const [left, right] = lines.map(({ id }: { id: number }) => id);
    const over = 'line_claims_open_amount_check';
    await expect(ledger.claim(own.clientAccountId, left, 'internal', '100.01')).rejects.toMatchObject({
      constraint_name: over,
    });
    await expect(ledger.claim(own.clientAccountId, left, 'internal', '-1.00')).rejects.toMatchObject({
      constraint_name: over,
    });
    await expect(ledger.claim(own.clientAccountId, right, 'external', '1.00')).rejects.toMatchObject({
      constraint_name: over,
    });
    const claim = await ledger.claim(own.clientAccountId, left, 'internal', '60.00');
    await expect(ledger.claim(own.clientAccountId, left, 'internal', '40.01')).rejects.toMatchObject({
      constraint_name: over,
    });
    await ledger.claim(own.clientAccountId, left, 'internal', '40.00');
    await refuses(`update line_claims set amount = 1 where id = ${claim}`, 'line_claims_guard');
    await refuses(`delete from line_claims where id = ${claim}`, 'line_claims_guard');
    await ledger.release(own.clientAccountId, claim);
    await refuses(`update line_claims set released_at = null where id = ${claim}`, 'line_claims_guard');
    await ledger.claim(own.clientAccountId, left, 'internal', '60.00');
    const draft = await own.posted({ ...rent(), is_draft: true });
    await expect(ledger.claim(own.clientAccountId, draft.lines[0].id, 'internal', '1.00')).rejects.toMatchObject({
      constraint_name: 'line_claims_line_check',
    });
    await expect(ledger.claim(own.clientAccountId, 999_999, 'internal', '1.00')).rejects.toMatchObject({
      constraint_name: 'line_claims_line_fkey',
    });
    await ledger.expectSound(own.clientAccountId);
  });
});

it('verification sees what was falsified behind the guards', async () => {
  const own = await ledger.books();
  await own.posted();
  await ledger.expectSound(own.clientAccountId);
  const falsify = async (statement: string) =>
    ledger.asOwner(async (sql) => {
      // Only who may switch triggers off can do this: never a role of the platform.
      await sql`reset role`;
      await sql.unsafe(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);
    });
  const account = `client_account_id = ${own.clientAccountId}`;
  for (const [statement, undo] of [
    [
      `update monthly_balances set debit = debit + 0.01 where ${account} and debit > 0`,
      `update monthly_balances set debit = debit - 0.01 where ${account} and debit > 0`,
    ],
    [
      `update daily_line_counts set posted = posted + 1 where ${account}`,
      `update daily_line_counts set posted = posted - 1 where ${account}`,
    ],
    [
      `update journal_counters set last_sequence_number = 2 where ${account}`,
      `update journal_counters set last_sequence_number = 1 where ${account}`,
    ],
    [
      `update journal_lines set debit = debit + 1 where ${account} and debit > 0`,
      `update journal_lines set debit = debit - 1 where ${account} and debit > 0`,
    ],
  ] as const) {
    await falsify(statement);
    await expect(ledger.expectSound(own.clientAccountId), statement).rejects.toThrow();
    await falsify(undo);
    await ledger.expectSound(own.clientAccountId);
  }
});
