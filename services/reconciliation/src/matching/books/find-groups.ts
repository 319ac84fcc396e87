import type { ClientOf, Documents, Ledger } from '@app/rpc';
import type { LineGroup, NamedDocument, OpenLine } from '../lines/facts.ts';
import { groupLines } from '../lines/group.ts';

export interface GroupSources {
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'ListOpenLines'>;
  readonly documents: Pick<ClientOf<typeof Documents>, 'GetDocuments'>;
}

/** Lines of one partner that are looked at together; of more, those that are open longest. */
const MOST_LINES = 20_000;
/** Documents of one question. */
const BATCH = 1_000;
/** Entries of documents name their type: capital letters, such as ARINV. The ledger's own are no documents. */
const isDocument = ({ relationType, relationId }: OpenLine): boolean =>
  relationId !== undefined && relationType !== undefined && /^[A-Z]{5}$/.test(relationType);

/**
 * Groups of open lines of a client account, partner by partner: one partner's lines are held at a time.
 * @throws Failure 503 when ledger or documents cannot be asked
 */
export async function* findGroups(sources: GroupSources, clientAccountId: number): AsyncGenerator<LineGroup> {
  for await (const lines of linesByPartner(sources, clientAccountId)) {
    if (!mayMatch(lines)) continue;
    yield* groupLines(lines, await documentsOf(sources, clientAccountId, lines));
  }
}

/**
 * Whether an account has lines on both sides: else nothing of it adds up to zero, as with a supplier whose invoices nobody has
 * paid yet, and nobody needs to ask what is known of their documents.
 */
const mayMatch = (lines: readonly OpenLine[]): boolean =>
  [...Map.groupBy(lines, ({ accountId }) => accountId).values()].some(
    (own) => new Set(own.map(({ remainingAmount }) => remainingAmount.startsWith('-'))).size > 1,
  );

async function* linesByPartner({ ledger }: GroupSources, clientAccountId: number): AsyncGenerator<readonly OpenLine[]> {
  let ofPartner: OpenLine[] = [];
  for (let page = await ledger.ListOpenLines({ clientAccountId }); ; ) {
    for (const line of page.lines) {
      if (ofPartner[0] && ofPartner[0].businessPartnerId !== line.businessPartnerId) {
        yield ofPartner;
        ofPartner = [];
      }
      if (ofPartner.length < MOST_LINES) ofPartner.push(line);
    }
    if (!page.next) break;
    page = await ledger.ListOpenLines({ clientAccountId, after: page.next });
  }
  if (ofPartner.length > 0) yield ofPartner;
}

async function documentsOf(
  { documents }: GroupSources,
  clientAccountId: number,
  lines: readonly OpenLine[],
): Promise<ReadonlyMap<number, NamedDocument>> {
  const ids = [...new Set(lines.filter(isDocument).map(({ relationId }) => relationId!))];
  const found = new Map<number, NamedDocument>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const answer = await documents.GetDocuments({ clientAccountId, ids: ids.slice(start, start + BATCH) });
    for (const { id, documentType, documentNumber, paymentRef } of answer.documents)
      found.set(id, { documentType, number: documentNumber ?? null, paymentRef: paymentRef ?? null });
  }
  return found;
}
