import type { DocumentType, OwnDocumentType } from '@app/api/documents/document-types';
import { managedDocumentTypes } from '@app/api/documents/document-types';

/** Numbers of documents to customers are unique within a series, and given without gaps. */
export type NumberSeries = 'invoice' | 'credit_note' | 'pro_forma';

/** What posting a type of document books (docs/contract/documents.md, "What posting books"). */
export interface DocumentKind {
  /** Whose documents they are: `sale` to a customer, `purchase` from a supplier, `other` for the rest. */
  readonly side: 'sale' | 'purchase' | 'other';
  /**
   * `open`: against receivables or payables · `cash`: against a payment account · `settlement`: every line by itself ·
   * `none`: nothing is booked.
   */
  readonly booking: 'open' | 'cash' | 'settlement' | 'none';
  /** Books on the other sides. */
  readonly isCredit: boolean;
  readonly series: NumberSeries | null;
  readonly needsPartner: boolean;
  /** The account that lines are booked against, unless the document names a payment account. */
  readonly counterAccount: string | null;
}

const kind = (
  side: DocumentKind['side'],
  booking: DocumentKind['booking'],
  more: Partial<DocumentKind> = {},
): DocumentKind => ({
  side,
  booking,
  isCredit: false,
  series: side === 'sale' ? 'invoice' : null,
  needsPartner: side !== 'other',
  counterAccount: booking === 'open' ? (side === 'sale' ? '1500' : '2400') : booking === 'cash' ? '1920' : null,
  ...more,
});

const statement = kind('other', 'none');

const KINDS: Readonly<Record<OwnDocumentType, DocumentKind>> = {
  ARINV: kind('sale', 'open'),
  ARDEB: kind('sale', 'open'),
  ARCIN: kind('sale', 'cash'),
  ARCRN: kind('sale', 'open', { isCredit: true, series: 'credit_note' }),
  ARPIN: kind('sale', 'none', { series: 'pro_forma' }),
  APINV: kind('purchase', 'open'),
  APDEB: kind('purchase', 'open'),
  APCIN: kind('purchase', 'cash'),
  APCRN: kind('purchase', 'open', { isCredit: true }),
  APPIN: kind('purchase', 'none'),
  RECPT: kind('purchase', 'cash', { needsPartner: false, counterAccount: '2910' }),
  PAYSR: kind('other', 'settlement'),
  SALSM: kind('other', 'settlement'),
  AP_STATEMENT: statement,
  AR_STATEMENT: statement,
  BANK_STATEMENT: statement,
  LOAN_STATEMENT: statement,
  ANNUAL_REPORT: statement,
  TAX_STATEMENT: statement,
  OTHER: statement,
};

export const isOwnType = (type: DocumentType): type is OwnDocumentType =>
  !(managedDocumentTypes as readonly string[]).includes(type);

export const kindOf = (type: OwnDocumentType): DocumentKind => KINDS[type];

/** Accounts whose lines carry the partner: what is owed by it or to it (DOC-R15). */
export const PARTNER_ACCOUNTS: ReadonlySet<string> = new Set(['1500', '2400', '2910']);

/** The credit note of a document that can be credited. */
export const creditTypeOf = (type: OwnDocumentType): 'ARCRN' | 'APCRN' | undefined => {
  const { side, booking, isCredit } = KINDS[type];
  if (isCredit || type === 'RECPT' || (booking !== 'open' && booking !== 'cash')) return undefined;
  return side === 'sale' ? 'ARCRN' : 'APCRN';
};

/** Documents to customers are credited; everything else that is posted here can be cancelled. */
export const isCancellable = (type: OwnDocumentType): boolean => KINDS[type].side !== 'sale';

/** How far a posted document is paid that nobody owes: cash is, and so is an invoice of nothing. */
export function statusWithoutOpenLine(type: string): 'PAID' | 'NOT_APPLICABLE' {
  const known = type as DocumentType;
  if (!isOwnType(known)) return 'NOT_APPLICABLE';
  const { booking } = kindOf(known);
  return booking === 'open' || booking === 'cash' ? 'PAID' : 'NOT_APPLICABLE';
}
