/** The check digit of the method with weights 2 and 1 from the right (modulo 10), for a text of digits. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * The reference (KID) of an invoice: the number of the partner in six digits, that of the document in eight, and a check
 * digit (DOC-R26).
 */
export function paymentReference(partnerNumber: number, documentNumber: string): string {
  const digits = String(partnerNumber).padStart(6, '0') + documentNumber.replace(/\D/g, '').padStart(8, '0');
  return digits + checkDigit(digits);
}
