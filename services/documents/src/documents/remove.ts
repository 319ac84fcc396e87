import { conflict } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { lockChanges } from '@app/records';
import type { KeepDependencies } from '../files/keep.ts';
import { filesOfDocuments, removeAttachments } from '../files/of-documents.ts';
import type { Document } from './document.ts';
import { documentChanged } from './events.ts';
import { busy } from './posting.ts';

import { deleteDocument, lockDocument } from './store.ts';
import { notDraft } from './write.ts';

/** Removes a draft with its attachments; its voucher stays. @throws Failure 400 `document.not_draft`, 409 */
export async function removeDraft({ db, clock }: KeepDependencies, { clientAccountId, id }: Document): Promise<void> {
  await db.write(async (tx) => {
    await lockChanges(tx, clientAccountId, new Date(clock.millis()));
    const document = await lockDocument(tx, clientAccountId, id);
    if (!document) throw conflict(`Document ${id} was removed at this moment`);
    if (document.busyKey !== null) throw busy(id);
    if (document.status !== 'DRAFT') throw notDraft(id);
    const attached = (await filesOfDocuments(tx, clientAccountId, [id])).get(id) ?? [];
    await deleteDocument(tx, document);
    const attachments = attached.filter(({ type }) => type === 'ATTACHMENT').map(({ id: fileId }) => fileId);
    await removeAttachments(tx, clientAccountId, attachments);
    await appendToOutbox(tx, documentChanged({ ...document, status: 'REMOVED', version: document.version + 1 }));
  });
}
