import { identityCheckDigits, isOrganizationNumber as isNumber, modulo11 } from '@app/check-digits';

/** Check digits of the Norwegian identifiers: modulo 11 with fixed weights. Rules: ID-R01 and ID-R02. */

/** The ninth digit that belongs to the first eight, or null when there is none. */
export function organizationCheckDigit(firstEight: string): number | null {
  const digit = modulo11(firstEight);
  return digit === '-' ? null : Number(digit);
}

export const isOrganizationNumber = (value: string): boolean => value !== '000000000' && isNumber(value);

/**
 * An identity number or D-number (day + 40), real or synthetic (month + 80): a day that exists and two correct check
 * digits.
 */
export const isIdentityNumber = (value: string): boolean =>
  /^\d{11}$/.test(value) && hasBirthday(value) && identityCheckDigits(value.slice(0, 9)) === value.slice(9);

// The century is not looked at, because the individual digits stop telling it in 2032: 29 February passes when any
// century has it.
function hasBirthday(pid: string): boolean {
  const day = Number(pid.slice(0, 2)) % 40;
  const writtenMonth = Number(pid.slice(2, 4));
  const month = writtenMonth > 80 ? writtenMonth - 80 : writtenMonth;
  const isLeapYear = Number(pid.slice(4, 6)) % 4 === 0;
  if (Number(pid.slice(0, 2)) > 71 || month < 1 || month > 12) return false;
  const lastDay = month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= lastDay;
}
