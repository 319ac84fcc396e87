import { invalid } from '@app/contract/failure';
import { type Decimal, decimal, formatMoney, formatRate, sum, ZERO } from '@app/money';
import type { Ground, LedgerLine } from './ground.ts';
import { rateOf } from './rates.ts';
import {
  alreadyReconciled,
  type Comparison,
  type EntryWish,
  entryFault,
  type LineShare,
  type NewEntry,
  TRANSACTION,
} from './record.ts';
import { shareOf } from './shares.ts';
import { type LedgerSide, type OutsideFigure, outsideFigureOf } from './subjects.ts';

/**
 * Compares the outside figure with the ledger: every rule that needs to know what the entries point at
 * (docs/contract/external-reconciliation.md).
 * @param entries of the right shape (`requireShape`)
 * @throws Failure 400, with the entry where one is at fault; 409 where a line has nothing left because the subject is
 * reconciled already
 */
export function compare(entries: readonly EntryWish[], ground: Ground): Comparison {
  const place = entries.findIndex(({ kind }) => kind === 'EXTERNAL');
  const outside = outsideFigureOf(place, entries[place]!, ground);
  const currency = entries[0]!.currencyCode;
  const outsideRate = rateOf(place, entries[place]!, ground.currency, outside.exchangeRate);
  const taken = new Map<number, Decimal>();
  const judged = entries.map((entry, index): NewEntry => {
    if (entry.kind === 'EXTERNAL') return stored(entry, { amount: outside.amount, exchangeRate: outsideRate });
    if (entry.kind === 'LEDGER_LINE') return judgeLine(index, entry, ground, outside, taken);
    if (entry.kind === 'LEDGER_BALANCE') return judgeBalance(index, entry, ground, outside, outsideRate);
    if (!outside.takesItems)
      throw entryFault(index, 'A bank transaction is matched without a difference: RECONCILING_ITEM is refused');
    return stored(entry, {
      amount: decimal(entry.amount!),
      exchangeRate: rateOf(index, entry, ground.currency, outsideRate),
    });
  });
  const ledger = sumOf(judged, (kind) => kind === 'LEDGER_LINE' || kind === 'LEDGER_BALANCE');
  const difference = outside.amount.minus(ledger);
  if (!outside.takesItems && !difference.isZero())
    throw mismatch(
      `The ledger lines add up to ${formatMoney(ledger)}, and the bank transaction is ${formatMoney(outside.amount)}`,
    );
  return {
    ...outside.subject,
    entries: judged,
    expectedAmount: formatMoney(outside.amount),
    ledgerAmount: formatMoney(ledger),
    difference: formatMoney(difference),
    currencyCode: currency,
    asOfDate: entries.find(({ kind }) => kind === 'LEDGER_BALANCE')?.asOfDate ?? null,
    isExplained: difference.equals(itemsOf(judged)),
  };
}

/** 400: the figures of the record do not agree, whatever entry is at fault. */
const mismatch = (message: string) => invalid(message, [{ field: 'entries', message }]);

/** @throws Failure 400 where items do not cover the difference (XRC-R18) */
export function requireExplained({ entries, difference, isExplained }: Comparison): void {
  if (isExplained) return;
  throw mismatch(`The difference is ${difference}, and the items add up to ${formatMoney(itemsOf(entries))}`);
}

/** What the items of a record add up to. */
export const itemsOf = (entries: readonly Pick<NewEntry, 'kind' | 'amount'>[]): Decimal =>
  sumOf(entries, (kind) => kind === 'RECONCILING_ITEM');

const sumOf = (
  entries: readonly Pick<NewEntry, 'kind' | 'amount'>[],
  isCounted: (kind: NewEntry['kind']) => boolean,
): Decimal => sum(entries.filter(({ kind }) => isCounted(kind)).map(({ amount }) => decimal(amount)));

const stored = (
  entry: EntryWish,
  {
    amount,
    exchangeRate,
    accountCode = null,
    share = null,
  }: {
    readonly amount: Decimal;
    readonly exchangeRate: string;
    readonly accountCode?: string | null;
    readonly share?: LineShare | null;
  },
): NewEntry => ({
  ...entry,
  accountCode,
  share,
  amount: formatMoney(amount),
  exchangeRate: formatRate(decimal(exchangeRate)),
});

/** @param taken what entries before this one take of each line */
function judgeLine(
  index: number,
  entry: EntryWish,
  ground: Ground,
  side: OutsideFigure,
  taken: Map<number, Decimal>,
): NewEntry {
  if (!side.takesLines)
    throw entryFault(index, 'A line of the type BALANCE is matched with LEDGER_BALANCE entries alone');
  const line = ground.lines.get(entry.relationLineId!);
  if (!line || line.journalEntryId !== entry.relationId)
    throw entryFault(index, `There is no line ${entry.relationLineId} of journal entry ${entry.relationId}`);
  if (line.isDraft) throw entryFault(index, `Journal entry ${line.journalEntryId} is a draft`);
  if (line.isCancelled || line.isReversal)
    throw entryFault(index, `Journal entry ${line.journalEntryId} is cancelled, or reverses one that is`);
  requireSide(index, line, side);
  const isOwn = entry.currencyCode === ground.currency;
  if (!isOwn && line.currencyCode !== entry.currencyCode)
    throw entryFault(index, `The line is in ${line.currencyCode}, and the entry in ${entry.currencyCode}`);
  const remaining = {
    base: line.externalRemainingAmount,
    fc: line.externalRemainingAmountFc,
    isForeign: line.currencyCode !== ground.currency,
  };
  const sign = decimal(line.debit).minus(decimal(line.credit)).isNegative() ? -1 : 1;
  const amount = decimal(entry.amount!).abs().times(sign);
  if (amount.isZero()) throw entryFault(index, 'The amount of a LEDGER_LINE must not be zero');
  const upTo = (taken.get(line.id) ?? ZERO).plus(amount);
  const open = isOwn ? remaining.base : remaining.fc;
  const isTooMuch = upTo.abs().greaterThan(decimal(open).abs());
  if (isTooMuch && ground.isTaken) throw alreadyReconciled(side.subject);
  if (isTooMuch) throw entryFault(index, `The amount is more than what is left of line ${line.id}, which is ${open}`);
  taken.set(line.id, upTo);
  return stored(entry, {
    amount,
    exchangeRate: rateOf(index, entry, ground.currency, line.exchangeRate),
    share: shareOf(amount, remaining, !isOwn),
  });
}

function judgeBalance(
  index: number,
  entry: EntryWish,
  ground: Ground,
  side: OutsideFigure,
  outsideRate: string,
): NewEntry {
  if (!side.takesBalances)
    throw entryFault(
      index,
      isOfTransaction(side.subject)
        ? 'A bank transaction is matched with LEDGER_LINE entries alone'
        : 'A line of the type TRANSACTION is matched with LEDGER_LINE entries alone',
    );
  const balance = ground.balances.get(index);
  if (balance?.accountCode === undefined)
    throw entryFault(index, `There is no general ledger account ${entry.relationId} in this client account`);
  if (side.asOf !== null && entry.asOfDate !== side.asOf)
    throw entryFault(index, `as_of_date is ${entry.asOfDate}, and the date of the line ${side.asOf}`);
  requireAccount(index, balance.accountCode, side);
  const { dimension } = side;
  const carries =
    dimension === null ||
    (entry.secondaryRelationType === dimension.relationType && entry.secondaryRelationId === dimension.relationId);
  if (!carries) throw entryFault(index, missingDimension(dimension!));
  return stored(entry, {
    amount: decimal(balance.balance),
    exchangeRate: rateOf(index, entry, ground.currency, outsideRate),
    accountCode: balance.accountCode,
  });
}

function requireSide(index: number, line: LedgerLine, side: LedgerSide): void {
  requireAccount(index, line.accountCode, side);
  const { dimension } = side;
  if (dimension === null) return;
  const carries = line.dimensions.some(
    ({ relationType, relationId }) => relationType === dimension.relationType && relationId === dimension.relationId,
  );
  if (!carries) throw entryFault(index, missingDimension(dimension));
}

function requireAccount(index: number, code: string, { accountCodes }: LedgerSide): void {
  if (accountCodes.includes(code)) return;
  throw entryFault(
    index,
    `Account ${code} is none of those that the figure is compared with: ${accountCodes.join(', ')}`,
  );
}

const missingDimension = ({ relationType, relationId }: NonNullable<LedgerSide['dimension']>): string =>
  `The entry must carry ${relationType} ${relationId}`;

/** Whether a record is about a bank transaction. */
export const isOfTransaction = ({ subjectType }: { readonly subjectType: string }): boolean =>
  subjectType === TRANSACTION;
