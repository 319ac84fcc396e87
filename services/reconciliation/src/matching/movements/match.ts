import { proposeByNumber } from './by-number.ts';
import { proposeByPartner, recentPayments } from './by-partner.ts';
import { proposeByReference } from './by-reference.ts';
import type { Movement, OpenDocument, Proposal } from './facts.ts';
import { openDocuments } from './open-documents.ts';

/**
 * Which open documents the movements of a bank pay. References come first for all movements, so that no guess takes a
 * document from the payment that names it; then numbers in the text, then who paid how much; each in the order of their
 * booking dates. What is not certain is not proposed.
 * @param movements those that nothing explains yet
 * @param known other movements of the time: they are looked at for double payments alone
 */
export function matchMovements(
  movements: readonly Movement[],
  documents: readonly OpenDocument[],
  known: readonly Movement[] = [],
): readonly Proposal[] {
  const open = openDocuments(documents);
  const recent = recentPayments([...known, ...movements]);
  const proposals = new Map<number, Proposal>();
  const ordered = [...movements].sort((a, b) => compare(a.date, b.date) || a.id - b.id);
  for (const propose of [proposeByReference, proposeByNumber, proposeByPartner])
    for (const movement of ordered) {
      if (proposals.has(movement.id)) continue;
      const proposal = propose(movement, open, recent);
      if (proposal) proposals.set(movement.id, proposal);
    }
  return ordered.flatMap(({ id }) => proposals.get(id) ?? []);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
