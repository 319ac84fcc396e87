export { isAccountNumber } from './account-number.ts';
export { ibanOf, isIban } from './iban.ts';
export { identityCheckDigits } from './identity-number.ts';
export { modulo10, modulo11 } from './modulo.ts';
export { isOrganizationNumber } from './organization-number.ts';
export { isPaymentReference } from './payment-reference.ts';
