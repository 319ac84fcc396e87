import { type Decimal, decimal, formatMoney, roundMoney, sum, ZERO } from '@app/money';
import { taxOn } from './amounts.ts';
import { type DocumentKind, PARTNER_ACCOUNTS } from './kinds.ts';
import type { Treatment } from './tax.ts';

/** A record that a line of the books is tagged with. */
export interface Dimension {
  readonly relationType: string;
  readonly relationId: number;
}

/** A line of a document, as far as it is booked; decimals as text, in the currency of the document. */
export interface BookedLine {
  readonly description: string;
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly accountCode: string;
  readonly taxCode: string | null;
  readonly treatment: Treatment;
  readonly dimensions: readonly Dimension[];
}

/** A document, as far as it is booked. */
export interface BookedDocument {
  readonly kind: DocumentKind;
  readonly date: string;
  readonly description: string;
  readonly currencyCode: string;
  /** Null where the document is in the accounting currency. */
  readonly foreignRate: string | null;
  readonly businessPartnerId: number | null;
  /** Where the lines are booked against one account. */
  readonly counterAccount: string | null;
  readonly bankAccountId: number | null;
  readonly lines: readonly BookedLine[];
}

/** A line of a journal entry as the ledger's contract says it. */
export interface EntryLine {
  readonly postingDate: string;
  readonly description: string;
  readonly accountCode: string;
  readonly debit: string;
  readonly credit: string;
  readonly currencyCode?: string;
  readonly amountFc?: string;
  readonly exchangeRate?: string;
  readonly taxCode?: string;
  readonly taxBaseAmount?: string;
  readonly taxBaseAmountFc?: string;
  readonly taxAmount?: string;
  readonly taxAmountFc?: string;
  readonly taxForLine?: number;
  readonly dimensions: readonly Dimension[];
}

export interface Entry {
  /** None where nothing moves. */
  readonly lines: readonly EntryLine[];
  /** In the accounting currency: the sum of the lines, each converted by itself. */
  readonly totalBase: string;
  /** Place of the line that payments reconcile, from 0; null where there is none. */
  readonly openLine: number | null;
  /** What is missing for a settlement to balance, in the currency of the document. */
  readonly imbalance: string;
}

/** Characters of a document line's description that its line in the books has. */
const LONGEST_TEXT = 250;

/** An amount on its way into the books: debit positive, in the currency of the document and in that of the books. */
interface Amount {
  readonly fc: Decimal;
  readonly base: Decimal;
}

/**
 * The journal entry of a document (docs/contract/documents.md, "What posting books"). Every line is converted and
 * rounded by itself; the line on receivables, payables or the payment account is the sum of them, and an amount below
 * zero stands on the other side (DOC-R48, DOC-R49).
 */
export function entryOf(document: BookedDocument): Entry {
  const { kind } = document;
  const convert = converter(document.foreignRate);
  // Sales are credit, purchases debit; credit notes turn them. Settlements say their side by their sign.
  const direction = (kind.side === 'sale' ? -1 : 1) * (kind.isCredit ? -1 : 1);
  const turned = (amount: Decimal): Amount => convert(amount.times(direction));
  const lines: EntryLine[] = [];
  let total: Amount = { fc: ZERO, base: ZERO };
  for (const line of document.lines) {
    const booked = bookLine(document, line, turned, lines.length);
    lines.push(...booked.lines);
    total = plus(total, booked.owed);
  }
  if (kind.booking === 'settlement')
    return { lines: balanced(lines), totalBase: '0.00', openLine: null, imbalance: formatMoney(total.fc) };
  const counter = minus(total);
  const counterLine = document.counterAccount === null ? undefined : counterLineOf(document, counter);
  return {
    lines: counterLine === undefined ? lines : [...lines, counterLine],
    totalBase: formatMoney(total.base.times(direction)),
    openLine: counterLine !== undefined && !counter.fc.isZero() && isOpen(document) ? lines.length : null,
    imbalance: '0.00',
  };
}

/** Paid later, by a line that is reconciled with what pays it. */
const isOpen = ({ counterAccount }: BookedDocument): boolean =>
  counterAccount !== null && PARTNER_ACCOUNTS.has(counterAccount);

const converter = (rate: string | null): ((fc: Decimal) => Amount) => {
  if (rate === null) return (fc) => ({ fc, base: fc });
  const factor = decimal(rate);
  return (fc) => ({ fc, base: roundMoney(fc.times(factor)) });
};

const plus = (a: Amount, b: Amount): Amount => ({ fc: a.fc.plus(b.fc), base: a.base.plus(b.base) });
const minus = ({ fc, base }: Amount): Amount => ({ fc: fc.negated(), base: base.negated() });

/**
 * The lines that a line of a document is in the books, and what of them is owed for it.
 * @param before how many lines stand before them
 */
function bookLine(
  document: BookedDocument,
  line: BookedLine,
  turned: (amount: Decimal) => Amount,
  before: number,
): { readonly lines: readonly EntryLine[]; readonly owed: Amount } {
  const { treatment } = line;
  const net = turned(decimal(line.netAmount));
  const tax = turned(
    treatment.kind === 'reverse' ? taxOn(decimal(line.netAmount), treatment.rate) : decimal(line.taxAmount),
  );
  // Without deduction the VAT is part of the cost, on one line with it.
  const isCost = treatment.kind === 'reverse' && treatment.deduction === null;
  const main = entryLine(document, line, line.accountCode, isCost ? plus(net, tax) : net, {
    dimensions: [...line.dimensions, ...partnerOf(document, line.accountCode)],
    isSum: isCost,
    ...(line.taxCode === null ? {} : { tax: { code: line.taxCode, base: net, amount: tax } }),
    // The VAT of a settlement stands on lines of its own, so that the ledger works out what belongs to a base.
    isTaxApart: document.kind.booking === 'settlement',
  });
  const mains = main === undefined ? [] : [main];
  const taxLine = (account: string, amount: Amount): readonly EntryLine[] => {
    const taxed = main === undefined ? {} : { taxForLine: before + 1 };
    const booked = entryLine(document, line, account, amount, { dimensions: [], ...taxed });
    return booked === undefined ? [] : [booked];
  };
  switch (treatment.kind) {
    case 'none':
      return { lines: mains, owed: net };
    case 'charged':
      return { lines: [...mains, ...taxLine(treatment.account, tax)], owed: plus(net, tax) };
    case 'reverse':
      return {
        lines: [
          ...mains,
          ...(treatment.deduction === null ? [] : taxLine(treatment.deduction, tax)),
          ...taxLine(treatment.account, minus(tax)),
        ],
        owed: net,
      };
  }
}

const partnerOf = ({ businessPartnerId }: BookedDocument, accountCode: string): readonly Dimension[] =>
  businessPartnerId !== null && PARTNER_ACCOUNTS.has(accountCode)
    ? [{ relationType: 'businesspartner', relationId: businessPartnerId }]
    : [];

function counterLineOf(document: BookedDocument, amount: Amount): EntryLine | undefined {
  const account = document.counterAccount!;
  const bank = document.kind.booking === 'cash' ? document.bankAccountId : null;
  return entryLine(document, { description: document.description }, account, amount, {
    dimensions: [
      ...partnerOf(document, account),
      ...(bank === null ? [] : [{ relationType: 'bankacc', relationId: bank }]),
    ],
    isSum: true,
  });
}

/** A line of the books; undefined for one that moves nothing there. */
function entryLine(
  { date, currencyCode, foreignRate }: BookedDocument,
  { description }: Pick<BookedLine, 'description'>,
  accountCode: string,
  { fc, base }: Amount,
  options: {
    readonly dimensions: readonly Dimension[];
    /** Its amount is a sum of what was converted by itself, so that the rate follows from it. */
    readonly isSum?: boolean;
    readonly taxForLine?: number;
    readonly isTaxApart?: boolean;
    readonly tax?: { readonly code: string; readonly base: Amount; readonly amount: Amount };
  },
): EntryLine | undefined {
  if (base.isZero()) return undefined;
  const { tax, taxForLine, isSum, isTaxApart, dimensions } = options;
  const isForeign = foreignRate !== null;
  const positive = (amount: Decimal): string => formatMoney(amount.abs());
  return {
    postingDate: date,
    description: [...description].slice(0, LONGEST_TEXT).join(''),
    accountCode,
    debit: formatMoney(base.isNegative() ? ZERO : base),
    credit: formatMoney(base.isNegative() ? base.negated() : ZERO),
    ...(isForeign && !fc.isZero() ? { currencyCode, amountFc: positive(fc) } : {}),
    ...(isForeign && !fc.isZero() && !isSum ? { exchangeRate: foreignRate } : {}),
    ...(taxForLine === undefined ? {} : { taxForLine }),
    ...(tax === undefined
      ? {}
      : isTaxApart
        ? { taxCode: tax.code }
        : {
            taxCode: tax.code,
            taxBaseAmount: positive(tax.base.base),
            taxAmount: positive(tax.amount.base),
            ...(isForeign ? { taxBaseAmountFc: positive(tax.base.fc), taxAmountFc: positive(tax.amount.fc) } : {}),
          }),
    dimensions,
  };
}

/** What rounding leaves missing goes on the last line, whose rate then follows from its amounts. */
function balanced(lines: readonly EntryLine[]): readonly EntryLine[] {
  const last = lines.at(-1);
  const missing = sum(lines.map(({ debit, credit }) => decimal(debit).minus(decimal(credit))));
  if (last === undefined || missing.isZero()) return lines;
  const amount = decimal(last.debit).minus(decimal(last.credit)).minus(missing);
  if (amount.isZero()) return lines.slice(0, -1);
  const { exchangeRate: _, ...rest } = last;
  const corrected: EntryLine = {
    ...rest,
    debit: formatMoney(amount.isNegative() ? ZERO : amount),
    credit: formatMoney(amount.isNegative() ? amount.negated() : ZERO),
  };
  return [...lines.slice(0, -1), corrected];
}
