const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

/** Can this be an organization number? Nine digits with a valid check digit, modulo 11 (Brønnøysundregistrene). */
export function isOrganizationNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check < 10 && check === Number(digits[8]);
}
