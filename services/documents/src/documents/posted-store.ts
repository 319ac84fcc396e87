import { type Executor, endParts, fixedStatement } from '@app/db';
import { readyInFreeTurns } from '@app/records';
import { type SQL, sql } from 'drizzle-orm';
import { claimedLines } from '../schema/document-numbers.ts';
import { documents } from '../schema/documents.ts';
import type { Document } from './document.ts';
import { paymentStatusOf } from './payments.ts';

/** A document whose entry is posted, and what ends its run. */
export interface PostedChange extends Pick<Document, 'clientAccountId' | 'id' | 'openLineId' | 'openLineSign'> {
  readonly commandKey: string;
  readonly journalEntryId: number;
  readonly voucherId: number | null;
  /** How far it is paid where it has no open line. */
  readonly statusWithoutLine: Document['paymentStatus'];
  readonly actorId: number;
}

/**
 * Raw: the builder has no statement whose parts depend on each other. One text for any number of documents, made once.
 * @param ready gives the rows of `mine` whose turn is taken, with their `moment`
 */
const statementFor = (ready: SQL, { waits }: { readonly waits: boolean }) => {
  const run = endParts(sql`${sql.placeholder('keys')}::text[]`, { waits });
  return fixedStatement(sql`
  with asked as materialized (
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb) as a (place integer, command_key text,
      client_account_id bigint, id bigint, entry_id bigint, voucher_id bigint, line_id bigint, line_sign integer,
      status_without_line text, actor_id bigint)
  ), run as materialized (${run.held}), mine as materialized (
    select a.* from asked a join run on run.command_key = a.command_key
  ), ${ready}, paid as materialized (
    select r.*, d.total_amount,
      case when r.line_id is null then 0 else coalesce(c.amount_fc, 0) * r.line_sign end as paid_amount
    from ready r
    join ${documents} as d on d.client_account_id = r.client_account_id and d.id = r.id
    left join ${claimedLines} as c on c.client_account_id = r.client_account_id and c.journal_line_id = r.line_id
  ), posted as materialized (
    update ${documents} as d
    set status = 'POSTED', busy_key = null, journal_entry_id = p.entry_id, uploaded_file_id = p.voucher_id,
      open_line_id = p.line_id, open_line_sign = p.line_sign, paid_amount = p.paid_amount,
      payment_status = case when p.line_id is null then p.status_without_line
        else ${paymentStatusOf(sql`p.total_amount`, sql`p.paid_amount`)} end,
      updated_at = p.moment, updated_by_id = p.actor_id, version = d.version + 1
    from paid p
    where d.client_account_id = p.client_account_id and d.id = p.id
    returning p.place, p.command_key, d.id
  ), ended as (
    ${run.ended(sql`jsonb_build_object('documentId', posted.id)`, sql`posted`)}
  )
  select place from posted`);
};

const inTurn = statementFor(
  sql`ready as materialized (select mine.*, ${sql.placeholder('now')}::timestamptz as moment from mine)`,
  { waits: true },
);
const inFreeTurns = statementFor(readyInFreeTurns(sql`mine`), { waits: false });

/**
 * Makes a document a posted one and ends its run, which is held. How far it is paid follows from what is known of its
 * open line.
 * @param moment of the turn of its account, which is taken
 * @returns false where there is no such document; nothing has happened then
 */
export const setPosted = async (ex: Executor, change: PostedChange, moment: Date): Promise<boolean> =>
  (await post(inTurn, ex, [change], moment))[0]!;

/**
 * As `setPosted`, of any number of documents of one or many accounts; takes the turns and holds the runs by the same
 * statement, and waits for nobody.
 * @param all each run once
 * @param now each change of an account has a moment of its own, from this one on
 * @returns false of what would have to wait, what somebody else has ended, and of what there is no such document
 */
export const setPostedInFreeTurns = (
  ex: Executor,
  all: readonly PostedChange[],
  now: Date,
): Promise<readonly boolean[]> => post(inFreeTurns, ex, all, now);

async function post(
  statement: ReturnType<typeof fixedStatement>,
  ex: Executor,
  all: readonly PostedChange[],
  now: Date,
): Promise<readonly boolean[]> {
  const rows = await ex.execute<{ place: number }>(
    statement({
      rows: JSON.stringify(all.map(rowOf)),
      keys: sql.param(all.map(({ commandKey }) => commandKey)),
      now: now.toISOString(),
    }),
  );
  const done = new Set(rows.map(({ place }) => place));
  return all.map((_, place) => done.has(place));
}

const rowOf = (change: PostedChange, place: number) => ({
  place,
  command_key: change.commandKey,
  client_account_id: change.clientAccountId,
  id: change.id,
  entry_id: change.journalEntryId,
  voucher_id: change.voucherId,
  line_id: change.openLineId,
  line_sign: change.openLineSign,
  status_without_line: change.statusWithoutLine,
  actor_id: change.actorId,
});
