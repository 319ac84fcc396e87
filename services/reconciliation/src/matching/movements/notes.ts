import { type Decimal, formatMoney } from '@app/money';
import type { Note } from '../note.ts';
import type { Movement, OpenDocument } from './facts.ts';

/** What a document is called in a note. */
const documentName = ({ documentType, number, id }: Pick<OpenDocument, 'documentType' | 'number' | 'id'>) =>
  number === null ? `${documentType} ${id}` : `${documentType} ${number}`;

/** What names a document, as a sentence begins. */
export const kid = (reference: string): Note => ({ nob: `KID ${reference}`, eng: `KID ${reference}` });
export const otherReference = (reference: string): Note => ({
  nob: `Referansen ${reference}`,
  eng: `The reference ${reference}`,
});
export const numberInText = (number: string): Note => ({
  nob: `Nummeret ${number} i teksten`,
  eng: `The number ${number} in the text`,
});

/** Says which reference, amount and date made a proposal. */
export function noteOf(
  movement: Movement,
  document: OpenDocument,
  by: { readonly named: Note; readonly amount: Decimal; readonly left: Decimal },
): Note {
  const amount = `${movement.currency} ${formatMoney(by.amount)}`;
  const isPart = by.amount.lessThan(by.left);
  const left = formatMoney(by.left);
  const name = documentName(document);
  const nob = isPart ? `en del av ${left} som er åpent` : 'alt som er åpent';
  const eng = isPart ? `a part of the ${left} that is open` : 'all that is open';
  return {
    nob: `${by.named.nob} gjelder ${name}: ${amount} bokført ${movement.date}, ${nob}`,
    eng: `${by.named.eng} names ${name}: ${amount} booked ${movement.date}, ${eng}`,
  };
}

/** Says who paid how much, when nothing is named. */
export function noteOfPartner({ currency, date }: Movement, document: OpenDocument, paid: Decimal): Note {
  const { partnerName, dueDate } = document;
  const amount = `${currency} ${formatMoney(paid)}`;
  const name = documentName(document);
  return {
    nob: `${partnerName ?? 'Partneren'} betalte ${amount} ${date}; av partnerens dokumenter er det bare ${name}, med forfall ${dueDate}, som har dette beløpet åpent`,
    eng: `${partnerName ?? 'The partner'} paid ${amount} on ${date}; of the partner's documents only ${name}, due ${dueDate}, has this amount open`,
  };
}
