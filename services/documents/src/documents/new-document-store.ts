import { type Executor, fixedStatement, rowShape, type Tx } from '@app/db';
import { readyInFreeTurns } from '@app/records';
import { type SQL, sql } from 'drizzle-orm';
import { documentLines, documents } from '../schema/documents.ts';
import { voucherLinksChanged } from '../vouchers/links.ts';
import type { DocumentContent, NewLine } from './document.ts';
import { type NamedPartner, namedPartner, notingPart } from './partner-names.ts';
import type { Posting, PostingIntent } from './posting.ts';
import { failureOf, lineFields } from './store.ts';

type Row = typeof documents.$inferSelect;

/** What is said of a document that is new. */
export type NewDocument = DocumentContent &
  Pick<
    Row,
    | 'clientAccountId'
    | 'createdInApplication'
    | 'changedSincePrinted'
    | 'paymentRef'
    | 'status'
    | 'paymentStatus'
    | 'busyKey'
  >;

/** A document that is new, with its lines, and the partner that it names. */
export interface NewDocumentRows {
  readonly document: NewDocument;
  readonly lines: readonly NewLine[];
  readonly partner: NamedPartner | undefined;
  readonly userId: number;
}

/** The run that posts it; its intent does not know the document's id yet. */
export interface NewPosting {
  readonly commandKey: string;
  readonly intent: PostingIntent;
}

const head = rowShape(documents, [
  ...(['documentType', 'documentNumber', 'numberSeries', 'documentDate', 'dueDate', 'deliveryDate'] as const),
  ...(['periodStart', 'periodEnd', 'businessPartnerId', 'currencyCode', 'exchangeRate', 'rateTo'] as const),
  ...(['paymentRef', 'buyerReference', 'orderReference', 'description', 'netAmount', 'taxAmount'] as const),
  ...(['totalAmount', 'totalAmountBase', 'status', 'paymentStatus', 'uploadedFileId', 'creditedDocumentId'] as const),
  ...(['createdInApplication', 'changedSincePrinted', 'paymentAccountCode', 'paymentBankAccountId'] as const),
  ...(['structuredData', 'autonomyLevel', 'externalId', 'metadata', 'busyKey'] as const),
]);
const line = rowShape(documentLines, lineFields);

/**
 * Raw: the builder has no statement that writes several tables. One text for any number of documents, made once.
 * @param ready gives the rows of `sent` with the `moment` of each
 * @param run stores the runs that post the rows of `made`; those are written whose run was stored
 */
const statementFor = (ready: SQL, run?: SQL) => {
  // Of two with one key the run is that of one.
  const kept = run
    ? sql`run as (${run}), kept as materialized (
        select made.* from made join run on run.command_key = made.command_key and run.subject = made.id::text
      )`
    : sql`kept as (select * from made)`;
  return fixedStatement(sql`
  with sent as materialized (
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb) as s (place integer, at timestamptz,
      client_account_id bigint, user_id bigint, document jsonb, lines jsonb, partner jsonb, command_key text, intent jsonb)
  ), ${ready}, made as materialized (
    select r.*, nextval('documents_id_seq') as id from (select * from ready order by place) as r
  ), ${kept}, document as (
    insert into ${documents} (id, client_account_id, created_at, created_by_id, updated_at, updated_by_id, ${head.names})
    overriding system value
    select k.id, k.client_account_id, k.moment, k.user_id, k.moment, k.user_id, ${head.of('n')}
    from kept as k, jsonb_to_record(k.document) as n (${head.types}) order by k.place
  ), line as (
    insert into ${documentLines} (client_account_id, document_id, line_no, ${line.names})
    select k.client_account_id, k.id, n.line_no, ${line.of('n')}
    from kept as k, jsonb_to_recordset(k.lines) as n (line_no integer, ${line.types}) order by k.place, n.line_no
  ), partner as (${notingPart(sql`kept`)}
  )
  select place, id from kept order by place`);
};

const inTurn = statementFor(sql`ready as (select *, at as moment from sent)`);

/**
 * Stores documents with their lines in the turns of their accounts, which are taken, and notes the names of the partners
 * that they name, unless newer ones are known.
 * @returns their ids, in their order
 * @throws Failure 409 for what somebody else has taken, of a single document
 */
export async function insertDocuments(
  tx: Tx,
  all: readonly (NewDocumentRows & { readonly moment: Date })[],
): Promise<readonly number[]> {
  if (all.length === 0) return [];
  const rows = all.map((each, place) => ({ ...rowOf(each, place), at: each.moment.toISOString() }));
  const stored = await tx.execute<{ id: string }>(inTurn({ rows: JSON.stringify(rows) })).catch((error: unknown) => {
    // Of several nobody knows whose it was: each is written by itself then.
    throw all.length === 1 ? failureOf(error, all[0]!.document) : error;
  });
  for (const { document, moment } of all)
    if (document.uploadedFileId !== null)
      await voucherLinksChanged(tx, document.clientAccountId, [document.uploadedFileId], { showsOther: true, moment });
  return stored.map(({ id }) => Number(id));
}

/** Stores documents that name no voucher with the runs that post them, in the turns of accounts that nobody has. */
export type InsertPostings = (
  ex: Executor,
  all: readonly (NewDocumentRows & NewPosting)[],
  now: Date,
) => Promise<readonly (number | undefined)[]>;

/**
 * As `insertDocuments`, with the runs that post them; takes the turns by the same statement and waits for nobody.
 * @returns gives their ids; undefined of what would have to wait, or whose key is taken: nothing of it is stored then
 */
export function insertionOfPostings(posting: Pick<Posting, 'beginPart'>): InsertPostings {
  const run = posting.beginPart(
    {
      commandKey: sql`made.command_key`,
      subject: sql`made.id::text`,
      clientAccountId: sql`made.client_account_id`,
      intent: sql`made.intent || jsonb_build_object('documentId', made.id)`,
    },
    sql`made`,
  );
  const statement = statementFor(readyInFreeTurns(sql`sent`), run);
  return async (ex, all, now) => {
    const rows = all.map((each, place) => ({
      ...rowOf(each, place),
      command_key: each.commandKey,
      intent: each.intent,
    }));
    const stored = await ex.execute<{ place: number; id: string }>(
      statement({ rows: JSON.stringify(rows), now: now.toISOString() }),
    );
    const ids = new Map(stored.map(({ place, id }) => [place, Number(id)]));
    return all.map((_, place) => ids.get(place));
  };
}

const rowOf = ({ document, lines, partner, userId }: NewDocumentRows, place: number) => ({
  place,
  client_account_id: document.clientAccountId,
  user_id: userId,
  document: head.json(document),
  lines: lines.map((each, index) => ({ line_no: index + 1, ...line.json({ ...each, tagIds: [...each.tagIds] }) })),
  partner: partner === undefined ? null : namedPartner(partner),
});
