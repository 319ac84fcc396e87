/** Weights of modulo 11, from the right and over again. */
const FROM_RIGHT = [2, 3, 4, 5, 6, 7] as const;

/** The digit that belongs behind others by modulo 10: weights 2 and 1 from the right, sums of digits (Luhn). */
export function modulo10(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const product = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The digit that belongs behind others by modulo 11: weights 2 to 7 from the right; `-` where it would be ten. */
export function modulo11(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * FROM_RIGHT[i % FROM_RIGHT.length]!, 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? '-' : String(check);
}
