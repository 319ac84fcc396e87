import { xmlText } from '@app/xml';
import { analysisOf } from './analysis.ts';
import type { SaftAccount, SaftBooks } from './books.ts';
import { type EntryPage, extrasOf, type LineDimension, type LineExtras, type SaftEntry } from './entries.ts';
import { Total } from './money.ts';
import { NOBODY, type PartyKind, partyKindOf } from './parties.ts';
import { shortRate } from './tax-codes.ts';
import type { Transaction } from './transactions.ts';
import { element, figure, filled, group, lengths } from './xml.ts';

const partyElement: Readonly<Record<PartyKind, string>> = { customer: 'CustomerID', supplier: 'SupplierID' };

/** An account as each of its lines names it. */
interface KnownAccount {
  /** With the end of what stands before it, the number of the line. */
  readonly named: string;
  /** Whose account it is, and how a line says that it is nobody's. */
  readonly party: string | undefined;
  readonly nobody: string;
}

const knownAccount = ({ code }: SaftAccount): KnownAccount => {
  const kind = partyKindOf(code);
  const party = kind && partyElement[kind];
  return { named: `</RecordID>${figure('AccountID', code)}`, party, nobody: party ? figure(party, NOBODY) : '' };
};

/** Writes the transactions of a file, and adds up what it has written. */
export class Journal {
  readonly debit = new Total();
  readonly credit = new Total();
  transactions = 0;
  readonly #accounts: ReadonlyMap<number, KnownAccount>;
  /** By the id of their record: the beginning of what stands on lines with the code. */
  readonly #taxCodes: ReadonlyMap<number, string>;

  constructor({ accounts, taxCodes }: Pick<SaftBooks, 'accounts' | 'taxCodes'>) {
    this.#accounts = new Map(accounts.map((each) => [each.id, knownAccount(each)]));
    this.#taxCodes = new Map(
      taxCodes.flatMap(({ code, records }) => records.map(({ id, rate }) => [id, taxOf(code, rate)])),
    );
  }

  /** @throws Error when a line is on an account that the file does not have, or the transaction does not balance */
  written({ entry, day, from, to, isOneOfSeveral }: Transaction, { lines, dimensions }: EntryPage): string {
    this.transactions += 1;
    const description = element('Description', entry.description || `Bilag ${entry.number}`, 'long');
    const source = sourceDocument(entry);
    let written =
      `<Transaction><TransactionID>${entry.number}${isOneOfSeveral ? `/${day}` : ''}</TransactionID>` +
      `<Period>${Number(day.slice(5, 7))}</Period><PeriodYear>${day.slice(0, 4)}</PeriodYear>` +
      `<TransactionDate>${day}</TransactionDate><SourceID>${entry.postedById}</SourceID>` +
      `${filled('VoucherType', entry.relationType, 'middle2')}${entry.cancelled === 'C' ? figure('TransactionType', 'Reversal') : ''}` +
      `${description}<SystemEntryDate>${entry.postedOn}</SystemEntryDate>` +
      `<GLPostingDate>${day}</GLPostingDate><SystemID>${entry.id}</SystemID>`;
    for (let at = from; at < to; at++) {
      const account = this.#accounts.get(Number(lines.account[at]));
      if (account === undefined)
        throw new Error(`line ${lines.id[at]} is on an account that the trial balance does not have`);
      const text = lines.text[at]!;
      written +=
        `<Line><RecordID>${lines.line[at]}${account.named}${tags(account, dimensions.get(Number(lines.id[at])), source)}` +
        `${text === '' ? description : `<Description>${xmlText(text, lengths.long)}</Description>`}` +
        this.#amount(lines.amount[at]!, lines.more[at]!);
    }
    if (!this.debit.equals(this.credit)) throw new Error(`entry ${entry.id} does not balance on ${day}`);
    return `${written}</Transaction>\n`;
  }

  /** What ends a line. @param balance debit minus credit: a line is on one side */
  #amount(balance: string, more: string): string {
    const isCredit = balance.startsWith('-');
    const amount = isCredit ? balance.slice(1) : balance;
    (isCredit ? this.credit : this.debit).add(amount);
    if (more !== '') return this.#rareAmount(isCredit ? 'Credit' : 'Debit', amount, extrasOf(more));
    return isCredit
      ? `<CreditAmount><Amount>${amount}</Amount></CreditAmount></Line>`
      : `<DebitAmount><Amount>${amount}</Amount></DebitAmount></Line>`;
  }

  #rareAmount(
    side: 'Debit' | 'Credit',
    amount: string,
    { currency, foreign, rate, tax, base, vat, quantity }: LineExtras,
  ): string {
    const inCurrency =
      currency === ''
        ? ''
        : figure('CurrencyCode', currency) + figure('CurrencyAmount', foreign) + figure('ExchangeRate', rate);
    const code = tax === '' ? undefined : this.#taxCodes.get(Number(tax));
    return (
      `<${side}Amount><Amount>${amount}</Amount>${inCurrency}</${side}Amount>` +
      `${code === undefined ? '' : group('TaxInformation', `${code}${figure('TaxBase', base || amount)}<${side}TaxAmount><Amount>${vat || '0.00'}</Amount></${side}TaxAmount>`)}` +
      `${quantity === '' ? '' : figure('Quantity', quantity)}</Line>`
    );
  }
}

/** On the base line alone: the lines of the VAT itself have none. */
const taxOf = (code: string, rate: string): string =>
  `<TaxType>MVA</TaxType><TaxCode>${code}</TaxCode><TaxPercentage>${shortRate(rate)}</TaxPercentage><Country>NO</Country>`;

/** What a line is tagged with, what is behind it, and whose it is. */
function tags(account: KnownAccount, dimensions: readonly LineDimension[] | undefined, source: string): string {
  if (dimensions === undefined) return source + account.nobody;
  let [analyses, party] = ['', account.nobody];
  for (const { type, id } of dimensions)
    if (type === 'businesspartner' && account.party !== undefined) party = figure(account.party, id);
    else analyses += analysisOf(type, id);
  return analyses + source + party;
}

/** The number of the document, else the id of the voucher behind the entry. */
const sourceDocument = ({ relationNumber, voucherId }: SaftEntry): string =>
  filled('SourceDocumentID', relationNumber || voucherId, 'middle1');
