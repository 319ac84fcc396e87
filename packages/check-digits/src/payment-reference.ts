import { modulo10, modulo11 } from './modulo.ts';

/**
 * Can this be a payment reference (KID)? 2 to 25 digits, the last a check digit by modulo 10 or modulo 11, where modulo
 * 11 may end with a hyphen.
 */
export function isPaymentReference(reference: string): boolean {
  if (!/^\d{1,24}[\d-]$/.test(reference)) return false;
  const [digits, check] = [reference.slice(0, -1), reference.at(-1)];
  return modulo10(digits) === check || modulo11(digits) === check;
}
