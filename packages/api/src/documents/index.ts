import { catalogueEndpoints } from './catalogue.ts';
import { documentEndpoints } from './documents.ts';
import { getFile, readLinkedFile, uploadChatAttachment } from './files.ts';
import { deleteVoucher, updateVoucher } from './voucher-changes.ts';
import { listVouchers } from './voucher-list.ts';
import { mergeVouchers, splitVoucher } from './voucher-reshaping.ts';
import { attachToVoucher, uploadVoucher } from './voucher-uploads.ts';
import { downloadVoucher, getVoucher } from './vouchers.ts';

export * from './documents.ts';
export { FileOut, getFile, readLinkedFile, uploadChatAttachment } from './files.ts';
export * from './item-collection-entries.ts';
export * from './item-collections.ts';
export * from './items.ts';
export * from './questions.ts';
export * from './tasks.ts';
export * from './units.ts';
export * from './upload-sizes.ts';
export * from './voucher-categories.ts';
export * from './voucher-changes.ts';
export * from './voucher-collections.ts';
export * from './voucher-list.ts';
export * from './voucher-reshaping.ts';
export * from './voucher-statements.ts';
export * from './voucher-types.ts';
export * from './voucher-uploads.ts';
export * from './vouchers.ts';
export * from './words.ts';

export const documentsEndpoints = [
  ...documentEndpoints,
  uploadVoucher,
  attachToVoucher,
  listVouchers,
  getVoucher,
  mergeVouchers,
  splitVoucher,
  updateVoucher,
  deleteVoucher,
  downloadVoucher,
  getFile,
  readLinkedFile,
  uploadChatAttachment,
  ...catalogueEndpoints,
];
