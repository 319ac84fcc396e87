import { type Decimal, sum, ZERO } from '@app/money';
import type { Movement, OpenDocument, Part, Proposal, ProposedDocument } from './facts.ts';
import { kid, noteOf, otherReference } from './notes.ts';
import type { OpenDocuments } from './open-documents.ts';
import { agreement } from './partners.ts';
import { isVerified, referencesOf } from './payment-references.ts';

interface Named {
  readonly document: OpenDocument;
  readonly reference: string;
}

/**
 * What the payment references of a movement pay. A KID with a valid check digit is enough, whatever the amount: less
 * than what is open is a part of it, more leaves a surplus. Any other reference has to come with the exact amount. A
 * document that is paid already takes nothing more, so that a double payment is proposed for nobody.
 */
export function proposeByReference(movement: Movement, open: OpenDocuments): Proposal | undefined {
  const documents = movement.parts.flatMap((part) => payPart(movement, part, open));
  if (documents.length === 0) return undefined;
  const surplus = movement.amount.abs().minus(sum(documents.map(({ amount }) => amount)));
  return { movementId: movement.id, basis: 'payment_ref', documents, surplus };
}

function payPart(movement: Movement, part: Part, open: OpenDocuments): readonly ProposedDocument[] {
  const amount = part.amount.abs();
  const named = namedBy(movement, part, open);
  if (named.length === 0) return [];
  const [only] = named;
  if (named.length === 1 && only) {
    const left = open.left(only.document);
    if (!isVerified(only.reference) && !left.equals(amount)) return [];
    return [taken(movement, only, left.lessThan(amount) ? left : amount, open)];
  }
  // Several at once: each is paid whole, or nobody knows which.
  if (!sum(named.map(({ document }) => open.left(document))).equals(amount)) return [];
  return named.map((each) => taken(movement, each, open.left(each.document), open));
}

/** The documents that the references of a part name, those that are paid left out; a doubtful reference names none. */
function namedBy(movement: Movement, part: Part, open: OpenDocuments): readonly Named[] {
  const found = new Map<number, Named>();
  for (const reference of referencesOf(part)) {
    const document = theOne(movement, part.amount.abs(), open, open.byReference(movement, reference));
    if (document && !found.has(document.id)) found.set(document.id, { document, reference });
  }
  return [...found.values()];
}

/** Where several documents have one reference: the partner's who moved the money, else the one with its amount. */
function theOne(
  movement: Movement,
  amount: Decimal,
  open: OpenDocuments,
  all: readonly OpenDocument[],
): OpenDocument | undefined {
  const unpaid = all.filter((document) => open.left(document).greaterThan(ZERO));
  if (all.length <= 1) return unpaid[0];
  const narrowed = [
    unpaid.filter((document) => agreement(movement, document) === 'same'),
    unpaid.filter((document) => open.left(document).equals(amount) && agreement(movement, document) !== 'other'),
  ];
  return narrowed.find(({ length }) => length === 1)?.[0];
}

function taken(
  movement: Movement,
  { document, reference }: Named,
  amount: Decimal,
  open: OpenDocuments,
): ProposedDocument {
  const left = open.left(document);
  open.take(document, amount);
  const named = isVerified(reference) ? kid(reference) : otherReference(reference);
  return { documentId: document.id, amount, reference, note: noteOf(movement, document, { named, amount, left }) };
}
