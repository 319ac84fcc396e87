import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ledger, startLedger } from './ledger.ts';

// Plans are made once per connection, maybe on empty tables. Here the tables are empty: what is picked now must be
// right at every size.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const account = 'client_account_id = $1';

it.each([
  [
    'lines of an entry',
    `select from journal_lines where ${account} and journal_entry_id = $2`,
    'journal_lines_line_key',
  ],
  [
    'lines of entries',
    `select from journal_lines where ${account} and journal_entry_id = any ($2::bigint[])`,
    'journal_lines_line_key',
  ],
  [
    'lines of a tax code',
    `select from journal_lines where ${account} and tax_code_id = any (array(select t.id from tax_codes t where t.code = $2))`,
    'journal_lines_tax_code_idx',
  ],
  ['a line', `select from journal_lines where ${account} and id = $2`, 'journal_lines_pkey'],
  ['an entry', `select from journal_entries where ${account} and id = $2`, 'journal_entries_(pkey|id_idx)'],
  ['an entry by its id alone', 'select from journal_entries where id = $1', 'journal_entries_id_idx'],
  [
    'the live entry of a voucher',
    `select from journal_entries where ${account} and voucher_id = $2 and cancelled is null`,
    'journal_entries_voucher_key',
  ],
  [
    'changes behind a cursor',
    `select from journal_entries where ${account} and updated_at >= $2 and (updated_at, id) > ($3, $4) order by updated_at, id limit 101`,
    'journal_entries_changes_idx',
  ],
  [
    'entries behind a cursor',
    `select from journal_entries where ${account} and (first_posting_date, id) < ($2, $3) order by first_posting_date desc, id desc limit 101`,
    'journal_entries_list_idx',
  ],
  [
    'entries of a span, behind the last one',
    `select from journal_entries where ${account} and not is_draft and sequence_number <= $2 and min_posting_date = max_posting_date
      and first_posting_date between $3 and $4 and (first_posting_date, id) > ($5, $6) order by first_posting_date, id limit 1000`,
    'journal_entries_list_idx',
  ],
  ['the newest change', `select max(updated_at) from journal_entries where ${account}`, 'journal_entries_changes_idx'],
  [
    'the entry of a reference',
    `select from journal_entries where ${account} and external_id = $2`,
    'journal_entries_external_key',
  ],
  [
    'dimensions of an entry',
    `select from journal_line_dimensions where ${account} and journal_entry_id = $2`,
    'journal_line_dimensions_pkey',
  ],
  [
    'dimensions of a line',
    `select from journal_line_dimensions where ${account} and journal_entry_id = $2 and journal_line_id = $3`,
    'journal_line_dimensions_pkey',
  ],
  [
    'what is claimed of a line',
    `select from line_claim_totals where ${account} and journal_line_id = $2`,
    'line_claim_totals_pkey',
  ],
  [
    'claims on a line',
    `select from line_claims where ${account} and journal_line_id = $2 and released_at is null`,
    'line_claims_line_idx',
  ],
  [
    'a dimension value',
    `select from reference_values where ${account} and relation_type = 'project' and relation_id = $2`,
    'reference_values_pkey',
  ],
  [
    'the months of an account',
    `select from monthly_balances where ${account} and account_id = $2 and month = $3`,
    'monthly_balances_pkey',
  ],
  [
    'lines of partners behind a cursor',
    `select from journal_line_dimensions where ${account} and relation_type = 'businesspartner'
      and (relation_id, posting_date, journal_line_id) > ($2, $3, $4) order by relation_id, posting_date, journal_line_id limit 5000`,
    'journal_line_dimensions_value_idx',
  ],
  ['a share transaction by its id alone', 'select from share_transactions where id = $1', 'share_transactions_id_idx'],
  [
    'share transactions of a partner',
    `select from share_transactions where ${account} and business_partner_id = any ($2::bigint[]) order by id limit 101`,
    'share_transactions_(partner_idx|pkey)',
  ],
  [
    'share transactions behind a cursor',
    `select from share_transactions where ${account} and (created_at, id) > ($2, $3) order by created_at, id limit 101`,
    'share_transactions_changes_idx',
  ],
  [
    'what moved of a class after a day',
    `select from share_transactions where ${account} and share_class = $2 and transaction_date > $3 order by transaction_date, id`,
    'share_transactions_date_idx',
  ],
  [
    'what holders have at the end of a day',
    `select distinct on (business_partner_id, share_class) quantity from share_positions where ${account} and as_of <= $2
      and business_partner_id = any ($3::bigint[]) order by business_partner_id, share_class, as_of desc`,
    'share_positions_pkey',
  ],
])('%s: found by the index made for it', async (_, statement, index) => {
  const plan = await ledger.db.raw.begin(async (tx) => {
    // As in the posting functions.
    await tx.unsafe(
      'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_bitmapscan = off',
    );
    return (await tx.unsafe(`explain (generic_plan, costs off) ${statement}`))
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  });
  expect(plan).toMatch(new RegExp(` using ${index} on `));
});

it.each([
  ['updated_at, id', '(updated_at, id) > ($2, $3) order by updated_at, id'],
  ['first_posting_date, id', '(first_posting_date, id) < ($2, $3) order by first_posting_date desc, id desc'],
])('a page deep in the journal is cut out of its index by %s, without a sort', async (_, place) => {
  const statement = `explain (generic_plan, costs off) select from journal_entries where ${account} and ${place} limit 101`;
  const lines = await ledger.db.raw.begin(async (tx) => {
    await tx.unsafe('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
    return (await tx.unsafe(statement)).map((row) => String(row['QUERY PLAN']));
  });
  expect(lines.join('\n')).not.toMatch(/Sort|Filter/);
  expect(lines.find((line) => line.includes('Index Cond'))).toMatch(/client_account_id = \$1.*ROW\(/);
});

it.each([
  ['a company', 'journal_lines', 'id', '', 'journal_lines_date_idx'],
  ['an account', 'journal_lines', 'id', 'and account_id = $5', 'journal_lines_account_idx'],
  [
    'a dimension value',
    'journal_line_dimensions',
    'journal_line_id',
    "and relation_type = 'businesspartner' and relation_id = $5",
    'journal_line_dimensions_value_idx',
  ],
])('a piece of a long ledger of %s is cut out of an index, without a sort', async (_, table, id, only, index) => {
  const place = `posting_date between $2 and '2999-12-31' ${only} and (posting_date, ${id}) > ($3, $4)`;
  const plan = await ledger.db.raw.begin(async (tx) => {
    await tx.unsafe('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
    const statement = `select from ${table} where ${account} and ${place} order by posting_date, ${id} limit 1000`;
    const rows = await tx.unsafe(`explain (generic_plan, costs off) ${statement}`);
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  });
  expect(plan).toMatch(new RegExp(` using ${index} on `));
  expect(plan).not.toMatch(/Sort|Filter/);
});

it('the posting functions plan with nested loops over indexes only', async () => {
  const rows = await ledger.db.executor.execute<{ name: string; settings: string[] }>(
    sql`select proname as name, proconfig as settings from pg_proc where pronamespace = 'ledger'::regnamespace and prosecdef
      and prorettype <> 'trigger'::regtype and proname <> 'forget_security_events'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'attempt_entries',
    'cancel_entry',
    'change_currency',
    'change_metadata',
    'claim_lines',
    'claim_lines_of_many',
    'close_books',
    'forget_claims',
    'forget_entries',
    'forget_external',
    'forget_period_lock',
    'forget_reconciled',
    'lock_period',
    'post_draft',
    'refuse_release',
    'release_lines',
    'release_vouchers',
    'remove_draft',
    'replace_draft',
    'restart_numbers',
    'rewrite_draft',
    'save_entries',
    'withdraw_entries',
    'write_entries',
  ]);
  for (const { name, settings } of rows)
    expect(settings, name).toEqual(
      expect.arrayContaining([
        'enable_seqscan=off',
        'enable_hashjoin=off',
        'enable_mergejoin=off',
        'search_path=ledger, pg_temp',
      ]),
    );
});
