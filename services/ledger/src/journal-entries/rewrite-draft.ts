import type { Executor } from '@app/db';
import { currentContext } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { idsFrom } from './entry-writer.ts';
import type { EntryHeader } from './journal-entry.ts';
import { metadataOf, metadataText } from './metadata-text.ts';
import { addLines, arrayOf, datesOf, nameReferences } from './rows.ts';
import type { DraftRewrite, Writing } from './writing.ts';
import type { Outcome } from './written.ts';

/** What of a draft's header goes to and fro; absent fields stay absent, so that a draft keeps them. */
interface HeaderJson {
  readonly is_draft: boolean;
  readonly description: string;
  readonly voucher_id: number | null;
  readonly relation_type: string | null;
  readonly relation_id: number | null;
  readonly relation_number: string | null;
  readonly external_id: string | null;
  readonly metadata: string | null;
}

interface RawAnswer {
  readonly outcome: 'written' | 'stale' | 'refused' | 'missing' | 'posted' | 'changed';
  readonly header?: HeaderJson;
  readonly id?: number;
  readonly sequence_number?: number | null;
  readonly line_ids?: readonly number[];
  readonly dimension_ids?: readonly number[] | null;
  readonly names?: readonly string[] | null;
  readonly created_at?: string;
  readonly created_by_id?: number;
  readonly updated_at?: string;
}

/** Calls `rewrite_draft`. Raw: rows go as arrays of types that the builder does not know. */
export async function rewriteDraft(
  executor: Executor,
  { clientAccountId, actorId, now, ground }: Writing,
  entryId: number,
  { header, entry, seenAt }: DraftRewrite,
): Promise<Outcome> {
  const [lines, dimensions, named]: string[][] = [[], [], []];
  const references = nameReferences(1, clientAccountId, named!);
  addLines(entry, { place: 1, entry: 1, clientAccountId, isDraft: header.isDraft }, lines!, dimensions!, references);
  const { first, min, max } = datesOf(entry.lines);
  const context = currentContext();
  const command = JSON.stringify({
    client_account_id: clientAccountId,
    actor_id: actorId,
    now,
    entry_id: entryId,
    ground_version: ground.version,
    common_version: ground.common.version,
    seen_at: seenAt,
    is_draft: header.isDraft,
    accounting_currency: ground.currency,
    header: headerJson(header),
    dates: [first, min, max],
    line_count: entry.lines.length,
    request_id: context?.requestId,
    traceparent: context?.traceparent,
  });
  const rows = await executor.execute<{ answer: RawAnswer }>(sql`
    select rewrite_draft(${command}::text::jsonb, ${arrayOf(lines!)}::text::new_line[], ${arrayOf(dimensions!)}::text::new_dimension[],
      ${arrayOf(named!)}::text::named_reference[]) as answer`);
  const { answer } = rows[0]!;
  const { outcome } = answer;
  if (outcome === 'refused') return { state: 'refused', header: headerOf(answer.header!) };
  if (outcome !== 'written') return { state: outcome };
  const ids = idsFrom(answer, { entry: 0, line: 0, dimension: 0, reference: 0, references: references.places });
  return {
    written: {
      entries: [{ id: entryId, sequenceNumber: answer.sequence_number!, lines: ids(entry) }],
      createdAt: answer.created_at!,
      updatedAt: answer.updated_at!,
      replaced: {
        header: headerOf(answer.header!),
        createdById: answer.created_by_id!,
        postedAt: header.isDraft ? null : now,
      },
    },
  };
}

function headerJson(header: Partial<EntryHeader>): Record<string, unknown> {
  const { description, voucherId, relationType, relationId, relationNumber, externalId, metadata } = header;
  return {
    description,
    voucher_id: voucherId,
    relation_type: relationType,
    relation_id: relationId,
    relation_number: relationNumber,
    external_id: externalId,
    metadata: metadata === undefined ? undefined : metadataText(metadata),
  };
}

const headerOf = (row: HeaderJson): EntryHeader => ({
  isDraft: row.is_draft,
  description: row.description,
  voucherId: row.voucher_id,
  relationType: row.relation_type,
  relationId: row.relation_id,
  relationNumber: row.relation_number,
  externalId: row.external_id,
  metadata: metadataOf(row.metadata),
});
