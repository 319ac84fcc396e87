// What the other parts of the service may read of bank accounts.
export { bankAccountsOfPartners, findBankAccount, findBankAccounts } from './store.ts';
