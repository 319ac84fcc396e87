import { decimal, formatMoney, ZERO } from '@app/money';
import type { Read } from './masters.ts';
import type { FileEntry, FileLine, Flaw } from './records.ts';
import { childOf, childrenOf, type Element, textAt } from './tree.ts';
import { readDay, readMoney, readNumber, readText } from './values.ts';

/** Lines that one entry of these books may have (docs/contract/journal-entries.md, "Creating"). */
const MAX_LINES = 10_000;

/** Reads `Transaction`, of the journal that it stands in. */
export function readEntry(element: Element, journal: string | null): Read<FileEntry> {
  const id = readText(textAt(element, 'TransactionID'), 70) ?? '';
  const flaws: Flaw[] = [];
  if (id === '') flaws.push({ rule: 'entry_without_id', message: 'An entry of the file has no TransactionID' });
  const postingDate = readDay(textAt(element, 'GLPostingDate'));
  if (postingDate === null)
    flaws.push({ rule: 'posting_date', message: `Entry ${id} has no GLPostingDate that is a day` });
  const elements = childrenOf(element, 'Line');
  if (elements.length > MAX_LINES)
    flaws.push({
      rule: 'entry_too_long',
      message: `Entry ${id} has ${elements.length} lines; at most 10000 are taken`,
    });
  const lines = elements.slice(0, MAX_LINES).map((line) => readLine(line, id, flaws));
  return {
    record: { journal, id, description: readText(textAt(element, 'Description'), 500) ?? '', postingDate, lines },
    flaws,
  };
}

function readLine(element: Element, entry: string, flaws: Flaw[]): FileLine {
  const sides = ['DebitAmount', 'CreditAmount'].map((name) => childOf(element, name));
  const [debit, credit] = sides;
  const side = debit ?? credit;
  const amount = side && !(debit && credit) ? readMoney(textAt(side, 'Amount')) : null;
  if (amount === null)
    flaws.push({
      rule: 'line_amount',
      message: `A line of entry ${entry} has no amount, or both a debit and a credit, or one that is no amount`,
    });
  const signed = debit ? decimal(amount ?? '0') : ZERO.minus(decimal(amount ?? '0'));
  const account = readText(textAt(element, 'AccountID'), 70) ?? '';
  if (account === '') flaws.push({ rule: 'line_account', message: `A line of entry ${entry} has no AccountID` });
  return {
    account,
    customer: readText(textAt(element, 'CustomerID'), 35),
    supplier: readText(textAt(element, 'SupplierID'), 35),
    description: readText(textAt(element, 'Description'), 500),
    debit: signed.isPositive() ? formatMoney(signed) : '0.00',
    credit: signed.isNegative() ? formatMoney(signed.negated()) : '0.00',
    isTurned: amount?.startsWith('-') ?? false,
    ...currencyOf(side),
    tax: taxOf(element, entry, flaws),
    quantity: readNumber(textAt(element, 'Quantity')),
  };
}

function currencyOf(side: Element | undefined): Pick<FileLine, 'currency' | 'currencyAmount' | 'rate'> {
  const currencyAmount = side ? readMoney(textAt(side, 'CurrencyAmount')) : null;
  return {
    currency: side ? readText(textAt(side, 'CurrencyCode'), 3) : null,
    currencyAmount: currencyAmount === null ? null : withoutSign(currencyAmount),
    rate: side ? readNumber(textAt(side, 'ExchangeRate')) : null,
  };
}

const withoutSign = (amount: string): string => amount.replace('-', '');

/** The VAT of a line; a line of these books has one code. The amount stands in 1.20 under another name than in 1.30. */
function taxOf(line: Element, entry: string, flaws: Flaw[]): FileLine['tax'] {
  const all = childrenOf(line, 'TaxInformation').filter((tax) => textAt(tax, 'TaxCode') !== null);
  const [tax] = all;
  if (!tax) return null;
  if (all.length > 1)
    flaws.push({
      rule: 'several_tax_codes',
      message: `A line of entry ${entry} has ${all.length} VAT codes; a line of these books has one`,
    });
  const amounts = ['TaxAmount', 'DebitTaxAmount', 'CreditTaxAmount'].map((name) =>
    readMoney(textAt(tax, name, 'Amount')),
  );
  const base = readMoney(textAt(tax, 'TaxBase'));
  const amount = amounts.find((each) => each !== null) ?? null;
  return {
    code: readText(textAt(tax, 'TaxCode'), 70)!,
    base: base === null ? null : withoutSign(base),
    amount: amount === null ? null : withoutSign(amount),
  };
}
