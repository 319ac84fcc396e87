import type { Decimal } from '@app/money';
import type { Movement, OpenDocument } from './facts.ts';
import { accountKey, nameKey } from './partners.ts';
import { plainReference } from './payment-references.ts';
import { plainNumber } from './words.ts';

/** Open documents, found by what names them, and what is left of each after the proposals made so far. */
export interface OpenDocuments {
  /** Documents that a movement can pay, by payment reference; those of which nothing is left included. */
  byReference(movement: Movement, reference: string): readonly OpenDocument[];
  byNumber(movement: Movement, number: string): readonly OpenDocument[];
  /** Of the one partner that the other side's account or whole name is that of; none where it is that of several. */
  ofCounterparty(movement: Movement): readonly OpenDocument[];
  left(document: OpenDocument): Decimal;
  take(document: OpenDocument, amount: Decimal): void;
}

type Index = ReadonlyMap<string, readonly OpenDocument[]>;

export function openDocuments(all: readonly OpenDocument[]): OpenDocuments {
  const left = new Map(all.map(({ id, openAmount }) => [id, openAmount]));
  const references = indexed(all, ({ paymentRef }) => (paymentRef === null ? [] : [plainReference(paymentRef)]));
  const numbers = indexed(all, ({ number }) => (number === null ? [] : [plainNumber(number)]));
  const accounts = indexed(all, ({ partnerAccounts }) => partnerAccounts.map(accountKey));
  const names = indexed(all, ({ partnerName }) => (partnerName === null ? [] : [nameKey(partnerName)]));
  const payable = (index: Index, key: string, movement: Movement) =>
    (index.get(key) ?? []).filter((document) => isPayableBy(document, movement));
  return {
    byReference: (movement, reference) => payable(references, reference, movement),
    byNumber: (movement, number) => payable(numbers, number, movement),
    ofCounterparty: (movement) => {
      const { counterpartyAccount: account, counterpartyName: name } = movement;
      const byAccount = account === null ? [] : payable(accounts, accountKey(account), movement);
      const found = byAccount.length > 0 || name === null ? byAccount : payable(names, nameKey(name), movement);
      return new Set(found.map(({ partnerId }) => partnerId)).size === 1 ? found : [];
    },
    left: ({ id }) => left.get(id)!,
    take: ({ id }, amount) => void left.set(id, left.get(id)!.minus(amount)),
  };
}

/** Money that comes in pays what is owed to us, and only in the currency in which it is owed. */
const isPayableBy = ({ side, currency }: OpenDocument, movement: Movement): boolean =>
  side === (movement.amount.isNegative() ? 'payable' : 'receivable') && currency === movement.currency;

function indexed(all: readonly OpenDocument[], keysOf: (document: OpenDocument) => readonly string[]): Index {
  const index = new Map<string, OpenDocument[]>();
  for (const document of all)
    for (const key of keysOf(document)) {
      if (key === '') continue;
      const found = index.get(key);
      if (found) found.push(document);
      else index.set(key, [document]);
    }
  return index;
}
