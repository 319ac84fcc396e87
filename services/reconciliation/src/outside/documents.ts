import { invalidField } from '@app/contract/failure';
import type { ClientOf, Documents as DocumentsContract } from '@app/rpc';

type Source = Pick<ClientOf<typeof DocumentsContract>, 'GetDocuments'>;

/** A document as the documents service describes it (protos/documents/v1/documents.proto). */
export type KnownDocument = Awaited<ReturnType<Source['GetDocuments']>>['documents'][number];

/** Documents of client accounts, as their owner knows them at this moment. */
export interface DocumentSource {
  /** By id; unknown ones and those of other companies are left out. @throws Failure 503 */
  find(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, KnownDocument>>;
  /** @throws Failure 400 at `document_id`, alike for what does not exist and for another company's; 503 */
  require(clientAccountId: number, id: number): Promise<KnownDocument>;
}

/** Documents that are asked about in one call. */
const BATCH = 1_000;

export function createDocumentSource(documents: Source): DocumentSource {
  const find: DocumentSource['find'] = async (clientAccountId, ids) => {
    const distinct = [...new Set(ids)];
    const found = new Map<number, KnownDocument>();
    for (let start = 0; start < distinct.length; start += BATCH) {
      const answer = await documents.GetDocuments({ clientAccountId, ids: distinct.slice(start, start + BATCH) });
      for (const document of answer.documents) found.set(document.id, document);
    }
    return found;
  };
  return {
    find,
    require: async (clientAccountId, id) => {
      const document = (await find(clientAccountId, [id])).get(id);
      if (!document) throw invalidField('document_id', `There is no document ${id} in this client account`);
      return document;
    },
  };
}
