import { oneOf } from '../scalars.ts';
import { documentTypes, reconciliationCategories } from './document-types.ts';
import { VOUCHER_TYPES } from './voucher-types.ts';

// Lists of words that several fields take, under the names that they have in the OpenAPI document.

export const DocumentType = oneOf(...documentTypes);
export const DocumentStatus = oneOf('DRAFT', 'POSTED', 'CANCELLED');
/** How far a document is paid. */
export const DocumentPaymentStatus = oneOf('NOT_APPLICABLE', 'UNPAID', 'PARTIALLY_PAID', 'PAID', 'OVERPAID');
export const DocumentFileType = oneOf('VOUCHER', 'ATTACHMENT');

export const ReconciliationLineType = oneOf('TRANSACTION', 'BALANCE');
export const ReconciliationLineStatus = oneOf('OPEN', 'RECONCILED', 'EXPLAINED', 'DRIFTED');
export const ReconciliationLineCategory = oneOf(...reconciliationCategories);

export const FileType = oneOf('VOUCHER', 'ATTACHMENT', 'CHAT_ATTACHMENT');
export const FileChannel = oneOf('API', 'WEB', 'APP', 'EMAIL', 'EHF');
export const ProcessingTrack = oneOf('DEFAULT', 'MANUAL');

export const VoucherTypeIn = oneOf(...VOUCHER_TYPES);
export const VoucherStatus = oneOf('PENDING', 'DRAFT', 'ARCHIVED', 'BOOKED', 'DELETED');
export const VoucherWorkflowStatus = oneOf(
  'IMAGE_PROCESSING',
  'STARTING_WORKFLOW',
  'CLASSIFICATION',
  'DATA_EXTRACTION',
  'WAITING_FOR_ANSWER',
  'DUPLICATE_CHECK',
  'BOOKING',
  'RECONCILING',
  'CANCELLED',
  'FAILED',
  'COMPLETED',
);
/** What becomes of the vouchers that others are made of. */
export const VoucherSourceAction = oneOf('NONE', 'ARCHIVE', 'DELETE');
