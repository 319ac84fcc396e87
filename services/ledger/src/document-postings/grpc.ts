import { type DimensionType, dimensionTypes } from '@app/api/ledger/dimensions';
import { invalid } from '@app/contract/failure';
import type { Handlers, Ledger } from '@app/rpc';
import { isAboveZero } from '../journal-entries/currency.ts';
import type { LineRequest } from '../journal-entries/journal-entry.ts';
import type { BooksOfDay } from './describe.ts';
import type { DocumentEntry, PostedEntry, SharedPosting } from './post.ts';

// Postings of documents as protos/ledger/v1/ledger.proto says them.

type Definition = NonNullable<(typeof Ledger)['definition']>;
type SentLine = Parameters<Handlers<Definition>['PostEntry']>[0]['lines'][number];

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNT = /^\d{1,17}(\.\d{1,2})?$/;
const RATE = /^\d{1,13}(\.\d{1,6})?$/;

/** @throws Failure 400 */
export function requireDate(text: string): string {
  if (DATE.test(text)) return text;
  throw invalid(`"${text}" is no calendar date such as 2026-01-31`);
}

/** @throws Failure 400 */
export function requireKey(key: string): string {
  if (key !== '') return key;
  throw invalid('A command key is required');
}

/** A line as the journal takes it. @throws Failure 400 for a value that no line can have */
export function readLine(line: SentLine): LineRequest {
  const amounts = [line.debit, line.credit, line.amountFc, line.taxBaseAmount, line.taxBaseAmountFc];
  for (const amount of [...amounts, line.taxAmount, line.taxAmountFc])
    if (amount !== undefined && !AMOUNT.test(amount))
      throw invalid(`"${amount}" is not an amount with at most two decimals`);
  if (line.exchangeRate !== undefined && !RATE.test(line.exchangeRate))
    throw invalid(`"${line.exchangeRate}" is no exchange rate`);
  const isDebit = isAboveZero(line.debit);
  return {
    postingDate: requireDate(line.postingDate),
    description: line.description,
    accountCode: line.accountCode,
    debit: line.debit,
    credit: line.credit,
    currencyCode: line.currencyCode,
    debitFc: isDebit ? line.amountFc : undefined,
    creditFc: isDebit ? undefined : line.amountFc,
    exchangeRate: line.exchangeRate,
    taxCode: line.taxCode,
    taxBaseAmount: line.taxBaseAmount,
    taxBaseAmountFc: line.taxBaseAmountFc,
    taxAmount: line.taxAmount,
    taxAmountFc: line.taxAmountFc,
    taxLine: line.taxForLine !== undefined,
    taxForLine: line.taxForLine,
    quantity: line.quantity,
    isExchangeDifference: line.isExchangeDifference,
    dimensions: line.dimensions.map(({ relationType, relationId }) => ({
      relationType: requireType(relationType),
      relationId,
    })),
  };
}

/** @throws Failure 400 for a word that is no kind of dimension */
export function requireType(type: string): DimensionType {
  const known = dimensionTypes.find((each) => each === type);
  if (known) return known;
  throw invalid(`"${type}" is no kind of dimension`);
}

type SentEntry = Parameters<Handlers<Definition>['PostEntry']>[0];

/** @throws Failure 400 */
export const readEntry = ({
  commandKey,
  voucherId,
  relationNumber,
  accountingCurrency,
  lines,
  ...entry
}: SentEntry): DocumentEntry => ({
  ...entry,
  commandKey: requireKey(commandKey),
  voucherId: voucherId ?? null,
  relationNumber: relationNumber ?? null,
  accountingCurrency,
  lines: lines.map(readLine),
});

type SentPosting = Parameters<Handlers<Definition>['PostEntriesOfMany']>[0]['commands'][number];

/** @throws Failure 400 */
export function readPosting({ command, requestId }: SentPosting): SharedPosting {
  if (!command) throw invalid('A command is required');
  return { entry: readEntry(command), requestId };
}

export const presentPosted = ({ journalLineIds, ...posted }: PostedEntry) => ({
  ...posted,
  journalLineIds: [...journalLineIds],
});

export const presentTaxCodes = (taxCodes: BooksOfDay['taxCodes']) =>
  taxCodes.map(({ id, code, rate, category, taxAccountCode, acquisitionAccountCode }) => ({
    id,
    code,
    rate,
    ...(category === null ? {} : { category }),
    ...(taxAccountCode === undefined ? {} : { taxAccountCode }),
    ...(acquisitionAccountCode === undefined ? {} : { acquisitionAccountCode }),
  }));

export const presentBooks = ({ taxCodes, accounts, records, lockedUntil, ...books }: BooksOfDay) => ({
  ...books,
  ...(lockedUntil === null ? {} : { lockedUntil }),
  taxCodes: presentTaxCodes(taxCodes),
  accounts: accounts.map(({ taxCodes: taken, ...account }) => ({ ...account, taxCodes: [...taken] })),
  records: [...records],
});
