import { sum, ZERO } from '@app/money';
import type { Movement, OpenDocument, Proposal } from './facts.ts';
import { noteOf, numberInText } from './notes.ts';
import type { OpenDocuments } from './open-documents.ts';
import { agreement } from './partners.ts';
import { numbersIn } from './words.ts';

interface Named {
  readonly document: OpenDocument;
  readonly number: string;
  /** The payer calls it an invoice, and is its partner as far as the bank says. */
  readonly isCertain: boolean;
}

/**
 * What the document numbers in the text of a movement pay: documents of one partner whose open amounts are together
 * exactly what moved. The payer has to be their partner; where the bank does not say who paid, the text has to call
 * them invoices. Less than what is open is a part of it where both are so.
 */
export function proposeByNumber(movement: Movement, open: OpenDocuments): Proposal | undefined {
  const amount = movement.amount.abs();
  const named = namedBy(movement, open);
  const [first] = named;
  if (!first || named.some(({ document }) => document.partnerId !== first.document.partnerId)) return undefined;
  const isWhole = sum(named.map(({ document }) => open.left(document))).equals(amount);
  const isPart = named.length === 1 && first.isCertain && amount.lessThan(open.left(first.document));
  if (!isWhole && !isPart) return undefined;
  const documents = named.map(({ document, number }) => {
    const left = open.left(document);
    const paid = isWhole ? left : amount;
    open.take(document, paid);
    return {
      documentId: document.id,
      amount: paid,
      reference: number,
      note: noteOf(movement, document, { named: numberInText(number), amount: paid, left }),
    };
  });
  return { movementId: movement.id, basis: 'document_number', documents, surplus: ZERO };
}

/** Does the text name a document by a number, be it one that is paid or not there? */
export const namesInvoices = (movement: Movement): boolean =>
  movement.parts.some(({ text }) => numbersIn(text).some(({ called }) => called === 'invoice'));

function namedBy(movement: Movement, open: OpenDocuments): readonly Named[] {
  const found = new Map<number, Named>();
  for (const { number, called } of movement.parts.flatMap(({ text }) => numbersIn(text))) {
    const likely = open.byNumber(movement, number).filter((document) => {
      if (document.date > movement.date || !open.left(document).greaterThan(ZERO)) return false;
      const partner = agreement(movement, document);
      return partner === 'same' || (partner === 'unknown' && called === 'invoice');
    });
    const [document] = likely;
    if (likely.length !== 1 || !document) continue;
    const isCertain = called === 'invoice' && agreement(movement, document) === 'same';
    found.set(document.id, { document, number, isCertain });
  }
  return [...found.values()];
}
