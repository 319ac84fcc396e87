import { modulo11 } from './modulo.ts';

/** Can this be an organization number? Nine digits with a valid check digit, modulo 11 (Brønnøysundregistrene). */
export const isOrganizationNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) && modulo11(digits.slice(0, -1)) === digits.at(-1);
