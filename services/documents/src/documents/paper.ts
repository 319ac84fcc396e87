import { decimal, formatMoney, sum } from '@app/money';
import { type CompanyFacts, formatDecimal, type ReportTable } from '@app/reports';
import type { Language } from '@app/runtime';
import type { Document, DocumentLine } from './document.ts';
import type { Partner } from './ground.ts';
import words from './paper-words.json' with { type: 'json' };

/** What a document to a customer shows. */
export interface PaperOf {
  readonly document: Document;
  readonly lines: readonly DocumentLine[];
  readonly partner: Partner | undefined;
  readonly company: CompanyFacts;
  readonly language: Language;
  readonly madeAt: string;
}

const dated = (day: string): string => day.split('-').reverse().join('.');

/** `ARINV_12.pdf` (docs/contract/documents.md). */
export const paperName = ({ documentType, documentNumber, id }: Document): string =>
  `${documentType}_${(documentNumber ?? String(id)).replace(/[^\p{L}\p{N}._-]/gu, '_')}`;

/** The paper of a document to a customer, as a table that the renderer of reports draws. */
export function paperOf({ document, lines, partner, company, language, madeAt }: PaperOf): ReportTable {
  const say = words[language];
  const shown = (amount: string): string => formatDecimal(amount, language);
  const facts = [
    { label: say.number, value: document.documentNumber ?? '–' },
    ...(document.documentDate === null ? [] : [{ label: say.date, value: dated(document.documentDate) }]),
    ...(document.dueDate === null ? [] : [{ label: say.due, value: dated(document.dueDate) }]),
    ...(partner === undefined
      ? []
      : [
          { label: say.customer, value: partner.name },
          { label: say.customerNumber, value: String(partner.sequenceNumber) },
        ]),
    ...(document.paymentRef ? [{ label: say.reference, value: document.paymentRef }] : []),
    ...(document.buyerReference ? [{ label: say.buyerReference, value: document.buyerReference }] : []),
    ...(document.orderReference ? [{ label: say.orderReference, value: document.orderReference }] : []),
    { label: say.currency, value: document.currencyCode },
  ];
  const total = (of: 'netAmount' | 'taxAmount' | 'grossAmount'): string =>
    formatMoney(sum(lines.map((line) => decimal(line[of]))));
  const [description, quantity, price, net, tax, gross] = say.columns;
  return {
    language,
    title: say.types[document.documentType as keyof typeof say.types] ?? document.documentType,
    fileName: paperName(document),
    company,
    period: document.documentDate === null ? '' : dated(document.documentDate),
    facts,
    signRule: say.sign.replace('{currency}', document.currencyCode),
    madeAt,
    madeBy: say.madeBy,
    columns: [
      { label: description!, kind: 'text', holdsLabel: true },
      { label: quantity!, kind: 'text' },
      { label: price!, kind: 'text' },
      { label: net!, kind: 'money' },
      { label: tax!, kind: 'money' },
      { label: gross!, kind: 'money' },
    ],
    emptyText: say.empty,
    rows: [
      ...lines.map((line) => ({
        kind: 'line' as const,
        level: 1,
        cells: [
          line.description,
          plain(line.quantity),
          line.price === null ? '' : shown(formatMoney(decimal(line.price))),
          line.netAmount,
          line.taxAmount,
          line.grossAmount,
        ],
      })),
      ...(lines.length === 0
        ? []
        : [
            {
              kind: 'total' as const,
              level: 0,
              label: say.total,
              cells: [null, null, null, total('netAmount'), total('taxAmount'), total('grossAmount')],
            },
          ]),
    ],
  };
}

/** Without the zeros that say nothing. */
const plain = (quantity: string): string => quantity.replace(/\.?0+$/, '');
