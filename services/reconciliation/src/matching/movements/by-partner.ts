import { formatMoney, ZERO } from '@app/money';
import { namesInvoices } from './by-number.ts';
import type { Movement, OpenDocument, Proposal } from './facts.ts';
import { noteOfPartner } from './notes.ts';
import type { OpenDocuments } from './open-documents.ts';
import { accountKey, nameKey } from './partners.ts';
import { referencesOf } from './payment-references.ts';

/** Days after the due date within which a payment without any reference is still taken for that document's. */
const LATE_DAYS = 60;
/** Days within which the same amount from the same payer again is taken for a double payment. */
const DOUBLE_DAYS = 14;

/**
 * What a movement pays that names nothing: the one document of the payer with exactly this amount, around its time.
 * Nothing where the payer has named something else, has two such documents, or has just paid the same amount.
 */
export function proposeByPartner(
  movement: Movement,
  open: OpenDocuments,
  recent: RecentPayments,
): Proposal | undefined {
  const amount = movement.amount.abs();
  const isSilent = movement.parts.every((part) => referencesOf(part).length === 0) && !namesInvoices(movement);
  if (!isSilent || recent.hasTwin(movement)) return undefined;
  const fitting = open.ofCounterparty(movement).filter((document) => open.left(document).equals(amount));
  const [document] = fitting;
  if (fitting.length !== 1 || !document || !isTimely(movement, document)) return undefined;
  open.take(document, amount);
  const note = noteOfPartner(movement, document, amount);
  return {
    movementId: movement.id,
    basis: 'partner_and_amount',
    documents: [{ documentId: document.id, amount, reference: null, note }],
    surplus: ZERO,
  };
}

const isTimely = ({ date }: Movement, document: OpenDocument): boolean =>
  document.date <= date && date <= daysAfter(document.dueDate, LATE_DAYS);

const daysAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** Payments by who made them. */
export interface RecentPayments {
  /** Another movement of the same payer has the same amount, at nearly the same time. */
  hasTwin(movement: Movement): boolean;
}

export function recentPayments(movements: readonly Movement[]): RecentPayments {
  const twins = new Map<string, Movement[]>();
  for (const movement of movements)
    for (const key of keysOf(movement)) {
      const found = twins.get(key);
      if (found) found.push(movement);
      else twins.set(key, [movement]);
    }
  return {
    hasTwin: (movement) =>
      keysOf(movement).some((key) =>
        twins
          .get(key)!
          .some((other) => other.id !== movement.id && daysBetween(other.date, movement.date) <= DOUBLE_DAYS),
      ),
  };
}

const keysOf = ({ amount, counterpartyAccount: account, counterpartyName: name }: Movement): readonly string[] => [
  ...(account === null ? [] : [`${formatMoney(amount)} ${accountKey(account)}`]),
  ...(name === null ? [] : [`${formatMoney(amount)} ${nameKey(name)}`]),
];

const daysBetween = (one: string, other: string): number =>
  Math.abs(Temporal.PlainDate.from(one).until(Temporal.PlainDate.from(other), { largestUnit: 'days' }).days);
