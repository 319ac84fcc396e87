import { documentTypes } from '@app/api/documents/document-types';
import { type Failure, invalid } from '@app/contract/failure';
import { decimal } from '@app/money';
import { type EntryWish, entryFault, LEDGER_BALANCE, LEDGER_LINE, TRANSACTION } from './record.ts';

// Rules of the entries that need no data (docs/contract/external-reconciliation.md, "Entries").

const isDocumentType = (type: string): boolean => documentTypes.some((known) => known === type);
/** Outside figures that the engine of the periods alone writes (XRC-R62). */
const ENGINE_SUBJECTS: readonly string[] = ['BANK_BALANCE', 'RECONCILIATION_PERIOD'];

/** The entries are such as a record can have. @throws Failure 400, with the entry where one is at fault */
export function requireShape(entries: readonly EntryWish[]): void {
  const external = entries.filter(({ kind }) => kind === 'EXTERNAL').length;
  if (external !== 1)
    throw recordFault(`A record has exactly one entry of the kind EXTERNAL, and this one has ${external}`);
  for (const [index, entry] of entries.entries()) {
    const message = faultOf(entry);
    if (message !== undefined) throw entryFault(index, message);
  }
  if (!entries.some(({ kind }) => kind === 'LEDGER_LINE' || kind === 'LEDGER_BALANCE'))
    throw recordFault('A record has at least one entry of the ledger: LEDGER_LINE or LEDGER_BALANCE');
  requireSame(
    entries,
    ({ currencyCode }) => currencyCode,
    (one, other) => `The currency is ${other}, and that of another entry ${one}; all entries have the same`,
  );
  requireSame(
    entries,
    ({ kind, asOfDate }) => (kind === 'LEDGER_BALANCE' ? asOfDate : null),
    (one, other) => `as_of_date is ${other}, and that of another balance ${one}; all balances have the same`,
  );
  requireSeparate(entries);
}

const recordFault = (message: string): Failure => invalid(message, [{ field: 'entries', message }]);

function faultOf(entry: EntryWish): string | undefined {
  const { kind, relationType, relationId, relationLineId, exchangeRate } = entry;
  if (exchangeRate !== null && !decimal(exchangeRate).greaterThan(0)) return 'exchange_rate must be above zero';
  if (kind !== 'LEDGER_BALANCE') {
    const own = [entry.secondaryRelationType, entry.secondaryRelationId, entry.asOfDate].some(
      (value) => value !== null,
    );
    if (own) return 'A second relation and as_of_date are of balances alone';
    if (entry.amount === null) return `amount is required for the kind ${kind}`;
  }
  if (kind === 'RECONCILING_ITEM') return itemFault(entry);
  if (relationType === null || relationId === null)
    return `relation_type and relation_id are required for the kind ${kind}`;
  if (kind === 'EXTERNAL') return subjectFault(entry);
  if (kind === 'LEDGER_LINE') {
    if (relationType !== LEDGER_LINE) return `relation_type is "${relationType}"; the kind LEDGER_LINE has JE`;
    return relationLineId === null ? 'relation_line_id is required for the kind LEDGER_LINE' : undefined;
  }
  return balanceFault(entry);
}

function itemFault({ relationType, relationId, relationLineId, description, amount }: EntryWish): string | undefined {
  if (relationType !== null || relationId !== null || relationLineId !== null)
    return 'A RECONCILING_ITEM points at nothing';
  if (description === null || description === '') return 'description is required for the kind RECONCILING_ITEM';
  return decimal(amount!).isZero() ? 'The amount of a RECONCILING_ITEM must not be zero' : undefined;
}

function subjectFault({ relationType, relationLineId }: EntryWish): string | undefined {
  if (relationType === TRANSACTION)
    return relationLineId === null ? undefined : 'A bank transaction has no lines: leave relation_line_id out';
  const type = relationType!;
  if (ENGINE_SUBJECTS.includes(type)) return `relation_type "${type}" is written by the platform alone`;
  if (!isDocumentType(type)) return `relation_type is "${type}"; the kind EXTERNAL has PAYMT or a type of document`;
  if (relationLineId === null)
    return type === 'VATST'
      ? 'relation_type "VATST" without a line is written by the platform alone'
      : 'relation_line_id is required: a line of the document is reconciled';
  return undefined;
}

function balanceFault(entry: EntryWish): string | undefined {
  const { relationType, relationLineId, secondaryRelationType, secondaryRelationId, asOfDate } = entry;
  if (relationType !== LEDGER_BALANCE)
    return `relation_type is "${relationType}"; the kind LEDGER_BALANCE has GENERAL_LEDGER_ACCOUNT`;
  if (relationLineId !== null) return 'A balance has no lines: leave relation_line_id out';
  if (asOfDate === null) return 'as_of_date is required for the kind LEDGER_BALANCE';
  if ((secondaryRelationType === null) !== (secondaryRelationId === null))
    return 'secondary_relation_type and secondary_relation_id come together or not at all';
  return undefined;
}

/** @throws Failure 400 about the first entry whose value is another one; null is none */
function requireSame(
  entries: readonly EntryWish[],
  partOf: (entry: EntryWish) => string | null,
  message: (first: string, other: string) => string,
): void {
  let first: string | null = null;
  for (const [index, entry] of entries.entries()) {
    const value = partOf(entry);
    first ??= value;
    if (value !== null && value !== first) throw entryFault(index, message(first!, value));
  }
}

/** No amount of an account counts twice: neither the same balance, nor one beside a part of it. @throws Failure 400 */
function requireSeparate(entries: readonly EntryWish[]): void {
  const byAccount = new Map<number, EntryWish[]>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'LEDGER_BALANCE') continue;
    const others = byAccount.get(entry.relationId!) ?? [];
    if (others.some((other) => overlap(other, entry)))
      throw entryFault(index, 'The balance, or a part of it, stands in another entry of the record');
    byAccount.set(entry.relationId!, [...others, entry]);
  }
}

/** Values of one kind are apart, as a line has one of them; whatever else of an account may be partly the same. */
const overlap = (one: EntryWish, other: EntryWish): boolean =>
  one.secondaryRelationType === null ||
  one.secondaryRelationType !== other.secondaryRelationType ||
  one.secondaryRelationId === other.secondaryRelationId;
