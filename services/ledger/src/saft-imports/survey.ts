import { SAFT_ACCOUNTS } from '@app/api/ledger/index';
import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';
import type {
  DeclaredTotals,
  FileAccount,
  FileEntry,
  FileHeader,
  FileParty,
  FileRecord,
  FileTaxCode,
} from './file/records.ts';
import { readMoney } from './file/values.ts';
import type { Mapped } from './mapping.ts';
import { createProblems, type Problems, type Report, type ReportedAccount } from './saft-import.ts';

interface Sums {
  readonly account: FileAccount;
  debit: Decimal;
  credit: Decimal;
}

/** What is added up of a file while it is read; it grows with accounts, partners and codes, not with entries. */
export interface Survey {
  readonly problems: Problems;
  readonly notices: Problems;
  take(record: FileRecord): void;
  readonly header: FileHeader | undefined;
  readonly accounts: readonly FileAccount[];
  /** The whole, when everything was taken. */
  report(company: Company, mapped: ReadonlyMap<string, Mapped>): Report;
}

/** The company that the file shall be imported into. */
export interface Company {
  readonly organizationNumber: string | null;
  readonly currency: string;
}

export function createSurvey(): Survey {
  const problems = createProblems();
  const notices = createProblems();
  const accounts = new Map<string, Sums>();
  const parties = { customer: new Set<string>(), supplier: new Set<string>() };
  const taxCodes = new Set<string>();
  const dates = { first: '9999', last: '0000' };
  const counted = { entries: 0, lines: 0, debit: ZERO, credit: ZERO, withOrganization: 0 };
  let header: FileHeader | undefined;
  let declared: DeclaredTotals = { entries: null, debit: null, credit: null };

  const takeAccount = (account: FileAccount): void => {
    if (accounts.has(account.id))
      problems.add('account_twice', `Account ${account.id} stands twice in the file`, { account: account.id });
    else if (accounts.size === SAFT_ACCOUNTS)
      problems.add('too_many_accounts', `The file has more than ${SAFT_ACCOUNTS} accounts`);
    else if (accounts.size < SAFT_ACCOUNTS) accounts.set(account.id, { account, debit: ZERO, credit: ZERO });
  };

  const takeParty = ({ kind, id, registrationNumber, balances }: FileParty): void => {
    if (parties[kind].has(id)) problems.add('partner_twice', `The ${kind} ${id} stands twice in the file`);
    parties[kind].add(id);
    if (registrationNumber !== null) counted.withOrganization += 1;
    for (const { account } of balances)
      if (!accounts.has(account))
        problems.add('unknown_account', `The ${kind} ${id} has a balance on account ${account}, which the file lacks`, {
          account,
        });
  };

  const takeTaxCode = ({ code }: FileTaxCode): void => {
    taxCodes.add(code);
  };

  const takeEntry = ({ id, postingDate, lines }: FileEntry): void => {
    counted.entries += 1;
    counted.lines += lines.length;
    let balance = ZERO;
    const about = { entry: id };
    for (const line of lines) {
      const [debit, credit] = [decimal(line.debit), decimal(line.credit)];
      balance = balance.plus(debit).minus(credit);
      // A negative amount counts on the side on which it stands in the file.
      counted.debit = counted.debit.plus(line.isTurned ? credit.negated() : debit);
      counted.credit = counted.credit.plus(line.isTurned ? debit.negated() : credit);
      const sums = accounts.get(line.account);
      if (sums) {
        sums.debit = sums.debit.plus(debit);
        sums.credit = sums.credit.plus(credit);
      } else if (line.account !== '')
        problems.add('unknown_account', `Entry ${id} has a line on account ${line.account}, which the file lacks`, {
          ...about,
          account: line.account,
        });
      for (const kind of ['customer', 'supplier'] as const) {
        const party = line[kind];
        if (party !== null && !parties[kind].has(party))
          problems.add('unknown_partner', `Entry ${id} names the ${kind} ${party}, which the file lacks`, about);
      }
      if (line.tax && !taxCodes.has(line.tax.code))
        problems.add(
          'unknown_tax_code',
          `Entry ${id} names the VAT code ${line.tax.code}, which the file lacks`,
          about,
        );
    }
    if (!balance.isZero())
      problems.add(
        'unbalanced_entry',
        `Entry ${id} does not balance: debit minus credit is ${formatMoney(balance)}`,
        about,
      );
    if (postingDate === null) return;
    if (postingDate < dates.first) dates.first = postingDate;
    if (postingDate > dates.last) dates.last = postingDate;
    if (header?.from && header.to && (postingDate < header.from || postingDate > header.to))
      problems.add(
        'outside_period',
        `Entry ${id} is posted on ${postingDate}, outside the period ${header.from} to ${header.to} of the file`,
        about,
      );
  };

  return {
    problems,
    notices,
    get header() {
      return header;
    },
    get accounts() {
      return [...accounts.values()].map(({ account }) => account);
    },
    take: ({ kind, record, flaws }) => {
      const entry = kind === 'entry' ? { entry: record.id } : {};
      for (const { rule, message } of flaws) problems.add(rule, message, entry);
      if (kind === 'header') header = record;
      if (kind === 'account') takeAccount(record);
      if (kind === 'party') takeParty(record);
      if (kind === 'tax_code') takeTaxCode(record);
      if (kind === 'entry') takeEntry(record);
      if (kind === 'totals') declared = record;
    },
    report: (company, mapped) => {
      const span = spanOf(header, dates);
      checkHeader(header, company, span, problems);
      const reported = [...accounts.values()].map((sums) => reportAccount(sums, mapped.get(sums.account.id)));
      checkAccounts(reported, span, problems);
      const totals = {
        entries: total(declared.entries, String(counted.entries), problems, 'the number of entries'),
        debit: total(readMoney(declared.debit), formatMoney(counted.debit), problems, 'the sum of debits'),
        credit: total(readMoney(declared.credit), formatMoney(counted.credit), problems, 'the sum of credits'),
      };
      return {
        version: header?.version ?? null,
        companyName: header?.companyName ?? null,
        organizationNumber: header?.registrationNumber ?? null,
        isOtherOrganization: digitsOf(header?.registrationNumber) !== digitsOf(company.organizationNumber),
        currency: header?.currency ?? null,
        ...span,
        accounts: reported,
        partners: parties.customer.size + parties.supplier.size,
        partnersWithOrganization: counted.withOrganization,
        taxCodes: taxCodes.size,
        ...totals,
        lines: counted.lines,
        opening: sumOf(reported, 'opening'),
        closing: sumOf(reported, 'closing'),
        problemCount: problems.count,
        problems: problems.named,
        notices: notices.named,
      };
    },
  };
}

const digitsOf = (text: string | null | undefined): string => (text ?? '').replace(/\D/g, '');

type Span = Pick<Report, 'from' | 'to'>;

/** A file of 1.20 need not say which period it covers: then it is the months of its entries. */
function spanOf(
  header: FileHeader | undefined,
  { first, last }: { readonly first: string; readonly last: string },
): Span {
  if (header?.from && header.to) return { from: header.from, to: header.to };
  if (first > last) return { from: null, to: null };
  const end = Temporal.PlainDate.from(last);
  return { from: `${first.slice(0, 8)}01`, to: end.with({ day: end.daysInMonth }).toString() };
}

function checkHeader(header: FileHeader | undefined, company: Company, { from }: Span, problems: Problems): void {
  if (!header) problems.add('header', 'The file has no Header');
  else if (header.currency === null)
    problems.add('currency', `The file names no currency, and the books are in ${company.currency}`);
  else if (header.currency !== company.currency)
    problems.add(
      'currency',
      `The amounts of the file are in ${header.currency}, and the books are in ${company.currency}`,
    );
  if (from === null) problems.add('period', 'The file neither says which period it covers nor has entries');
}

const sumOf = (accounts: readonly ReportedAccount[], which: 'opening' | 'closing'): string =>
  formatMoney(accounts.reduce((sum, account) => sum.plus(decimal(account[which])), ZERO));

function reportAccount({ account, debit, credit }: Sums, mapped: Mapped | undefined): ReportedAccount {
  const [opening, closing] = [account.opening ?? '0.00', account.closing ?? '0.00'];
  return {
    id: account.id,
    name: account.name,
    code: mapped?.code ?? null,
    mappedBy: mapped?.by ?? null,
    opening,
    debit: formatMoney(debit),
    credit: formatMoney(credit),
    closing,
    difference: formatMoney(decimal(opening).plus(debit).minus(credit).minus(decimal(closing))),
  };
}

const isZero = (amount: string): boolean => decimal(amount).isZero();

function checkAccounts(accounts: readonly ReportedAccount[], { from }: Span, problems: Problems): void {
  if (accounts.length === 0) problems.add('no_accounts', 'The file has no accounts');
  for (const { id, code, opening, debit, credit, closing, difference } of accounts) {
    if (!isZero(difference))
      problems.add(
        'account_does_not_add_up',
        `Account ${id} does not add up: opening ${opening} plus debit ${debit} minus credit ${credit} is not closing ${closing}; the difference is ${difference}`,
        { account: id },
      );
    if (from?.endsWith('-01-01') && code !== null && code >= '3000' && !isZero(opening))
      problems.add(
        'result_account_opening',
        `Account ${id} is an account of the result and opens the year with ${opening}; it must open with 0.00`,
        { account: id },
      );
  }
  for (const which of ['opening', 'closing'] as const) {
    const sum = sumOf(accounts, which);
    if (!isZero(sum))
      problems.add(`${which}_sum`, `The ${which} balances of all accounts add up to ${sum} and not to 0.00`);
  }
}

function total(declared: string | null, counted: string, problems: Problems, what: string): Report['entries'] {
  if (declared !== counted)
    problems.add('totals', `The file declares ${declared ?? 'nothing'}, and ${what} is ${counted}`);
  return { declared, counted };
}
