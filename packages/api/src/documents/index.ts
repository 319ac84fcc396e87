import { getFile, readLinkedFile, uploadChatAttachment } from './files.ts';
import { attachToVoucher, uploadVoucher } from './voucher-uploads.ts';
import { downloadVoucher, getVoucher } from './vouchers.ts';

export { FileOut, getFile, readLinkedFile, uploadChatAttachment } from './files.ts';
export * from './upload-sizes.ts';
export * from './voucher-types.ts';
export * from './voucher-uploads.ts';
export * from './vouchers.ts';

export const documentsEndpoints = [
  uploadVoucher,
  attachToVoucher,
  getVoucher,
  downloadVoucher,
  getFile,
  readLinkedFile,
  uploadChatAttachment,
];
