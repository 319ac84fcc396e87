const FIRST_WEIGHTS = [3, 7, 6, 1, 8, 9, 4, 5, 2] as const;
const SECOND_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** Undefined when it would be ten: such a number is never issued. */
function checkDigit(digits: string, weights: readonly number[]): number | undefined {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? undefined : digit;
}

/**
 * The two check digits that belong behind the first nine digits of an identity number, both by modulo 11
 * (Skatteetaten); undefined when such a number is never issued.
 */
export function identityCheckDigits(firstNine: string): string | undefined {
  const first = checkDigit(firstNine, FIRST_WEIGHTS);
  const second = first === undefined ? undefined : checkDigit(`${firstNine}${first}`, SECOND_WEIGHTS);
  return second === undefined ? undefined : `${first}${second}`;
}
