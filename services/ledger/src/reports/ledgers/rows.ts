import type { LedgerRowOut } from '@app/api/ledger/ledgers';
import { exactNumber } from '@app/api/scalars';
import type { z } from 'zod';
import { type DocumentsById, documentIdsOf, type RelatedDocument } from './related-documents.ts';
import type { LedgerLine } from './store.ts';

type Row = z.input<typeof LedgerRowOut>;

/** Names of users by id; who is not known has none. */
export type UserNames = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** What other services know of lines. */
interface Others {
  readonly userNames: UserNames;
  readonly documents: DocumentsById;
}

/**
 * Lines as the JSON answer shows them, with the names of those who made them, each asked for once, and the documents of
 * each piece.
 */
export async function* describeLines(
  clientAccountId: number,
  pieces: AsyncIterable<readonly LedgerLine[]>,
  { userNames, documents }: Others,
): AsyncGenerator<Row, void> {
  const known = new Map<number, string | null>();
  for await (const lines of pieces) {
    const unknown = new Set(lines.map(({ entry }) => entry.createdById).filter((id) => !known.has(id)));
    if (unknown.size > 0) {
      const names = await userNames([...unknown]);
      for (const id of unknown) known.set(id, names.get(id) ?? null);
    }
    const named = documentIdsOf(lines);
    const found = named.length === 0 ? undefined : await documents(clientAccountId, named);
    for (const line of lines) {
      const document = line.entry.relationId === null ? undefined : found?.get(line.entry.relationId);
      const related = document?.document_type === line.entry.relationType ? document : undefined;
      yield describeLine(line, known.get(line.entry.createdById) ?? null, related ?? null);
    }
  }
}

/** Debit minus credit of a line, which has one of them: decimal text. */
export const signedAmount = ({ debit, credit }: Pick<LedgerLine, 'debit' | 'credit'>): string =>
  /^0(\.0+)?$/.test(credit) ? debit : `-${credit}`;

const orNull = (amount: string | null): unknown => (amount === null ? null : exactNumber(amount));

const describeLine = (line: LedgerLine, createdBy: string | null, document: RelatedDocument | null): Row => ({
  id: line.id,
  line_id: line.lineId,
  posting_date: line.postingDate,
  account_id: line.accountId,
  account_code: line.accountCode,
  description: line.description,
  debit: exactNumber(line.debit),
  credit: exactNumber(line.credit),
  debit_amount: exactNumber(signedAmount(line)),
  currency_code: line.currencyCode,
  exchange_rate: line.exchangeRate,
  tax_code: line.taxCode,
  tax_base_amount: orNull(line.taxBaseAmount),
  tax_amount: orNull(line.taxAmount),
  reconciled_amount: exactNumber(line.reconciledAmount),
  sequence_number: line.entry.sequenceNumber,
  relation_type: line.entry.relationType,
  relation_id: line.entry.relationId,
  dimensions: line.dimensions.map(({ id, relationType, relationId, name }) => ({
    id,
    relation_type: relationType,
    relation_id: relationId,
    name,
  })),
  journal_entry: {
    id: line.journalEntryId,
    sequence_number: line.entry.sequenceNumber,
    cancelled: line.entry.cancelled,
    is_draft: line.entry.isDraft,
    voucher_id: line.entry.voucherId,
    description: line.entry.description,
    related_object: document,
    created_by: { id: line.entry.createdById, full_name: createdBy },
  },
});
