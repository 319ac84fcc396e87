/** Types that are posted from their lines, or stand for themselves; written through `/documents`. */
export const ownDocumentTypes = [
  'ARINV',
  'ARCRN',
  'ARCIN',
  'ARPIN',
  'ARDEB',
  'APINV',
  'APCRN',
  'RECPT',
  'APCIN',
  'APPIN',
  'APDEB',
  'PAYSR',
  'SALSM',
  'AP_STATEMENT',
  'AR_STATEMENT',
  'BANK_STATEMENT',
  'LOAN_STATEMENT',
  'ANNUAL_REPORT',
  'TAX_STATEMENT',
  'OTHER',
] as const;

/** Types that payroll and filing write. */
export const managedDocumentTypes = ['PRRUN', 'PRPAY', 'PRTAX', 'VATST', 'VATRP', 'ANNUAL_ALLOCATION'] as const;

export const documentTypes = [...ownDocumentTypes, ...managedDocumentTypes] as const;

export type OwnDocumentType = (typeof ownDocumentTypes)[number];
export type DocumentType = (typeof documentTypes)[number];

/** What a reconciliation line of a document is about. */
export const reconciliationCategories = [
  'TRADE_PAYABLE',
  'TRADE_RECEIVABLE',
  'DEPOSIT',
  'LOAN',
  'INTEREST_INCOME',
  'INTEREST_COST',
  'FEE',
  'WITHHELD_TAX',
  'EMPLOYER_TAX',
  'VAT_SETTLEMENT',
  'INCOME_TAX',
  'SHARE_CAPITAL',
  'OTHER_ASSET',
  'OTHER_LIABILITY',
] as const;

export type ReconciliationCategory = (typeof reconciliationCategories)[number];
