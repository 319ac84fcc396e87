import { decimal, formatMoney, ZERO } from '@app/money';
import { shortened } from '@app/xml';
import type { FileAccount, FileBalance, FileHeader, FileParty, FileTaxCode, Flaw } from './records.ts';
import { childOf, childrenOf, type Element, textAt } from './tree.ts';
import { readDay, readMoney, readText } from './values.ts';

/** A record and what is wrong with it. */
export interface Read<T> {
  readonly record: T;
  readonly flaws: readonly Flaw[];
}

const VERSIONS: readonly string[] = ['1.20', '1.30'];

/** Reads `Header`. */
export function readHeader(header: Element): Read<FileHeader> {
  const flaws: Flaw[] = [];
  const version = readText(textAt(header, 'AuditFileVersion'), 20);
  if (version === null || !VERSIONS.includes(version))
    flaws.push({
      rule: 'version',
      message: `The file is of version ${version ?? 'none'}; SAF-T Financial 1.20 and 1.30 are taken`,
    });
  const country = readText(textAt(header, 'AuditFileCountry'), 20);
  if (country !== 'NO') flaws.push({ rule: 'country', message: `The file is of country ${country ?? 'none'}, not NO` });
  const span = spanOf(childOf(header, 'SelectionCriteria'));
  if (span === 'faulty')
    flaws.push({ rule: 'period', message: 'The period of SelectionCriteria cannot be read, or ends before it begins' });
  return {
    record: {
      version,
      companyName: readText(textAt(header, 'Company', 'Name'), 256),
      registrationNumber: readText(textAt(header, 'Company', 'RegistrationNumber'), 35),
      currency: readText(textAt(header, 'DefaultCurrencyCode'), 10),
      ...(span === 'faulty' || span === undefined ? { from: null, to: null } : span),
    },
    flaws,
  };
}

type Span = { readonly from: string; readonly to: string };

/** The days of the selection, by dates or by periods of years; undefined where it names none. */
function spanOf(criteria: Element | undefined): Span | 'faulty' | undefined {
  if (!criteria) return undefined;
  const dates = ['SelectionStartDate', 'SelectionEndDate'].map((name) => textAt(criteria, name));
  const periods = ['PeriodStart', 'PeriodEnd'].map((name) =>
    monthOf(textAt(criteria, name), textAt(criteria, `${name}Year`)),
  );
  if (dates.every((date) => date === null) && periods.every((period) => period === null)) return undefined;
  const from = readDay(dates[0]!) ?? (periods[0] ? periods[0].toPlainDate({ day: 1 }).toString() : null);
  const to = readDay(dates[1]!) ?? (periods[1] ? lastDayOf(periods[1]) : null);
  return from === null || to === null || from > to ? 'faulty' : { from, to };
}

const lastDayOf = (month: Temporal.PlainYearMonth): string => month.toPlainDate({ day: month.daysInMonth }).toString();

/** Periods after the twelfth are entries that close the year: they belong to its last month. */
function monthOf(period: string | null, year: string | null): Temporal.PlainYearMonth | null {
  if (!/^\d{1,2}$/.test(period ?? '') || !/^(19[7-9]\d|20\d\d|2100)$/.test(year ?? '')) return null;
  const month = Math.min(Number(period), 12);
  return month < 1 ? null : Temporal.PlainYearMonth.from({ year: Number(year), month });
}

/** Debit minus credit; null with a flaw where there is neither, or both. */
function balanceOf(element: Element, which: 'Opening' | 'Closing'): string | null {
  const debit = textAt(element, `${which}DebitBalance`);
  const credit = textAt(element, `${which}CreditBalance`);
  if ((debit === null) === (credit === null)) return null;
  const amount = readMoney(debit ?? credit);
  if (amount === null) return null;
  return debit === null ? formatMoney(ZERO.minus(decimal(amount))) : amount;
}

/** Reads `Account` of the chart. */
export function readAccount(element: Element): Read<FileAccount> {
  const id = readText(textAt(element, 'AccountID'), 70) ?? '';
  const flaws: Flaw[] = [];
  if (id === '') flaws.push({ rule: 'account_without_id', message: 'An account of the file has no AccountID' });
  const [opening, closing] = [balanceOf(element, 'Opening'), balanceOf(element, 'Closing')];
  for (const [which, balance] of [
    ['opening', opening],
    ['closing', closing],
  ] as const)
    if (balance === null)
      flaws.push({
        rule: 'account_balance',
        message: `Account ${id} has no ${which} balance, or two, or one that is no amount`,
      });
  return {
    record: {
      id,
      name: readText(textAt(element, 'AccountDescription'), 256) ?? id,
      standardId: readText(textAt(element, 'StandardAccountID'), 20),
      groupingCategory: readText(textAt(element, 'GroupingCategory'), 200),
      groupingCode: readText(textAt(element, 'GroupingCode'), 35),
      opening,
      closing,
    },
    flaws,
  };
}

/** Reads `Customer` or `Supplier`, whose balances stand in 1.20 beside its account and in 1.30 below it. */
export function readParty(element: Element, kind: FileParty['kind']): Read<FileParty> {
  const id = readText(textAt(element, kind === 'customer' ? 'CustomerID' : 'SupplierID'), 35) ?? '';
  const holders = textAt(element, 'AccountID') === null ? childrenOf(element, 'BalanceAccount') : [element];
  const balances = holders.flatMap((holder): FileBalance[] => {
    const account = readText(textAt(holder, 'AccountID'), 70);
    return account === null
      ? []
      : [{ account, opening: balanceOf(holder, 'Opening'), closing: balanceOf(holder, 'Closing') }];
  });
  const address = childOf(element, 'Address');
  const contact = childOf(element, 'Contact');
  const street = address && [textAt(address, 'StreetName'), textAt(address, 'Number')].filter(Boolean).join(' ');
  const record: FileParty = {
    kind,
    id,
    name: readText(textAt(element, 'Name'), 256) ?? id,
    registrationNumber: readText(textAt(element, 'RegistrationNumber'), 35),
    street: readText(street ?? null, 200),
    postalCode: readText(address ? textAt(address, 'PostalCode') : null, 20),
    city: readText(address ? textAt(address, 'City') : null, 100),
    country: readText(address ? textAt(address, 'Country') : null, 2),
    email: readText(contact ? textAt(contact, 'Email') : null, 200),
    phone: readText(contact ? textAt(contact, 'Telephone') : null, 30),
    balances,
  };
  const message = `A ${kind} named ${shortened(record.name)} has no id`;
  return { record, flaws: id === '' ? [{ rule: 'partner_without_id', message }] : [] };
}

/** Reads `TaxCodeDetails`. */
export const readTaxCode = (element: Element): Read<FileTaxCode> => ({
  record: {
    code: readText(textAt(element, 'TaxCode'), 70) ?? '',
    standard: readText(textAt(element, 'StandardTaxCode'), 70),
  },
  flaws: [],
});
