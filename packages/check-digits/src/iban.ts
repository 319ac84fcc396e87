/** Characters of an IBAN per country (the registry of ISO 13616), where we know them; others have 15 to 34. */
// biome-ignore format: a table reads best in rows
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FO: 18, FR:
  27, GB: 22, GI: 23, GL: 18, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21,
  MC: 27, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, SE: 24, SI: 19, SK: 24, SM: 27,
};

/** Letters count from A = 10 to Z = 35. */
const inDigits = (text: string): string => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** The rest of a number of any length by 97, digit by digit. */
const modulo97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/**
 * Can this be an IBAN (ISO 13616)? Capitals and digits without spaces, of the length of its country, and check digits
 * by modulo 97.
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const length = LENGTHS[text.slice(0, 2)];
  if (length !== undefined && text.length !== length) return false;
  return modulo97(inDigits(text.slice(4) + text.slice(0, 4))) === 1;
}

/** The IBAN of a national account number: capitals and digits, of a country that uses IBANs. */
export function ibanOf(country: string, accountNumber: string): string {
  const check = 98 - modulo97(inDigits(`${accountNumber}${country}00`));
  return `${country}${String(check).padStart(2, '0')}${accountNumber}`;
}
