import { decimal, formatMoney, formatRate, sum } from '@app/money';
import {
  type BookAccount,
  type BookPart,
  type HouseAccount,
  type PeriodGround,
  VAT_CODES,
  VAT_SETTLEMENT_CODE,
} from './books.ts';
import { startOfMonth, termsEndingIn } from './calendar.ts';
import { deadlineOf, filingDate } from './deadlines.ts';
import { balanceKey, bankKey, vatKey } from './keys.ts';
import type { BalanceScope, BankScope, LedgerBalance, Scope, VatScope } from './scope.ts';
import { monthsOfVatTerm } from './spans.ts';

/** Every scope of a period, in the order in which it shows them: the bank, VAT, the balance sheet. */
export function scopesOf(ground: PeriodGround): readonly Scope[] {
  const index = indexOf(ground);
  const banks = ground.houseAccounts.flatMap((account) => bankScopes(ground, index, account));
  return [...banks, ...vatScopes(ground, index), ...balanceScopes(ground, index)];
}

interface Index {
  readonly byId: ReadonlyMap<number, BookAccount>;
  readonly byCode: ReadonlyMap<string, BookAccount>;
  readonly parts: ReadonlyMap<string, BookPart>;
}

const partKey = (accountId: number, relationId: number | null): string => `${accountId}:${relationId ?? ''}`;

const indexOf = ({ books }: PeriodGround): Index => ({
  byId: new Map(books.accounts.map((account) => [account.id, account])),
  byCode: new Map(books.accounts.map((account) => [account.code, account])),
  parts: new Map(books.parts.map((part) => [partKey(part.accountId, part.relationId), part])),
});

/** What stood on a part at the end of a month in the period. */
function balanceAt(part: BookPart | undefined, monthEnd: string): string {
  if (!part) return '0.00';
  const moved = part.months.filter(({ month }) => month <= monthEnd).map(({ movement }) => decimal(movement));
  return formatMoney(decimal(part.openingBalance).plus(sum(moved)));
}

const deadlineIn = ({ isVatLiable, vatReturnFrequency }: PeriodGround, date: string): string =>
  deadlineOf(date, isVatLiable(date), monthsOfVatTerm(vatReturnFrequency));

/** Is the account compared with the bank? Then its part of the ledger's account has no scope of its own. */
const isBank = (account: BookAccount | undefined): account is BookAccount => account?.relationType === 'bankacc';

function bankScopes(ground: PeriodGround, { byCode, parts }: Index, house: HouseAccount): readonly BankScope[] {
  const account = byCode.get(house.accountCode);
  if (!isBank(account)) return [];
  const part = parts.get(partKey(account.id, house.id));
  const label = { nob: house.name, eng: house.name };
  return [...house.months].map(([asOfDate, bank]) => ({
    reconciler: 'BANK',
    exchangeRate: rateOf(balanceAt(part, asOfDate), house.foreignBalances.get(asOfDate)),
    key: bankKey(house.id, asOfDate),
    label,
    groupKey: `BANK:${house.id}`,
    groupLabel: label,
    dimension: { relationType: 'bankacc', relationId: house.id, name: house.name },
    asOfDate,
    deadline: deadlineIn(ground, asOfDate),
    currencyCode: house.currencyCode,
    ledger: [
      {
        ...{ accountId: account.id, accountCode: account.code, relationType: 'bankacc', relationId: house.id },
        balance: house.foreignBalances.get(asOfDate) ?? balanceAt(part, asOfDate),
      },
    ],
    bank,
  }));
}

/** What the foreign amounts on an account are carried at. */
function rateOf(balance: string, foreign: string | undefined): string {
  if (foreign === undefined || decimal(foreign).isZero()) return ONE;
  const rate = decimal(balance).div(decimal(foreign));
  return rate.greaterThan(0) ? formatRate(rate) : ONE;
}

const ONE = '1.000000';
const VAT_WORDS = { nob: 'Merverdiavgift', eng: 'VAT' };

/** A company that never posted VAT has its terms as well: their settlement account says that nothing is owed. */
function vatScopes(ground: PeriodGround, { byCode, parts }: Index): readonly VatScope[] {
  const months = monthsOfVatTerm(ground.vatReturnFrequency);
  const posted = VAT_CODES.flatMap((code) => byCode.get(code) ?? []).filter(({ id }) => parts.has(partKey(id, null)));
  const settlement = byCode.get(VAT_SETTLEMENT_CODE);
  return termsEndingIn(ground.span, months).map((term) => {
    const ledger: LedgerBalance[] = posted.map(({ id, code }) => ({
      ...{ accountId: id, accountCode: code, relationType: null, relationId: null },
      balance: balanceAt(parts.get(partKey(id, null)), term.end),
    }));
    if (ledger.length === 0 && settlement)
      ledger.push({
        ...{ accountId: settlement.id, accountCode: settlement.code, relationType: null, relationId: null },
        balance: '0.00',
      });
    return {
      reconciler: 'VAT',
      key: vatKey(term.end),
      label: { nob: `${VAT_WORDS.nob} ${spell(term)}`, eng: `${VAT_WORDS.eng} ${spell(term)}` },
      ...{ groupKey: 'VAT', groupLabel: VAT_WORDS, dimension: null, asOfDate: term.end },
      deadline: filingDate(term, months),
      currencyCode: ground.books.currencyCode,
      exchangeRate: ONE,
      ledger,
    };
  });
}

/** The months of a term in digits: 2026-01 or 2026-01–02. */
function spell({ start, end }: { readonly start: string; readonly end: string }): string {
  const first = start.slice(0, 7);
  return start === startOfMonth(end) ? first : `${first}–${end.slice(5, 7)}`;
}

/**
 * Accounts with something on them, or with postings in the period; of accounts with a mandatory dimension every part
 * ever posted instead (RPD-R17 to RPD-R19). VAT accounts and what the bank is compared with are not among them.
 */
function balanceScopes(ground: PeriodGround, { byId }: Index): readonly BalanceScope[] {
  const houses = new Set(ground.houseAccounts.map(({ accountCode, id }) => `${accountCode}:${id}`));
  return ground.books.parts.flatMap((part) => {
    const account = byId.get(part.accountId);
    if (!account || VAT_CODES.includes(account.code)) return [];
    const isPart = account.relationType !== null;
    if (isBank(account) && part.relationId !== null && houses.has(`${account.code}:${part.relationId}`)) return [];
    const closing = decimal(part.openingBalance).plus(decimal(part.movement));
    if (!isPart && closing.isZero() && part.lines === 0) return [];
    return [balanceScope(ground, account, part, formatMoney(closing))];
  });
}

const WITHOUT = { nob: 'Uten dimensjon', eng: 'Without dimension' };

function balanceScope(ground: PeriodGround, account: BookAccount, part: BookPart, balance: string): BalanceScope {
  const { relationType } = account;
  const { relationId, relationName } = part;
  const asOfDate = ground.span.end;
  const ofAccount = { nob: `${account.code} ${account.nob}`, eng: `${account.code} ${account.eng}` };
  const name = relationName ?? `${relationType} ${relationId}`;
  const ofPart = relationId === null ? WITHOUT : { nob: name, eng: name };
  return {
    reconciler: 'BALANCE',
    key: balanceKey(account.id, asOfDate, relationType === null ? null : { relationType, relationId }),
    label: relationType === null ? ofAccount : ofPart,
    groupKey: `BALANCE:${account.id}`,
    groupLabel: ofAccount,
    dimension: relationType === null || relationId === null ? null : { relationType, relationId, name: relationName },
    asOfDate,
    deadline: deadlineIn(ground, asOfDate),
    currencyCode: ground.books.currencyCode,
    exchangeRate: ONE,
    ledger: [{ accountId: account.id, accountCode: account.code, relationType, relationId, balance }],
    lines: part.lines,
    isPart: relationType !== null,
  };
}
