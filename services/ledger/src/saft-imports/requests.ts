import { BatchEntryIn } from '@app/api/ledger/index';
import { validate } from '@app/contract';
import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';
import { newEntryRequest } from '../journal-entries/http.ts';
import type { EntryRequest } from '../journal-entries/write.ts';
import type { FileEntry, FileLine, FileParty } from './file/records.ts';
import { UNDISTRIBUTED } from './mapping.ts';
import type { ReportedAccount } from './saft-import.ts';

/** What the words of a file stand for in these books. */
export interface Meaning {
  readonly importId: number;
  readonly currency: string;
  /** The account code of an AccountID. */
  code(accountId: string): string | undefined;
  /** The VAT code of these books, which are those of the authority. */
  taxCode(code: string): string;
  /** The business partner that a customer or supplier became; undefined before it became one. */
  partner(kind: FileParty['kind'], id: string): number | undefined;
}

/** Result accounts of earlier years show in row 2099: what it opened with is put here, a year before. */
export const EARLIER_RESULT = '8800';

const moves = ({ debit, credit }: Pick<FileLine, 'debit' | 'credit'>): boolean => /[1-9]/.test(debit + credit);

/**
 * An entry of the file as a request of these books; undefined for one that moves nothing. Lines without an amount are
 * left out: they say nothing, and no line here may be without one.
 * @throws Failure 400 for what no entry here can hold
 */
export function entryRequest(entry: FileEntry, meaning: Meaning): EntryRequest | undefined {
  const lines = entry.lines.filter(moves);
  if (lines.length === 0 || entry.postingDate === null) return undefined;
  return request(
    entry.description,
    {
      saft_import_id: meaning.importId,
      ...(entry.journal ? { saft_journal_id: entry.journal } : {}),
      saft_transaction_id: entry.id,
    },
    lines.map((line) => wireLine(line, entry.postingDate!, meaning)),
  );
}

const request = (
  description: string,
  metadata: Readonly<Record<string, string | number>>,
  lines: readonly object[],
): EntryRequest => newEntryRequest(validate(BatchEntryIn, { description, metadata, lines }, 'body'));

function wireLine(line: FileLine, postingDate: string, meaning: Meaning): object {
  const partner =
    (line.customer === null ? undefined : meaning.partner('customer', line.customer)) ??
    (line.supplier === null ? undefined : meaning.partner('supplier', line.supplier));
  return {
    posting_date: postingDate,
    account_code: meaning.code(line.account) ?? line.account,
    debit: line.debit,
    credit: line.credit,
    ...(line.description === null ? {} : { description: line.description }),
    ...foreign(line, meaning.currency),
    ...taxFields(line, meaning),
    ...(partner === undefined ? {} : { dimensions: [{ relation_type: 'businesspartner', relation_id: partner }] }),
  };
}

/** How far the product of a foreign amount and its rate may be off: then the rate is found from the amounts. */
const MINOR_UNIT = decimal('0.01');

/** These books keep six decimals of a rate, and the file may have more, or one that does not fit its amounts. */
function foreign({ debit, credit, currency, currencyAmount, rate }: FileLine, own: string): object {
  // Named, so that the books refuse the amounts should they be kept in another currency by then.
  if (currency === null || currency === own) return { currency_code: own };
  const isDebit = /[1-9]/.test(debit);
  const exchangeRate = rate === null ? null : sixDecimals(rate);
  if (currencyAmount === null || !/[1-9]/.test(currencyAmount))
    return { currency_code: currency, ...(exchangeRate === null ? {} : { exchange_rate: exchangeRate }) };
  const fits =
    exchangeRate !== null &&
    decimal(exchangeRate)
      .times(decimal(currencyAmount))
      .minus(decimal(isDebit ? debit : credit))
      .abs()
      .lessThanOrEqualTo(MINOR_UNIT);
  return {
    currency_code: currency,
    [isDebit ? 'debit_fc' : 'credit_fc']: currencyAmount,
    ...(fits ? { exchange_rate: exchangeRate } : {}),
  };
}

const sixDecimals = (rate: string): string => decimal(rate).toDecimalPlaces(6).toFixed(6);

function taxFields({ tax }: FileLine, { taxCode }: Meaning): object {
  if (!tax) return {};
  return {
    tax_code: taxCode(tax.code),
    ...(tax.base === null ? {} : { tax_base_amount: tax.base }),
    ...(tax.amount === null ? {} : { tax_amount: tax.amount }),
  };
}

interface Opening {
  readonly code: string;
  readonly amount: Decimal;
  readonly date: string;
  readonly partner?: number | undefined;
}

/**
 * The opening balance as one entry, dated the day before the period; undefined when everything opens at zero. What
 * customers and suppliers owe stands on lines of their own. What earlier years left (account 2099, which takes no
 * postings) goes to the result of the year before, where reports find it; in the middle of a year against the largest
 * balance, so that the entry balances on both dates.
 * @throws Failure 400 for more lines than an entry may have
 */
export function openingRequest(
  accounts: readonly ReportedAccount[],
  parties: Iterable<FileParty>,
  from: string,
  meaning: Meaning,
): EntryRequest | undefined {
  const eve = Temporal.PlainDate.from(from).subtract({ days: 1 });
  const date = eve.toString();
  const lines: Opening[] = [];
  const rest = new Map<string, Decimal>();
  for (const { id, opening } of accounts) rest.set(id, decimal(opening));
  for (const party of parties)
    for (const { account, opening } of party.balances) {
      const amount = decimal(opening ?? '0');
      const code = meaning.code(account);
      if (amount.isZero() || code === undefined) continue;
      lines.push({ code, amount, date, partner: meaning.partner(party.kind, party.id) });
      rest.set(account, (rest.get(account) ?? ZERO).minus(amount));
    }
  let left = ZERO;
  for (const [account, amount] of rest) {
    const code = meaning.code(account);
    if (code === UNDISTRIBUTED) left = left.plus(amount);
    else if (!amount.isZero() && code !== undefined) lines.push({ code, amount, date });
  }
  if (!left.isZero()) lines.push(...undistributed(left, eve, lines));
  if (lines.length === 0) return undefined;
  const wire = lines.filter(({ amount }) => !amount.isZero()).map((line) => openingLine(line, meaning.currency));
  return request('Inngående balanse', { saft_import_id: meaning.importId }, wire);
}

/** What earlier years left, as lines. */
function undistributed(left: Decimal, eve: Temporal.PlainDate, lines: readonly Opening[]): readonly Opening[] {
  const date = eve.toString();
  const yearEnd = eve.month === 12 && eve.day === 31 ? date : `${eve.year - 1}-12-31`;
  const result: Opening = { code: EARLIER_RESULT, amount: left, date: yearEnd };
  const largest = lines.toSorted((a, b) => b.amount.abs().comparedTo(a.amount.abs())).find(({ code }) => code < '3000');
  if (yearEnd === date || !largest) return [result];
  const against = { code: largest.code, partner: largest.partner };
  return [result, { ...against, amount: left.negated(), date: yearEnd }, { ...against, amount: left, date }];
}

const openingLine = ({ code, amount, date, partner }: Opening, currency: string): object => ({
  posting_date: date,
  currency_code: currency,
  account_code: code,
  debit: amount.isPositive() ? formatMoney(amount) : '0.00',
  credit: amount.isNegative() ? formatMoney(amount.negated()) : '0.00',
  ...(partner === undefined ? {} : { dimensions: [{ relation_type: 'businesspartner', relation_id: partner }] }),
});
