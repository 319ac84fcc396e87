import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { detailColumns, rowColumns } from '../src/journal-entries/line-fields.ts';
import { type Ledger, rent, startLedger } from './ledger.ts';

// The table of the fields of a line and the database say the same, and the database stores a field that a later release
// adds without a change of its functions.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const attributesOf = async (name: string): Promise<readonly string[]> => {
  const rows = await ledger.db.raw<{ attname: string }[]>`
    select attname from pg_attribute where attrelid = ${`ledger.${name}`}::regclass and attnum > 0 and not attisdropped order by attnum`;
  return rows.map(({ attname }) => attname);
};

it('the fields of a line are the attributes of its type, in order, and the columns of its table', async () => {
  expect(await attributesOf('new_line')).toEqual([
    ...['request', 'entry', 'client_account_id', 'is_draft'],
    ...rowColumns,
    'details',
  ]);
  const stored = ['id', 'client_account_id', 'journal_entry_id', ...rowColumns, ...detailColumns];
  expect((await attributesOf('journal_lines')).toSorted()).toEqual(stored.toSorted());
});

it('a column of a later release is stored from the details of a line, shown by the view, and mirrored', async () => {
  const own = await ledger.books();
  const draft = await own.posted({ ...rent('7.00'), is_draft: true });
  const { id } = await own.posted(rent('5.00'));
  await ledger.asOwner(async (owner) => {
    await owner`alter table journal_lines add column weight numeric(9, 3), add column is_odd boolean not null default false`;
    await owner`delete from journal_lines where journal_entry_id = ${draft.id}`;
    // Two lines of a draft, one with details.
    await owner.unsafe(
      `select store_lines(array[$1::bigint], array[
          (1, 1, $2, true, 1, '2026-03-14', 'first', $3, 7, 0, 7, 0, 'NOK', 1, null, null, null, null, null, false, null, 2.5,
            '{"weight": "12.345", "is_odd": true}'),
          (1, 1, $2, true, 2, '2026-03-14', '', $4, 0, 7, 0, 7, 'NOK', 1, null, null, null, null, null, false, null, null, null)
        ]::new_line[], '{}', array[true])`,
      [draft.id, own.clientAccountId, draft.lines[0].account_id, draft.lines[1].account_id],
    );
  });
  const shown = await ledger.db.raw`
    select line_id::int, description, quantity, (line).weight, (line).is_odd
    from journal_line_details where journal_entry_id = ${draft.id} order by line_id`;
  expect(shown).toEqual([
    { line_id: 1, description: 'first', quantity: '2.500000', weight: '12.345', is_odd: true },
    { line_id: 2, description: '', quantity: null, weight: null, is_odd: false },
  ]);
  // What is posted never changes: only a superuser can put it past the guards.
  const superuser = new URL(inject('postgresUrl'));
  superuser.pathname = new URL(ledger.env.DATABASE_URL!).pathname;
  const admin = postgres(superuser.href, { max: 1, onnotice: () => undefined });
  try {
    await admin`set session_replication_role = replica`;
    await admin`update ledger.journal_lines set weight = 3 where journal_entry_id = ${id} and line_id = 2`;
  } finally {
    await admin.end();
  }
  await own.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'x' });
  const mirrored = await ledger.db.raw`
    select l.line_id::int, l.debit, l.credit, l.weight, l.is_odd from journal_lines l
    join journal_entries e on e.id = l.journal_entry_id where e.relation_type = 'JE' and e.relation_id = ${id} order by l.line_id`;
  expect(mirrored).toEqual([
    { line_id: 1, debit: '0.00', credit: '5.00', weight: null, is_odd: false },
    { line_id: 2, debit: '5.00', credit: '0.00', weight: '3.000', is_odd: false },
  ]);
});
