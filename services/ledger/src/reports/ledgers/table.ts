import { type Cell, grouped, type Level, type ReportColumn, type ReportHead, type ReportTable } from '@app/reports';
import type { Language } from '@app/runtime';
import { nameOf } from '../../accounts/account.ts';
import { relationLabel, withoutDimension } from '../dimension-names.ts';
import { frameOf, type ReportFilters } from '../head.ts';
import type { LedgerDivision, LedgerGroup } from './groups.ts';
import { groupKey } from './groups.ts';
import type { LedgerItem } from './items.ts';
import { daysInWords, fileName, type LedgerDays } from './period.ts';
import { signedAmount } from './rows.ts';
import type { LedgerLine } from './store.ts';

const words = {
  nob: {
    account: 'Konto',
    accountName: 'Kontonavn',
    partnerId: 'Partner-id',
    partner: 'Forretningspartner',
    date: 'Dato',
    number: 'Bilag',
    text: 'Tekst',
    entryText: 'Bilagstekst',
    line: 'Linje',
    voucher: 'Vedlegg-id',
    taxCode: 'Mva',
    currency: 'Valuta',
    foreign: 'Valutabeløp',
    debit: 'Debet',
    credit: 'Kredit',
    balance: 'Saldo',
    open: 'Rest',
    draft: 'Kladd',
    opening: 'Inngående saldo',
    total: 'Sum',
    grandTotal: 'Sum',
    empty: 'Ingen posteringer i utvalget.',
  },
  eng: {
    account: 'Account',
    accountName: 'Account name',
    partnerId: 'Partner id',
    partner: 'Business partner',
    date: 'Date',
    number: 'Entry',
    text: 'Text',
    entryText: 'Text of the entry',
    line: 'Line',
    voucher: 'Voucher id',
    taxCode: 'VAT',
    currency: 'Currency',
    foreign: 'Foreign amount',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    open: 'Open',
    draft: 'Draft',
    opening: 'Incoming balance',
    total: 'Total',
    grandTotal: 'Total',
    empty: 'No postings match.',
  },
} as const;

/** Which ledger it is. */
export interface LedgerKind {
  /** The beginning of its file's name. */
  readonly name: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly division: LedgerDivision;
}

export interface LedgerFrame extends ReportHead {
  readonly days: LedgerDays;
  readonly filters: ReportFilters;
}

/** What a row says, of which each column takes its part. */
interface RowContent {
  readonly group: LedgerGroup;
  readonly line: LedgerLine | null;
  /** The text of a row without a line. */
  readonly text: string;
}

type LedgerColumn = ReportColumn & { readonly cellOf: (content: RowContent) => Cell };

/** A ledger as a table: per account or partner what it opens with, its lines with a running balance, and its sums. */
export function ledgerTable(
  items: AsyncIterable<LedgerItem>,
  kind: LedgerKind,
  frame: LedgerFrame,
  language: Language,
): ReportTable {
  const say = words[language];
  const columns = columnsOf(kind.division, language);
  const cellsOf = (content: RowContent): readonly Cell[] => columns.map(({ cellOf }) => cellOf(content));
  const balance = columns.findIndex(({ label }) => label === say.balance);
  const level: Level<LedgerItem> = {
    keyOf: ({ group }) => String(groupKey(group, kind.division)),
    heading: ({ group }) => labelOf(group, kind.division, language),
    total: ({ group }) => ({
      label: `${say.total} ${labelOf(group, kind.division, language)}`,
      cells: columns.map(({ isOfGroup, cellOf }) => (isOfGroup ? cellOf({ group, line: null, text: '' }) : null)),
    }),
  };
  const opening = ({ group }: LedgerItem) => ({
    amount: group.opening,
    cells: cellsOf({ group, line: null, text: say.opening }),
  });
  return {
    ...frameOf(frame, frame.filters, language),
    title: kind.title[language],
    fileName: fileName(kind.name, frame.days),
    period: daysInWords(frame.days, language),
    columns: columns.map(({ cellOf: _, isOfGroup: __, ...column }) => column),
    rows: grouped(items, {
      columns,
      levels: [level],
      isLine: ({ line }) => line !== null,
      cellsOf: ({ group, line }) => cellsOf({ group, line, text: '' }),
      running: {
        column: balance,
        level: 1,
        amountOf: ({ line }) => (line === null ? '0' : signedAmount(line)),
        isTotalled: true,
        // From the beginning of the books on there is nothing to open with.
        ...(frame.days.from && { opening }),
      },
      grandTotal: say.grandTotal,
    }),
    emptyText: say.empty,
  };
}

/** `1920 Bankinnskudd`, the name of a partner, or that there is none. */
function labelOf({ account, relation }: LedgerGroup, division: LedgerDivision, language: Language): string {
  if (division === 'account') return `${account.code} ${nameOf(account, language)}`;
  return relation === null ? withoutDimension('businesspartner', language) : relationLabel(relation, language);
}

type Placed = LedgerColumn & { readonly isOfGroup?: boolean };

/** In a workbook each row says what a page shows by its place, and more of the line. */
function columnsOf(division: LedgerDivision, language: Language): readonly Placed[] {
  const say = words[language];
  const sheet = { only: 'sheet' } as const;
  const ofAccount: readonly Placed[] = [
    { label: say.account, kind: 'code', ...sheet, isOfGroup: true, cellOf: ({ group }) => group.account.code },
    {
      label: say.accountName,
      kind: 'text',
      ...sheet,
      isOfGroup: true,
      cellOf: ({ group }) => nameOf(group.account, language),
    },
  ];
  const partner = ({ group, line }: RowContent) => (division === 'partner' ? group.relation : partnerOf(line));
  const ofPartner: readonly Placed[] = [
    {
      label: say.partnerId,
      kind: 'code',
      ...sheet,
      isOfGroup: division === 'partner',
      cellOf: (content) => partner(content)?.id.toString() ?? null,
    },
    {
      label: say.partner,
      kind: 'text',
      ...sheet,
      isOfGroup: division === 'partner',
      cellOf: (content) => partner(content)?.name ?? null,
    },
  ];
  const taxCode: Placed = { label: say.taxCode, kind: 'code', cellOf: ({ line }) => line?.taxCode ?? null };
  const open: Placed = {
    label: say.open,
    kind: 'money',
    added: true,
    ...(division === 'account' ? sheet : {}),
    cellOf: ({ line }) => line?.remainingAmount ?? null,
  };
  return [
    ...(division === 'account' ? [...ofAccount, ...ofPartner] : [...ofPartner, ...ofAccount]),
    { label: say.date, kind: 'date', cellOf: ({ line }) => line?.postingDate ?? null },
    { label: say.number, kind: 'code', cellOf: ({ line }) => (line ? numberOf(line, language) : null) },
    { label: say.line, kind: 'integer', ...sheet, cellOf: ({ line }) => line?.lineId.toString() ?? null },
    {
      label: say.text,
      kind: 'text',
      only: 'print',
      holdsLabel: true,
      cellOf: ({ line, text }) => (line ? printedText(line, division) : text),
    },
    {
      label: say.text,
      kind: 'text',
      ...sheet,
      holdsLabel: true,
      cellOf: ({ line, text }) => (line ? line.description : text),
    },
    { label: say.entryText, kind: 'text', ...sheet, cellOf: ({ line }) => line?.entry.description ?? null },
    { label: say.voucher, kind: 'code', ...sheet, cellOf: ({ line }) => line?.entry.voucherId?.toString() ?? null },
    division === 'account' ? taxCode : { ...taxCode, ...sheet },
    { label: say.currency, kind: 'code', ...sheet, cellOf: ({ line }) => line?.currencyCode ?? null },
    { label: say.foreign, kind: 'money', ...sheet, cellOf: ({ line }) => line && foreignAmount(line) },
    { label: say.debit, kind: 'money', added: true, cellOf: ({ line }) => line && unlessZero(line.debit) },
    { label: say.credit, kind: 'money', added: true, cellOf: ({ line }) => line && unlessZero(line.credit) },
    open,
    { label: say.balance, kind: 'money', cellOf: () => null },
  ];
}

/** The number of an entry; of a draft, that it is one. */
const numberOf = ({ entry }: LedgerLine, language: Language): string =>
  entry.sequenceNumber === null ? words[language].draft : String(entry.sequenceNumber);

const foreignAmount = ({ debitFc, creditFc }: LedgerLine): string => signedAmount({ debit: debitFc, credit: creditFc });

const unlessZero = (amount: string): string | null => (/^0(\.0+)?$/.test(amount) ? null : amount);

const partnerOf = (line: LedgerLine | null) => {
  const partner = line?.dimensions.find(({ relationType }) => relationType === 'businesspartner');
  return partner && { id: partner.relationId, name: partner.name };
};

/** What a line is about; under an account also whose it is. */
function printedText(line: LedgerLine, division: LedgerDivision): string {
  const text = line.description || line.entry.description;
  const name = division === 'account' ? partnerOf(line)?.name : undefined;
  return [text, name].filter(Boolean).join(' · ');
}
