import { modulo11 } from './modulo.ts';

/** Can this be the number of a Norwegian bank account? Eleven digits, the last a check digit by modulo 11. */
export const isAccountNumber = (digits: string): boolean =>
  /^\d{11}$/.test(digits) && modulo11(digits.slice(0, -1)) === digits.at(-1);
