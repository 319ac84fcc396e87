import { xmlText } from '@app/xml';
import { analysisOf } from './analysis.ts';
import type { SaftAccount, SaftBooks } from './books.ts';
import type { EntryPage, LineDimension, SaftEntry, SaftLine } from './entries.ts';
import { NOBODY, type PartyKind, partyKindOf } from './parties.ts';
import { element, figure, filled, group, lengths } from './xml.ts';

const partyElement: Readonly<Record<PartyKind, string>> = { customer: 'CustomerID', supplier: 'SupplierID' };

interface KnownAccount {
  readonly code: string;
  readonly party: PartyKind | undefined;
}

/** What the lines of a file refer to, by id. */
export interface Lookup {
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  readonly taxCodes: ReadonlyMap<string, { readonly code: string; readonly rate: string }>;
}

export const lookupOf = ({ accounts, taxCodes }: Pick<SaftBooks, 'accounts' | 'taxCodes'>): Lookup => ({
  accounts: new Map(accounts.map(({ id, code }: SaftAccount) => [String(id), { code, party: partyKindOf(code) }])),
  taxCodes: new Map(
    taxCodes.flatMap(({ code, records }) =>
      records.map(({ id, rate }) => [String(id), { code, rate: shortRate(rate) }]),
    ),
  ),
});

/** `25.00` as `25`, `11.11` as it is. */
export const shortRate = (rate: string): string => rate.replace(/\.?0+$/, '');

/** One transaction of the file: an entry, or what it posts on one of its dates. */
export interface Transaction {
  readonly entry: SaftEntry;
  readonly day: string;
  readonly lines: readonly SaftLine[];
  /** Of several dates: then the number alone would name several transactions. */
  readonly isOneOfSeveral: boolean;
}

/** The transactions of a page, in its order. */
export function* transactionsOf({ entries, lines, isSpread }: EntryPage): Generator<Transaction, void> {
  for (const entry of entries) {
    const all = lines.get(entry.id) ?? [];
    if (all.length === 0) continue;
    if (!isSpread) yield { entry, day: entry.day, lines: all, isOneOfSeveral: false };
    else
      for (const [day, dated] of Map.groupBy(all, (line) => line.day!))
        yield { entry, day, lines: dated, isOneOfSeveral: true };
  }
}

/** @throws Error when a line is on an account that the file does not have */
export function transaction(
  { entry, day, lines, isOneOfSeveral }: Transaction,
  dimensions: EntryPage['dimensions'],
  lookup: Lookup,
): string {
  const description = entry.description || `Bilag ${entry.number}`;
  let written =
    `<Transaction><TransactionID>${entry.number}${isOneOfSeveral ? `/${day}` : ''}</TransactionID>` +
    `<Period>${Number(day.slice(5, 7))}</Period><PeriodYear>${day.slice(0, 4)}</PeriodYear>` +
    `<TransactionDate>${day}</TransactionDate><SourceID>${entry.postedById}</SourceID>` +
    `${filled('VoucherType', entry.relationType, 'middle2')}${entry.cancelled === 'C' ? figure('TransactionType', 'Reversal') : ''}` +
    `${element('Description', description, 'long')}<SystemEntryDate>${entry.postedOn}</SystemEntryDate>` +
    `<GLPostingDate>${day}</GLPostingDate><SystemID>${entry.id}</SystemID>`;
  for (const line of lines) written += lineOf(line, entry, description, dimensions.get(line.id) ?? NONE, lookup);
  return `${written}</Transaction>\n`;
}

const NONE: readonly LineDimension[] = [];

function lineOf(
  line: SaftLine,
  entry: SaftEntry,
  description: string,
  dimensions: readonly LineDimension[],
  { accounts, taxCodes }: Lookup,
): string {
  const account = accounts.get(line.account);
  if (account === undefined) throw new Error(`line ${line.id} is on an account that the trial balance does not have`);
  let analyses = '';
  let party = account.party === undefined ? '' : figure(partyElement[account.party], NOBODY);
  for (const { type, id } of dimensions)
    if (type === 'businesspartner' && account.party !== undefined) party = figure(partyElement[account.party], id);
    else analyses += analysisOf(type, id);
  const side = line.debit === '0.00' ? 'Credit' : 'Debit';
  const amount = side === 'Debit' ? line.debit : line.credit;
  const tax = line.tax === null ? undefined : taxCodes.get(line.tax);
  return (
    `<Line><RecordID>${line.line}</RecordID><AccountID>${account.code}</AccountID>${analyses}` +
    `${sourceDocument(entry)}${party}<Description>${xmlText(line.text || description, lengths.long)}</Description>` +
    `<${side}Amount>${amountOf(amount, line)}</${side}Amount>` +
    `${tax === undefined ? '' : taxInformation(tax, side, amount, line)}` +
    `${line.quantity === null ? '' : figure('Quantity', line.quantity)}</Line>`
  );
}

/** The number of the document, else the id of the voucher behind the entry. */
const sourceDocument = ({ relationNumber, voucherId }: SaftEntry): string =>
  filled('SourceDocumentID', relationNumber ?? voucherId, 'middle1');

const amountOf = (amount: string, { currency, foreign, rate }: SaftLine): string =>
  currency === null
    ? `<Amount>${amount}</Amount>`
    : `<Amount>${amount}</Amount><CurrencyCode>${currency}</CurrencyCode><CurrencyAmount>${foreign}</CurrencyAmount><ExchangeRate>${rate}</ExchangeRate>`;

/** On the base line alone: the lines of the VAT itself have none. */
const taxInformation = (
  { code, rate }: { readonly code: string; readonly rate: string },
  side: 'Debit' | 'Credit',
  amount: string,
  { base, vat }: SaftLine,
): string =>
  group(
    'TaxInformation',
    `<TaxType>MVA</TaxType><TaxCode>${code}</TaxCode><TaxPercentage>${rate}</TaxPercentage><Country>NO</Country>` +
      `<TaxBase>${base ?? amount}</TaxBase><${side}TaxAmount><Amount>${vat ?? '0.00'}</Amount></${side}TaxAmount>`,
  );
