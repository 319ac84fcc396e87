import type { Database } from '@app/db';
import { decimal, formatMoney, ZERO } from '@app/money';
import type { Partners } from '@app/records';
import type { ClientOf, Documents } from '@app/rpc';
import { type AccountSource, languageOf } from '../outside/companies.ts';
import { accountsOfPartners, movementsFor } from './movements/candidates-store.ts';
import type { Movement, OpenDocument } from './movements/facts.ts';
import { matchMovements } from './movements/match.ts';

interface Sources {
  readonly db: Database;
  readonly documents: Pick<ClientOf<typeof Documents>, 'GetDocuments'>;
  readonly partners: Partners;
  readonly organisation: AccountSource;
}

/** A movement that pays a document of a voucher. */
export interface VoucherMatch {
  readonly bankTransactionId: number;
  readonly documentId: number;
  readonly amount: string;
  readonly bookingDate: string;
  readonly note: string;
}

type Document = Awaited<ReturnType<Sources['documents']['GetDocuments']>>['documents'][number];

/** Types of documents that somebody pays. */
const SIDES: Readonly<Record<string, OpenDocument['side']>> = {
  ...{ ARINV: 'receivable', ARDEB: 'receivable' },
  ...{ APINV: 'payable', APDEB: 'payable', RECPT: 'payable' },
};

/**
 * The movements that pay documents of a voucher, which name them by payment reference or number: what else the partner
 * has open is not known here, so that an amount alone says nothing.
 * @throws Failure 503 when documents or organisation cannot be asked
 */
export async function matchVoucher(
  { db, documents, partners, organisation }: Sources,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<readonly VoucherMatch[]> {
  const { documents: found } = await documents.GetDocuments({ clientAccountId, ids: [...documentIds] });
  const open = await describe({ db, partners }, clientAccountId, found);
  const movements = new Map<number, Movement>();
  for (const document of open)
    for (const movement of await movementsFor(db.executor, clientAccountId, document))
      movements.set(movement.id, movement);
  const proposals = matchMovements([...movements.values()], open).filter(({ basis }) => basis !== 'partner_and_amount');
  if (proposals.length === 0) return [];
  const { account } = await organisation.GetAccount({ clientAccountId });
  const language = languageOf(account?.accountingLanguage);
  return proposals.flatMap(({ movementId, documents: paid }) =>
    paid.map(({ documentId, amount, note }) => ({
      ...{ bankTransactionId: movementId, documentId, amount: formatMoney(amount), note: note[language] },
      bookingDate: movements.get(movementId)!.date,
    })),
  );
}

/** Documents as the matcher knows them; those that nobody pays, or that are paid, are left out. */
async function describe(
  { db, partners }: Pick<Sources, 'db' | 'partners'>,
  clientAccountId: number,
  found: readonly Document[],
): Promise<readonly OpenDocument[]> {
  const payable = found.filter((document) => SIDES[document.documentType] && document.documentDate !== undefined);
  const partnerIds = [...new Set(payable.flatMap(({ businessPartnerId }) => businessPartnerId ?? []))];
  const [names, accounts] = await Promise.all([
    partners.find(clientAccountId, partnerIds),
    accountsOfPartners(db.executor, clientAccountId, partnerIds),
  ]);
  const open = payable.map((document): OpenDocument => {
    const partnerId = document.businessPartnerId ?? null;
    // A draft owes nothing yet, and will owe its total.
    const openAmount = decimal(document.status === 'DRAFT' ? document.totalAmount : document.openAmount);
    return {
      ...{ id: document.id, documentType: document.documentType, side: SIDES[document.documentType]! },
      ...{ number: document.documentNumber ?? null, paymentRef: document.paymentRef ?? null },
      ...{ currency: document.currencyCode, openAmount, date: document.documentDate! },
      ...{ dueDate: document.dueDate ?? document.documentDate!, partnerId },
      partnerName: partnerId === null ? null : (names.get(partnerId)?.name ?? null),
      partnerAccounts: partnerId === null ? [] : (accounts.get(partnerId) ?? []),
    };
  });
  return open.filter(({ openAmount }) => openAmount.greaterThan(ZERO));
}
