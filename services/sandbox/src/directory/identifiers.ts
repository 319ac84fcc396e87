import { isOrganizationNumber as isNumber, modulo11 } from '@app/check-digits';

/** Check digits of the Norwegian identifiers: modulo 11 with fixed weights. Rules: ID-R01 and ID-R02. */

const FIRST_WEIGHTS = [3, 7, 6, 1, 8, 9, 4, 5, 2] as const;
const SECOND_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** Check digit over the leading digits, or null when it would be 10: such a number is never issued. */
function checkDigit(digits: string, weights: readonly number[]): number | null {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? null : digit;
}

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
export function isIdentityNumber(value: string): boolean {
  if (!/^\d{11}$/.test(value) || !hasBirthday(value)) return false;
  return (
    checkDigit(value, FIRST_WEIGHTS) === Number(value[9]) && checkDigit(value, SECOND_WEIGHTS) === Number(value[10])
  );
}

/** The two check digits that belong to the first nine digits, or null when the number is never issued. */
export function identityCheckDigits(firstNine: string): string | null {
  const first = checkDigit(firstNine, FIRST_WEIGHTS);
  const second = first === null ? null : checkDigit(`${firstNine}${first}`, SECOND_WEIGHTS);
  return second === null ? null : `${first}${second}`;
}

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
