import { documentTypes } from '@app/api/documents/document-types';
import type { LedgerRowOut } from '@app/api/ledger/ledgers';
import type { ClientOf, Documents, Partners } from '@app/rpc';
import type { z } from 'zod';
import type { LedgerLine } from './store.ts';

/** A document as a ledger shows it beside the lines of its entry. */
export type RelatedDocument = NonNullable<z.input<typeof LedgerRowOut>['journal_entry']['related_object']>;

/** Documents of one client account by id, at most 1 000 at once; those that are unknown are left out. */
export type DocumentsById = (
  clientAccountId: number,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, RelatedDocument>>;

interface Sources {
  readonly documents: Pick<ClientOf<typeof Documents>, 'GetDocuments'>;
  readonly partners: Pick<ClientOf<typeof Partners>, 'GetPartners'>;
}

/** Asks their owner for the documents, and the owner of partners for the names of those whose documents they are. */
export const createDocumentsById = ({ documents, partners }: Sources): DocumentsById => {
  return async (clientAccountId, ids) => {
    const { documents: found } = await documents.GetDocuments({ clientAccountId, ids: [...ids] });
    const named = [...new Set(found.flatMap(({ businessPartnerId }) => businessPartnerId ?? []))];
    const answer = named.length === 0 ? undefined : await partners.GetPartners({ clientAccountId, ids: named });
    const names = new Map(answer?.partners.map(({ id, name }) => [id, name]));
    return new Map(
      found.map(({ id, businessPartnerId, ...document }) => {
        const name = businessPartnerId === undefined ? undefined : names.get(businessPartnerId);
        const related: RelatedDocument = {
          id,
          document_number: document.documentNumber ?? null,
          document_date: document.documentDate ?? null,
          due_date: document.dueDate ?? null,
          payment_ref: document.paymentRef ?? null,
          document_type: document.documentType,
          business_partner:
            businessPartnerId === undefined || name === undefined ? null : { id: businessPartnerId, name },
        };
        return [id, related] as const;
      }),
    );
  };
};

const types: ReadonlySet<string> = new Set(documentTypes);

/** The ids of the documents that entries of lines name, each once. */
export const documentIdsOf = (lines: readonly Pick<LedgerLine, 'entry'>[]): readonly number[] => [
  ...new Set(
    lines.flatMap(({ entry: { relationType, relationId } }) =>
      relationType !== null && relationId !== null && types.has(relationType) ? [relationId] : [],
    ),
  ),
];
