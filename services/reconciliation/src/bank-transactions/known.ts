/** Transactions as the other areas read and store them, in transactions of their own. */
export {
  type BankTransaction,
  findTransactions,
  insertTransactions,
  markReconciled,
  transactionsByReference,
  transactionsOfStatements,
} from './store.ts';
export { rateTo } from './transaction.ts';
