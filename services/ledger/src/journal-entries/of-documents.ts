import { documentTypes } from '@app/api/documents/document-types';
import { conflict, type Failure } from '@app/contract/failure';
import type { ClientOf, Documents } from '@app/rpc';
import type { EntryStore } from './store.ts';

type DocumentsClient = Pick<ClientOf<typeof Documents>, 'GetDocuments'>;

const types: ReadonlySet<string> = new Set(documentTypes);

/**
 * The posted entry of a document is cancelled with its document alone: otherwise the document would say that it is in
 * the books, and an invoice could be taken back without a credit note. Callers may name a document in entries of their
 * own, so its owner is asked which entry it made.
 */
export const createDocumentGuard = (documents: DocumentsClient, entries: Pick<EntryStore, 'find'>) => ({
  /** @throws Failure 409 `accounting.journal_entry_of_document`, 503 while documents cannot be asked */
  async assertNoDocument(clientAccountId: number, entryId: number): Promise<void> {
    const entry = await entries.find(clientAccountId, entryId);
    if (!entry || entry.isDraft || entry.cancelled !== null) return;
    const { relationType, relationId } = entry;
    if (relationType === null || relationId === null || !types.has(relationType)) return;
    const { documents: found } = await documents.GetDocuments({ clientAccountId, ids: [relationId] });
    const document = found.find(({ documentType }) => documentType === relationType);
    // A document that is being posted learns the id of its entry last.
    const made = document?.journalEntryId ?? (document?.isBusy ? entryId : undefined);
    if (made === entryId) throw ofDocument(entryId, relationId, relationType);
  },
});

/** What a company sent to a customer is taken back by a credit note alone (docs/contract/documents.md). */
const isSent = (type: string): boolean => type.startsWith('AR') && type !== 'AR_STATEMENT';

const ofDocument = (entryId: number, documentId: number, type: string): Failure =>
  conflict(
    isSent(type)
      ? `Journal entry ${entryId} is that of document ${documentId} (${type}), which only a document that takes it back undoes, such as a credit note`
      : `Journal entry ${entryId} is that of document ${documentId} (${type}), and is cancelled with it: use POST /documents/${documentId}/cancel`,
    'accounting.journal_entry_of_document',
    { document_id: documentId },
  );
