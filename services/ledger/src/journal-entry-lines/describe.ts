import { invalid } from '@app/contract/failure';
import { createGroupCommit, type Database, type Executor } from '@app/db';
import { sql } from 'drizzle-orm';
import type { RecordReference } from '../document-postings/describe.ts';

/** A line as other services read it; amounts are decimals with two places. */
export interface DescribedLine {
  readonly id: number;
  readonly journalEntryId: number;
  readonly accountId: number;
  readonly accountCode: string;
  readonly postingDate: string;
  readonly description: string;
  readonly currencyCode: string;
  readonly exchangeRate: string;
  /** The currency of debit and credit. */
  readonly accountingCurrency: string;
  readonly debit: string;
  readonly credit: string;
  readonly debitFc: string;
  readonly creditFc: string;
  readonly dimensions: readonly RecordReference[];
  readonly isDraft: boolean;
  readonly cancelled: 'Y' | 'C' | null;
  /** What is open for claims of each kind, signed like debit minus credit. */
  readonly internalRemainingAmount: string;
  readonly internalRemainingAmountFc: string;
  readonly externalRemainingAmount: string;
  readonly externalRemainingAmountFc: string;
  /** The record that the entry belongs to. */
  readonly relationType: string | null;
  readonly relationId: number | null;
  readonly relationNumber: string | null;
}

const MAX_LINES = 5_000;
/** Who asks about more is answered by a statement of their own: all of a group wait for each of them. */
const MAX_LINES_IN_GROUP = 20;

export interface LinesQuestion {
  readonly clientAccountId: number;
  readonly journalLineIds: readonly number[];
}

/**
 * Answers what lines of a client account are, by their ids, in their order; what it does not have is left out. Questions
 * that are there together are one statement, over the keys of the tables, whatever the length of the books.
 * @throws Failure 400 for too many lines
 */
export function createDescribing(db: Database): (question: LinesQuestion) => Promise<readonly DescribedLine[]> {
  const alone = async (question: LinesQuestion) => (await describeLines(db.executor, [question]))[0]!;
  const groups = createGroupCommit<LinesQuestion, readonly DescribedLine[]>({
    accountOf: ({ clientAccountId }) => clientAccountId,
    together: (questions) => describeLines(db.executor, questions),
    alone,
  });
  return async (question) => {
    const count = question.journalLineIds.length;
    if (count > MAX_LINES) throw invalid(`At most ${MAX_LINES} lines can be asked about at once, and ${count} were`);
    return count > MAX_LINES_IN_GROUP ? alone(question) : groups.run(question);
  };
}

async function describeLines(
  db: Executor,
  questions: readonly LinesQuestion[],
): Promise<readonly (readonly DescribedLine[])[]> {
  const asked = questions.flatMap(({ clientAccountId, journalLineIds }, place) =>
    [...new Set(journalLineIds)].map((line) => ({ place, clientAccountId, line })),
  );
  const list = (of: (each: (typeof asked)[number]) => number) => sql.param(asked.map(of));
  // Raw: the dimensions of each line are collected within the statement.
  const rows = await db.execute<{ place: number; line: DescribedLine } & Record<string, unknown>>(sql`
    select q.place, json_build_object(
      'id', l.id, 'journalEntryId', l.journal_entry_id, 'accountId', l.account_id, 'accountCode', a.account_code,
      'postingDate', l.posting_date, 'description', l.description, 'currencyCode', l.currency_code,
      'exchangeRate', l.exchange_rate::text,
      'accountingCurrency', coalesce(e.accounting_currency, f.accounting_currency, l.currency_code),
      'debit', l.debit::text, 'credit', l.credit::text, 'debitFc', l.debit_fc::text, 'creditFc', l.credit_fc::text,
      'isDraft', e.is_draft, 'cancelled', e.cancelled, 'relationType', e.relation_type, 'relationId', e.relation_id,
      'relationNumber', e.relation_number,
      'internalRemainingAmount', (l.debit - l.credit - coalesce(t.internal, 0))::text,
      'internalRemainingAmountFc', (l.debit_fc - l.credit_fc - coalesce(t.internal_fc, 0))::text,
      'externalRemainingAmount', (l.debit - l.credit - coalesce(t.external, 0))::text,
      'externalRemainingAmountFc', (l.debit_fc - l.credit_fc - coalesce(t.external_fc, 0))::text,
      'dimensions', coalesce((
        select json_agg(json_build_object('relationType', d.relation_type, 'relationId', d.relation_id)
          order by d.relation_type, d.relation_id)
        from journal_line_dimensions d
        where d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id
          and d.journal_line_id = l.id), '[]')) as line
    from unnest(${list(({ place }) => place)}::int[], ${list(({ clientAccountId }) => clientAccountId)}::bigint[],
      ${list(({ line }) => line)}::bigint[]) as q (place, account, line)
    join journal_lines l on l.client_account_id = q.account and l.id = q.line
    join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
    join accounts a on a.id = l.account_id
    left join account_facts f on f.client_account_id = l.client_account_id
    left join line_claim_totals t on t.client_account_id = l.client_account_id and t.journal_line_id = l.id
    order by q.place, l.id`);
  const found = Map.groupBy(rows, ({ place }) => place);
  return questions.map((_, place) => (found.get(place) ?? []).map(({ line }) => line));
}

/** As protos/ledger/v1/ledger.proto says it. */
export const presentDescribedLine = ({
  cancelled,
  relationType,
  relationId,
  relationNumber,
  dimensions,
  ...line
}: DescribedLine) => ({
  ...line,
  dimensions: [...dimensions],
  isCancelled: cancelled === 'Y',
  isReversal: cancelled === 'C',
  ...(relationType === null ? {} : { relationType }),
  ...(relationId === null ? {} : { relationId }),
  ...(relationNumber === null ? {} : { relationNumber }),
});
