import { anyOf, type Database, type Executor } from '@app/db';
import { formatMoney } from '@app/money';
import { Documents, type Implementation, implement } from '@app/rpc';
import { and, asc, eq } from 'drizzle-orm';
import { requireFew } from '../outside/few-ids.ts';
import { documents } from '../schema/documents.ts';
import type { Document } from './document.ts';
import { isPayable, openAmountOf } from './payable.ts';
import { documentOf } from './store.ts';

/** What other services ask of documents (protos/documents/v1/documents.proto). */
export const documentsRpc = ({ db }: { readonly db: Database }): Implementation =>
  implement(Documents, {
    GetDocuments: async ({ clientAccountId, ids }) => {
      requireFew(ids);
      return { documents: (await documentsOf(db.executor, clientAccountId, ids)).map(documentMessage) };
    },
  });

/** Documents of one client account, by id; unknown and foreign ids are left out. */
async function documentsOf(
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly Document[]> {
  if (ids.length === 0) return [];
  const rows = await ex
    .select()
    .from(documents)
    .where(and(eq(documents.clientAccountId, clientAccountId), anyOf(documents.id, ids)))
    .orderBy(asc(documents.id));
  return rows.map(documentOf);
}

const documentMessage = (document: Document) => ({
  id: document.id,
  documentType: document.documentType,
  status: document.status,
  isBusy: document.busyKey !== null,
  currencyCode: document.currencyCode,
  totalAmount: document.totalAmount,
  paidAmount: document.paidAmount,
  openAmount: formatMoney(openAmountOf(document)),
  paymentStatus: document.paymentStatus,
  isPayable: isPayable(document),
  version: document.version,
  ...withoutNulls({
    documentNumber: document.documentNumber,
    businessPartnerId: document.businessPartnerId,
    exchangeRate: document.exchangeRate,
    documentDate: document.documentDate,
    dueDate: document.dueDate,
    paymentRef: document.paymentRef,
    journalEntryId: document.journalEntryId,
    openLineId: document.openLineId,
    openLineSign: document.openLineSign,
  }),
});

/** A message has no null: what there is not is left out. */
const withoutNulls = <T extends object>(fields: T): { readonly [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as never;
