import { type Decimal, decimal, formatMoney } from '@app/money';
import { rateTo } from '../bank-transactions/for-records.ts';
import type { DocumentLine, Ground } from './ground.ts';
import { type EntryWish, entryFault, type Subject, TRANSACTION } from './record.ts';

/** What the entries of the ledger must be, for an outside figure to be compared with them. */
export interface LedgerSide {
  readonly accountCodes: readonly string[];
  /** What each entry carries; null: nothing narrows the comparison. */
  readonly dimension: { readonly relationType: string; readonly relationId: number } | null;
}

/** The figure that the ledger is compared with. */
export interface OutsideFigure extends LedgerSide {
  readonly subject: Subject;
  /** In ledger sign. */
  readonly amount: Decimal;
  readonly exchangeRate: string | undefined;
  readonly takesLines: boolean;
  readonly takesBalances: boolean;
  readonly takesItems: boolean;
  /** The day whose balances are compared; null where lines are. */
  readonly asOf: string | null;
}

/** @throws Failure 400 about the EXTERNAL entry */
export function outsideFigureOf(index: number, entry: EntryWish, ground: Ground): OutsideFigure {
  return entry.relationType === TRANSACTION
    ? ofTransaction(index, entry, ground)
    : ofDocumentLine(index, entry, ground.documentLine);
}

function ofTransaction(
  index: number,
  entry: EntryWish,
  { transaction, currency }: Pick<Ground, 'transaction' | 'currency'>,
): OutsideFigure {
  if (!transaction) throw entryFault(index, `There is no bank transaction ${entry.relationId} in this client account`);
  requireCurrency(index, entry, transaction.currencyCode);
  const amount = decimal(transaction.amount);
  if (!decimal(entry.amount!).equals(amount))
    throw entryFault(
      index,
      `The amount is ${formatMoney(decimal(entry.amount!))}, and that of the bank transaction ${transaction.amount}`,
    );
  return {
    subject: { subjectType: TRANSACTION, subjectId: transaction.id, subjectLineId: 0 },
    amount,
    exchangeRate: rateTo(currency, transaction) ?? undefined,
    accountCodes: [transaction.accountCode],
    dimension: { relationType: 'bankacc', relationId: transaction.bankAccountId },
    ...{ takesLines: true, takesBalances: false, takesItems: false, asOf: null },
  };
}

function ofDocumentLine(index: number, entry: EntryWish, line: DocumentLine | undefined): OutsideFigure {
  if (!line || line.documentType !== entry.relationType)
    throw entryFault(
      index,
      `There is no line ${entry.relationLineId} of a document ${entry.relationId} of the type ${entry.relationType}`,
    );
  if (line.documentStatus !== 'POSTED')
    throw entryFault(
      index,
      `Document ${line.documentId} is ${line.documentStatus}; lines of posted documents alone are reconciled`,
    );
  if (!line.target)
    throw entryFault(index, `Line ${line.lineId} has no category, so there is nothing to compare it with`);
  requireCurrency(index, entry, line.currencyCode);
  const printed = decimal(line.amount);
  if (!decimal(entry.amount!).abs().equals(printed.abs()))
    throw entryFault(
      index,
      `The amount is ${formatMoney(decimal(entry.amount!))}, and that of the line ${line.amount}`,
    );
  const { target } = line;
  const isBalance = line.lineType === 'BALANCE';
  return {
    subject: { subjectType: line.documentType, subjectId: line.documentId, subjectLineId: line.lineId },
    amount: printed.times(target.ledgerSign),
    exchangeRate: line.exchangeRate,
    accountCodes: target.accountCodes,
    dimension:
      target.relationType === undefined || target.relationId === undefined
        ? null
        : { relationType: target.relationType, relationId: target.relationId },
    ...{ takesLines: !isBalance, takesBalances: isBalance, takesItems: true, asOf: isBalance ? line.lineDate : null },
  };
}

function requireCurrency(index: number, { currencyCode }: EntryWish, own: string): void {
  if (currencyCode === own) return;
  throw entryFault(index, `The currency is ${currencyCode}, and that of what it points at ${own}`);
}
