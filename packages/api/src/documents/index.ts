import { getFile, readLinkedFile } from './files.ts';
import { downloadVoucher, getVoucher } from './vouchers.ts';

export { FileOut, getFile, readLinkedFile } from './files.ts';
export * from './vouchers.ts';

export const documentsEndpoints = [getVoucher, downloadVoucher, getFile, readLinkedFile];
