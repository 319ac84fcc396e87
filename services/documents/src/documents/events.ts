import type { NewEvent } from '@app/db';
import { documentChanged as changed } from '@app/events';
import type { Document } from './document.ts';

/** The fact that a document was made, changed, paid, cancelled or removed, or posted without the books. */
export const documentChanged = (
  document: Pick<
    Document,
    'id' | 'clientAccountId' | 'documentType' | 'uploadedFileId' | 'journalEntryId' | 'version'
  > & {
    readonly status: Document['status'] | 'REMOVED';
  },
): NewEvent =>
  changed.create(
    {
      client_account_id: document.clientAccountId,
      document_id: document.id,
      document_type: document.documentType,
      status: document.status,
      voucher_id: document.uploadedFileId,
      journal_entry_id: document.journalEntryId,
      version: document.version,
    },
    document.clientAccountId,
  );
