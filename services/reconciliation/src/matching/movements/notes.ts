import { type Decimal, formatMoney } from '@app/money';
import type { Movement, OpenDocument } from './facts.ts';

/** What a document is called in a note. */
export const documentName = ({ documentType, number, id }: Pick<OpenDocument, 'documentType' | 'number' | 'id'>) =>
  number === null ? `${documentType} ${id}` : `${documentType} ${number}`;

/** A sentence that says which reference, amount and date made a proposal. */
export function noteOf(
  movement: Movement,
  document: OpenDocument,
  by: { readonly named: string; readonly amount: Decimal; readonly left: Decimal },
): string {
  const amount = `${movement.currency} ${formatMoney(by.amount)}`;
  const isPart = by.amount.lessThan(by.left);
  const extent = isPart ? `a part of the ${formatMoney(by.left)} that is open` : 'all that is open';
  return `${by.named} names ${documentName(document)}: ${amount} booked ${movement.date}, ${extent}`;
}
