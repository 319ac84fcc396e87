import { modulo10 } from '@app/check-digits';

/**
 * The reference (KID) of an invoice: the number of the partner in six digits, that of the document in eight, and a check
 * digit (DOC-R26).
 */
export function paymentReference(partnerNumber: number, documentNumber: string): string {
  const digits = String(partnerNumber).padStart(6, '0') + documentNumber.replace(/\D/g, '').padStart(8, '0');
  return digits + modulo10(digits);
}
