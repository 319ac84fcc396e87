import { invalidField } from '@app/contract/failure';
import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';
import type { ClientOf, Documents as DocumentsContract, Ledger } from '@app/rpc';

type Books = Pick<ClientOf<typeof Ledger>, 'GetLineStandings'>;
type Source = Pick<ClientOf<typeof DocumentsContract>, 'GetDocuments'>;

/** A document as the documents service describes it (protos/documents/v1/documents.proto). */
export type KnownDocument = Awaited<ReturnType<Source['GetDocuments']>>['documents'][number];

/**
 * Documents of client accounts, as their owner knows them at this moment. Of what is paid their owner hears a moment
 * after the ledger: who counts on what is open asks for documents in their current state.
 */
export interface DocumentSource {
  /** By id; unknown ones and those of other companies are left out. @throws Failure 503 */
  find(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, KnownDocument>>;
  /** With what the ledger says is open on them. @throws Failure 503 */
  findCurrent(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, KnownDocument>>;
  /** In its current state. @throws Failure 400 at `document_id`, alike for what does not exist and for another company's; 503 */
  require(clientAccountId: number, id: number): Promise<KnownDocument>;
}

/** Documents that are asked about in one call. */
const BATCH = 1_000;

export function createDocumentSource(documents: Source, books: Books): DocumentSource {
  const find: DocumentSource['find'] = async (clientAccountId, ids) => {
    const distinct = [...new Set(ids)];
    const found = new Map<number, KnownDocument>();
    for (let start = 0; start < distinct.length; start += BATCH) {
      const answer = await documents.GetDocuments({ clientAccountId, ids: distinct.slice(start, start + BATCH) });
      for (const document of answer.documents) found.set(document.id, document);
    }
    return found;
  };
  const findCurrent: DocumentSource['find'] = async (clientAccountId, ids) => {
    const found = await find(clientAccountId, ids);
    const lineIds = [...found.values()].flatMap(({ openLineId }) => openLineId ?? []);
    const open = await openOnLines(books, clientAccountId, lineIds);
    return new Map([...found].map(([id, document]) => [id, withOpenOf(document, open)]));
  };
  return {
    find,
    findCurrent,
    require: async (clientAccountId, id) => {
      const document = (await findCurrent(clientAccountId, [id])).get(id);
      if (!document) throw invalidField('document_id', `There is no document ${id} in this client account`);
      return document;
    },
  };
}

/** What is not reconciled of lines of the ledger, signed like debit minus credit, in their currencies. */
async function openOnLines(
  books: Books,
  clientAccountId: number,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, Decimal>> {
  const open = new Map<number, Decimal>();
  for (let start = 0; start < lineIds.length; start += BATCH) {
    const journalLineIds = lineIds.slice(start, start + BATCH);
    const { lines } = await books.GetLineStandings({ clientAccountId, journalLineIds });
    for (const { journalLineId, amountFc, reconciledAmountFc } of lines)
      open.set(journalLineId, decimal(amountFc).minus(reconciledAmountFc));
  }
  return open;
}

/** The smaller of what documents and the ledger say is open. */
function withOpenOf(document: KnownDocument, onLines: ReadonlyMap<number, Decimal>): KnownDocument {
  const { openLineId, openLineSign } = document;
  const onLine = openLineId === undefined ? undefined : onLines.get(openLineId);
  if (onLine === undefined) return document;
  const left = onLine.times(openLineSign ?? 1);
  if (!left.lessThan(document.openAmount)) return document;
  const isPaid = !left.greaterThan(ZERO);
  return {
    ...document,
    openAmount: formatMoney(isPaid ? ZERO : left),
    isPayable: document.isPayable && !isPaid,
  };
}
