import { invalidField } from '@app/contract';

/** What an installation accepts (docs/contract/business-partners.md, "Identity numbers"). */
export interface IdentityRules {
  /** `relaxed`: the first check digit as numbers issued from 2032 have it, with a remainder of 0 to 3. */
  readonly checkDigits: 'strict' | 'relaxed';
  /** Production refuses numbers of the test population. */
  readonly refusesSynthetic: boolean;
}

const FIRST_WEIGHTS = [3, 7, 6, 1, 8, 9, 4, 5, 2, 1];
const SECOND_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];

const remainder = (digits: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0) % 11;

const DAY_OF_D_NUMBERS = 40;
const MONTH_OF_SYNTHETIC = 80;

const isSynthetic = (digits: string): boolean => Number(digits.slice(2, 4)) > MONTH_OF_SYNTHETIC;

/** A day of the calendar in at least one century: the number shows the century of older numbers only. */
function hasBirthDate(digits: string): boolean {
  const [day, month, year] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2))) as [number, number, number];
  try {
    Temporal.PlainDate.from(
      {
        day: day > DAY_OF_D_NUMBERS ? day - DAY_OF_D_NUMBERS : day,
        month: isSynthetic(digits) ? month - MONTH_OF_SYNTHETIC : month,
        year: 2000 + year,
      },
      { overflow: 'reject' },
    );
    return true;
  } catch {
    return false;
  }
}

const holdsCheckDigits = (digits: string, rules: IdentityRules): boolean =>
  remainder(digits, FIRST_WEIGHTS) <= (rules.checkDigits === 'strict' ? 0 : 3) &&
  remainder(digits, SECOND_WEIGHTS) === 0;

/** Can these eleven digits be a national identity number or a D-number? */
export const isIdentityNumber = (digits: string, rules: IdentityRules): boolean =>
  /^\d{11}$/.test(digits) && hasBirthDate(digits) && holdsCheckDigits(digits, rules);

/** The messages never repeat the number. @throws Failure 400 */
export function assertIdentityNumber(digits: string, rules: IdentityRules): void {
  const refuse = (why: string) => invalidField('national_identity_number', why);
  if (!isIdentityNumber(digits, rules))
    throw refuse(
      'is no national identity number or D-number: eleven digits that begin with a birth date and end with two check digits',
    );
  if (rules.refusesSynthetic && isSynthetic(digits))
    throw refuse('belongs to the synthetic test population, and this installation takes numbers of real persons only');
}
